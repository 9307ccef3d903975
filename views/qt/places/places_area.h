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

class EmbeddingViews;
class MapViews;
class PlacesBar;

/// Space plays the path.
class PlacesArea final : public SampleArea {
  Q_OBJECT
 public:
  /// Both must outlive this.
  PlacesArea(MapViews& maps, EmbeddingViews& tables, QWidget* parent = nullptr);

  [[nodiscard]] PlacesBar* bar() const { return m_bar; }
  [[nodiscard]] const MapViews& maps() const { return m_maps; }
  [[nodiscard]] const EmbeddingViews& tables() const { return m_tables; }
  /// What lies below the maps is there.
  [[nodiscard]] bool settled() const;
  [[nodiscard]] session::EmbeddingsStudy& embeddings() const;
  [[nodiscard]] session::ModelComparisons& comparisons() const;
  void repaint(const QStringList& ids) override;
  void updateFrom(session::Changes changes) override;
  /// From the begin of the window, or on from where it was stopped; stops it while it plays.
  void togglePlaying();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  /// Starts or stops the clock that moves the path on.
  void updatePlaying();

  MapViews& m_maps;
  EmbeddingViews& m_tables;
  PlacesBar* m_bar;
  QTimer m_playing;
};

}  // namespace sojourn::qt
