// SPDX-License-Identifier: GPL-3.0-or-later
// Nearest training samples: the view of What if that says what the model has seen of the kind, with its controls.
#pragma once

#include <QObject>
#include <tuple>

#include "views/qt/docks/view_spec.h"
#include "views/session/what_if/searches.h"

class QComboBox;
class QLabel;

namespace sojourn::qt {

class DockArea;
class SceneView;

class WhatIfNearest final : public QObject {
  Q_OBJECT
 public:
  /// `current` must outlive this.
  WhatIfNearest(const CurrentSample& current, QObject* parent);

  [[nodiscard]] const ViewSpec& spec() const { return m_spec; }
  /// The controls above the picture; the owner lays them out.
  [[nodiscard]] QWidget* bar() const { return m_bar; }
  /// The docks among which its own is: only while that is in front is anything computed.
  void watch(DockArea& area);
  /// "selectTraining" marks a row, "openTraining" opens that sample of the training split; false for other actions.
  void handle(const present::Action& action);

  [[nodiscard]] session::NearestRecords& records() { return m_records; }

 private:
  void makeBar();
  void changed();
  [[nodiscard]] present::ViewContent content(const SampleSource& source, const present::Canvas& canvas) const;

  session::Workspace& m_workspace;
  ViewSpec m_spec;
  SceneView* m_view = nullptr;
  QWidget *m_bar = nullptr, *m_progress = nullptr;
  QComboBox* m_similarity = nullptr;
  QLabel* m_progressText = nullptr;
  std::optional<std::size_t> m_selected;  ///< row of the training split
  /// What the picture was made of, whether that was outdated, and whether there was an error.
  std::tuple<std::shared_ptr<const session::NearestAnswer>, bool, bool> m_drawn;
  session::NearestRecords m_records;
};

}  // namespace sojourn::qt
