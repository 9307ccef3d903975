// SPDX-License-Identifier: GPL-3.0-or-later
// The Places workspace: where the models expect the person, on maps, and the path that leads there.
#pragma once

#include <QTimer>

#include "views/qt/docks/sample_area.h"

namespace sojourn::session {
class EmbeddingsStudy;
class ModelComparisons;
}  // namespace sojourn::session

namespace sojourn::qt {

class PlacesBar;
class ViewState;

/// Space plays the path.
class PlacesArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` must outlive this.
  PlacesArea(session::Workspace& workspace, ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] PlacesBar* bar() const { return m_bar; }
  [[nodiscard]] const ViewState& viewState() const { return m_state; }
  /// What lies below the maps is there.
  [[nodiscard]] bool settled() const;
  [[nodiscard]] session::EmbeddingsStudy& embeddings() const;
  [[nodiscard]] session::ModelComparisons& comparisons() const;
  void updateFrom(session::Changes changes) override;
  /// From the begin of the window, or on from where it was stopped; stops it while it plays.
  void togglePlaying();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  ViewState& m_state;
  PlacesBar* m_bar;
  QTimer m_playing;
};

}  // namespace sojourn::qt
