// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the Runs dock.
#pragma once

#include <QTableView>

namespace sojourn::qt {

class RunsOrder;

class RunsTableView final : public QTableView {
 public:
  explicit RunsTableView(RunsOrder& order, QWidget* parent = nullptr);

  /// Shares the width out among the columns as what they hold now needs it.
  void fit();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  /// While the pointer is over the lines, none of them moves away under it.
  bool viewportEvent(QEvent* event) override;
  /// Left and Right fold and unfold the group of the current line.
  void keyPressEvent(QKeyEvent* event) override;

 private:
  [[nodiscard]] int headWidth(int column) const;
  [[nodiscard]] int widest(int column, int least, int most) const;

  RunsOrder& m_order;
};

}  // namespace sojourn::qt
