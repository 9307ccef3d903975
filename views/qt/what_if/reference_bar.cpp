// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if/reference_bar.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/what_if/what_if_text.h"
#include "views/qt/what_if/what_if_views.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::qt {
namespace {

constexpr int barHeight = 32;
constexpr int pinRoom = 34;
constexpr int leastReference = 160;
constexpr std::size_t mostStates = 12;

template <typename Label>
Label* line() {
  auto* label = new Label;
  label->setTextFormat(Qt::RichText);
  label->setFont(toFont({.size = 12}));
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

/// "Reference sample 3376 as recorded": the head in the accent's colour, the rest escaped.
QString headed(const QString& head, const QString& text) {
  return QStringLiteral("<b style=\"color:%1\">%2</b>&nbsp; %3")
      .arg(toColor(Appearance::theme().accent).name(), head, text.toHtmlEscaped());
}

/// The whole of it, then with an ellipsis after fewer and fewer of its parts: a number that is cut is a wrong one.
QStringList headedChoices(const QString& head, const QString& text) {
  QStringList choices{headed(head, text)};
  const QString separator = QStringLiteral(", ");
  for (qsizetype at = text.lastIndexOf(separator); at > 0; at = text.lastIndexOf(separator, at - 1))
    choices += headed(head, text.left(at) + QStringLiteral("\u2026"));
  return choices;
}

}  // namespace

ReferenceBar::ReferenceBar(session::Workspace& workspace, session::WhatIf& whatIf, const WhatIfViews& views,
                           QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_whatIf(whatIf),
      m_views(views),
      m_reference(line<QLabel>()),
      m_now(line<FittingLabel>()),
      m_choices(new QMenu(this)) {
  setFixedHeight(barHeight);
  auto* save = new QAction(lineIcon(QStringLiteral("save")), tr("Save scenario"), this);
  save->setToolTip(tr("Save the current visits under a name"));
  connect(save, &QAction::triggered, this, &ReferenceBar::saveWanted);
  auto* change = new QAction(lineIcon(QStringLiteral("swap")), tr("Change…"), this);
  change->setToolTip(tr("Compare with another sample, a scenario or an earlier state"));
  auto* changeButton = framedButton(change);
  changeButton->setPopupMode(QToolButton::InstantPopup);
  changeButton->setMenu(m_choices);
  connect(m_choices, &QMenu::aboutToShow, this, &ReferenceBar::fillChoices);
  // The reference has the room of its words, what is now the rest.
  m_reference->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
  m_reference->setMinimumWidth(leastReference);
  setLayout(rowOf({m_reference, {m_now, 1}, framedButton(save), changeButton}, 12, {pinRoom, 0, 12, 0}));
  refresh();
}

void ReferenceBar::refresh() {
  const session::PinnedReference& pinned = m_whatIf.reference();
  QString name = toText(sojourn::tr(pinned.name));
  if (!m_whatIf.referenceCounts() && pinned.sample) {
    name += tr(", of another dataset (%1): nothing is compared with it")
                .arg(toText(escapeForDisplay(pinned.sample->dataset, 60)));
  } else if (!pinned.sequence.visits.empty()) {
    const session::PlaceNaming& naming = m_workspace.names().naming();
    name += QStringLiteral(", ") + toText(escapeForDisplay(naming.userName(pinned.sequence.user), 60)).toLower();
    if (pinned.sequence.target)
      name += tr(", target %1")
                  .arg(toText(escapeForDisplay(naming.name(*pinned.sequence.target, pinned.sequence.user), 60)));
  }
  m_reference->setText(headed(tr("Reference"), name));
  m_reference->setToolTip(name.toHtmlEscaped());
  const auto* history = m_whatIf.history();
  const auto& preview = m_whatIf.preview();
  QString now;
  if (preview || (history && (history->position() > 0 || m_whatIf.comparison()))) {
    now = toText(preview ? sojourn::tr(preview->state.name) : present::editsText(history->position()));
    const QString change = toText(present::changeText(m_views.compared(m_views.current().source()).sample));
    if (!change.isEmpty()) now += (now.isEmpty() ? QString() : QStringLiteral(": ")) + change;
  } else {
    now = tr("nothing edited");
  }
  m_now->setChoices(headedChoices(preview ? tr("Preview") : tr("Now"), now));
  m_now->setToolTip(now.toHtmlEscaped());
  setAccessibleName(text());
  update();
}

QString ReferenceBar::text() const {
  return (m_whatIf.preview() ? tr("Reference %1. Preview %2") : tr("Reference %1. Now %2"))
      .arg(m_reference->toolTip(), m_now->toolTip());
}

void ReferenceBar::fillChoices() {
  m_choices->clear();
  const auto offer = [this](QString text, bool chosen, auto pin) {
    QAction* choice = m_choices->addAction(text.replace(QLatin1Char('&'), QStringLiteral("&&")), this, pin);
    choice->setCheckable(true);
    choice->setChecked(chosen);
  };
  using Kind = session::PinnedReference::Kind;
  const session::PinnedReference& pinned = m_whatIf.reference();
  offer(tr("The sample as recorded"), pinned.kind == Kind::Recorded, [this] { m_whatIf.pinRecorded(); });
  offer(tr("Another sample…"), pinned.kind == Kind::Sample, [this] { Q_EMIT sampleWanted(); });
  if (const auto* history = m_whatIf.history(); history && history->states().size() > 1) {
    m_choices->addSection(tr("States of this sample"));
    const std::size_t states = history->states().size();
    for (std::size_t i = states > mostStates ? states - mostStates : 1; i < states; ++i)
      offer(toText(sojourn::tr(history->states()[i].name)), false, [this, i] { m_whatIf.pinState(i); });
  }
  if (!m_whatIf.scenarios().empty()) m_choices->addSection(tr("Scenarios"));
  for (std::size_t i = 0; i < m_whatIf.scenarios().size(); ++i) {
    const std::string name = escapeForDisplay(m_whatIf.scenarios()[i].scenario.name, 80);
    offer(toText(name), pinned.kind == Kind::Scenario && pinned.name == "scenario " + name,
          [this, i] { m_whatIf.pinScenario(i); });
  }
}

void ReferenceBar::paintEvent(QPaintEvent*) {
  const present::Theme& theme = Appearance::theme();
  QPainter painter(this);
  painter.fillRect(rect(), toColor(theme.soft));
  painter.fillRect(QRect(0, height() - 1, width(), 1), toColor(theme.line));
  paintIcon(painter, QRectF(12, (height() - 16) / 2.0, 16, 16), QStringLiteral("pin"), toColor(theme.accent));
}

}  // namespace sojourn::qt
