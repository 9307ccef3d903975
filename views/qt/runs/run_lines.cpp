// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/run_lines.h"

#include <algorithm>
#include <array>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/runs/run_colors.h"
#include "views/present/runs/run_figures.h"
#include "views/present/scene/format.h"
#include "views/qt/widgets/text.h"
#include "views/session/runs/run_difference.h"
#include "views/session/runs/run_figures.h"

namespace sojourn::qt {
namespace {

struct ColumnOf {
  std::optional<present::RunText> text;
  std::optional<RunFigure> figure;
  int width = 0, widthOfMean = 0;
};
/// In the order of RunColumn.
constexpr std::array<ColumnOf, runColumns> columns{{
    {present::RunText::Name, {}},
    {present::RunText::State, {}},
    {present::RunText::Model, {}, 116},
    {present::RunText::Dataset, {}, 116},
    {present::RunText::Differs, {}},
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

QString shown(std::string_view text, std::size_t most) {
  return toText(escapeForDisplay(text, most));
}

constexpr std::array meanColumns{RunColumn::BestEpoch,     RunColumn::BestLoss,       RunColumn::AccuracyAll,
                                 RunColumn::AccuracyKnown, RunColumn::ReciprocalRank, RunColumn::Test,
                                 RunColumn::Time};

RunGroupLine lineOf(session::SeedGroup group, const RunLines& lines, std::span<const session::FollowedRunPtr> runs) {
  RunGroupLine line;
  line.group = std::move(group);
  line.title = toText(escapeForDisplay(session::groupTitle(line.group, runs), 120));
  if (lines.reference())
    line.differs = toText(session::recordDifferenceText(*runs[line.group.members.front()]->entry.record,
                                                        *lines.reference()->entry.record, false));
  const auto lineAt = [&](std::size_t i) -> const RunLine& { return lines.all()[i]; };
  line.chosen =
      static_cast<int>(std::ranges::count_if(line.group.members, [&](std::size_t i) { return lineAt(i).chosen; }));
  line.worst = static_cast<int>(lineAt(*std::ranges::min_element(line.group.members, {}, [&](std::size_t i) {
                                  return lineAt(i).standing;
                                })).standing);
  const auto tested = [&](std::size_t i) { return session::RunComparison::hasTest(*lineAt(i).run); };
  line.hasTest = std::ranges::any_of(line.group.counted, tested);
  line.revealed = line.hasTest && std::ranges::all_of(line.group.counted,
                                                      [&](std::size_t i) { return !tested(i) || lineAt(i).revealed; });
  for (const RunColumn column : meanColumns) {
    if (column == RunColumn::Test && !line.revealed) continue;
    line.spreads[static_cast<std::size_t>(column)] =
        session::spreadOver(line.group, [&](std::size_t i) { return lineAt(i).figure(column); });
  }
  return line;
}

}  // namespace

RunColumnInfo runColumnInfo(RunColumn column) {
  const ColumnOf& of = columns[static_cast<std::size_t>(column)];
  const present::RunColumnLabels labels =
      column == RunColumn::LossCurve
          ? present::RunColumnLabels{"Validation loss",
                                     "Validation loss by epoch; the dot is the lowest. Each curve has its own scale"}
      : of.text ? present::runTextLabels(*of.text)
                : present::runFigureLabels(*of.figure);
  return {labels.title, labels.description, of.figure, of.width, of.widthOfMean};
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
  return figure ? session::runFigure(*run, digest, revealed, *figure) : std::nullopt;
}

RunLine RunLines::lineOf(const session::FollowedRunPtr& run) const {
  return {.run = run,
          .digest = session::digestOf(*run),
          .standing = session::standingOf(*run),
          .differs = m_comparison.differsFromReference(*run),
          .isReference = m_reference && run->folder() == m_reference->folder(),
          .chosen = m_library.chosen(run->folder()),
          .revealed = m_comparison.revealed(*run),
          .referenceLine = m_library.referenceLine(*run)};
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
                                 : present::runColor(session::runColorIndex(*line(row).run));
}

QString RunLines::text(const RunLine& line, RunColumn column) const {
  const RunEntry& entry = line.run->entry;
  const QString none = QStringLiteral("\u2013");
  switch (column) {
    case RunColumn::Name:
      return shown(entry.title(), 120);
    case RunColumn::Standing:
      return toText(sojourn::tr(line.digest.stateText(line.standing)));
    case RunColumn::Model:
      return entry.model().empty() ? none : shown(entry.model(), 60);
    case RunColumn::Dataset:
      return entry.record ? shown(entry.record->dataset.prefix, 60) : none;
    case RunColumn::Differs:
      if (line.isReference) return tr("reference of the comparison");
      return toText(entry.imported ? importFormatName(entry.imported->format) : std::string_view(line.differs));
    case RunColumn::Test:
      if (session::RunComparison::hasTest(*line.run) && !line.revealed) return tr("hidden");
      break;
    case RunColumn::Epoch:
      if (line.digest.epochs > 0) return QStringLiteral("%1 / %2").arg(line.digest.epoch).arg(line.digest.epochs);
      break;
    default:
      break;
  }
  return toText(present::runFigureText(*runColumnInfo(column).figure, line.figure(column)));
}

session::SortKey RunLines::sortKey(int row, RunColumn column) const {
  if (sortsByText(column)) return {.text = text(line(row), column).toCaseFolded().toStdString()};
  if (column == RunColumn::Standing) return {.number = static_cast<double>(line(row).standing)};
  return {.number = line(row).figure(column)};
}

QStringList RunLines::tip(const RunLine& line, RunColumn column) const {
  const RunEntry& entry = line.run->entry;
  if (column == RunColumn::Standing) {
    const std::string& trend = line.digest.verdictReason.empty() ? line.digest.trendReason : line.digest.verdictReason;
    const std::string reason = trend.empty() ? session::standingReason(*line.run) : trend;
    return reason.empty() ? QStringList() : QStringList(shown(reason, 600));
  }
  if (column == RunColumn::Test) {
    if (!session::RunComparison::hasTest(*line.run)) return {tr("Test figures are available when a run has finished")};
    const auto times = static_cast<qlonglong>(entry.notes.reveals);
    const QString count = times == 0   ? tr("never revealed")
                          : times == 1 ? tr("revealed once")
                                       : tr("revealed %1 times").arg(times);
    return {line.revealed ? count : tr("Hidden: %1. To show them, choose Reveal test figures… in the menu").arg(count)};
  }
  if (column == RunColumn::Differs && !line.differs.empty() && m_reference)
    return {tr("Against %1: %2").arg(shown(m_reference->entry.title(), 120), toText(line.differs))};
  if (column != RunColumn::Name) return {};
  QStringList lines{shown(entry.paths.folder.string(), 300)};
  if (entry.record) lines << tr("on %1").arg(shown(entry.record->dataset.prefix, 100));
  QStringList tags;
  for (const std::string& tag : entry.notes.tags) tags << shown(tag, 60);
  if (!tags.isEmpty()) lines << tr("tags: %1").arg(tags.join(QStringLiteral(", ")));
  if (!entry.notes.note.empty()) lines << shown(entry.notes.note, 600);
  if (entry.notes.steered) lines << tr("steered: its learning rate was changed by hand");
  return lines;
}

bool RunLines::rename(int row, const QString& typed) {
  const session::FollowedRunPtr run = line(row).run;
  std::string name = typed.trimmed().toStdString();
  if (run->vanished || name == run->entry.title()) return false;
  if (name == run->folder().filename().string()) name.clear();  // that is its name without one
  m_library.editNotes(run->folder(), [name](ViewerNotes& notes) { notes.name = name; });
  return true;
}

QString RunGroupLine::text(RunColumn column) const {
  if (column == RunColumn::Name) return title;
  if (column == RunColumn::Differs) return differs;
  if (column == RunColumn::Standing)
    return group.counted.empty()
               ? RunLines::tr("%1 runs, no mean").arg(group.members.size())
               : toText(present::seedsText(group.counted.size() + group.repeated, group.counted.size()));
  if (column == RunColumn::Test && hasTest && !revealed) return RunLines::tr("hidden");
  if (std::ranges::find(meanColumns, column) == meanColumns.end()) return {};
  return toText(present::runMeanText(*runColumnInfo(column).figure, spread(column)));
}

QString RunGroupLine::tip(RunColumn column) const {
  if (column == RunColumn::Name || column == RunColumn::Standing)
    return RunLines::tr(
               "Runs that differ only in their seed: %1. Means are over finished runs whose learning rate was "
               "not changed by hand")
        .arg(toText(session::seedText(group)));
  if (column == RunColumn::Test && hasTest && !revealed)
    return RunLines::tr("A mean is shown once the test figures of all its runs are revealed");
  const Spread& over = spread(column);
  if (over.n == 0) return {};
  return RunLines::tr("mean of %1, standard deviation %2, from %3 to %4")
      .arg(over.n)
      .arg(over.deviation ? toText(present::exactText(*over.deviation)) : QStringLiteral("\u2013"),
           toText(present::exactText(over.lowest)), toText(present::exactText(over.highest)));
}

session::SortKey RunGroupLine::sortKey(RunColumn column) const {
  if (sortsByText(column)) return {.text = text(column).toCaseFolded().toStdString()};
  if (column == RunColumn::Standing) return {.number = static_cast<double>(worst)};
  const Spread& over = spread(column == RunColumn::LossCurve ? RunColumn::BestLoss : column);
  return {.number = over.n > 0 ? std::optional(over.mean) : std::nullopt};
}

std::vector<RunGroupLine> runGroupLines(const RunLines& lines) {
  std::vector<session::FollowedRunPtr> runs;
  for (const RunLine& line : lines.all()) runs.push_back(line.run);
  std::vector<RunGroupLine> groups;
  for (session::SeedGroup& group : session::groupsBySeed(runs)) groups.push_back(lineOf(std::move(group), lines, runs));
  return groups;
}

}  // namespace sojourn::qt
