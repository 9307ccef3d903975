// SPDX-License-Identifier: GPL-3.0-or-later
// The runs for Qt: one line a run, from the library's snapshots. Test figures stay hidden until they are revealed.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "model/runs/catalogue/run_figure.h"
#include "views/present/scene/scene.h"
#include "views/session/runs/run_comparison.h"
#include "views/session/runs/run_digest.h"
#include "views/session/runs/run_groups.h"
#include "views/session/runs/run_library.h"

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

class RunsModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  struct Line {
    session::FollowedRunPtr run;
    session::RunDigest digest;
    session::RunStanding standing = session::RunStanding::Starting;
    std::string differs;         ///< from the reference of the comparison, in words
    bool isReference = false;    ///< it is that one
    bool chosen = false;         ///< as last announced to the views
    bool revealed = false;       ///< its test figures are shown
    bool referenceLine = false;  ///< drawn dashed and grey
  };

  RunsModel(session::RunLibrary& library, session::RunComparison& comparison, QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  /// The check box chooses for the curves; an edited name goes into the run's notes.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role = Qt::DisplayRole) const override;

  /// The library or the comparison has changed.
  void follow();

  [[nodiscard]] const Line& line(int row) const { return m_lines[static_cast<std::size_t>(row)]; }
  [[nodiscard]] session::SortKey sortKey(int row, RunColumn column) const;
  [[nodiscard]] std::optional<present::Color> colorOf(int row) const;
  [[nodiscard]] bool dashed(int row) const;
  /// The runs have several models, several datasets.
  [[nodiscard]] bool modelsDiffer() const { return m_modelsDiffer; }
  [[nodiscard]] bool datasetsDiffer() const { return m_datasetsDiffer; }
  [[nodiscard]] session::RunComparison& comparison() const { return m_comparison; }
  /// The run that the column of differences is against; null where there is none.
  [[nodiscard]] const session::FollowedRunPtr& reference() const { return m_reference; }
  /// The last epoch of the longest run: small curves share it, so that their lengths compare.
  [[nodiscard]] std::int64_t longest() const { return m_longest; }

 Q_SIGNALS:
  /// All lines are as the library and the comparison are now.
  void followed();

 private:
  [[nodiscard]] QString text(const Line& line, RunColumn column) const;
  [[nodiscard]] QString tip(const Line& line, RunColumn column) const;
  [[nodiscard]] Line lineOf(const session::FollowedRunPtr& run) const;
  void lookOver();

  session::RunLibrary& m_library;
  session::RunComparison& m_comparison;
  session::FollowedRunPtr m_reference;  ///< as last announced to the views
  std::vector<Line> m_lines;
  bool m_modelsDiffer = false, m_datasetsDiffer = false;
  std::int64_t m_longest = 0;
};

/// The figure that a column tells; absent where it has words.
[[nodiscard]] std::optional<RunFigure> figureOf(RunColumn column);
/// The number of a column, at the best epoch where it is an evaluation's; absent where the column has words.
[[nodiscard]] std::optional<double> runFigure(const RunsModel::Line& line, RunColumn column);
/// A number of a column as the table writes it; an en dash for nothing.
[[nodiscard]] QString runFigureText(RunColumn column, std::optional<double> figure);
/// Texts stand at the left, numbers at the right.
[[nodiscard]] Qt::Alignment runColumnAlignment(RunColumn column);

/// "0:49", "1:02:33"; an en dash for nothing.
[[nodiscard]] QString spanText(std::optional<double> seconds);

/// All lines with their numbers, unrounded, in the order of `rows`.
[[nodiscard]] present::Table runsTable(const RunsModel& model, const std::vector<int>& rows);

}  // namespace sojourn::qt
