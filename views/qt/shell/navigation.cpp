// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/navigation.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::NavigationPlace;

Navigation::Navigation(QWidget* window, session::Workspace& workspace, Shown shown)
    : QObject(window),
      m_window(window),
      m_workspace(workspace),
      m_shown(std::move(shown)),
      m_back(new QAction(lineIcon(QStringLiteral("back")), tr("&Back"), window)),
      m_forward(new QAction(lineIcon(QStringLiteral("forward")), tr("&Forward"), window)) {
  m_back->setObjectName(QStringLiteral("back"));
  m_back->setShortcut(QKeySequence(tr("Alt+Left")));
  m_forward->setObjectName(QStringLiteral("forward"));
  m_forward->setShortcut(QKeySequence(tr("Alt+Right")));
  connect(m_back, &QAction::triggered, this, [this] { go(-1); });
  connect(m_forward, &QAction::triggered, this, [this] { go(1); });
  qApp->installEventFilter(this);
  showActions();
}

NavigationPlace Navigation::placeNow() const {
  NavigationPlace place;
  place.front = studioWorkspaces[static_cast<std::size_t>(m_shown.workspace())].second;
  place.demo = m_workspace.isDemo();
  if (m_workspace.dataset()) place.data = m_workspace.dataPath();
  place.split = m_workspace.split();
  place.index = m_workspace.row().value_or(0);
  if (m_workspace.engine() && !m_workspace.isDemoCheckpoint()) place.checkpoint = m_workspace.checkpointPath();
  place.heads = m_workspace.chosenHeads();
  place.filter = m_workspace.samples().filterText();
  place.pseudonyms = m_workspace.pseudonyms();
  return place;
}

/// Whether it is the sample next to the one before, as Samples shows them.
bool Navigation::isStep(const NavigationPlace& now) const {
  const NavigationPlace* before = m_history.at(0);
  if (!before || before->front != now.front || !before->sameDataset(now) || before->split != now.split ||
      before->filter != now.filter)
    return false;
  const auto positionOf = [this](std::size_t row) {
    return m_workspace.samples().view().positionOf(static_cast<session::SampleIndex>(row));
  };
  const auto from = positionOf(before->index), to = positionOf(now.index);
  return from && to && std::max(*from, *to) - std::min(*from, *to) == 1;
}

void Navigation::record() {
  if (m_going || m_workspace.opening()) return;
  NavigationPlace now = placeNow();
  if (const auto pending = std::exchange(m_pending, std::nullopt)) {
    const NavigationPlace& wanted = pending->place;
    // Where it could not be opened, whatever is on screen is recorded like any other place.
    if (wanted.sameDataset(now) && wanted.split == now.split && wanted.index == now.index) m_history.move(pending->by);
  }
  const bool step = isStep(now);
  m_history.record(std::move(now), step, m_workspace.samples().filterBy() == session::FilterBy::Click);
  showActions();
}

void Navigation::go(int by) {
  const NavigationPlace* found = m_history.at(by);
  if (!found) return;
  const NavigationPlace place = *found;
  m_pending = Pending{by, place};
  m_going = true;
  if (const auto front = studioWorkspaceNamed(place.front)) m_shown.showWorkspace(*front);
  open(place);
  m_going = false;
  record();
}

void Navigation::open(const NavigationPlace& place) {
  const NavigationPlace now = placeNow();
  if (!place.sameDataset(now)) {
    session::OpenRequest request;
    request.demo = place.demo;
    if (!place.demo) request.data = place.data;
    if (!place.checkpoint.empty()) request.checkpoint = place.checkpoint;
    request.heads = place.heads;
    request.split = place.split;
    request.index = place.index;
    request.filter = place.filter;
    request.pseudonyms = place.pseudonyms;
    if (place.demo || !place.data.empty()) m_workspace.open(std::move(request));
    return;
  }
  m_workspace.samples().setFilterText(place.filter, session::FilterBy::Restoring);
  if (place.split != now.split) {
    m_workspace.open({.data = {}, .checkpoint = {}, .heads = {}, .split = place.split, .index = place.index});
  } else if (place.index != now.index) {
    m_workspace.setRow(place.index);
  }
}

QString Navigation::textOf(const NavigationPlace& place) const {
  if (place.front == studioWorkspaces[static_cast<std::size_t>(StudioWorkspace::Training)].second)
    return tr("the Training workspace");
  const QString sample =
      tr("sample %1, %2")
          .arg(toText(groupThousands(static_cast<long long>(place.index))), QLatin1String(splitName(place.split)));
  const NavigationPlace now = placeNow();
  if (samePlace(place, now) && place.filter != now.filter)
    return place.filter.empty() ? tr("all samples") : tr("filter %1").arg(toText(escapeForDisplay(place.filter, 60)));
  if (place.sameDataset(now)) return sample;
  return tr("%1 of %2")
      .arg(sample, place.demo ? tr("the demo city") : toText(escapeForDisplay(place.data.filename().string(), 60)));
}

void Navigation::showActions() {
  const auto show = [this](QAction* action, int by, const QString& name) {
    const NavigationPlace* place = m_history.at(by);
    action->setEnabled(place != nullptr);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(place ? tr("%1 to %2 (%3)").arg(name, textOf(*place), keys).toHtmlEscaped()
                             : QStringLiteral("%1 (%2)").arg(name, keys));
  };
  show(m_back, -1, tr("Back"));
  show(m_forward, 1, tr("Forward"));
}

bool Navigation::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) {
    const Qt::MouseButton button = static_cast<QMouseEvent*>(event)->button();
    const auto* widget = qobject_cast<QWidget*>(watched);
    QAction* wanted = button == Qt::BackButton ? m_back : button == Qt::ForwardButton ? m_forward : nullptr;
    if (wanted && widget && widget->window() == m_window) return wanted->trigger(), true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace sojourn::qt
