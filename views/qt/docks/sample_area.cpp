// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/sample_area.h"

#include <QVBoxLayout>
#include <utility>

#include "views/qt/docks/sample_scope.h"
#include "views/qt/docks/view_spec.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

namespace {

/// Below this a new picture is simply awaited.
constexpr int waitingMilliseconds = 200;

bool answerIsComing(const session::Workspace& workspace) {
  return workspace.inspection() && workspace.inspectionOutdated() && !workspace.inspectionError();
}

QWidget* stacked(QWidget* above, QWidget* below) {
  auto* panel = new QWidget;
  panel->setAutoFillBackground(true);
  panel->setBackgroundRole(QPalette::Light);
  auto* column = new QVBoxLayout(panel);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(above);
  column->addWidget(below, 1);
  panel->setFocusProxy(below);
  return panel;
}

}  // namespace

SampleArea::SampleArea(const CurrentSample& current, Arrangement arrangement, QWidget* parent)
    : DockArea(arrangement, parent), m_current(current), m_workspace(current.workspace()) {
  m_waiting.setSingleShot(true);
  m_waiting.setInterval(waitingMilliseconds);
  connect(&m_waiting, &QTimer::timeout, this, [this] { setLate(answerIsComing(m_workspace)); });
}

ViewDock* SampleArea::addView(const ViewSpec& spec, QWidget* above) {
  auto* shown = new SceneView(spec.title, [this, &spec](present::Size size) -> present::ViewContent {
    if (auto opening = openingContent(m_workspace)) return *std::move(opening);
    return contentOf(spec, m_current.source(), {.size = size, .theme = Appearance::theme(), .text = measurer()});
  });
  const QString id = spec.id;
  m_specs.insert(id, &spec);
  m_views.insert(id, shown);
  auto* dock = new ViewDock(id, spec.title, above ? stacked(above, shown) : shown, spec.minimum);
  add(dock);
  connect(shown, &SceneView::hovered, this, [this](const Focus& focus) { m_workspace.selection().hover(focus); });
  connect(shown, &SceneView::selected, this,
          [this](const Focus& focus, bool more) { m_workspace.selection().select(focus, more); });
  connect(shown, &SceneView::cleared, this, [this] { m_workspace.selection().clear(); });
  connect(shown, &SceneView::visitStepped, this, [this, shown](int by) {
    m_workspace.selection().moveVisit(by);
    if (const auto visit = m_workspace.selection().now().selected.visit) shown->focusVisit(*visit);
  });
  connect(shown, &SceneView::actionRequested, this, &SampleArea::actionRequested);
  connect(shown, &SceneView::said, this, &SampleArea::said);
  connect(shown, &SceneView::contentChanged, this, [this, shown, dock, &spec] {
    const present::Scene* scene = shown->scene();
    dock->bar()->setCaption(scene ? toText(scene->caption) : QString(),
                            scene ? toText(scene->captionRight) : QString());
    showWaiting(spec);
  });
  connect(shown, &SceneView::menuWanted, this,
          [this, id](QMenu* menu, const present::HitArea* area) { Q_EMIT viewMenuWanted(id, menu, area); });
  return dock;
}

void SampleArea::repaintViews() {
  for (SceneView* shown : std::as_const(m_views)) shown->refreshOnceLaidOut();
}

void SampleArea::repaint(const QStringList& ids) {
  for (const QString& id : ids)
    if (SceneView* shown = view(id)) shown->refresh();
}

void SampleArea::updateFrom(Changes changes) {
  const bool coming = answerIsComing(m_workspace);
  if (changes.hasAny({Change::Inspection, Change::Sample, Change::Model})) {
    if (!coming) {
      m_waiting.stop();
      setLate(false);
    } else if (!m_waiting.isActive()) {
      m_waiting.start();
    }
  }
  // Pointing at something outdates nothing.
  for (const ViewSpec* spec : std::as_const(m_specs))
    if (spec->outdated && changes != Changes(Change::Hover)) showWaiting(*spec);
  changes |= std::exchange(m_postponed, {});
  if (coming && changes.has(Change::Sample)) {
    m_postponed = changes;
    return;
  }
  for (const ViewSpec* spec : std::as_const(m_specs)) {
    if (changes.hasAny(spec->dependsOn)) m_views[spec->id]->refresh();
  }
}

void SampleArea::cover(std::optional<present::EmptyState> nothing) {
  m_nothing = std::move(nothing);
  if (m_nothing && !m_cover) {
    m_cover = new EmptyPanel(this);
    connect(m_cover, &EmptyPanel::actionRequested, this, &SampleArea::actionRequested);
    onInFrontChanged(QStringLiteral("help"), [this](bool inFront) {
      m_helpInFront = inFront;
      placeCover();
    });
  }
  placeCover();
}

void SampleArea::placeCover() {
  if (!m_cover) return;
  const bool covered = m_nothing && !m_helpInFront;
  for (ViewDock* dock : docks()) dock->setEnabled(!covered);
  if (!covered) return m_cover->hide();
  const int top = menuWidget() ? menuWidget()->geometry().bottom() + 1 : 0;
  m_cover->setGeometry(0, top, width(), height() - top);
  m_cover->show(*m_nothing);
  m_cover->raise();
}

void SampleArea::resizeEvent(QResizeEvent* event) {
  DockArea::resizeEvent(event);
  placeCover();
}

void SampleArea::setLate(bool late) {
  m_late = late;
  for (const ViewSpec* spec : std::as_const(m_specs)) showWaiting(*spec);
}

void SampleArea::showWaiting(const ViewSpec& spec) {
  const bool waiting = spec.outdated ? spec.outdated() : m_late;
  m_views[spec.id]->setWaiting(waiting);
  dock(spec.id)->bar()->setWaiting(waiting);
}

}  // namespace sojourn::qt
