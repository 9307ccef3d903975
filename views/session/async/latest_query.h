// SPDX-License-Identifier: GPL-3.0-or-later
// A question that takes a while, asked again and again: the newest counts, and the last answer stays until the next is
// there, together with the question that it answers.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "model/core/inbox.h"
#include "model/core/result.h"
#include "views/session/async/latest_only_task.h"

namespace sojourn::session {

/// All that an answer depends on: the sample as it is edited, the model, what is wanted. A view whose answer is to
/// another question than the present one shows something that does not hold, and dims.
template <class Answer, class Question = std::monostate>
class LatestQuery {
 public:
  using Work = std::function<Result<Answer>(const CancelToken& cancel, const Progress& progress)>;

  /// Owner thread only, but for the work itself, which runs on a thread of its own. `wake` is called from any thread
  /// when drain() has something to do.
  explicit LatestQuery(std::function<void()> wake) : m_inbox(std::move(wake)) {}

  /// Replaces what was asked before. The work begins when nothing newer came for `quiet`.
  void ask(Work work, std::chrono::milliseconds quiet = {}) { ask(Question{}, std::move(work), quiet); }
  void ask(Question question, Work work, std::chrono::milliseconds quiet = {}) {
    m_awaited = ++m_number;
    m_asked = std::move(question);
    m_error.reset();
    m_done = m_total = 0;
    m_askedAt = std::chrono::steady_clock::now();
    m_task.post(
        [this, number = m_number, work = std::move(work)](const CancelToken& cancel) { run(number, work, cancel); },
        quiet);
  }
  /// Nothing is awaited any more; the last answer stays.
  void cancel() {
    m_awaited = 0;
    m_task.cancel();
  }
  /// Forgets the last answer too.
  void forget() {
    cancel();
    m_answer.reset();
    m_error.reset();
  }

  /// Takes what the thread has sent; true where anything differs now.
  bool drain() {
    bool changed = false;
    for (auto& message : m_inbox.drain()) {
      if (message.number != m_awaited) continue;
      changed = true;
      if (auto* progress = std::get_if<Advance>(&message.content)) {
        m_done = progress->done;
        m_total = progress->total;
        continue;
      }
      auto& result = std::get<Result<Answer>>(message.content);
      m_awaited = 0;
      m_seconds = message.seconds;
      if (result.ok()) {
        m_answer = std::make_shared<const Answer>(std::move(*result));
        m_answered = m_asked;
      } else {
        m_error = result.error();
      }
    }
    return changed;
  }

  /// The newest answer; null before the first.
  [[nodiscard]] const std::shared_ptr<const Answer>& answer() const { return m_answer; }
  /// Whether answer() is an answer to this question.
  [[nodiscard]] bool answers(const Question& question) const { return m_answer && m_answered == question; }
  /// Why the newest question has none.
  [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
  [[nodiscard]] bool awaiting() const { return m_awaited != 0; }
  [[nodiscard]] std::size_t done() const { return m_done; }
  [[nodiscard]] std::size_t total() const { return m_total; }
  /// What the work of the last answer took.
  [[nodiscard]] double seconds() const { return m_seconds; }
  [[nodiscard]] double secondsSinceAsked() const { return since(m_askedAt); }

 private:
  struct Advance {
    std::size_t done = 0, total = 0;
  };
  struct Message {
    std::uint64_t number = 0;
    std::variant<Advance, Result<Answer>> content;
    double seconds = 0;
  };

  [[nodiscard]] static double since(std::chrono::steady_clock::time_point then) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
  }

  void run(std::uint64_t number, const Work& work, const CancelToken& cancel) {
    constexpr std::chrono::milliseconds betweenReports{50};
    const auto began = std::chrono::steady_clock::now();
    auto reported = began;
    auto result = work(cancel, [&](std::size_t done, std::size_t total) {
      if (std::chrono::steady_clock::now() - reported < betweenReports) return;
      reported = std::chrono::steady_clock::now();
      m_inbox.push({number, Advance{done, total}, 0});
    });
    if (!cancel.cancelled()) m_inbox.push({number, std::move(result), since(began)});
  }

  std::uint64_t m_number = 0, m_awaited = 0;
  Question m_asked{}, m_answered{};  ///< the newest question, and that of the answer
  std::shared_ptr<const Answer> m_answer;
  std::optional<Error> m_error;
  std::size_t m_done = 0, m_total = 0;
  double m_seconds = 0;
  std::chrono::steady_clock::time_point m_askedAt{};
  Inbox<Message> m_inbox;
  LatestOnlyTask m_task;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::session
