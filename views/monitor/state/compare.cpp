// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/compare.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/runs/run_figures.h"

namespace sojourn::monitor {
namespace {

using present::CompareTable;

constexpr const char* none = "\u2013";

/// What is longer is cut there, so that no column pushes the figures off the screen; 0: as wide as its texts.
float widestOf(RunText text) {
  if (text == RunText::Name) return 230;
  return text == RunText::Differs ? 200 : 0;
}

bool chosenIn(const present::RunPlots& plots, const std::string& id) {
  const present::PlotChoice* choice = choiceOf(plots, id);
  return choice && choice->chosen;
}

/// Colour and dashes of a run's line.
void takeLine(CompareTable::Row& row, const present::PlotChoice* choice) {
  if (!choice) return;
  row.ink = choice->color;
  row.dashed = choice->dashed;
}

/// Of the first run by its folder, whatever the order of the rows, that is not dashed.
void takeLine(CompareTable::Row& row, const present::RunPlots& plots, const session::SeedGroup& group,
              const std::vector<WatchedRun>& runs) {
  std::set<std::string> ids;
  for (const std::size_t member : group.members) ids.insert(runs[member].id());
  for (const std::string& id : ids) {
    takeLine(row, choiceOf(plots, id));
    if (!row.dashed) return;
  }
}

/// A line of the table, and what it is sorted by in each column.
struct Line {
  void add(CompareTable::Cell cell, session::SortKey key) {
    row.cells.push_back(std::move(cell));
    keys.push_back(std::move(key));
  }
  void add(session::RunCell cell, std::string hint) {
    add({.text = std::move(cell.text), .hint = std::move(hint)}, std::move(cell.key));
  }

  CompareTable::Row row;
  std::vector<session::SortKey> keys;
};
using Lines = std::map<std::pair<int, std::string>, Line>;

/// Writes the lines of runs, and those of their groups.
class LineWriter {
 public:
  LineWriter(const session::RunComparison& comparison, const std::vector<WatchedRun>& runs,
             const present::RunPlots& plots)
      : m_reference(comparison.reference()), m_runs(runs), m_plots(plots) {
    for (const WatchedRun& run : runs) m_lines.push_back(&run);
  }

  [[nodiscard]] Line of(const WatchedRun& run) const {
    Line line;
    line.row.id = run.id();
    line.row.chosen = chosenIn(m_plots, run.id());
    line.row.selected = m_plots.selected == run.id();
    takeLine(line.row, choiceOf(m_plots, run.id()));
    for (const CompareColumn& column : Compare::columns()) {
      if (!column.figure) {
        line.add(session::runCell(run, column.text), session::runHint(run, column.text, m_reference));
        continue;
      }
      const auto value = run.figure(*column.figure);
      if (column.figure == RunFigure::TestAccuracy)
        line.add(testCell(run), {.number = value});
      else if (column.figure == RunFigure::Epoch)
        line.add({.text = session::epochText(run)}, {.number = value});
      else
        line.add({.text = present::runFigureText(*column.figure, value)}, {.number = value});
    }
    return line;
  }

  [[nodiscard]] Line of(session::SeedGroup group) const {
    Line line;
    line.row.id = group.key;
    line.row.group = true;
    takeLine(line.row, m_plots, group, m_runs);
    line.row.chosen =
        std::ranges::all_of(group.members, [&](std::size_t i) { return chosenIn(m_plots, m_runs[i].id()); });
    const session::SeedLine seeds = session::seedLineOf(std::move(group), m_lines, m_reference);
    for (const CompareColumn& column : Compare::columns()) {
      if (column.figure)
        addFigureCell(line, seeds, *column.figure);
      else
        line.add(session::seedCell(seeds, column.text), session::seedHint(seeds, column.text));
    }
    return line;
  }

 private:
  static void addFigureCell(Line& line, const session::SeedLine& seeds, RunFigure figure) {
    const Spread& spread = seeds.spread(figure);
    const bool isTest = figure == RunFigure::TestAccuracy;
    CompareTable::Cell cell;
    if (isTest && !session::hiddenTest(seeds).empty())
      cell = {.text = session::hiddenTest(seeds),
              .hint = tr("The mean is shown once the test figures of all its runs are shown")};
    else if (session::hasMean(figure))
      cell = {.text = spread.n > 0 || !isTest ? present::runMeanText(figure, spread) : std::string(),
              .hint = present::runMeanHint(spread)};
    line.add(std::move(cell), {.number = spread.n > 0 ? std::optional(spread.mean) : std::nullopt});
  }

  [[nodiscard]] CompareTable::Cell testCell(const WatchedRun& run) const {
    if (!session::RunComparison::hasTest(*run.run))
      return {.text = none, .hint = tr("Available once the run has finished")};
    const std::string id = run.id();
    const std::string times = std::to_string(run.run->entry.notes.reveals);
    if (run.revealed) {
      const auto figure = run.figure(RunFigure::TestAccuracy);
      return {.text = present::runFigureText(RunFigure::TestAccuracy, figure),
              .hint = tr("Showings so far: %1", {times}),
              .back = {.text = tr("Hide"),
                       .action = present::ShowTest{id, false},
                       .hint = tr("Hides the test figures; showing them again counts again")}};
    }
    return {
        .text = tr("hidden"),
        .button = {.text = tr("Reveal\u2026"),
                   .action = present::ShowTest{id, true},
                   .question = tr("Show the test figures of %1? Choosing a model by its test figures makes them too "
                                  "optimistic: choose by validation, and look at the test split once. Every showing "
                                  "is counted in the run's notes. Showings so far: %2.",
                                  {run.name, times}),
                   .hint = tr("Shows the test figures after you confirm")}};
  }

