// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/sample_columns.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::qt {

using session::SampleColumn;
using session::SampleIndex;

namespace {

constexpr std::size_t longestName = 120;

/// How many methods were compared between the seeds, how many are unstable, and which; blank for another sample.
std::vector<present::Table::Cell> stabilityCells(const session::StabilityOfRows& stability, SampleIndex row) {
  const auto found = stability.find(row);
  if (found == stability.end()) return {std::string(), std::string(), std::string()};
  std::string names;
  for (const std::string& method : found->second.unstable) names += (names.empty() ? "" : " ") + method;
  return {static_cast<double>(found->second.methods), static_cast<double>(found->second.unstable.size()), names};
}

}  // namespace

std::string sampleHead(const ShownSampleColumn& column) {
  return column.cells == present::SampleCells::Mark ? std::string() : tr(session::columnTitle(column.column));
}

std::string sampleCell(const session::Workspace& workspace, SampleIndex sample, SampleColumn column) {
  const session::SampleTable& table = workspace.samples().table();
  if (session::needsOutcome(column) && !table.filled(sample)) return {};
  const auto nameOf = [&](LocationId location) {
    return escapeForDisplay(workspace.names().naming().name(location, table.user(sample)), longestName);
  };
  const auto yesNo = [](bool yes) { return yes ? tr("yes") : tr("no"); };
  switch (column) {
    case SampleColumn::Index:
      return std::to_string(sample);
    case SampleColumn::User:
      return escapeForDisplay(workspace.names().naming().userName(table.user(sample)), longestName);
    case SampleColumn::Length:
      return std::to_string(table.length(sample));
    case SampleColumn::Correct:
      return table.correct(sample) ? tr("right") : tr("wrong");
    case SampleColumn::Prediction:
      return nameOf(table.outcome(sample).prediction);
    case SampleColumn::Target:
      return nameOf(table.target(sample));
    case SampleColumn::Rank:
      return groupThousands(table.outcome(sample).rank);
    case SampleColumn::InHistory:
      return yesNo(table.inHistory(sample));
    case SampleColumn::Unseen:
      return yesNo(table.unseen(sample));
    case SampleColumn::Error: {
      const auto kilometres = table.value(sample, column);
      return kilometres ? present::fixedText(*kilometres, 1) : std::string();
    }
    case SampleColumn::TargetProbability:
    case SampleColumn::Gate:
    case SampleColumn::CopyShare:
    case SampleColumn::Probability:
      return present::probability(table.value(sample, column).value_or(present::Table::absent));
  }
  return {};
}

present::Table samplesTable(const session::Workspace& workspace, std::span<const SampleIndex> rows) {
  present::Table table;
  for (const ShownSampleColumn& shown : shownSampleColumns) {
    table.columns.emplace_back(shown.exported);
    if (shown.cells == present::SampleCells::Name) table.columns.push_back(std::string(shown.exported) + "_name");
  }
  const session::SampleTable& samples = workspace.samples().table();
  for (const SampleIndex row : rows) {
    std::vector<present::Table::Cell>& cells = table.rows.emplace_back();
    for (const ShownSampleColumn& shown : shownSampleColumns) {
      const std::optional<double> value = samples.value(row, shown.column);
      cells.emplace_back(value.value_or(present::Table::absent));
      if (shown.cells != present::SampleCells::Name) continue;
      cells.emplace_back(value ? workspace.names().naming().name(static_cast<LocationId>(*value), samples.user(row))
                               : std::string());
    }
  }
  return table;
}

present::Table samplesWithNotes(const session::Workspace& workspace, const session::StabilityOfRows& stability) {
  const auto rows = workspace.samples().view().rows();
  present::Table table = samplesTable(workspace, rows);
  for (const char* column : {"bookmarked", "note", "tags"}) table.columns.emplace_back(column);
  if (!stability.empty())
    for (const char* column : {"methods_compared", "methods_unstable", "unstable"}) table.columns.emplace_back(column);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<present::Table::Cell>& cells = table.rows[i];
    const session::SampleNote note = workspace.notes().of(rows[i]);
    std::string tags;
    for (const std::string& tag : note.tags) tags += (tags.empty() ? "" : " ") + tag;
    cells.emplace_back(note.bookmarked ? 1.0 : 0.0);
    cells.emplace_back(note.text);
    cells.emplace_back(std::move(tags));
    if (!stability.empty()) std::ranges::move(stabilityCells(stability, rows[i]), std::back_inserter(cells));
  }
  return table;
}

}  // namespace sojourn::qt
