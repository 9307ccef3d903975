// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/async/inspection_service.h"

#include <chrono>
#include <utility>

namespace sojourn::session {

InspectionService::InspectionService(std::function<void(Answer)> deliver, InferencePriority& priority)
    : m_deliver(std::move(deliver)), m_priority(priority), m_thread([this] { work(); }) {}

InspectionService::~InspectionService() {
  dropWaiting();
  {
    const std::lock_guard lock(m_mutex);
    m_stop = true;
  }
  m_arrived.notify_one();
  m_thread.join();
}

std::uint64_t InspectionService::request(std::shared_ptr<const Engine> engine, Sequence sequence,
                                         InspectOptions options) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(m_mutex);
    number = ++m_number;
    // The one that is replaced had announced itself already.
    if (!m_waiting) m_priority.beginUrgent();
    m_waiting = Request{number, std::move(engine), std::move(sequence), options};
  }
  m_arrived.notify_one();
  return number;
}

void InspectionService::dropWaiting() {
  const std::lock_guard lock(m_mutex);
  if (!m_waiting) return;
  m_waiting.reset();
  m_priority.endUrgent();
}

void InspectionService::work() {
  for (;;) {
    std::optional<Request> request;
    {
      std::unique_lock lock(m_mutex);
      m_arrived.wait(lock, [this] { return m_stop || m_waiting; });
      if (m_stop) return;
      request = std::exchange(m_waiting, std::nullopt);
    }
    const auto began = std::chrono::steady_clock::now();
    auto result = request->engine->inspect(request->sequence, request->options);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - began;
    m_priority.endUrgent();
    m_deliver(Answer{request->number, std::move(request->engine), std::move(result), took.count()});
  }
}

}  // namespace sojourn::session
