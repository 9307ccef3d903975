// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/training_status.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <ranges>

#include "model/core/text.h"
#include "views/present/runs/run_figures.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// As its trainer said when it began; empty where it did not.
QString deviceOf(const session::FollowedRun& run) {
  constexpr std::string_view begin = "training on ";
  if (!run.outline) return {};
  for (const auto& state : std::views::reverse(run.outline->states))
    if (state.event.why.starts_with(begin))
      return toText(escapeForDisplay(std::string_view(state.event.why).substr(begin.size()), 40));
  return {};
}

}  // namespace

TrainingStatus trainingStatus(const RunLine* line, QTime readAt) {
  TrainingStatus status;
  if (readAt.isValid())
    status.left = RunLines::tr("Events read at %1").arg(readAt.toString(QStringLiteral("HH:mm:ss")));
  if (!line) return status;
  const RunEntry& entry = line->run->entry;
  QStringList parts;
  if (entry.record) parts << toText(escapeForDisplay(entry.record->model, 40));
  if (entry.record && entry.record->parameters > 0)
    parts << RunLines::tr("%1 parameters").arg(toText(groupThousands(entry.record->parameters)));
  if (const QString device = deviceOf(*line->run); !device.isEmpty()) parts << device;
  status.right = parts.join(QStringLiteral(" \u00B7 "));
  if (line->standing != session::RunStanding::Running || !entry.status) return status;

  const std::int64_t each = line->digest.stepsPerEpoch;
  const std::int64_t epoch = std::max<std::int64_t>(1, entry.status->epoch);
  status.title = RunLines::tr("%1: epoch %2").arg(toText(escapeForDisplay(entry.title(), 40))).arg(epoch);
  if (each > 0) {
    const std::int64_t step = std::clamp<std::int64_t>(entry.status->step - (epoch - 1) * each, 0, each);
    status.title += RunLines::tr(", step %1 of %2").arg(step).arg(each);
    status.fraction = static_cast<double>(step) / static_cast<double>(each);
  }
  QStringList rates;
  const auto& history = line->run->history;
  if (history && !history->steps.sequencesPerSecond.empty()) {
    const double rate = history->steps.sequencesPerSecond.back();
    if (std::isfinite(rate) && rate > 0 && rate < 1e9)
      rates << RunLines::tr("%1 sequences/s").arg(toText(groupThousands(std::llround(rate))));
  }
  if (line->digest.secondsLeft)
    rates << RunLines::tr("%1 left at most").arg(toText(present::spanText(line->digest.secondsLeft)));
  status.rate = rates.join(QStringLiteral(", "));
  return status;
}

}  // namespace sojourn::qt
