// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines the table of runs shows, and in which order: sorting, the filter line's words, archived ones, and a line
// above the seeds of one configuration.
#pragma once

#include <QAbstractTableModel>
#include <set>

#include "views/qt/runs/run_lines.h"
#include "views/session/runs/run_filter.h"

namespace sojourn::qt {

class RunsOrder final : public QAbstractTableModel {
  Q_OBJECT
 public:
  /// `lines` must outlive this.
  explicit RunsOrder(RunLines& lines, QObject* parent = nullptr);

  /// The library or the comparison has changed.
  void refresh();

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
  }
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : runColumns;
  }
  [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  /// The check box chooses for the curves, that of a group's line all of its runs, or none where all are; an edited
  /// name goes into the run's notes.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role = Qt::DisplayRole) const override;
  /// Absent figures stand last in both directions; ties in the order of the names. Seeds stay below their group.
  void sort(int column, Qt::SortOrder order) override;

  /// As session::RunFilter reads it.
  void setFilter(const QString& filter);
  void setArchivedShown(bool shown);
  /// Runs that differ in nothing but their seed stand below a line of their means.
  void setGrouped(bool grouped);
  [[nodiscard]] bool grouped() const { return m_grouped; }
  [[nodiscard]] const std::vector<RunGroupLine>& groups() const { return m_groups; }
  /// While it is held, news of the runs change no line's place among those that are shown already.
  void setHeld(bool held);
  /// The runs that are shown or folded away, as rows of lines(), in their order.
  [[nodiscard]] std::vector<int> acceptedRuns() const;

  [[nodiscard]] const RunLines& lines() const { return m_lines; }
  /// The run's row in lines(); -1 for a group's line.
  [[nodiscard]] int sourceRow(const QModelIndex& shown) const { return row(shown).run; }
  /// Null for a group's line.
  [[nodiscard]] const RunLine* lineAt(const QModelIndex& shown) const {
    return row(shown).run < 0 ? nullptr : &m_lines.line(row(shown).run);
  }
  /// Null for a run's line.
  [[nodiscard]] const RunGroupLine* groupAt(const QModelIndex& shown) const {
    return row(shown).run < 0 ? groupOf(row(shown).group) : nullptr;
  }
  /// Names for where the whole one has no room, the longest first; none for a group's line.
  [[nodiscard]] QStringList briefNames(const QModelIndex& shown) const;
  /// The colour of a run in the curves, of a group that of its first run there, rather one that is not dashed.
  [[nodiscard]] std::optional<present::Color> colorOf(const QModelIndex& shown) const;
  /// A run that stands below its group.
  [[nodiscard]] bool isMember(const QModelIndex& shown) const { return row(shown).member(); }
  [[nodiscard]] bool folded(const QModelIndex& group) const { return m_folded.contains(row(group).group); }
  void setFolded(const QModelIndex& group, bool folded);

 private:
  using Row = session::RunRow;
  [[nodiscard]] const Row& row(const QModelIndex& index) const { return m_rows[static_cast<std::size_t>(index.row())]; }
  [[nodiscard]] const RunGroupLine* groupOf(const std::string& key) const;
  [[nodiscard]] bool accepts(int run) const;
  [[nodiscard]] session::SortKey key(const Row& row, RunColumn column) const;
  /// `kept`: lines whose place among each other stays; they stand before lines that are new.
  [[nodiscard]] std::vector<Row> arranged(bool withFolded = false, const std::vector<Row>& kept = {}) const;
  void apply(std::vector<Row> wanted);

  RunLines& m_lines;
  std::vector<RunGroupLine> m_groups;
  std::vector<Row> m_rows;
  std::set<std::string> m_folded;
  session::RunFilter m_filter;
  bool m_archivedShown = false;
  bool m_grouped = true;
  bool m_held = false;
  RunColumn m_sorted = RunColumn::Standing;
  Qt::SortOrder m_direction = Qt::AscendingOrder;
};

}  // namespace sojourn::qt
