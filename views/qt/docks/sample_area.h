// SPDX-License-Identifier: GPL-3.0-or-later
// Docks with pictures of the sample: made again when what they are made from has changed, and only on screen.
#pragma once

#include <QHash>
#include <QTimer>
#include <optional>

#include "views/present/scene/scene.h"
#include "views/qt/docks/dock_area.h"
#include "views/session/workspace/workspace.h"

class QMenu;

namespace sojourn::present {
struct Action;
struct HitArea;
}  // namespace sojourn::present

namespace sojourn::qt {

class EmptyPanel;
class SceneView;
struct ViewSpec;
class CurrentSample;

/// The selection goes to the workspace; what else a picture says is passed on.
class SampleArea : public DockArea {
  Q_OBJECT
 public:
  /// `current` must outlive this.
  SampleArea(const CurrentSample& current, Arrangement arrangement, QWidget* parent = nullptr);

  /// A picture in a dock of its own, below a row of controls where there is one. `spec` must outlive this.
  ViewDock* addView(const ViewSpec& spec, QWidget* above = nullptr);
  /// Null where `id` is none of the views that were added.
  [[nodiscard]] const ViewSpec* spec(const QString& id) const { return m_specs.value(id); }
  [[nodiscard]] SceneView* view(const QString& id) const override { return m_views.value(id); }
  void repaintViews() override;
  /// Makes these again, where it has them: options of theirs have changed.
  virtual void repaint(const QStringList& ids);
  /// The answer to a new sample comes within a frame or two: until then the old pictures stay, and are not made twice.
  virtual void updateFrom(session::Changes changes);
  /// What covers all views; null before any was covered.
  [[nodiscard]] EmptyPanel* covering() const { return m_cover; }

 Q_SIGNALS:
  void actionRequested(const sojourn::present::Action& action);
  void said(const QString& label);
  void viewMenuWanted(const QString& id, QMenu* menu, const sojourn::present::HitArea* area);

 protected:
  [[nodiscard]] session::Workspace& workspace() const { return m_workspace; }
  /// One sentence over all views where each of them would say the same; nothing shows them again. Help stays readable.
  void cover(std::optional<present::EmptyState> nothing);
  void resizeEvent(QResizeEvent* event) override;

 private:
  void placeCover();
  /// Dims the pictures of the inspection, and says so in their titles.
  void setLate(bool late);
  /// Dims a view at once where it shows an answer to another question than the present one.
  void showWaiting(const ViewSpec& spec);

  const CurrentSample& m_current;
  session::Workspace& m_workspace;
  QHash<QString, const ViewSpec*> m_specs;
  QHash<QString, SceneView*> m_views;
  QTimer m_waiting;
  EmptyPanel* m_cover = nullptr;
  std::optional<present::EmptyState> m_nothing;  ///< that covers the views
  bool m_helpInFront = false;
  bool m_late = false;           ///< the inspection is awaited for longer than that takes
  session::Changes m_postponed;  ///< waiting for the inspection that makes them worth showing
};

}  // namespace sojourn::qt
