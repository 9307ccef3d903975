// SPDX-License-Identifier: GPL-3.0-or-later
// Edit rules: the view of What if that edits all filtered samples at once, with the rule's controls.
#pragma once

#include <QObject>

#include "views/qt/docks/view_spec.h"
#include "views/session/what_if/edit_rules.h"

class QComboBox;
class QSpinBox;
class QToolButton;

namespace sojourn::qt {

class PlacePicker;
class SceneView;

class WhatIfRules final : public QObject {
  Q_OBJECT
 public:
  /// Must outlive this.
  WhatIfRules(session::Workspace& workspace, QObject* parent);

  [[nodiscard]] const ViewSpec& spec() const { return m_spec; }
  /// The controls above the picture; the owner lays them out.
  [[nodiscard]] QWidget* bar() const { return m_bar; }
  /// The view that shows the picture.
  void watch(SceneView* view) { m_view = view; }
  [[nodiscard]] session::EditRules& rules() { return m_rules; }
  /// As the controls have it.
  [[nodiscard]] EditRule rule() const;
  [[nodiscard]] PlacePicker* picker() const { return m_picker; }

 private:
  void makeBar();
  void changed();
  void showControls();
  void askPlace(QToolButton* button);
  [[nodiscard]] std::string placeName(LocationId location) const;
  [[nodiscard]] present::ViewContent content(const present::Canvas& canvas) const;

  session::Workspace& m_workspace;
  ViewSpec m_spec;
  SceneView* m_view = nullptr;
  QWidget* m_bar = nullptr;
  QComboBox* m_kind = nullptr;
  QSpinBox *m_minutes = nullptr, *m_visits = nullptr;
  QToolButton *m_from = nullptr, *m_to = nullptr, *m_run = nullptr;
  PlacePicker* m_picker = nullptr;
  QToolButton* m_asking = nullptr;  ///< whose place is asked for
  LocationId m_fromPlace = paddingLocation, m_toPlace = paddingLocation;
  std::string m_scopeText;  ///< of the effect
  session::EditRules m_rules;
};

}  // namespace sojourn::qt
