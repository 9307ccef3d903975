// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/edit_fields.h"

#include <QKeyEvent>
#include <QLocale>
#include <QRegularExpression>
#include <cmath>

namespace sojourn::qt {

std::optional<int> clockFromWords(const QString& words) {
  static const QRegularExpression form(QStringLiteral(R"(^\s*(\d{1,2})\s*[:.]?\s*(\d{2})\s*$)"));
  const auto match = form.match(words);
  if (!match.hasMatch()) return std::nullopt;
  const int hour = match.captured(1).toInt(), minute = match.captured(2).toInt();
  if (hour > 23 || minute > 59) return std::nullopt;
  return hour * 60 + minute;
}

QString durationWords(double minutes) {
  const auto hours = static_cast<int>(minutes / 60);
  const double rest = minutes - hours * 60;
  const QString restWords = QLocale::c().toString(rest, 'g', QLocale::FloatingPointShortest);
  if (hours == 0) return StepEdit::tr("%1 min").arg(restWords);
  return rest == 0 ? StepEdit::tr("%1 h").arg(hours) : StepEdit::tr("%1 h %2").arg(hours).arg(restWords);
}

std::optional<double> durationFromWords(const QString& words) {
  static const QRegularExpression hoursAndMinutes(
      QStringLiteral(R"(^\s*(\d{1,3})\s*(?:h|:)\s*(\d{1,2}(?:\.\d+)?)\s*(?:min|m)?\s*$)"));
  static const QRegularExpression one(QStringLiteral(R"(^\s*(\d{1,5}(?:\.\d+)?)\s*(h|min|m)?\s*$)"));
  if (const auto both = hoursAndMinutes.match(words); both.hasMatch()) {
    const double minutes = both.captured(2).toDouble();
    if (minutes >= 60) return std::nullopt;
    return both.captured(1).toInt() * 60 + minutes;
  }
  const auto match = one.match(words);
  if (!match.hasMatch()) return std::nullopt;
  const double number = match.captured(1).toDouble();
  return match.captured(2) == QLatin1String("h") ? number * 60 : number;
}

void StepEdit::show(const QString& words) {
  m_shown = words;
  if (hasFocus() && isModified()) return;
  if (text() != words) setText(words);
  setModified(false);
}

void StepEdit::take() {
  if (!isModified()) return;
  setModified(false);
  Q_EMIT taken(text());
}

bool StepEdit::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && !isModified()) {
    const auto* key = static_cast<QKeyEvent*>(event);
    // Nothing was typed: undo and redo are of the edits, not of the line.
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();
      return false;
    }
  }
  return QLineEdit::event(event);
}

void StepEdit::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Up:
      Q_EMIT stepped(1);
      return;
    case Qt::Key_Down:
      Q_EMIT stepped(-1);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      take();
      selectAll();
      return;
    case Qt::Key_Escape:
      setText(m_shown);
      setModified(false);
      selectAll();
      return;
    default:
      QLineEdit::keyPressEvent(event);
  }
}

void StepEdit::focusOutEvent(QFocusEvent* event) {
  take();
  QLineEdit::focusOutEvent(event);
}

}  // namespace sojourn::qt
