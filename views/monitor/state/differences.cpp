// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/differences.h"

#include <algorithm>
#include <array>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/runs/run_difference.h"

namespace sojourn::monitor {
namespace {

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

present::RunDifferences differencesOf(const std::vector<WatchedRun>& runs, const present::RunPlots& plots) {
  present::RunDifferences differences;
  std::vector<const RunRecord*> records;
  const auto add = [&](const WatchedRun& run, const present::PlotChoice& choice) {
    differences.runs.push_back({.id = choice.id, .name = choice.name, .ink = choice.color, .dashed = choice.dashed});
    records.push_back(run.run->entry.record.get());
  };
  const auto choiceOf = [&](const WatchedRun& run) {
    return std::ranges::find(plots.choices, run.id(), &present::PlotChoice::id);
  };
  for (const WatchedRun& run : runs) {
    if (run.id() == plots.selected && choiceOf(run) != plots.choices.end()) add(run, *choiceOf(run));
  }
  const bool configured = !records.empty() && records.front();
  for (const WatchedRun& run : runs) {
    const auto choice = choiceOf(run);
    if (configured && choice != plots.choices.end() && choice->chosen && run.id() != plots.selected) add(run, *choice);
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
