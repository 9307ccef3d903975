// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/inspection_service.h"

#include <chrono>
#include <utility>

namespace sojourn::session {

InspectionService::InspectionService(std::function<void(Answer)> deliver, InferencePriority& priority)
    : m_deliver(std::move(deliver)), m_priority(priority) {}

std::uint64_t InspectionService::request(std::shared_ptr<const Engine> engine, Sequence sequence,
                                         InspectOptions options) {
  const std::uint64_t number = ++m_number;
  // A request that is replaced ends to be urgent after this one has begun.
  m_worker.replace([this, number, engine = std::move(engine), sequence = std::move(sequence), options,
                    urgent = std::make_shared<Urgent>(m_priority)]() mutable {
    const auto began = std::chrono::steady_clock::now();
    auto result = engine->inspect(sequence, options);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    urgent.reset();
    m_deliver(Answer{number, std::move(engine), std::move(result), took.count()});
  });
  return number;
}

}  // namespace sojourn::session
