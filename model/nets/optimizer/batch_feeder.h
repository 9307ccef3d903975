// SPDX-License-Identifier: GPL-3.0-or-later
// Packs the batches of the next steps on a thread of its own.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "model/nets/network/fixed_batch.h"

namespace sojourn {

class BatchFeeder {
 public:
  /// `rows` of the set, which must outlive this, `batchSize` at a time and in this order.
  BatchFeeder(const SequenceSet& set, std::vector<std::size_t> rows, std::size_t batchSize, const FeatureLimits& limits,
              const FixedSizes& sizes);
  BatchFeeder(const BatchFeeder&) = delete;
  BatchFeeder& operator=(const BatchFeeder&) = delete;
  ~BatchFeeder();

  /// The next batch; nothing behind the last. Waits until it is packed, and throws what packing threw.
  [[nodiscard]] std::optional<HostBatch> next();
  /// The next batch where it is packed already.
  [[nodiscard]] std::optional<HostBatch> nextReady();

 private:
  void pack(const SequenceSet& set, const std::vector<std::size_t>& rows, std::size_t batchSize,
            const FeatureLimits& limits, const FixedSizes& sizes);
  [[nodiscard]] std::optional<HostBatch> take();

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<HostBatch> m_packed;
  std::exception_ptr m_failure;
  bool m_complete = false, m_stopped = false;
  std::thread m_thread;
};

}  // namespace sojourn
