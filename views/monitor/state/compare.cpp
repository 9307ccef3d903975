// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/compare.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "model/core/number_text.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/runs/run_figures.h"
#include "views/present/scene/format.h"
#include "views/session/runs/run_difference.h"
#include "views/session/runs/run_figures.h"

namespace sojourn::monitor {
namespace {

using present::CompareTable;

constexpr const char* none = "\u2013";
constexpr std::size_t longestName = 80, longestWords = 120;

struct ColumnTitle {
  const char* title;
  const char* description;
};
ColumnTitle titleOf(CompareWords column) {
  switch (column) {
    case CompareWords::Name:
      return {"Run", "Tick a run to show it in the curves"};
    case CompareWords::State:
      return {"State", "What the trainer is doing, or how the run ended"};
    case CompareWords::Model:
      return {"Model", "The network that is trained"};
    case CompareWords::Differs:
      return {"Differs", "How its configuration differs from that of the reference run"};
    case CompareWords::Seed:
      return {"Seed", "The seed of the run; for a group, how many runs the means contain"};
  }
  return {"", ""};
}

/// What is longer is cut there, so that no column pushes the figures off the screen.
float widestOf(CompareWords column) {
  switch (column) {
    case CompareWords::Name:
      return 230;
    case CompareWords::Differs:
      return 200;
    default:
      return 0;
  }
}

std::string small(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool chosenIn(const present::RunPlots& plots, const std::string& id) {
  const auto found = std::ranges::find(plots.choices, id, &present::PlotChoice::id);
  return found != plots.choices.end() && found->chosen;
}
/// Colour and dashes of a run's line.
void takeLine(present::CompareTable::Row& row, const present::RunPlots& plots, const std::string& id) {
  const auto found = std::ranges::find(plots.choices, id, &present::PlotChoice::id);
  if (found == plots.choices.end()) return;
  row.ink = found->color;
  row.dashed = found->dashed;
}
/// Of the first run by its folder, whatever the order of the rows.
void takeLine(present::CompareTable::Row& row, const present::RunPlots& plots, const session::SeedGroup& group,
              const std::vector<WatchedRun>& runs) {
  std::vector<std::string> ids;
  for (const std::size_t member : group.members) ids.push_back(runs[member].id());
  std::ranges::sort(ids);
  for (const std::string& id : ids) {
    takeLine(row, plots, id);
    if (!row.dashed) return;
  }
}

std::string timesShown(std::int64_t reveals) {
  return std::to_string(reveals);
}

}  // namespace

const std::vector<CompareColumn>& Compare::columns() {
  using Words = CompareWords;
  static const std::vector<CompareColumn> all{
      {.words = Words::Name},
      {.words = Words::State},
      {.figure = RunFigure::LowestLoss},
      {.figure = RunFigure::AccuracyAll},
      {.figure = RunFigure::AccuracyKnown},
      {.figure = RunFigure::AccuracyFive},
      {.figure = RunFigure::ReciprocalRank},
      {.figure = RunFigure::TestAccuracy},
      {.figure = RunFigure::Epoch},
      {.words = Words::Seed},
      {.words = Words::Differs},
      {.words = Words::Model},
      {.figure = RunFigure::Parameters},
      {.figure = RunFigure::Throughput},
      {.figure = RunFigure::Seconds},
  };
  return all;
}

CompareTable::Cell Compare::testCell(const WatchedRun& run) const {
  if (!session::RunComparison::hasTest(*run.run))
    return {.text = none, .hint = tr("Available once the run has finished")};
  const std::string id = run.id();
  const std::string name = run.name;
  const std::string times = timesShown(run.run->entry.notes.reveals);
  if (m_comparison.revealed(*run.run)) {
    const auto figure = session::runFigure(*run.run, run.digest, true, RunFigure::TestAccuracy);
    return {.text = present::runFigureText(RunFigure::TestAccuracy, figure),
            .hint = tr("Showings so far: %1", {times}),
            .best = false,
            .button = {},
            .back = {.text = tr("Hide"),
                     .action = {act::hideTest, id},
                     .question = {},
                     .enabled = true,
                     .hint = tr("Hides the test figures; showing them again counts again")}};
  }
  return {.text = tr("hidden"),
          .hint = {},
          .best = false,
          .button = {.text = tr("Reveal\u2026"),
                     .action = {act::revealTest, id},
                     .question = tr("Show the test figures of %1? Choosing a model by its test figures makes them too "
                                    "optimistic: choose by validation, and look at the test split once. Every showing "
                                    "is counted in the run's notes. Showings so far: %2.",
                                    {name, times}),
                     .enabled = true,
                     .hint = tr("Shows the test figures after you confirm")},
          .back = {}};
}

void Compare::addWords(Line& line, const std::string& text, std::string hint) {
  line.row.cells.push_back({.text = text, .hint = std::move(hint)});
  line.keys.emplace_back();
  if (!text.empty() && text != none) line.keys.back().words = small(text);
}

void Compare::addWordCell(Line& line, const WatchedRun& run, CompareWords column) const {
  const auto add = [&](const std::string& text, std::string hint = {}) {
    addWords(line, text.empty() ? none : text, std::move(hint));
  };
  switch (column) {
    case CompareWords::Name:
      return add(run.name, escapeForDisplay(run.id(), 300));
    case CompareWords::State:
      line.row.cells.push_back({.text = tr(run.stateWords()), .hint = run.health.reason});
      line.keys.push_back({.number = static_cast<double>(run.health.health), .words = {}});
      return;
    case CompareWords::Model:
      return add(escapeForDisplay(run.run->entry.model(), longestName));
    case CompareWords::Differs: {
      const session::FollowedRunPtr reference = m_comparison.reference();
      const bool isReference = reference && reference->folder() == run.run->folder();
      return add(isReference ? tr("reference")
                             : escapeForDisplay(m_comparison.differsFromReference(*run.run), longestWords));
    }
    case CompareWords::Seed: {
      const auto& record = run.run->entry.record;
      const std::string seed = record ? session::seedOf(*record) : std::string();
      add(escapeForDisplay(seed, 20));
      if (const auto number = numberFrom(seed)) line.keys.back().number = *number;
      return;
    }
  }
}

Compare::Line Compare::lineOf(const WatchedRun& run, const present::RunPlots& plots) const {
  Line line;
  line.row.id = run.id();
  line.row.chosen = chosenIn(plots, run.id());
  line.row.selected = plots.selected == run.id();
  takeLine(line.row, plots, run.id());
  const bool revealed = m_comparison.revealed(*run.run);
  for (const CompareColumn& column : columns()) {
    if (!column.figure) {
      addWordCell(line, run, column.words);
      continue;
    }
    const auto value = session::runFigure(*run.run, run.digest, revealed, *column.figure);
    line.row.cells.push_back(
        column.figure == RunFigure::TestAccuracy
            ? testCell(run)
            : CompareTable::Cell{.text = present::runFigureText(*column.figure, value), .hint = {}});
    line.keys.push_back({.number = value, .words = {}});
  }
  return line;
}

void Compare::addWordCell(Line& line, const session::SeedGroup& group, const std::vector<WatchedRun>& runs,
                          CompareWords column) const {
  const WatchedRun& first = runs[group.members.front()];
  switch (column) {
    case CompareWords::Name: {
      std::vector<session::FollowedRunPtr> all;
      for (const WatchedRun& run : runs) all.push_back(run.run);
      return addWords(line, escapeForDisplay(session::groupTitle(group, all), longestName),
                      tr("Runs that differ only in their seed. Means are over finished runs whose learning rate was "
                         "not changed by hand"));
    }
    case CompareWords::State: {
      const auto mostSevere =
          std::ranges::min_element(group.members, {}, [&](std::size_t i) { return runs[i].health.health; });
      line.row.cells.push_back({.text = {}, .hint = {}});
      line.keys.push_back({.number = static_cast<double>(runs[*mostSevere].health.health), .words = {}});
      return;
    }
    case CompareWords::Model:
      return addWords(line, escapeForDisplay(first.run->entry.model(), longestName));
    case CompareWords::Differs: {
      const session::FollowedRunPtr reference = m_comparison.reference();
      return addWords(line, reference && reference->entry.record
                                ? escapeForDisplay(session::differenceWords(*first.run->entry.record,
                                                                            *reference->entry.record, false),
                                                   longestWords)
                                : std::string());
    }
    case CompareWords::Seed:
      addWords(line, session::seedWords(group));
      line.keys.back().number = static_cast<double>(group.counted.size());
      return;
  }
}

void Compare::addFigureCell(Line& line, const session::SeedGroup& group, const std::vector<WatchedRun>& runs,
                            RunFigure figure) const {
  const bool plain = figure == RunFigure::Epoch || figure == RunFigure::Parameters;
  const Spread spread = session::spreadOver(group, [&](std::size_t i) {
    return session::runFigure(*runs[i].run, runs[i].digest, m_comparison.revealed(*runs[i].run), figure);
  });
  const bool partly = figure == RunFigure::TestAccuracy && spread.n < group.counted.size();
  CompareTable::Cell cell{.text = plain || partly ? std::string() : present::runMeanText(figure, spread), .hint = {}};
  if (partly &&
      std::ranges::any_of(group.counted, [&](std::size_t i) { return session::RunComparison::hasTest(*runs[i].run); }))
    cell = {.text = tr("hidden"), .hint = tr("The mean is shown once the test figures of all its runs are shown")};
  else if (!plain && spread.n > 0)
    cell.hint = tr("mean of %1, from %2 to %3",
                   {std::to_string(spread.n), present::exactText(spread.lowest), present::exactText(spread.highest)});
  line.row.cells.push_back(std::move(cell));
  line.keys.push_back({.number = spread.n > 0 && !partly ? std::optional(spread.mean) : std::nullopt, .words = {}});
}

Compare::Line Compare::lineOf(const session::SeedGroup& group, const std::vector<WatchedRun>& runs,
                              const present::RunPlots& plots) const {
  Line line;
  line.row.id = group.key;
  line.row.group = true;
  line.row.open = !m_folded.contains(group.key);
  takeLine(line.row, plots, group, runs);
  line.row.chosen = std::ranges::all_of(group.members, [&](std::size_t i) { return chosenIn(plots, runs[i].id()); });
  for (const CompareColumn& column : columns()) {
    if (column.figure)
      addFigureCell(line, group, runs, *column.figure);
    else
      addWordCell(line, group, runs, column.words);
  }
  return line;
}

void Compare::markBest(Lines& lines) {
  for (std::size_t column = 0; column < columns().size(); ++column) {
    const auto& figure = columns()[column].figure;
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

void Compare::update(const std::vector<WatchedRun>& runs, const std::set<std::string>& shown,
                     const present::RunPlots& plots) {
  std::vector<session::FollowedRunPtr> all;
  for (const WatchedRun& run : runs) all.push_back(run.run);
  const auto groups = m_grouped ? session::groupsBySeed(all) : std::vector<session::SeedGroup>();
  // Of all that are shown, folded away or not: any of them may be the best of a column.
  Lines lines;
  m_members.clear();
  for (const session::SeedGroup& group : groups) {
    for (const std::size_t member : group.members) m_members[group.key].push_back(runs[member].id());
    lines.emplace(session::RunRow{.group = group.key}.identity(), lineOf(group, runs, plots));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (shown.contains(runs[i].id())) lines.emplace(std::pair(static_cast<int>(i), ""), lineOf(runs[i], plots));
  }
  const std::size_t count = lines.size() - groups.size();
  markBest(lines);

  m_table = {};
  for (const CompareColumn& column : columns()) {
    if (column.figure) {
      const present::RunFigureLabels words = present::runFigureLabels(*column.figure);
      m_table.columns.push_back({.title = tr(words.title), .description = tr(words.description), .number = true});
    } else {
      const ColumnTitle title = titleOf(column.words);
      m_table.columns.push_back({.title = tr(title.title),
                                 .description = tr(title.description),
                                 .number = false,
                                 .widest = widestOf(column.words)});
    }
  }
  const auto lineAt = [&](const session::RunRow& row) -> Line& { return lines.at(row.identity()); };
  const auto before = [&](const session::RunRow& left, const session::RunRow& right) {
    const auto& a = lineAt(left).keys;
    const auto& b = lineAt(right).keys;
    const auto column = static_cast<std::size_t>(m_column);
    const int order = session::compareKeys(a[column], b[column], m_descending);
    return order != 0 ? order < 0 : a.front().words < b.front().words;
  };
  const auto shownRun = [&](int run) { return lines.contains({run, {}}); };
  for (const session::RunRow& row : session::arrangedRows(runs.size(), groups, shownRun, before, m_folded)) {
    m_table.rows.push_back(std::move(lineAt(row).row));
    m_table.rows.back().member = row.member();
  }
  const auto counted = [](std::size_t n, const char* one, const char* many) {
    return tr(n == 1 ? one : many, {std::to_string(n)});
  };
  m_table.caption = counted(count, "%1 run", "%1 runs");
  if (!m_members.empty())
    m_table.caption += ", " + counted(m_members.size(), "%1 group of seeds", "%1 groups of seeds");
}

void Compare::setChosen(const std::string& group, bool chosen) {
  const auto found = m_members.find(group);
  if (found == m_members.end()) return;
  for (const std::string& id : found->second) m_library.setChosen(id, chosen);
}

bool Compare::act(const present::Action& action) {
  const std::string& argument = action.argument;
  const auto run = [&]() -> session::FollowedRunPtr {
    for (const session::FollowedRunPtr& one : m_library.runs())
      if (one->folder().string() == argument) return one;
    return nullptr;
  };
  if (action.id == act::sortCompare) {
    const int last = static_cast<int>(columns().size()) - 1;
    m_column = std::clamp(static_cast<int>(std::strtol(argument.c_str(), nullptr, 10)), 0, last);
    m_descending = argument.ends_with("descending");
  } else if (action.id == act::foldSeeds) {
    if (!m_folded.erase(argument)) m_folded.insert(argument);
  } else if (action.id == act::groupSeeds) {
    m_grouped = argument == "on";
  } else if (action.id == act::chooseSeeds || action.id == act::unchooseSeeds) {
    setChosen(argument, action.id == act::chooseSeeds);
  } else if (action.id == act::revealTest) {
    if (const auto one = run()) m_comparison.reveal(*one);
  } else if (action.id == act::hideTest) {
    if (const auto one = run()) m_comparison.hide(*one);
  } else {
    return false;
  }
  return true;
}

}  // namespace sojourn::monitor
