// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/train/schedule.h"

#include <cmath>
#include <numbers>

namespace sojourn {

double learningRate(const TrainingConfig::Training& training, std::int64_t epoch) {
  const double e = static_cast<double>(epoch - 1);
  const double warmup = static_cast<double>(training.warmupEpochs);
  if (e < warmup) return training.learningRate * (e + 1) / warmup;
  const double left = static_cast<double>(training.numEpochs) - warmup;
  const double progress = left > 0 ? (e - warmup) / left : 1;
  return training.minLr + (training.learningRate - training.minLr) * (1 + std::cos(std::numbers::pi * progress)) / 2;
}

bool EarlyStop::observe(double validationLoss) {
  if (validationLoss < m_best) {
    m_best = validationLoss;
    m_waited = 0;
    return true;
  }
  ++m_waited;
  return false;
}

}  // namespace sojourn
