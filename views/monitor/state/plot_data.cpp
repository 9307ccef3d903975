// SPDX-License-Identifier: GPL-3.0-or-later
// The data of the charts, and how the configurations of the runs in them differ.
#include <algorithm>
#include <array>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/monitor/state/panel_data.h"
#include "views/present/runs/run_colors.h"
#include "views/present/scene/format.h"
#include "views/session/runs/run_difference.h"

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

constexpr const char* absent = "\u2013";
constexpr std::size_t longestValue = 120;

std::string shown(const std::optional<std::string>& value) {
  return value ? escapeForDisplay(*value, longestValue) : absent;
}

std::string whyNothing(const present::RunDifferences& differences, bool selectedConfigured) {
  if (differences.runs.empty()) return tr("No run is selected");
  if (!selectedConfigured) return tr("The configuration of the selected run is not known");
  if (differences.runs.size() < 2) return tr("Choose runs in Curves to see how they differ from the selected run");
  return tr("The chosen runs have the same configuration");
}

}  // namespace

const present::PlotChoice* choiceOf(const present::RunPlots& plots, const std::string& run) {
  const auto found = std::ranges::find(plots.choices, run, &present::PlotChoice::id);
  return found == plots.choices.end() ? nullptr : &*found;
}

present::RunPlots plotsOf(const std::vector<WatchedRun>& runs, const session::RunLibrary& library,
                          const std::string& selected) {
  present::RunPlots plots;
  plots.selected = selected;
  for (const WatchedRun& watched : runs) {
    const session::FollowedRun& run = *watched.run;
    const bool chosen = library.chosen(run.folder());
    const bool reference = library.referenceLine(run);
    const present::Color ink = reference ? present::referenceLineColor() : present::runColor(library.colorIndex(run));
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
    plots.runs.push_back({.id = watched.id(),
                          .title = watched.name,
                          .color = ink,
                          // Before its steps have been read, what is known of its epochs.
                          .history = run.history ? run.history : run.outline,
                          .bestEpoch = best ? std::optional(best->epoch) : std::nullopt,
                          .dashed = dashed,
                          .stepsPerEpoch = watched.digest.stepsPerEpoch > 0
                                               ? std::optional(watched.digest.stepsPerEpoch)
                                               : std::nullopt});
  }
  return plots;
}

present::RunDifferences differencesOf(const std::vector<WatchedRun>& runs, const present::RunPlots& plots) {
  present::RunDifferences differences;
  std::vector<const RunRecord*> records;
  const auto add = [&](const WatchedRun& run, const present::PlotChoice& choice) {
    differences.runs.push_back({.id = choice.id, .name = choice.name, .ink = choice.color, .dashed = choice.dashed});
    records.push_back(run.run->entry.record.get());
  };
  for (const WatchedRun& run : runs) {
    const present::PlotChoice* choice = choiceOf(plots, run.id());
    if (choice && run.id() == plots.selected) add(run, *choice);
  }
  const bool configured = !records.empty() && records.front();
  for (const WatchedRun& run : runs) {
    const present::PlotChoice* choice = choiceOf(plots, run.id());
    if (configured && choice && choice->chosen && run.id() != plots.selected) add(run, *choice);
  }
  if (configured) {
    for (const session::DifferingSetting& setting : session::differingSettings(records)) {
      present::RunDifferences::Row row{.key = escapeForDisplay(setting.key, longestValue), .values = {}};
      for (std::size_t i = 0; i < setting.values.size(); ++i)
        row.values.push_back(
            {.text = shown(setting.values[i]), .differs = records[i] && setting.values[i] != setting.values.front()});
      differences.rows.push_back(std::move(row));
    }
  }
  if (differences.rows.empty()) differences.nothing = whyNothing(differences, configured);
  return differences;
}

void markDifferences(present::RunCard& card, const session::FollowedRun& run, const session::FollowedRun* reference) {
  card.differing.clear();
  if (!reference || !reference->entry.record || !run.entry.record || reference->folder() == run.folder()) return;
  const std::array<const RunRecord*, 2> both{run.entry.record.get(), reference->entry.record.get()};
  card.reference = escapeForDisplay(reference->entry.title(), 80);
  for (const session::DifferingSetting& setting : session::differingSettings(both))
    if (setting.values[0]) card.differing[escapeForDisplay(setting.key, 80)] = shown(setting.values[1]);
}

}  // namespace sojourn::monitor
