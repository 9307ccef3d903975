// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/launch_field.h"

#include <QComboBox>
#include <QEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QVariant>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
constexpr present::Font fieldFont{.size = 12};
constexpr present::Font badgeFont{.size = 11.5F};
constexpr int badgeMargin = 8;
}  // namespace

void restyle(QWidget* widget, const char* property, const QVariant& value) {
  if (widget->property(property) == value) return;
  widget->setProperty(property, value);
  widget->style()->unpolish(widget);
  widget->style()->polish(widget);
}

void BadgedEdit::setBadge(const QString& words) {
  if (words == m_badge) return;
  m_badge = words;
  const int width = words.isEmpty() ? 0 : static_cast<int>(metrics(badgeFont).horizontalAdvance(words)) + badgeMargin;
  setTextMargins(0, 0, width, 0);
  update();
}

void BadgedEdit::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  if (m_badge.isEmpty()) return;
  QPainter painter(this);
  painter.setFont(toFont(badgeFont));
  painter.setPen(toColor(Appearance::theme().text2));
  painter.drawText(rect().adjusted(0, 0, -badgeMargin, 0), Qt::AlignRight | Qt::AlignVCenter, m_badge);
}

LaunchField::LaunchField(QString key, const QString& label, QWidget* form)
    : QObject(form),
      m_key(std::move(key)),
      m_label(new QLabel(label, form)),
      m_error(new QLabel(form)),
      m_line(new BadgedEdit(form)) {
  connect(m_line, &QLineEdit::textEdited, this, &LaunchField::edited);
  finish(label, form);
}

LaunchField::LaunchField(QString key, const QString& label, const std::vector<session::FormChoice>& choices, bool free,
                         QWidget* form)
    : QObject(form),
      m_key(std::move(key)),
      m_label(new QLabel(label, form)),
      m_error(new QLabel(form)),
      m_box(new QComboBox(form)) {
  m_box->setEditable(free);
  m_box->setInsertPolicy(QComboBox::NoInsert);
  m_box->setMinimumContentsLength(4);
  m_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setChoices(choices);
  connect(m_box, &QComboBox::activated, this, [this] { Q_EMIT edited(text()); });
  m_box->installEventFilter(this);
  if (free) connect(m_box->lineEdit(), &QLineEdit::textEdited, this, &LaunchField::edited);
  finish(label, form);
}

void LaunchField::finish(const QString& label, QWidget* form) {
  m_label->setFont(toFont(fieldFont));
  m_label->setObjectName(QStringLiteral("fieldName"));
  m_label->setTextFormat(Qt::PlainText);
  m_label->setBuddy(editor());
  m_label->setMinimumWidth(0);
  m_error->setFont(toFont(badgeFont));
  m_error->setObjectName(QStringLiteral("fieldError"));
  m_error->setTextFormat(Qt::PlainText);
  m_error->setWordWrap(true);
  m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_error->hide();
  editor()->setParent(form);
  editor()->setFont(toFont(fieldFont));
  editor()->setAccessibleName(label);
  editor()->setObjectName(m_key);
  editor()->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  editor()->setMinimumWidth(56);
}

bool LaunchField::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Wheel) return QObject::eventFilter(watched, event);
  event->ignore();
  return true;
}

QWidget* LaunchField::editor() const {
  return m_line ? static_cast<QWidget*>(m_line) : m_box;
}

QString LaunchField::text() const {
  if (m_line) return m_line->text();
  if (m_box->isEditable()) return m_box->currentText();
  return m_box->currentData().toString();
}

void LaunchField::setText(const QString& words) {
  if (words == text()) return;
  if (m_line) return m_line->setText(words);
  const QSignalBlocker quiet(m_box);
  const int at = m_box->findData(words);
  if (m_box->isEditable())
    m_box->setEditText(words);
  else
    m_box->setCurrentIndex(at);
}

void LaunchField::setChoices(const std::vector<session::FormChoice>& choices) {
  const QString before = m_box->count() > 0 ? text() : QString();
  const QSignalBlocker quiet(m_box);
  m_box->clear();
  for (const auto& [value, words] : choices) m_box->addItem(toText(words), toText(value));
  if (!before.isEmpty()) setText(before);
}

void LaunchField::setHelp(const QString& help) {
  m_help = help;
  editor()->setWhatsThis(help);
  editor()->setToolTip(help);
  m_label->setToolTip(help);
}

void LaunchField::mark(bool changed, const QString& error, const QString& badge) {
  const QString state = !error.isEmpty() ? QStringLiteral("wrong") : changed ? QStringLiteral("changed") : QString();
  restyle(editor(), "mark", state);
  restyle(m_label, "mark", changed ? QStringLiteral("changed") : QString());
  if (m_line) m_line->setBadge(badge);
  m_error->setText(error);
  m_error->setVisible(m_shown && !error.isEmpty());
  editor()->setAccessibleDescription(error.isEmpty() ? m_help : error);
}

void LaunchField::setShown(bool shown) {
  m_shown = shown;
  m_label->setVisible(shown);
  editor()->setVisible(shown);
  m_error->setVisible(shown && !m_error->text().isEmpty());
}

}  // namespace sojourn::qt
