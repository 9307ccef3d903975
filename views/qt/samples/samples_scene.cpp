// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/samples_scene.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/samples_view.h"

namespace sojourn::qt {
namespace {

/// Rows handed to the picture: more than any screen holds, so that it decides how many fit.
constexpr std::size_t mostRows = 200;
constexpr float rowHeight = 24;

present::TotalsLine totalsLine(const char* name, const session::RankTotals& set) {
  const bool partly = set.evaluated() > 0 && set.evaluated() < set.samples();
  return {.name = partly ? tr("%1, so far", {tr(name)}) : tr(name),
          .samples = partly ? set.evaluated() : set.samples(),
          .figures = {set.accuracy(1), set.accuracy(5), set.accuracy(10), set.mrr()}};
}

present::SampleLine sampleLine(const session::Workspace& workspace, session::SampleIndex row) {
  const session::SampleTable& samples = workspace.samples();
  const UserId user = samples.user(row);
  present::SampleLine line{.index = row,
                           .user = workspace.naming().userName(user),
                           .length = samples.length(row),
                           .target = workspace.naming().name(samples.target(row), user),
                           .inHistory = samples.inHistory(row),
                           .unseen = samples.unseen(row),
                           .outcome = {},
                           .prediction = {}};
  if (samples.filled(row)) {
    line.outcome = samples.outcome(row);
    line.prediction = workspace.naming().name(line.outcome->prediction, user);
  }
  return line;
}

}  // namespace

present::EmptyState noDataset() {
  return {.title = tr("No dataset is open"),
          .detail = tr("Samples are the sequences of a dataset's split."),
          .buttonText = tr("Open the demo city"),
          .button = {.id = "openDemo", .argument = {}}};
}

std::optional<present::EmptyState> noMatches(const session::Workspace& workspace) {
  const session::SampleFilter& filter = workspace.sampleView().filter();
  const auto whole = static_cast<long long>(workspace.samples().size());
  if (filter.empty() || whole == 0 || !workspace.sampleView().rows().empty()) return std::nullopt;
  present::EmptyState state{
      .title = tr("No matches"),
      .detail = tr("None of %1 %2 samples matches \u201C%3\u201D",
                   {groupThousands(whole), splitName(workspace.split()), escapeForDisplay(workspace.filterText(), 80)}),
      .buttonText = tr("Clear filter"),
      .button = {.id = clearFilterAction, .argument = {}}};
  if (!filter.needsOutcomes() || workspace.samples().complete()) return state;
  // The rows come with the evaluation.
  if (workspace.engine()) return std::nullopt;
  state.detail = tr("The filter is about predictions: open a checkpoint, or clear the filter");
  return state;
}

present::ViewContent samplesScene(const session::Workspace& workspace, const present::Canvas& canvas) {
  if (!workspace.dataset()) return noDataset();
  if (auto none = noMatches(workspace)) return *none;
  const session::SampleTotals& totals = workspace.sampleView().totals();
  present::SamplesInput input{
      .scope = splitName(workspace.split()),
      .filter = escapeForDisplay(workspace.filterText(), 80),
      .totals = {totalsLine("Filtered", totals.filtered), totalsLine("Filtered, known", totals.filteredKnown),
                 totalsLine("Whole split", totals.whole), totalsLine("Whole, known", totals.wholeKnown)},
      .lines = {},
      .rows = workspace.sampleView().rows().size(),
      .current = workspace.row()};
  const auto rows = workspace.sampleView().rows();
  const auto row = workspace.row();
  std::size_t at = 0;
  if (row) at = workspace.sampleView().positionOf(static_cast<session::SampleIndex>(*row)).value_or(0);
  // The current sample stands in the middle of what fits.
  const auto fitting = std::min(mostRows, static_cast<std::size_t>(std::max(1.0F, canvas.size.height / rowHeight - 7)));
  std::size_t first = at > fitting / 2 ? at - fitting / 2 : 0;
  first = std::min(first, rows.size() > fitting ? rows.size() - fitting : 0);
  for (const session::SampleIndex shown : rows.subspan(first, std::min(mostRows, rows.size() - first))) {
    input.lines.push_back(sampleLine(workspace, shown));
  }
  return present::samplesContent(input, canvas);
}

}  // namespace sojourn::qt
