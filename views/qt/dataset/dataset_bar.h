// SPDX-License-Identifier: GPL-3.0-or-later
// The row over the docks of the Dataset workspace: which samples, and in which time zone hours are shown.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <array>

#include "views/qt/widgets/compose.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

class FilterEdit;
class FittingLabel;

class DatasetBar final : public OptionBar {
  Q_OBJECT
 public:
  /// `workspace` must outlive this.
  explicit DatasetBar(session::Workspace& workspace, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);

  [[nodiscard]] FilterEdit* filter() const { return m_filter; }
  [[nodiscard]] QComboBox* zone() const { return m_zone; }
  [[nodiscard]] QToolButton* split(Split split) const { return m_splits.at(static_cast<std::size_t>(split)); }
  /// What the filter shows, or what is wrong with it.
  [[nodiscard]] QLabel* scope() const;

 private:
  void showSplit();
  void showScope();
  void showZone();

  session::Workspace& m_workspace;
  std::array<QToolButton*, 3> m_splits{};
  FilterEdit* m_filter;
  FittingLabel* m_scope;
  QComboBox* m_zone;
  FittingLabel* m_note;
};

}  // namespace sojourn::qt
