// SPDX-License-Identifier: GPL-3.0-or-later
// The row over the Places workspace: the two models, what circles and dots are, and how exact positions are.
#pragma once

#include <QToolButton>

#include "views/qt/widgets/compose.h"
#include "views/session/workspace/workspace.h"

class QComboBox;

namespace sojourn::qt {

class BackgroundButton;
class FittingLabel;
class MapViews;

class PlacesBar final : public OptionBar {
  Q_OBJECT
 public:
  /// `maps` must outlive this.
  explicit PlacesBar(MapViews& maps, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);
  /// The options of the maps, as they are now.
  void showOptions();
  [[nodiscard]] QComboBox* first() const { return m_first; }
  [[nodiscard]] QComboBox* second() const { return m_second; }
  [[nodiscard]] QComboBox* circles() const { return m_circles; }
  /// In the order of present::DotColor; District only where there are some.
  [[nodiscard]] QComboBox* dots() const { return m_dots; }
  [[nodiscard]] QToolButton* exact() const { return m_exact; }
  [[nodiscard]] QToolButton* rounded() const { return m_rounded; }
  [[nodiscard]] BackgroundButton* background() const { return m_background; }

 private:
  void fillModels();

  session::Workspace& m_workspace;
  MapViews& m_maps;
  QComboBox* m_first;
  QComboBox* m_second;
  QComboBox* m_circles;
  QComboBox* m_dots;
  QToolButton* m_exact;
  QToolButton* m_rounded;
  BackgroundButton* m_background;
  FittingLabel* m_note;
};

}  // namespace sojourn::qt
