// SPDX-License-Identifier: GPL-3.0-or-later
// Caches the counts over a dataset's training split, computed when they are first needed.
#pragma once

#include <memory>
#include <mutex>

#include "model/data/statistics/training_counts.h"
#include "views/session/dataset/loaders.h"

namespace sojourn::session {

class TrainingCountsCache {
 public:
  /// Any thread; the first call for a dataset counts. Zeros where it has no training split.
  [[nodiscard]] std::shared_ptr<const TrainingCounts> of(const DatasetPtr& dataset) {
    const std::lock_guard lock(m_mutex);
    if (m_of != dataset || !m_counts) {
      const SequenceSet* train = dataset ? dataset->split(Split::Train) : nullptr;
      m_counts = std::make_shared<const TrainingCounts>(train ? countTraining(*train) : TrainingCounts{});
      m_of = dataset;
    }
    return m_counts;
  }

 private:
  std::mutex m_mutex;
  DatasetPtr m_of;
  std::shared_ptr<const TrainingCounts> m_counts;
};

}  // namespace sojourn::session
