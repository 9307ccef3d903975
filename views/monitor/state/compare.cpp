// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <ranges>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/runs/run_figures.h"
#include "views/present/scene/format.h"
#include "views/session/runs/run_difference.h"
#include "views/session/runs/run_figures.h"
#include "views/session/samples/filter_syntax.h"

namespace sojourn::monitor {
namespace {

using present::CompareTable;
using present::RunText;

constexpr const char* none = "\u2013";
constexpr std::size_t longestName = 80, longestText = 120;

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
  void addText(const std::string& text, std::string hint = {}) {
    const bool sorted = !text.empty() && text != none;
    add({.text = text, .hint = std::move(hint)},
        {.text = sorted ? std::optional(session::lowerCase(text)) : std::nullopt});
  }

  CompareTable::Row row;
  std::vector<session::SortKey> keys;
};
using Lines = std::map<std::pair<int, std::string>, Line>;

std::vector<session::FollowedRunPtr> followed(const std::vector<WatchedRun>& runs) {
  std::vector<session::FollowedRunPtr> all;
  for (const WatchedRun& run : runs) all.push_back(run.run);
  return all;
}

/// Writes the lines of runs, and those of their groups.
class LineWriter {
 public:
  LineWriter(const session::RunComparison& comparison, const std::vector<WatchedRun>& runs,
             const present::RunPlots& plots)
      : m_comparison(comparison), m_runs(runs), m_plots(plots) {}

  [[nodiscard]] Line of(const WatchedRun& run) const {
    Line line;
    line.row.id = run.id();
    line.row.chosen = chosenIn(m_plots, run.id());
    line.row.selected = m_plots.selected == run.id();
    takeLine(line.row, choiceOf(m_plots, run.id()));
    const bool revealed = m_comparison.revealed(*run.run);
    for (const CompareColumn& column : Compare::columns()) {
      if (!column.figure) {
        addTextCell(line, run, column.text);
        continue;
      }
      const auto value = session::runFigure(*run.run, run.digest, revealed, *column.figure);
      if (column.figure == RunFigure::TestAccuracy)
        line.add(testCell(run), {.number = value});
      else
        line.add({.text = present::runFigureText(*column.figure, value)}, {.number = value});
    }
    return line;
  }

  [[nodiscard]] Line of(const session::SeedGroup& group) const {
    Line line;
    line.row.id = group.key;
    line.row.group = true;
    takeLine(line.row, m_plots, group, m_runs);
    line.row.chosen =
        std::ranges::all_of(group.members, [&](std::size_t i) { return chosenIn(m_plots, m_runs[i].id()); });
    for (const CompareColumn& column : Compare::columns()) {
      if (column.figure)
        addFigureCell(line, group, *column.figure);
      else
        addTextCell(line, group, column.text);
    }
    return line;
  }

 private:
  void addTextCell(Line& line, const WatchedRun& run, RunText column) const {
    const auto add = [&](const std::string& text, std::string hint = {}) {
      line.addText(text.empty() ? none : text, std::move(hint));
    };
    switch (column) {
      case RunText::Name:
        return add(run.name, escapeForDisplay(run.id(), 300));
      case RunText::State:
        return line.add({.text = tr(run.stateText()), .hint = run.health.reason},
                        {.number = static_cast<double>(run.health.health)});
      case RunText::Model:
        return add(escapeForDisplay(run.run->entry.model(), longestName));
      case RunText::Dataset: {
        const auto& record = run.run->entry.record;
        return add(record ? escapeForDisplay(record->dataset.prefix, longestName) : std::string());
      }
      case RunText::Differs: {
        const session::FollowedRunPtr reference = m_comparison.reference();
        const bool isReference = reference && reference->folder() == run.run->folder();
        return add(isReference ? tr("reference")
                               : escapeForDisplay(m_comparison.differsFromReference(*run.run), longestText));
      }
      case RunText::Seed: {
        const auto& record = run.run->entry.record;
        const std::string seed = record ? session::seedOf(*record) : std::string();
        add(escapeForDisplay(seed, 20));
        if (const auto number = numberFrom(seed)) line.keys.back().number = *number;
        return;
      }
    }
  }

  void addTextCell(Line& line, const session::SeedGroup& group, RunText column) const {
    const session::FollowedRun& first = *m_runs[group.members.front()].run;
    switch (column) {
      case RunText::Name:
        return line.addText(escapeForDisplay(session::groupTitle(group, followed(m_runs)), longestName),
                            tr("Runs that differ only in their seed. Means are over finished runs whose learning "
                               "rate was not changed by hand"));
      case RunText::State: {
        const auto healthOf = [&](std::size_t i) { return m_runs[i].health.health; };
        return line.add(
            {}, {.number = static_cast<double>(std::ranges::min(group.members | std::views::transform(healthOf)))});
      }
      case RunText::Model:
        return line.addText(escapeForDisplay(first.entry.model(), longestName));
      case RunText::Dataset:
        return line.addText(first.entry.record ? escapeForDisplay(first.entry.record->dataset.prefix, longestName)
                                               : std::string());
      case RunText::Differs: {
        const session::FollowedRunPtr reference = m_comparison.reference();
        const bool known = reference && reference->entry.record;
        return line.addText(known ? escapeForDisplay(session::recordDifferenceText(*first.entry.record,
                                                                                   *reference->entry.record, false),
                                                     longestText)
                                  : std::string());
      }
      case RunText::Seed:
        line.addText(session::seedText(group));
        line.keys.back().number = static_cast<double>(group.counted.size());
        return;
    }
  }

  void addFigureCell(Line& line, const session::SeedGroup& group, RunFigure figure) const {
    const bool plain = figure == RunFigure::Epoch || figure == RunFigure::Parameters;
    const Spread spread = session::spreadOver(group, [&](std::size_t i) {
      return session::runFigure(*m_runs[i].run, m_runs[i].digest, m_comparison.revealed(*m_runs[i].run), figure);
    });
    const bool partly = figure == RunFigure::TestAccuracy && spread.n < group.counted.size();
    const auto hasTest = [&](std::size_t i) { return session::RunComparison::hasTest(*m_runs[i].run); };
    CompareTable::Cell cell{.text = plain || partly ? std::string() : present::runMeanText(figure, spread)};
    if (partly && std::ranges::any_of(group.counted, hasTest))
      cell = {.text = tr("hidden"), .hint = tr("The mean is shown once the test figures of all its runs are shown")};
    else if (!plain && spread.n > 0)
      cell.hint = tr("mean of %1, from %2 to %3",
                     {std::to_string(spread.n), present::exactText(spread.lowest), present::exactText(spread.highest)});
    line.add(std::move(cell), {.number = spread.n > 0 && !partly ? std::optional(spread.mean) : std::nullopt});
  }

  [[nodiscard]] CompareTable::Cell testCell(const WatchedRun& run) const {
    if (!session::RunComparison::hasTest(*run.run))
      return {.text = none, .hint = tr("Available once the run has finished")};
    const std::string id = run.id();
    const std::string times = std::to_string(run.run->entry.notes.reveals);
    if (m_comparison.revealed(*run.run)) {
      const auto figure = session::runFigure(*run.run, run.digest, true, RunFigure::TestAccuracy);
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

  const session::RunComparison& m_comparison;
  const std::vector<WatchedRun>& m_runs;
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
  const auto groups = m_grouped ? session::groupsBySeed(followed(runs)) : std::vector<session::SeedGroup>();
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
