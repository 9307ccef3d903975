// SPDX-License-Identifier: GPL-3.0-or-later
// Inspects sequences, before everything else; of several that wait, only the newest is inspected.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "model/inspect/engine.h"
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

  /// `deliver` is called on the worker's thread. `threads` outlive the service.
  InspectionService(std::function<void(Answer)> deliver, TaskThreads& threads)
      : m_deliver(std::move(deliver)), m_worker(threads) {}

  /// Replaces a request that still waits; one that is being worked on is answered too, and its number tells that it is
  /// stale. Numbers grow from 1. Owner thread only.
  std::uint64_t request(std::shared_ptr<const Engine> engine, Sequence sequence) {
    const std::uint64_t number = ++m_number;
    m_worker.replace(
        [this, number, engine = std::move(engine), sequence = std::move(sequence)]() mutable {
          const auto began = std::chrono::steady_clock::now();
          auto result = engine->inspect(sequence, {});
          const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
          m_deliver(Answer{number, std::move(engine), std::move(result), took.count()});
        },
        {}, Priority::Inspection);
    return number;
  }

 private:
  std::function<void(Answer)> m_deliver;
  std::uint64_t m_number = 0;
  Worker m_worker;  ///< last: gone before anything it reaches
};

}  // namespace sojourn::session
