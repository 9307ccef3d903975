// SPDX-License-Identifier: GPL-3.0-or-later
// What the status bar says of the runs: when their logs were read, and how far the one that is trained has come.
#pragma once

#include <QString>
#include <QTime>

#include "views/qt/runs/run_lines.h"

namespace sojourn::qt {

struct TrainingStatus {
  QString left;         ///< "Events read at 14:05:30"
  QString title;        ///< "v45-s7: epoch 11, step 31 of 58"; empty where nothing is trained
  double fraction = 0;  ///< of that epoch
  QString rate;         ///< "1 560 sequences/s, 26 s left"
  QString right;        ///< "pointer_v45 · 251 476 parameters · CPU"
};

/// `line` is the run that is shown; null where there is none.
[[nodiscard]] TrainingStatus trainingStatus(const RunLine* line, QTime readAt);

}  // namespace sojourn::qt
