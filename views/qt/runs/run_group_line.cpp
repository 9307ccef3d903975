// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/run_group_line.h"

#include <algorithm>
#include <limits>

#include "model/core/text.h"
#include "views/present/runs/run_figures.h"
#include "views/present/scene/format.h"
#include "views/qt/widgets/text.h"
#include "views/session/runs/run_difference.h"

namespace sojourn::qt {
namespace {

constexpr std::array figureColumns{RunColumn::BestEpoch,     RunColumn::BestLoss,       RunColumn::AccuracyAll,
                                   RunColumn::AccuracyKnown, RunColumn::ReciprocalRank, RunColumn::Test,
                                   RunColumn::Time};

RunGroupLine lineOf(session::SeedGroup group, const RunsModel& model, std::span<const session::FollowedRunPtr> runs) {
  RunGroupLine line;
  line.group = std::move(group);
  line.title = toText(escapeForDisplay(session::groupTitle(line.group, runs), 120));
  if (model.reference())
    line.differs = toText(session::differenceWords(*runs[line.group.members.front()]->entry.record,
                                                   *model.reference()->entry.record, false));
  const auto lineAt = [&](std::size_t i) -> const RunsModel::Line& { return model.line(static_cast<int>(i)); };
  line.worst = std::numeric_limits<int>::max();
  for (const std::size_t i : line.group.members) {
    line.chosen += lineAt(i).chosen ? 1 : 0;
    line.worst = std::min(line.worst, static_cast<int>(lineAt(i).standing));
  }
  const auto tested = [&](std::size_t i) { return session::RunComparison::hasTest(*lineAt(i).run); };
  line.hasTest = std::ranges::any_of(line.group.counted, tested);
  line.revealed = line.hasTest && std::ranges::all_of(line.group.counted,
                                                      [&](std::size_t i) { return !tested(i) || lineAt(i).revealed; });
  for (const RunColumn column : figureColumns) {
    if (column == RunColumn::Test && !line.revealed) continue;
    line.spreads[static_cast<std::size_t>(column)] =
        session::spreadOver(line.group, [&](std::size_t i) { return runFigure(lineAt(i), column); });
  }
  return line;
}

}  // namespace

QString RunGroupLine::text(RunColumn column) const {
  switch (column) {
    case RunColumn::Name:
      return title;
    case RunColumn::Standing:
      if (group.counted.empty()) return RunsModel::tr("%1 runs, no mean").arg(group.members.size());
      return toText(present::seedsText(group.counted.size() + group.repeated, group.counted.size()));
    case RunColumn::Differs:
      return differs;
    case RunColumn::Test:
      if (hasTest && !revealed) return RunsModel::tr("hidden");
      break;
    default:
      break;
  }
  if (std::ranges::find(figureColumns, column) == figureColumns.end()) return {};
  return toText(present::runMeanText(*figureOf(column), spreads[static_cast<std::size_t>(column)]));
}

QString RunGroupLine::tip(RunColumn column) const {
  const auto rich = [](const QString& plain) {
    return QStringLiteral("<p>") + plain.toHtmlEscaped() + QStringLiteral("</p>");
  };
  if (column == RunColumn::Name || column == RunColumn::Standing)
    return rich(RunsModel::tr("Runs that differ only in their seed: %1. Means are over finished runs whose learning "
                              "rate was not changed by hand")
                    .arg(toText(session::seedWords(group))));
  if (column == RunColumn::Test && hasTest && !revealed)
    return rich(RunsModel::tr("A mean is shown once the test figures of all its runs are revealed"));
  const Spread& spread = spreads[static_cast<std::size_t>(column)];
  if (spread.n == 0) return {};
  return rich(RunsModel::tr("mean of %1, standard deviation %2, from %3 to %4")
                  .arg(spread.n)
                  .arg(spread.deviation ? toText(present::exactText(*spread.deviation)) : QStringLiteral("\u2013"),
                       toText(present::exactText(spread.lowest)), toText(present::exactText(spread.highest))));
}

session::SortKey RunGroupLine::sortKey(RunColumn column) const {
  if (runColumnAlignment(column).testFlag(Qt::AlignLeft) && column != RunColumn::Standing &&
      column != RunColumn::LossCurve)
    return {.words = text(column).toCaseFolded().toStdString()};
  if (column == RunColumn::Standing) return {.number = static_cast<double>(worst)};
  const RunColumn figure = column == RunColumn::LossCurve ? RunColumn::BestLoss : column;
  const Spread& spread = spreads[static_cast<std::size_t>(figure)];
  return {.number = spread.n > 0 ? std::optional(spread.mean) : std::nullopt};
}

std::vector<RunGroupLine> runGroupLines(const RunsModel& model) {
  std::vector<session::FollowedRunPtr> runs;
  for (int row = 0; row < model.rowCount(); ++row) runs.push_back(model.line(row).run);
  std::vector<RunGroupLine> lines;
  for (session::SeedGroup& group : session::groupsBySeed(runs)) lines.push_back(lineOf(std::move(group), model, runs));
  return lines;
}

void addGroups(present::Table& runs, const std::vector<RunGroupLine>& groups) {
  if (groups.empty()) return;
  const auto columnAt = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(runs.columns, name) - runs.columns.begin());
  };
  const std::size_t before = runs.columns.size();
  runs.columns.insert(runs.columns.end(),
                      {"seeds in the mean", "sd of lowest validation loss", "sd of validation acc@1, all, %",
                       "sd of validation acc@1, known, %", "sd of validation MRR, all, %", "sd of test acc@1, all, %"});
  for (auto& row : runs.rows) row.resize(runs.columns.size(), std::string());
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  for (const RunGroupLine& line : groups) {
    std::vector<present::Table::Cell> row(runs.columns.size(), std::string());
    row[0] = line.title.toStdString();
    row[columnAt("state")] = std::string("mean of seeds");
    row[columnAt("differs from the reference")] = line.differs.toStdString();
    row[columnAt("test figures")] = std::string(!line.hasTest ? "none" : line.revealed ? "shown" : "hidden");
    row[before] = static_cast<double>(line.group.counted.size());
    std::size_t deviation = before;
    for (const auto& [column, name] : {std::pair(RunColumn::BestLoss, "lowest validation loss"),
                                       {RunColumn::AccuracyAll, "validation acc@1, all, %"},
                                       {RunColumn::AccuracyKnown, "validation acc@1, known, %"},
                                       {RunColumn::ReciprocalRank, "validation MRR, all, %"},
                                       {RunColumn::Test, "test acc@1, all, %"}}) {
      const Spread& spread = line.spreads[static_cast<std::size_t>(column)];
      row[columnAt(name)] = spread.n > 0 ? spread.mean : nothing;
      row[++deviation] = spread.deviation.value_or(nothing);
    }
    runs.rows.push_back(std::move(row));
  }
}

}  // namespace sojourn::qt
