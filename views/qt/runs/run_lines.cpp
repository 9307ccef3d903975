// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/run_lines.h"

#include <algorithm>
#include <array>

#include "model/core/alike_names.h"
#include "model/core/translation.h"
#include "model/runs/store/ids_and_times.h"
#include "views/present/runs/run_colors.h"
#include "views/present/runs/run_figures.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

struct ColumnOf {
  std::optional<RunText> text;
  std::optional<RunFigure> figure;
  int width = 0, widthOfMean = 0;
};
/// In the order of RunColumn.
constexpr std::array<ColumnOf, runColumns> columns{{
    {RunText::Name, {}},
    {RunText::State, {}},
    {RunText::Model, {}, 116},
    {RunText::Dataset, {}, 116},
    {RunText::Differs, {}},
    {{}, RunFigure::Epoch, 68},
    {{}, RunFigure::BestEpoch, 80},
    {{}, RunFigure::LowestLoss, 120},
    {{}, RunFigure::LowestLoss, 80, 98},
    {{}, RunFigure::AccuracyAll, 76, 80},
    {{}, RunFigure::AccuracyKnown, 76, 80},
    {{}, RunFigure::ReciprocalRank, 76, 80},
    {{}, RunFigure::TestAccuracy, 80, 80},
    {{}, RunFigure::Seconds, 52},
    {{}, RunFigure::SecondsLeft, 52},
}};

}  // namespace

RunColumnInfo runColumnInfo(RunColumn column) {
  const ColumnOf& of = columns[static_cast<std::size_t>(column)];
  const present::RunColumnLabels labels =
      column == RunColumn::LossCurve
          ? present::RunColumnLabels{"Validation loss",
                                     "Validation loss by epoch; the dot is the lowest. Each curve has its own scale"}
      : of.text ? present::runTextLabels(*of.text)
                : present::runFigureLabels(*of.figure);
  return {labels.title, labels.description, of.text, of.figure, of.width, of.widthOfMean};
}

Qt::Alignment runColumnAlignment(RunColumn column) {
  const bool number = runColumnInfo(column).figure && column != RunColumn::LossCurve;
  return Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft);
}

bool sortsByText(RunColumn column) {
  return column != RunColumn::Standing && !runColumnInfo(column).figure;
}

std::optional<double> RunLine::figure(RunColumn column) const {
  const auto figure = runColumnInfo(column).figure;
  return figure ? session::RunLine::figure(*figure) : std::nullopt;
}

RunLine RunLines::lineOf(const session::FollowedRunPtr& run) const {
  RunLine line{session::lineOf(run, wallNow())};
  session::compareLine(line, m_comparison, m_reference);
  line.chosen = m_library.chosen(run->folder());
  line.referenceLine = m_library.referenceLine(*run);
  return line;
}

bool RunLines::replaced() const {
  const auto& runs = m_library.runs();
  // The library only ever appends while a folder is open; anything else is another folder.
  return runs.size() < m_lines.size() ||
         !std::ranges::equal(
             m_lines, std::span(runs).first(m_lines.size()), {}, [](const RunLine& line) { return line.run->folder(); },
             [](const auto& run) { return run->folder(); });
}

bool RunLines::refresh() {
  if (replaced()) m_lines.clear();
  const session::FollowedRunPtr reference = m_comparison.reference();
  const bool moved = !m_reference || !reference || m_reference->entry.record != reference->entry.record;
  m_reference = reference;
  const auto& runs = m_library.runs();
  for (std::size_t i = 0; i < m_lines.size(); ++i) {
    const RunLine& line = m_lines[i];
    const bool same = !moved && line.run == runs[i] && line.chosen == m_library.chosen(runs[i]->folder()) &&
                      line.revealed == m_comparison.revealed(*runs[i]) &&
                      line.referenceLine == m_library.referenceLine(*runs[i]);
    if (!same) m_lines[i] = lineOf(runs[i]);
  }
  for (std::size_t i = m_lines.size(); i < runs.size(); ++i) m_lines.push_back(lineOf(runs[i]));

  std::vector<std::string> names;
  for (const RunLine& line : m_lines) names.push_back(text(line, RunColumn::Name).toStdString());
  m_briefNames.clear();
  for (const std::string& name : briefNames(names)) m_briefNames.push_back(toText(name));

  const RunRecord* first = nullptr;
  m_modelsDiffer = m_datasetsDiffer = false;
  m_longest = 1;
  for (const RunLine& line : m_lines) {
    if (!line.digest.validation.empty()) m_longest = std::max(m_longest, line.digest.validation.back().epoch);
    const RunRecord* record = line.run->entry.record.get();
    if (!record) continue;
    if (!first) first = record;
    m_modelsDiffer = m_modelsDiffer || record->model != first->model;
    m_datasetsDiffer = m_datasetsDiffer || record->dataset.prefix != first->dataset.prefix;
  }
  return moved;
}

