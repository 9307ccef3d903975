// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/optimizer/batch_feeder.h"

#include <algorithm>
#include <utility>

namespace sojourn {
namespace {

/// Enough that a step never waits, and few enough to be made in vain when a training stops.
constexpr std::size_t batchesAhead = 8;

}  // namespace

BatchFeeder::BatchFeeder(const SequenceSet& set, std::vector<std::size_t> rows, std::size_t batchSize,
                         const FeatureLimits& limits, const FixedSizes& sizes)
    : m_thread([this, &set, rows = std::move(rows), batchSize, limits, sizes] {
        pack(set, rows, batchSize, limits, sizes);
      }) {}

BatchFeeder::~BatchFeeder() {
  {
    const std::lock_guard lock(m_mutex);
    m_stopped = true;
  }
  m_changed.notify_all();
  m_thread.join();
}

void BatchFeeder::pack(const SequenceSet& set, const std::vector<std::size_t>& rows, std::size_t batchSize,
                       const FeatureLimits& limits, const FixedSizes& sizes) {
  std::exception_ptr failure;
  try {
    for (std::size_t first = 0; first < rows.size(); first += batchSize) {
      HostBatch batch =
          packFixed(set, std::span(rows).subspan(first, std::min(batchSize, rows.size() - first)), limits, sizes);
      std::unique_lock lock(m_mutex);
      m_changed.wait(lock, [&] { return m_stopped || m_packed.size() < batchesAhead; });
      if (m_stopped) return;
      m_packed.push_back(std::move(batch));
      lock.unlock();
      m_changed.notify_all();
    }
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(m_mutex);
  m_failure = failure;
  m_complete = true;
  m_changed.notify_all();
}

std::optional<HostBatch> BatchFeeder::take() {
  if (m_packed.empty()) return std::nullopt;
  HostBatch batch = std::move(m_packed.front());
  m_packed.pop_front();
  m_changed.notify_all();
  return batch;
}

std::optional<HostBatch> BatchFeeder::next() {
  std::unique_lock lock(m_mutex);
  m_changed.wait(lock, [&] { return m_complete || !m_packed.empty(); });
  if (m_packed.empty() && m_failure) std::rethrow_exception(m_failure);
  return take();
}

std::optional<HostBatch> BatchFeeder::nextReady() {
  const std::lock_guard lock(m_mutex);
  return take();
}

}  // namespace sojourn
