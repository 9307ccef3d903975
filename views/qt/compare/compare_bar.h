// SPDX-License-Identifier: GPL-3.0-or-later
// The row over the Compare workspace: the models with their letters, what can be added, and which two are in columns.
#pragma once

#include <QToolButton>
#include <vector>

#include "views/qt/widgets/compose.h"
#include "views/session/compare/model_comparisons.h"

class QComboBox;
class QHBoxLayout;
class QMenu;

namespace sojourn::qt {

class FittingLabel;

class CompareBar final : public OptionBar {
  Q_OBJECT
 public:
  /// Both must outlive this.
  CompareBar(session::Workspace& workspace, session::ModelComparisons& comparisons, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);
  void offerModels();
  void addModel(const session::ComparedSource& source);
  /// One a model; its menu removes it or puts it into a column.
  [[nodiscard]] const std::vector<QToolButton*>& models() const { return m_buttons; }
  [[nodiscard]] QToolButton* adding() const { return m_add; }
  [[nodiscard]] QToolButton* swapping() const { return m_swap; }
  [[nodiscard]] QComboBox* first() const { return m_first; }
  [[nodiscard]] QComboBox* second() const { return m_second; }
  [[nodiscard]] QLabel* status() const;

 private:
  void fill();
  void fillAdding(QMenu* menu);
  void fillModel(QMenu* menu, std::size_t model);
  void recolor();

  session::Workspace& m_workspace;
  session::ModelComparisons& m_comparisons;
  std::vector<QToolButton*> m_buttons;
  QHBoxLayout* m_row;
  QToolButton* m_add;
  QComboBox* m_first;
  QComboBox* m_second;
  QToolButton* m_swap;
  FittingLabel* m_status;
};

}  // namespace sojourn::qt
