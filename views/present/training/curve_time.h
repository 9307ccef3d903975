// SPDX-License-Identifier: GPL-3.0-or-later
// Where the events of a run lie on the x axis of the training curves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "views/present/training/training_curves.h"

namespace sojourn::present {

/// Where the steps and evaluations of a run lie on the x axis. Never falls along the run: a clock that was set back
/// stands still until it is past again.
class CurveTime {
 public:
  CurveTime(std::shared_ptr<const RunHistory> history, std::optional<std::int64_t> stepsPerEpoch, CurveX x);

  [[nodiscard]] double ofStep(std::size_t index) const;
  /// An event after step `afterStep`, in or at the end of `epoch`. NaN where the run cannot say: an imported log
  /// without steps or times.
  [[nodiscard]] double ofEvent(std::int64_t epoch, std::int64_t afterStep, double wall) const;
  [[nodiscard]] const RunHistory& history() const { return *m_history; }

 private:
  /// The steps of one epoch, evenly between its ends.
  struct EpochStretch {
    std::size_t firstIndex = 0;
    double before = 0;  ///< the last step of the epoch before
    double steps = 1;   ///< of the whole epoch
    double from = 0;    ///< x at `before`
    double width = 1;   ///< x of the whole epoch
  };
  void addStretches(std::int64_t stepsPerEpoch);
  [[nodiscard]] const EpochStretch& stretchOf(std::size_t index) const;
  [[nodiscard]] static double inStretch(const EpochStretch& stretch, std::int64_t step);

  std::shared_ptr<const RunHistory> m_history;
  const StepColumns* m_steps;
  CurveX m_x;
  std::vector<EpochStretch> m_stretches;
  std::vector<double> m_wall;  ///< the steps' wall times with the falls taken out; empty where there are none
  double m_start = 0;          ///< of the run, wall time
  bool m_hasWall = false;
};

}  // namespace sojourn::present
