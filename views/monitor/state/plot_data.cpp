// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/plot_data.h"

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/runs/run_colors.h"
#include "views/present/scene/format.h"
#include "views/session/runs/run_digest.h"

namespace sojourn::monitor {
namespace {

using present::PlotMarker;

/// The best epoch's checkpoint, resumes, and learning rates that were set by hand.
std::vector<PlotMarker> markersOf(const RunHistory& log) {
  std::vector<PlotMarker> markers;
  for (std::size_t i = log.checkpoints.size(); i > 0; --i) {
    const auto& record = log.checkpoints[i - 1];
    if (!record.event.file.ends_with("best.pt")) continue;
    markers.push_back(
        {.epoch = record.event.epoch, .step = record.event.step, .wall = record.wall, .word = tr("best")});
    break;
  }
  const auto epochAt = [&](std::int64_t step) {
    std::int64_t epoch = 0;
    for (const auto& one : log.epochs)
      if (one.afterStep <= step) epoch = one.event.epoch;
    return epoch;
  };
  for (const auto& record : log.rewinds)
    markers.push_back({.epoch = epochAt(record.event.step),
                       .step = record.event.step,
                       .wall = record.wall,
                       .word = record.event.lastLoggedStep ? tr("resumed, log cut") : tr("resumed")});
  for (const auto& record : log.controls) {
    if (record.event.command != "set_learning_rate" || record.event.answer != ControlAnswer::Done) continue;
    markers.push_back({.epoch = epochAt(record.afterStep),
                       .step = record.afterStep,
                       .wall = record.wall,
                       .word = tr("rate %1", {present::exactText(record.event.value.value_or(0))})});
  }
  return markers;
}

}  // namespace

present::RunPlots plotsOf(const std::vector<WatchedRun>& runs, const session::RunLibrary& library,
                          const std::string& selected) {
  present::RunPlots plots;
  plots.selected = selected;
  for (const WatchedRun& watched : runs) {
    const session::FollowedRun& run = *watched.run;
    const bool chosen = library.chosen(run.folder());
    const bool reference = library.referenceLine(run);
    const present::Color ink =
        reference ? present::referenceLineColor() : present::runColor(session::runColorIndex(run));
    const bool dashed = reference || library.colorRepeats(run.folder());
    plots.choices.push_back({.id = watched.id(),
                             .name = watched.name,
                             .chosen = chosen,
                             .color = ink,
                             .dashed = dashed,
                             .leftOut = run.history ? session::leftOutText(*run.history) : std::string()});
    if (watched.id() == selected && run.outline) plots.markers = markersOf(*run.outline);
    if (!chosen) continue;
    const session::ValidationFigures* best = watched.digest.bestFigures();
    present::CurveRun curve;
    curve.id = watched.id();
    curve.title = watched.name;
    curve.color = ink;
    // Before its steps have been read, what is known of its epochs.
    curve.history = run.history ? run.history : run.outline;
    curve.dashed = dashed;
    if (best) curve.bestEpoch = best->epoch;
    if (watched.digest.stepsPerEpoch > 0) curve.stepsPerEpoch = watched.digest.stepsPerEpoch;
    plots.runs.push_back(std::move(curve));
  }
  return plots;
}

}  // namespace sojourn::monitor
