// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the Runs table, and its lines: one for each run of the library, and one for all seeds of a
// configuration. Test figures stay hidden until they are revealed.
#pragma once

#include <QCoreApplication>
#include <QStringList>
#include <array>
#include <map>
#include <vector>

#include "model/runs/catalogue/run_catalogue.h"
#include "views/present/scene/scene.h"
#include "views/session/runs/run_comparison.h"
#include "views/session/runs/run_library.h"
#include "views/session/runs/run_lines.h"

namespace sojourn::qt {

enum class RunColumn {
  Name,
  Standing,
  Model,    ///< where the runs have several
  Dataset,  ///< where the runs have several
  Differs,
  Epoch,
  BestEpoch,
  LossCurve,
  BestLoss,
  AccuracyAll,
  AccuracyKnown,
  ReciprocalRank,
  Test,
  Time,
  Left,
};
inline constexpr int runColumns = 15;

struct RunColumnInfo {
  const char *title, *description;
  std::optional<RunText> text;
  std::optional<RunFigure> figure;  ///< absent where the column has words
  int width;                        ///< px as designed; Name, State and Differs have that of their words
  int widthOfMean;                  ///< px that a mean with its spread needs
};
[[nodiscard]] RunColumnInfo runColumnInfo(RunColumn column);
/// Texts stand at the left, numbers at the right.
[[nodiscard]] Qt::Alignment runColumnAlignment(RunColumn column);
[[nodiscard]] bool sortsByText(RunColumn column);

struct RunLine : session::RunLine {
  bool chosen = false;         ///< in the curves
  bool referenceLine = false;  ///< drawn dashed and grey

  /// The number of a column, at the best epoch where it is an evaluation's; absent where the column has words.
  [[nodiscard]] std::optional<double> figure(RunColumn column) const;
};

class RunLines {
  Q_DECLARE_TR_FUNCTIONS(RunLines)
 public:
  /// Both must outlive this.
  RunLines(session::RunLibrary& library, session::RunComparison& comparison)
      : m_library(library), m_comparison(comparison) {}

  /// The library has other runs than before, not only more of them.
  [[nodiscard]] bool replaced() const;
  /// Takes over what library and comparison say now. True where another run is the reference.
  bool refresh();

  [[nodiscard]] int count() const { return static_cast<int>(m_lines.size()); }
  [[nodiscard]] const RunLine& line(int row) const { return m_lines[static_cast<std::size_t>(row)]; }
  [[nodiscard]] const std::vector<RunLine>& all() const { return m_lines; }
  [[nodiscard]] QString text(const RunLine& line, RunColumn column) const;
  /// The name without what the names of all runs have in common: "\u2026seed42".
  [[nodiscard]] const QString& briefName(int row) const { return m_briefNames[static_cast<std::size_t>(row)]; }
  /// Paragraphs; none where there is nothing to add.
  [[nodiscard]] QStringList tip(const RunLine& line, RunColumn column) const;
  [[nodiscard]] session::SortKey sortKey(int row, RunColumn column) const;
  [[nodiscard]] std::optional<present::Color> colorOf(int row) const;
  [[nodiscard]] bool dashed(int row) const {
    return line(row).referenceLine || m_library.colorRepeats(line(row).run->folder());
  }
  /// The runs have several models, several datasets.
  [[nodiscard]] bool modelsDiffer() const { return m_modelsDiffer; }
  [[nodiscard]] bool datasetsDiffer() const { return m_datasetsDiffer; }
  /// The run that the column of differences is against; null where there is none.
  [[nodiscard]] const session::FollowedRunPtr& reference() const { return m_reference; }
  /// The last epoch of the longest run: small curves share it, so that their lengths compare.
  [[nodiscard]] std::int64_t longest() const { return m_longest; }

  void setChosen(int row, bool chosen) { m_library.setChosen(line(row).run->folder(), chosen); }
  /// Into the run's notes; false where nothing changes.
  bool rename(int row, const QString& name);

 private:
  [[nodiscard]] RunLine lineOf(const session::FollowedRunPtr& run) const;
  session::RunLibrary& m_library;
  session::RunComparison& m_comparison;
  session::FollowedRunPtr m_reference;
  std::vector<RunLine> m_lines;
  std::vector<QString> m_briefNames;  ///< [lines]
  bool m_modelsDiffer = false, m_datasetsDiffer = false;
  std::int64_t m_longest = 1;
};

struct RunGroupLine : session::SeedLine {
  int chosen = 0;  ///< members in the curves
  /// Names of the members, by their rows, without what those have in common.
  std::map<int, QString> briefNames = {};

  [[nodiscard]] const Spread& spread(RunColumn column) const;
  [[nodiscard]] QString text(RunColumn column) const;
  [[nodiscard]] QString tip(RunColumn column) const;
  [[nodiscard]] session::SortKey sortKey(RunColumn column) const;
};

[[nodiscard]] std::vector<RunGroupLine> runGroupLines(const RunLines& lines);

}  // namespace sojourn::qt
