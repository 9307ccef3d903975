// SPDX-License-Identifier: GPL-3.0-or-later
// The few threads that do all computing in the background, and which of what waits goes first.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "model/core/cancel.h"

namespace sojourn::session {

/// The most urgent first.
enum class Priority {
  Inspection,  ///< a person waits for the pictures of a sample
  Question,    ///< about one sample
  Evaluation,  ///< over many samples, asked for
  Pass,        ///< over all samples, nobody has asked
};
inline constexpr std::size_t priorityCount = 4;

/// Tasks of one queue run one after the other, those of several on any of the threads. A task that takes long gives way
/// at its stops: what is more urgent runs on its thread first. At most one thread works on evaluations and passes, so
/// that another is there for the sample. Any thread may call.
class TaskThreads {
 public:
  /// Must not throw.
  using Task = std::function<void()>;
  struct Waiting {
    Task task;
    Priority priority = Priority::Question;
    std::chrono::steady_clock::time_point from{};  ///< it does not begin before
    std::uint64_t number = 0;                      ///< in the order of arrival
  };
  /// Of a Worker; guarded by the threads' mutex.
  struct Queue {
    std::deque<Waiting> tasks;
    bool running = false;
  };

  /// The threads begin with the first tasks.
  explicit TaskThreads(std::size_t most) : m_most(most) {}
  /// Every queue has left by then.
  ~TaskThreads();
  TaskThreads(const TaskThreads&) = delete;
  TaskThreads& operator=(const TaskThreads&) = delete;

  void join(Queue& queue);
  /// Forgets what waits in it, and waits for what runs.
  void leave(Queue& queue);
  /// Behind what waits in the queue, or in its place.
  void add(Queue& queue, Waiting task, bool inPlace);
  void clear(Queue& queue);

  /// A stop of a running task: does what is more urgent first, and waits while an inspection runs on another thread, as
  /// long as `cancel` is not set.
  void giveWay(Priority priority, const CancelToken& cancel);
  /// Wakes those that wait in giveWay() and look at their token.
  void notify();
  /// Tasks that wait there.
  [[nodiscard]] std::size_t givingWay();
  /// Nothing runs, and nothing waits.
  [[nodiscard]] bool idle();

  /// Makes the running task as urgent as an inspection, for as long as this lives.
  class Urgent {
   public:
    explicit Urgent(TaskThreads& threads) : m_threads(threads) { m_threads.countRunning(Priority::Inspection, 1); }
    ~Urgent() { m_threads.countRunning(Priority::Inspection, -1); }
    Urgent(const Urgent&) = delete;
    Urgent& operator=(const Urgent&) = delete;

   private:
    TaskThreads& m_threads;
  };

 private:
  using Lock = std::unique_lock<std::mutex>;
  /// The queue whose first task is the most urgent one that may begin now, of those before `end`; null: none.
  [[nodiscard]] Queue* next(Priority end) const;
  /// When the first of those that wait for their time may begin.
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> nextBegin() const;
  void run(Queue& queue, Lock& lock);
  void work();
  void countRunning(Priority priority, int more);
  [[nodiscard]] int& running(Priority priority) { return m_running[static_cast<std::size_t>(priority)]; }

  const std::size_t m_most;
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<Queue*> m_queues;
  std::array<int, priorityCount> m_running{};  ///< tasks
  std::size_t m_resting = 0;                   ///< threads
  std::size_t m_givingWay = 0;                 ///< tasks
  bool m_longAtWork = false;                   ///< a thread works on an evaluation or a pass
  std::uint64_t m_number = 0;
  bool m_stop = false;
  std::vector<std::thread> m_threads;
};

}  // namespace sojourn::session
