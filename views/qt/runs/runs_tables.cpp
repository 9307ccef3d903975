// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/qt/runs/run_lines.h"
#include "views/session/runs/run_difference.h"

namespace sojourn::qt {
namespace {

using Cell = present::Table::Cell;
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// What is hidden, shown or not there.
std::string testWord(bool hasTest, bool revealed) {
  return !hasTest ? "none" : revealed ? "shown" : "hidden";
}

void addGroups(present::Table& runs, const std::vector<RunGroupLine>& groups) {
  const auto columnAt = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(runs.columns, name) - runs.columns.begin());
  };
  const std::size_t before = runs.columns.size();
  runs.columns.insert(runs.columns.end(),
                      {"seeds in the mean", "sd of lowest validation loss", "sd of validation acc@1, all, %",
                       "sd of validation acc@1, known, %", "sd of validation MRR, all, %", "sd of test acc@1, all, %"});
  for (auto& row : runs.rows) row.resize(runs.columns.size(), std::string());
  for (const RunGroupLine& line : groups) {
    std::vector<Cell> row(runs.columns.size(), std::string());
    row[0] = line.title;
    row[columnAt("state")] = std::string("mean of seeds");
    row[columnAt("differs from the reference")] = line.differs;
    row[columnAt("test figures")] = testWord(line.hasTest, line.revealed);
    row[before] = static_cast<double>(line.group.counted.size());
    std::size_t deviation = before;
    for (const auto& [column, name] : {std::pair(RunColumn::BestLoss, "lowest validation loss"),
                                       {RunColumn::AccuracyAll, "validation acc@1, all, %"},
                                       {RunColumn::AccuracyKnown, "validation acc@1, known, %"},
                                       {RunColumn::ReciprocalRank, "validation MRR, all, %"},
                                       {RunColumn::Test, "test acc@1, all, %"}}) {
      const Spread& spread = line.spread(column);
      row[columnAt(name)] = spread.n > 0 ? spread.mean : nothing;
      row[++deviation] = spread.deviation.value_or(nothing);
    }
    runs.rows.push_back(std::move(row));
  }
}

}  // namespace

present::Table runsTable(const RunLines& lines, const std::vector<int>& rows, const std::vector<RunGroupLine>& groups) {
  present::Table table{
      .columns = {"run", "folder", "state", "model", "dataset", "differs from the reference", "epoch", "epochs planned",
                  "best epoch by validation loss", "lowest validation loss", "validation acc@1, all, %",
                  "validation acc@1, known, %", "validation MRR, all, %", "test acc@1, all, %", "test figures",
                  "times the test figures were revealed", "seconds", "seconds left at most"},
      .rows = {}};
  for (const int row : rows) {
    const RunLine& line = lines.line(row);
    const RunEntry& entry = line.run->entry;
    const auto figure = [&](RunColumn column) { return line.figure(column).value_or(nothing); };
    table.rows.push_back(
        {escapeForDisplay(entry.title()), escapeForDisplay(entry.paths.folder.string(), 1000), line.stateText(),
         escapeForDisplay(entry.model()), entry.record ? escapeForDisplay(entry.record->dataset.prefix) : std::string(),
         line.isReference ? std::string("reference") : line.differs, figure(RunColumn::Epoch),
         static_cast<double>(line.digest.epochs), figure(RunColumn::BestEpoch), figure(RunColumn::BestLoss),
         figure(RunColumn::AccuracyAll), figure(RunColumn::AccuracyKnown), figure(RunColumn::ReciprocalRank),
         figure(RunColumn::Test), testWord(session::RunComparison::hasTest(*line.run), line.revealed),
         static_cast<double>(entry.notes.reveals), figure(RunColumn::Time), figure(RunColumn::Left)});
  }
  if (!groups.empty()) addGroups(table, groups);
  return table;
}

present::Table compareTable(const RunLines& lines, const std::vector<int>& rows) {
  present::Table table{.columns = {"What differs"}, .rows = {}};
  std::vector<const RunRecord*> records;
  for (const int row : rows) {
    const RunEntry& entry = lines.line(row).run->entry;
    table.columns.push_back(escapeForDisplay(entry.title(), 80));
    records.push_back(entry.record.get());
  }
  for (const session::DifferingSetting& setting : session::differingSettings(records)) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    cells.emplace_back(setting.key);
    for (const auto& value : setting.values) cells.emplace_back(value.value_or("\u2013"));
  }
  const auto addRow = [&](const char* title, const auto& cellOf) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    cells.emplace_back(tr(title));
    for (const int row : rows) cells.emplace_back(cellOf(lines.line(row)));
  };
  // Here figures are read side by side; the table of the runs has all digits.
  const auto rounded = [](std::optional<double> value, int decimals) {
    const double scale = std::pow(10.0, decimals);
    return value ? std::round(*value * scale) / scale : nothing;
  };
  struct Figure {
    RunColumn column;
    const char* title;
    int decimals;
  };
  constexpr std::array figures{Figure{RunColumn::Epoch, "epochs", 0},
                               Figure{RunColumn::BestEpoch, "best epoch by validation loss", 0},
                               Figure{RunColumn::BestLoss, "lowest validation loss", 4},
                               Figure{RunColumn::AccuracyAll, "best epoch: validation Acc@1, all, %", 2},
                               Figure{RunColumn::AccuracyKnown, "best epoch: validation Acc@1, known targets, %", 2},
                               Figure{RunColumn::ReciprocalRank, "best epoch: validation MRR, all, %", 2},
                               Figure{RunColumn::Time, "seconds", 0}};
  addRow("state", [](const RunLine& line) { return tr(line.stateText()); });
  for (const Figure& figure : figures)
    addRow(figure.title, [&](const RunLine& line) { return rounded(line.figure(figure.column), figure.decimals); });
  addRow("test Acc@1, all, %", [&](const RunLine& line) -> Cell {
    if (!session::RunComparison::hasTest(*line.run)) return std::string("\u2013");
    if (!line.revealed) return tr("hidden");
    return rounded(line.figure(RunColumn::Test), 2);
  });
  addRow("test figures revealed, times",
         [](const RunLine& line) { return static_cast<double>(line.run->entry.notes.reveals); });
  return table;
}

}  // namespace sojourn::qt