  const session::FollowedRunPtr m_reference;
  const std::vector<WatchedRun>& m_runs;
  std::vector<const session::RunLine*> m_lines;  ///< the same
  const present::RunPlots& m_plots;
};

void markBest(Lines& lines) {
  for (std::size_t column = 0; column < Compare::columns().size(); ++column) {
    const auto& figure = Compare::columns()[column].figure;
    const auto better = figure ? present::betterOf(*figure) : std::nullopt;
    if (!better) continue;
    std::optional<double> best;
    std::size_t known = 0;
    for (const auto& [identity, line] : lines) {
      const auto& value = line.keys[column].number;
      if (line.row.group || !value || !std::isfinite(*value)) continue;
      ++known;
      if (!best || (better == present::Better::Lower ? *value < *best : *value > *best)) best = *value;
    }
    // Of one alone nothing is the best.
    for (auto& [identity, line] : lines)
      if (known > 1 && !line.row.group && line.keys[column].number == best) line.row.cells[column].best = true;
  }
}

}  // namespace

const std::vector<CompareColumn>& Compare::columns() {
  static const std::vector<CompareColumn> all{
      {.text = RunText::Name},
      {.text = RunText::State},
      {.figure = RunFigure::LowestLoss},
      {.figure = RunFigure::AccuracyAll},
      {.figure = RunFigure::AccuracyKnown},
      {.figure = RunFigure::AccuracyFive},
      {.figure = RunFigure::ReciprocalRank},
      {.figure = RunFigure::TestAccuracy},
      {.figure = RunFigure::Epoch},
      {.text = RunText::Seed},
      {.text = RunText::Differs},
      {.text = RunText::Model},
      {.figure = RunFigure::Parameters},
      {.figure = RunFigure::Throughput},
      {.figure = RunFigure::Seconds},
  };
  return all;
}

void Compare::update(const std::vector<WatchedRun>& runs, const std::set<std::string>& shown,
                     const present::RunPlots& plots) {
  std::vector<session::FollowedRunPtr> followed;
  for (const WatchedRun& run : runs) followed.push_back(run.run);
  const auto groups = m_grouped ? session::groupsBySeed(followed) : std::vector<session::SeedGroup>();
  // Of all that are shown, folded away or not: any of them may be the best of a column.
  const LineWriter writer(m_comparison, runs, plots);
  Lines lines;
  m_members.clear();
  for (const session::SeedGroup& group : groups) {
    for (const std::size_t member : group.members) m_members[group.key].push_back(runs[member].id());
    lines.emplace(session::RunRow{.group = group.key}.identity(), writer.of(group)).first->second.row.open =
        !m_folded.contains(group.key);
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (shown.contains(runs[i].id())) lines.emplace(std::pair(static_cast<int>(i), ""), writer.of(runs[i]));
  }
  const std::size_t count = lines.size() - groups.size();
  markBest(lines);

  m_table = {};
  for (const CompareColumn& column : columns()) {
    const auto [title, description] =
        column.figure ? present::runFigureLabels(*column.figure) : present::runTextLabels(column.text);
    m_table.columns.push_back({.title = tr(title),
                               .description = tr(description),
                               .number = column.figure.has_value(),
                               .widest = column.figure ? 0 : widestOf(column.text)});
  }
  const auto lineAt = [&](const session::RunRow& row) -> Line& { return lines.at(row.identity()); };
  const auto before = [&](const session::RunRow& left, const session::RunRow& right) {
    const auto& a = lineAt(left).keys;
    const auto& b = lineAt(right).keys;
    const auto column = static_cast<std::size_t>(m_column);
    const int order = session::compareKeys(a[column], b[column], m_descending);
    return order != 0 ? order < 0 : a.front().text < b.front().text;
  };
  const auto shownRun = [&](int run) { return lines.contains({run, {}}); };
  for (const session::RunRow& row : session::arrangedRows(runs.size(), groups, shownRun, before, m_folded)) {
    m_table.rows.push_back(std::move(lineAt(row).row));
    m_table.rows.back().member = row.member();
  }
  m_table.caption = counted(count, "%1 run", "%1 runs");
  if (!m_members.empty())
    m_table.caption += ", " + counted(m_members.size(), "%1 group of seeds", "%1 groups of seeds");
}

void Compare::setChosen(const std::string& group, bool chosen) {
  const auto found = m_members.find(group);
  if (found == m_members.end()) return;
  for (const std::string& id : found->second) m_library.setChosen(id, chosen);
}

void Compare::act(const present::RunTableAction& action) {
  std::visit(present::Overloaded{[this](const present::SortRuns& one) {
                                   const int last = static_cast<int>(columns().size()) - 1;
                                   m_column = std::clamp(one.column, 0, last);
                                   m_descending = one.descending;
                                 },
                                 [this](const present::FoldSeeds& one) {
                                   if (!m_folded.erase(one.group)) m_folded.insert(one.group);
                                 },
                                 [this](const present::GroupSeeds& one) { m_grouped = one.on; },
                                 [this](const present::ShowSeedsInCharts& one) { setChosen(one.group, one.shown); },
                                 [this](const present::ShowTest& one) {
                                   const auto run = m_library.run(one.folder);
                                   if (!run) return;
                                   if (one.shown)
                                     m_comparison.reveal(*run);
                                   else
                                     m_comparison.hide(*run);
                                 }},
             action);
}

}  // namespace sojourn::monitor
