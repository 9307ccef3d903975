// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/edit_bar.h"

#include <QAction>
#include <QComboBox>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <utility>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "views/present/scene/format.h"
#include "views/qt/visits/edit_fields.h"
#include "views/qt/visits/visit_editor.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/place_picker.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// A name that has no room is shortened in its middle, so that the arrow at its end stays.
class PlaceButton final : public QToolButton {
 protected:
  void paintEvent(QPaintEvent*) override {
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    option.text = fontMetrics().elidedText(text(), Qt::ElideMiddle, width() - 24);  // padding and edges of the style
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
  }
};

constexpr int minutesAStep = 15;
constexpr int usualGap = 6, leastGap = 3;
/// px at normal text size from which on the words of all buttons fit, and undo and redo, which History and the menu
/// have too; and from which on the row has its usual gaps.
constexpr int textFrom = 740, stepsFrom = 560, gapsFrom = 500;

}  // namespace

EditBar::EditBar(VisitEditor& editor, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_who(textLabel()),
      m_place(new PlaceButton),
      m_day(new QComboBox),
      m_start(new StepEdit),
      m_duration(new StepEdit),
      m_insert(framedButton(actions.insert)),
      m_picker(new PlacePicker(this)) {
  setFixedHeight(36);
  setAccessibleName(tr("Fields of the selected visit"));
  m_place->setProperty("framed", true);
  m_place->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_place->setFixedHeight(24);
  m_place->setMinimumWidth(96);
  m_place->setMaximumWidth(190);
  m_place->setFont(toFont({.size = 12}));
  m_place->setFocusPolicy(Qt::StrongFocus);
  m_place->setToolTip(tr("Change the place of the visit"));
  const auto dress = [](QWidget* field, int width, const QString& name, const QString& tip) {
    field->setFixedWidth(width);
    field->setAccessibleName(name);
    field->setToolTip(tip);
  };
  dress(m_day, 72, tr("Day"), tr("Day of the visit; also sets its days before the next visit"));
  dress(m_start, 58, tr("Start"), tr("Start; Up and Down step by 15 minutes"));
  dress(m_duration, 76, tr("Duration"), tr("Duration, as 12 h 30 or 45 min; Up and Down step by 15 minutes"));
  m_buttons = {framedButton(actions.remove), framedButton(actions.duplicate), m_insert};
  for (QAction* action : {actions.undo, actions.redo}) {
    m_steps.append(new QToolButton);
    m_steps.back()->setDefaultAction(action);
    m_steps.back()->setIconSize({16, 16});
    m_steps.back()->setFixedSize(26, 24);
  }
  for (QToolButton* button : m_buttons + m_steps)
    button->setAccessibleName(button->defaultAction()->text().remove(QLatin1Char('&')));
  setLayout(rowOf({m_who, m_place, m_day, m_start, m_duration, fixedGap(4), m_buttons[0], m_buttons[1], m_insert,
                   spring(), m_steps[0], m_steps[1]},
                  usualGap, {12, 6, 12, 6}));
  connectFields();
  refresh();
}

void EditBar::connectFields() {
  connect(m_place, &QToolButton::clicked, this, &EditBar::askPlace);
  connect(m_picker, &PlacePicker::picked, this, [this](LocationId location) {
    if (m_inserting)
      m_editor.insert(location);
    else
      m_editor.setPlace(location);
  });
  connect(m_day, &QComboBox::activated, this, [this](int index) { m_editor.setDay(m_day->itemData(index).toInt()); });
  connect(m_start, &StepEdit::stepped, this, [this](int by) { m_editor.nudge(by * minutesAStep); });
  connect(m_duration, &StepEdit::stepped, this, [this](int by) { m_editor.stretch(by * minutesAStep); });
  connect(m_start, &StepEdit::taken, this, [this](const QString& text) {
    if (!m_editor.takeStart(m_editor.selected(), text)) refresh();
  });
  connect(m_duration, &StepEdit::taken, this, [this](const QString& text) {
    if (!m_editor.takeDuration(m_editor.selected(), text)) refresh();
  });
}

void EditBar::refresh() {
  const Sequence* sequence = m_editor.workspace().sequence();
  const auto visits = m_editor.selected();
  const bool any = sequence && !visits.empty();
  for (QWidget* field : std::initializer_list<QWidget*>{m_place, m_day, m_start, m_duration}) field->setEnabled(any);
  if (!any) {
    m_day->clear();
    m_who->setText(tr("No visit selected"));
    m_place->setText(tr("Place"));
    m_start->show({});
    m_duration->show({});
    return arrange();
  }
  m_who->setText(visits.size() == 1 ? tr("Selected") : tr("%1 visits").arg(visits.size()));
  const session::Workspace& workspace = m_editor.workspace();
  const Visit& visit = sequence->visits[visits[0]];
  const QString place = toText(escapeForDisplay(workspace.names().naming().name(visit.location, sequence->user), 60));
  m_place->setText(place + QStringLiteral("  \u25BE"));
  m_place->setAccessibleName(tr("Place: %1").arg(place));
  const QSignalBlocker quiet(m_day);
  fillDays(*m_day, visit, workspace.names().displayOffsetMinutes());
  m_start->show(toText(present::clockText(localStart(visit, workspace.names().displayOffsetMinutes()).minute)));
  m_duration->show(durationWords(visit.durationMinutes));
  arrange();
}

void EditBar::openFields() {
  if (!m_start->isEnabled()) return;
  m_start->setFocus(Qt::ShortcutFocusReason);
  m_start->selectAll();
}

void EditBar::askPlace() {
  const auto visits = m_editor.selected();
  const Sequence* sequence = m_editor.workspace().sequence();
  if (!sequence || visits.empty()) return;
  m_inserting = false;
  m_picker->open(session::placeChoices(m_editor.workspace(), sequence->visits[visits[0]].location), m_place);
}

void EditBar::askInsert() {
  const auto visits = m_editor.selected();
  const Sequence* sequence = m_editor.workspace().sequence();
  if (!sequence || sequence->visits.empty()) return;
  m_inserting = true;
  const Visit& beside = visits.empty() ? sequence->visits.back() : sequence->visits[visits[0]];
  m_picker->open(session::placeChoices(m_editor.workspace(), beside.location), m_insert);
}

void EditBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) arrange();
}

void EditBar::arrange() {
  const auto roomFor = [this](int from) { return width() >= from * textFactor(); };
  const auto style = roomFor(textFrom) ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly;
  for (QToolButton* button : std::as_const(m_buttons)) button->setToolButtonStyle(style);
  for (QToolButton* button : std::as_const(m_steps)) button->setVisible(roomFor(stepsFrom));
  layout()->setSpacing(roomFor(gapsFrom) ? usualGap : leastGap);
  m_who->show();
  m_who->setVisible(layout()->minimumSize().width() <= width());
}

void EditBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), toColor(Appearance::theme().panel));
}

}  // namespace sojourn::qt
