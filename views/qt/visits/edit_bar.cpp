// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/edit_bar.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>
#include <utility>

#include "model/core/text.h"
#include "model/data/dataset/local_time.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/visits/edit_fields.h"
#include "views/qt/visits/visit_editor.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/framed_button.h"
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
/// px at normal text size from which on the words of all buttons fit, and undo and redo, which History and the menu have
/// too; and from which on the row has its usual gaps.
constexpr int wordsFrom = 740, stepsFrom = 560, gapsFrom = 500;

}  // namespace

EditBar::EditBar(VisitEditor& editor, const ViewState& state, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_state(state),
      m_who(new QLabel),
      m_place(new PlaceButton),
      m_day(new QComboBox),
      m_start(new StepEdit),
      m_duration(new StepEdit),
      m_insert(framedButton(actions.insert)),
      m_picker(new PlacePicker(this)) {
  setFixedHeight(36);
  setAccessibleName(tr("Fields of the selected visit"));
  m_who->setTextFormat(Qt::PlainText);
  m_who->setFont(toFont({.size = 12}));
  m_place->setProperty("framed", true);
  m_place->setToolButtonStyle(Qt::ToolButtonTextOnly);
  m_place->setFixedHeight(24);
  m_place->setMinimumWidth(96);
  m_place->setMaximumWidth(190);
  m_place->setFont(toFont({.size = 12}));
  m_place->setFocusPolicy(Qt::StrongFocus);
  m_place->setToolTip(tr("Change the place of the visit"));
  m_day->setFixedWidth(72);
  m_day->setToolTip(tr("Day of the visit; also sets its days before the next visit"));
  m_day->setAccessibleName(tr("Day"));
  m_start->setFixedWidth(58);
  m_start->setAccessibleName(tr("Start"));
  m_start->setToolTip(tr("Start; Up and Down step by 15 minutes"));
  m_duration->setFixedWidth(76);
  m_duration->setAccessibleName(tr("Duration"));
  m_duration->setToolTip(tr("Duration, as 12 h 30 or 45 min; Up and Down step by 15 minutes"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 12, 6);
  row->setSpacing(usualGap);
  row->addWidget(m_who);
  row->addWidget(m_place);
  row->addWidget(m_day);
  row->addWidget(m_start);
  row->addWidget(m_duration);
  row->addSpacing(4);
  m_buttons = {framedButton(actions.remove), framedButton(actions.duplicate), m_insert};
  for (QToolButton* button : std::as_const(m_buttons)) {
    button->setAccessibleName(button->defaultAction()->text().remove(QLatin1Char('&')));
    row->addWidget(button);
  }
  row->addStretch(1);
  for (QAction* action : {actions.undo, actions.redo}) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setIconSize({16, 16});
    button->setFixedSize(26, 24);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    m_steps.append(button);
    row->addWidget(button);
  }
  connectFields();
  refresh();
}

void EditBar::connectFields() {
  connect(m_place, &QToolButton::clicked, this, &EditBar::askPlace);
  connect(m_picker, &PlacePicker::picked, this, [this](LocationId location) {
    if (m_inserting) {
      m_editor.insert(location);
    } else {
      m_editor.setPlace(location);
    }
  });
  connect(m_day, &QComboBox::activated, this, [this](int index) { m_editor.setDay(m_day->itemData(index).toInt()); });
  connect(m_start, &StepEdit::taken, this, [this](const QString& words) {
    if (const auto minute = clockFromWords(words)) return m_editor.setStart(*minute);
    Q_EMIT m_editor.refused(tr("\u201C%1\u201D is not a time: write it as 19:46").arg(words));
    refresh();
  });
  connect(m_start, &StepEdit::stepped, this, [this](int by) { m_editor.nudge(by * minutesAStep); });
  connect(m_duration, &StepEdit::taken, this, [this](const QString& words) {
    if (const auto minutes = durationFromWords(words)) return m_editor.setDuration(*minutes);
    Q_EMIT m_editor.refused(tr("\u201C%1\u201D is not a duration: write it as 12 h 30 or 45 min").arg(words));
    refresh();
  });
  connect(m_duration, &StepEdit::stepped, this, [this](int by) { m_editor.stretch(by * minutesAStep); });
}

void EditBar::showDays() {
  const Sequence* sequence = m_editor.workspace().sequence();
  const auto visits = m_editor.selected();
  const QSignalBlocker quiet(m_day);
  m_day->clear();
  if (!sequence || visits.empty()) return;
  const Visit& visit = sequence->visits[visits[0]];
  const LocalTime start = localStart(visit, m_editor.workspace().displayOffsetMinutes());
  const int shown = visit.daysAgo - start.dayShift;
  for (int daysAgo = mostDaysAgo; daysAgo >= 0; --daysAgo) {
    const int weekday = (((start.weekday + shown - daysAgo) % 7) + 7) % 7;
    m_day->addItem(toText(present::weekdayText(weekday)), daysAgo);
    m_day->setItemData(m_day->count() - 1, toText(present::daysAgoText(daysAgo)), Qt::ToolTipRole);
    if (daysAgo == shown) m_day->setCurrentIndex(m_day->count() - 1);
  }
}

void EditBar::refresh() {
  const Sequence* sequence = m_editor.workspace().sequence();
  const auto visits = m_editor.selected();
  const bool any = sequence && !visits.empty();
  for (QWidget* field : std::initializer_list<QWidget*>{m_place, m_day, m_start, m_duration}) field->setEnabled(any);
  showDays();
  if (!any) {
    m_who->setText(tr("No visit selected"));
    m_place->setText(tr("Place"));
    m_start->show({});
    m_duration->show({});
    arrange();
    return;
  }
  m_who->setText(visits.size() == 1 ? tr("Selected") : tr("%1 visits").arg(visits.size()));
  const Visit& visit = sequence->visits[visits[0]];
  const auto& naming = m_editor.workspace().naming();
  const QString place = toText(escapeForDisplay(naming.name(visit.location, sequence->user), 60));
  m_place->setText(place + QStringLiteral("  \u25BE"));
  m_place->setAccessibleName(tr("Place: %1").arg(place));
  const LocalTime start = localStart(visit, m_editor.workspace().displayOffsetMinutes());
  m_start->show(toText(present::clockText(start.minute)));
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

void EditBar::resizeEvent(QResizeEvent* event) {
  arrange();
  QWidget::resizeEvent(event);
}

void EditBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) arrange();
}

void EditBar::arrange() {
  const auto roomFor = [this](int from) { return width() >= from * textFactor(); };
  const auto style = roomFor(wordsFrom) ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly;
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
