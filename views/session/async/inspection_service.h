// SPDX-License-Identifier: GPL-3.0-or-later
// One thread that inspects sequences; of several that wait, only the newest is inspected.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "model/inspect/engine.h"
#include "views/session/async/inference_priority.h"

namespace sojourn::session {

class InspectionService {
 public:
  struct Answer {
    std::uint64_t number = 0;  ///< of the request
    std::shared_ptr<const Engine> engine;
    Result<InspectionPtr> result;
    double milliseconds = 0;  ///< the forward pass with its captures, on the worker
  };

  /// `deliver` is called on the worker's thread. `way` outlives the service.
  InspectionService(std::function<void(Answer)> deliver, InferencePriority& priority);
  ~InspectionService();
  InspectionService(const InspectionService&) = delete;
  InspectionService& operator=(const InspectionService&) = delete;

  /// Replaces a request that still waits; one that is being worked on is answered too, and its number tells that it is
  /// stale. Numbers grow from 1. Any thread.
  std::uint64_t request(std::shared_ptr<const Engine> engine, Sequence sequence, InspectOptions options = {});
  /// Forgets a waiting request.
  void dropWaiting();

 private:
  struct Request {
    std::uint64_t number = 0;
    std::shared_ptr<const Engine> engine;
    Sequence sequence;
    InspectOptions options;
  };
  void work();

  std::function<void(Answer)> m_deliver;
  InferencePriority& m_priority;
  std::mutex m_mutex;
  std::condition_variable m_arrived;
  std::optional<Request> m_waiting;
  std::uint64_t m_number = 0;
  bool m_stop = false;
  std::thread m_thread;
};

}  // namespace sojourn::session
