// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/samples_scene.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/qt/docks/sample_scope.h"
#include "views/qt/samples/sample_columns.h"

namespace sojourn::qt {

using session::SampleColumn;

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
  present::SampleLine line{.index = row, .cells = {}, .right = workspace.samples().table().correct(row), .label = {}};
  for (const ShownSampleColumn& shown : shownSampleColumns)
    line.cells.push_back(sampleCell(workspace, row, shown.column));
  const auto cell = [&](SampleColumn column) { return sampleCell(workspace, row, column); };
  line.label =
      tr("Sample %1, user %2, %3, target %4",
         {cell(SampleColumn::Index), cell(SampleColumn::User),
          present::countText(workspace.samples().table().length(row), "visit", "visits"), cell(SampleColumn::Target)});
  if (!workspace.samples().table().filled(row))
    line.label = tr("%1: not evaluated yet", {line.label});
  else
    line.label = tr("%1, predicted %2: %3, P of the target %4, rank %5",
                    {line.label, cell(SampleColumn::Prediction), cell(SampleColumn::Correct),
                     cell(SampleColumn::TargetProbability), cell(SampleColumn::Rank)});
  return line;
}

}  // namespace

present::EmptyState noDataset(const session::Workspace& workspace) {
  if (auto opening = openingContent(workspace)) return *std::move(opening);
  return {.title = tr("No dataset is open"),
          .detail = tr("Samples are the sequences of a dataset's split."),
          .buttonText = tr("Open the demo city"),
          .button = present::WindowCommand::OpenDemo};
}

std::optional<present::EmptyState> noMatches(const session::Workspace& workspace) {
  const session::SampleFilter& filter = workspace.samples().view().filter();
  const auto whole = static_cast<long long>(workspace.samples().table().size());
  if (filter.empty() || whole == 0 || !workspace.samples().view().rows().empty()) return std::nullopt;
  present::EmptyState state{.title = tr("No matches"),
                            .detail = tr("None of %1 %2 samples matches \u201C%3\u201D",
                                         {groupThousands(whole), splitName(workspace.split()),
                                          escapeForDisplay(workspace.samples().filterText(), 80)}),
                            .buttonText = tr("Clear filter"),
                            .button = present::WindowCommand::ClearFilter};
  if (!filter.needsOutcomes() || workspace.samples().table().complete()) return state;
  // The rows come with the evaluation.
  if (workspace.engine()) return std::nullopt;
  state.detail = tr("The filter is about predictions: open a checkpoint, or clear the filter");
  return state;
}

present::ViewContent samplesScene(const session::Workspace& workspace, const present::Canvas& canvas) {
  if (!workspace.dataset()) return noDataset(workspace);
  if (auto none = noMatches(workspace)) return *none;
  const session::SampleTotals& totals = workspace.samples().view().totals();
  present::SamplesInput input{
      .scope = splitName(workspace.split()),
      .filter = escapeForDisplay(workspace.samples().filterText(), 80),
      .totals = {totalsLine("Filtered", totals.filtered), totalsLine("Filtered, known", totals.filteredKnown),
                 totalsLine("Whole split", totals.whole), totalsLine("Whole, known", totals.wholeKnown)},
      .columns = {},
      .lines = {},
      .rows = workspace.samples().view().rows().size(),
      .current = workspace.row(),
      .table = {}};
  const auto rows = workspace.samples().view().rows();
  const auto row = workspace.row();
  std::size_t at = 0;
  if (row) at = workspace.samples().view().positionOf(static_cast<session::SampleIndex>(*row)).value_or(0);
  // The current sample stands in the middle of what fits.
  const auto fitting = std::min(mostRows, static_cast<std::size_t>(std::max(1.0F, canvas.size.height / rowHeight - 7)));
  std::size_t first = at > fitting / 2 ? at - fitting / 2 : 0;
  first = std::min(first, rows.size() > fitting ? rows.size() - fitting : 0);
  const auto window = rows.subspan(first, std::min(mostRows, rows.size() - first));
  for (const ShownSampleColumn& shown : shownSampleColumns)
    input.columns.push_back(
        {sampleHead(shown), shown.cells, static_cast<float>(shown.width), shown.quiet, shown.whereWide, shown.goes});
  for (const session::SampleIndex shown : window) input.lines.push_back(sampleLine(workspace, shown));
  input.table = samplesTable(workspace, window);
  return present::samplesContent(input, canvas);
}

}  // namespace sojourn::qt
