// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that are shown of a run: in a table of runs, in a comparison, in means over seeds.
#pragma once

namespace sojourn {

/// Figures of an evaluation are those of the best epoch by validation loss.
enum class RunFigure {
  Parameters,      ///< trainable numbers of the model
  Epoch,           ///< that is trained, or the last
  BestEpoch,       ///< with the lowest validation loss
  LowestLoss,      ///< on validation, mean of batch means
  AccuracyAll,     ///< Acc@1 on validation, all targets, percent
  AccuracyKnown,   ///< Acc@1 on validation, targets that training knew, percent
  AccuracyFive,    ///< Acc@5 on validation, all targets, percent
  ReciprocalRank,  ///< on validation, all targets, percent
  TestAccuracy,    ///< Acc@1 on test, all targets, percent, of best.pt
  Throughput,      ///< sequences a second, of the latest steps
  Seconds,         ///< of training and validation over the whole epochs
  SecondsLeft,     ///< at most
};
inline constexpr int runFigures = 12;

}  // namespace sojourn
