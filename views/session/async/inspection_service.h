// SPDX-License-Identifier: GPL-3.0-or-later
// One thread that inspects sequences; of several that wait, only the newest is inspected.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "model/inspect/engine.h"
#include "views/session/async/inference_priority.h"
#include "views/session/async/worker.h"

namespace sojourn::session {

class InspectionService {
 public:
  struct Answer {
    std::uint64_t number = 0;  ///< of the request
    std::shared_ptr<const Engine> engine;
    Result<InspectionPtr> result;
    double milliseconds = 0;  ///< the forward pass with its captures, on the worker
  };

  /// `deliver` is called on the worker's thread. `priority` outlives the service.
  InspectionService(std::function<void(Answer)> deliver, InferencePriority& priority);

  /// Replaces a request that still waits; one that is being worked on is answered too, and its number tells that it is
  /// stale. Numbers grow from 1. Owner thread only.
  std::uint64_t request(std::shared_ptr<const Engine> engine, Sequence sequence, InspectOptions options = {});

 private:
  std::function<void(Answer)> m_deliver;
  InferencePriority& m_priority;
  std::uint64_t m_number = 0;
  Worker m_worker;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::session