std::optional<present::Color> RunLines::colorOf(int row) const {
  if (!line(row).chosen) return std::nullopt;
  return line(row).referenceLine ? present::referenceLineColor()
                                 : present::runColor(m_library.colorIndex(*line(row).run));
}

QString RunLines::text(const RunLine& line, RunColumn column) const {
  const RunColumnInfo info = runColumnInfo(column);
  if (info.text) return toText(session::runCell(line, *info.text).text);
  if (column == RunColumn::Test && !session::hiddenTest(line).empty()) return toText(session::hiddenTest(line));
  if (column == RunColumn::Epoch) return toText(session::epochText(line));
  return toText(present::runFigureText(*info.figure, line.figure(column)));
}

session::SortKey RunLines::sortKey(int row, RunColumn column) const {
  const auto text = runColumnInfo(column).text;
  return text ? session::runCell(line(row), *text).key : session::SortKey{.number = line(row).figure(column)};
}

QStringList RunLines::tip(const RunLine& line, RunColumn column) const {
  const auto text = runColumnInfo(column).text;
  QString hint = text ? toText(session::runHint(line, *text, m_reference)) : QString();
  if (column == RunColumn::Test) {
    hint = toText(session::testHint(line));
    if (!session::hiddenTest(line).empty()) hint += tr(". To show them, choose Reveal test figures… in the menu");
  }
  return hint.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

bool RunLines::rename(int row, const QString& typed) {
  const session::FollowedRunPtr run = line(row).run;
  std::string name = typed.trimmed().toStdString();
  if (run->vanished || name == run->entry.title()) return false;
  if (name == run->folder().filename().string()) name.clear();  // that is its name without one
  m_library.editNotes(run->folder(), [name](ViewerNotes& notes) { notes.name = name; });
  return true;
}

const Spread& RunGroupLine::spread(RunColumn column) const {
  static const Spread none;
  const auto figure = runColumnInfo(column).figure;
  return figure ? session::SeedLine::spread(*figure) : none;
}

QString RunGroupLine::text(RunColumn column) const {
  if (column == RunColumn::Standing)
    return group.counted.empty()
               ? RunLines::tr("%1 runs, no mean").arg(group.members.size())
               : toText(present::seedsText(group.counted.size() + group.repeated, group.counted.size()));
  // The columns of what is the same in all lines are not shown, and a curve is none of several runs.
  if (column == RunColumn::Model || column == RunColumn::Dataset || column == RunColumn::LossCurve) return {};
  const RunColumnInfo info = runColumnInfo(column);
  if (info.text) return toText(session::seedCell(*this, *info.text).text);
  if (column == RunColumn::Test && !session::hiddenTest(*this).empty()) return toText(session::hiddenTest(*this));
  return session::hasMean(*info.figure) ? toText(present::runMeanText(*info.figure, spread(column))) : QString();
}

QString RunGroupLine::tip(RunColumn column) const {
  const RunColumnInfo info = runColumnInfo(column);
  if (info.text) return toText(session::seedHint(*this, *info.text));
  if (column == RunColumn::Test && !session::hiddenTest(*this).empty())
    return RunLines::tr("A mean is shown once the test figures of all its runs are revealed");
  return session::hasMean(*info.figure) ? toText(present::runMeanHint(spread(column))) : QString();
}

session::SortKey RunGroupLine::sortKey(RunColumn column) const {
  const RunColumnInfo info = runColumnInfo(column);
  if (info.text) return session::seedCell(*this, *info.text).key;
  const Spread& over = spread(column);
  return {.number = over.n > 0 && session::hasMean(*info.figure) ? std::optional(over.mean) : std::nullopt};
}

std::vector<RunGroupLine> runGroupLines(const RunLines& lines) {
  std::vector<session::FollowedRunPtr> runs;
  std::vector<const session::RunLine*> all;
  for (const RunLine& line : lines.all()) {
    runs.push_back(line.run);
    all.push_back(&line);
  }
  std::vector<RunGroupLine> groups;
  for (session::SeedGroup& group : session::groupsBySeed(runs)) {
    RunGroupLine& line =
        groups.emplace_back(RunGroupLine{session::seedLineOf(std::move(group), all, lines.reference())});
    line.chosen = static_cast<int>(std::ranges::count_if(
        line.group.members, [&](std::size_t i) { return lines.line(static_cast<int>(i)).chosen; }));
    std::vector<std::string> names;
    for (const std::size_t i : line.group.members)
      names.push_back(lines.text(lines.line(static_cast<int>(i)), RunColumn::Name).toStdString());
    names = briefNames(names);
    for (std::size_t k = 0; k < names.size(); ++k)
      line.briefNames[static_cast<int>(line.group.members[k])] = toText(names[k]);
  }
  return groups;
}

}  // namespace sojourn::qt
