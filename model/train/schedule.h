// SPDX-License-Identifier: GPL-3.0-or-later
// The learning rate of each epoch and when to stop (SPEC 7.1).
#pragma once

#include <cstdint>
#include <limits>

#include "model/config/training_config.h"

namespace sojourn {

/// For epoch 1, 2, ...: a linear warm-up to the base rate, then half a cosine down to minLr at the last epoch.
[[nodiscard]] double learningRate(const TrainingConfig::Training& training, std::int64_t epoch);

/// Remembers the best validation loss and for how many epochs there was none better.
class EarlyStop {
 public:
  EarlyStop(std::int64_t patience, std::int64_t minEpochs) : m_patience(patience), m_minEpochs(minEpochs) {}

  /// True if this is the best epoch so far. A loss that is no number is never the best.
  bool observe(double validationLoss);
  /// After `epoch` epochs: patience is used up and the least number of epochs is done.
  [[nodiscard]] bool shouldStop(std::int64_t epoch) const { return m_waited >= m_patience && epoch >= m_minEpochs; }
  [[nodiscard]] double best() const { return m_best; }
  [[nodiscard]] std::int64_t waited() const { return m_waited; }

 private:
  std::int64_t m_patience, m_minEpochs;
  double m_best = std::numeric_limits<double>::infinity();
  std::int64_t m_waited = 0;
};

}  // namespace sojourn
