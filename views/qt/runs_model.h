// SPDX-License-Identifier: GPL-3.0-or-later
// The runs for Qt: one line a run, from the library's snapshots. Validation figures only; test figures stay hidden.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "views/present/scene.h"
#include "views/session/run_digest.h"
#include "views/session/run_library.h"

namespace sojourn::qt {

enum class RunColumn {
  Name,
  Standing,
  Model,
  Epoch,
  BestEpoch,
  LossCurve,
  BestLoss,
  AccuracyAll,
  AccuracyKnown,
  ReciprocalRank,
  Time,
  Left,
};
inline constexpr int runColumns = 12;

class RunsModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  struct Line {
    session::FollowedRunPtr run;
    session::RunDigest digest;
    session::RunStanding standing = session::RunStanding::Starting;
    bool chosen = false;  ///< as last told to the views
  };
  /// What a column is sorted by: numbers as numbers, absent ones last.
  static constexpr int sortRole = Qt::UserRole;

  explicit RunsModel(session::RunLibrary& library, QObject* parent = nullptr);

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  /// The check box chooses for the curves; an edited name goes into the run's notes.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role = Qt::DisplayRole) const override;

  /// The library has changed.
  void follow();

  [[nodiscard]] const Line& line(int row) const { return m_lines[static_cast<std::size_t>(row)]; }
  [[nodiscard]] std::optional<present::Color> colorOf(int row) const;
  [[nodiscard]] bool dashed(int row) const;
  /// The last epoch of the longest run: small curves share it, so that their lengths compare.
  [[nodiscard]] std::int64_t longest() const { return m_longest; }

 private:
  [[nodiscard]] QString text(const Line& line, RunColumn column) const;
  [[nodiscard]] QVariant sortKey(const Line& line, RunColumn column) const;
  [[nodiscard]] static QString tip(const Line& line, RunColumn column);
  [[nodiscard]] static Line lineOf(session::FollowedRunPtr run, bool chosen);

  session::RunLibrary& m_library;
  std::vector<Line> m_lines;
  std::int64_t m_longest = 0;
};

/// "0:49", "1:02:33"; an en dash for nothing.
[[nodiscard]] QString spanText(std::optional<double> seconds);

/// All lines with their numbers, unrounded, in the order of `rows`.
[[nodiscard]] present::Table runsTable(const RunsModel& model, const std::vector<int>& rows);

}  // namespace sojourn::qt
