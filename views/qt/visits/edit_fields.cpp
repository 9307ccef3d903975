// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/edit_fields.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>

#include "model/data/dataset/local_time.h"
#include "model/data/edit/sequence_edit.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

std::optional<int> clockFromText(const QString& text) {
  static const QRegularExpression form(QStringLiteral(R"(^\s*(\d{1,2})\s*[:.]?\s*(\d{2})\s*$)"));
  const auto match = form.match(text);
  if (!match.hasMatch()) return std::nullopt;
  const int hour = match.captured(1).toInt(), minute = match.captured(2).toInt();
  if (hour > 23 || minute > 59) return std::nullopt;
  return hour * 60 + minute;
}

QString durationWords(double minutes) {
  const auto hours = static_cast<int>(minutes / 60);
  const double rest = minutes - hours * 60;
  const QString restText = QLocale::c().toString(rest, 'g', QLocale::FloatingPointShortest);
  if (hours == 0) return StepEdit::tr("%1 min").arg(restText);
  return rest == 0 ? StepEdit::tr("%1 h").arg(hours) : StepEdit::tr("%1 h %2").arg(hours).arg(restText);
}

std::optional<double> durationFromText(const QString& text) {
  static const QRegularExpression hoursAndMinutes(
      QStringLiteral(R"(^\s*(\d{1,3})\s*(?:h|:)\s*(\d{1,2}(?:\.\d+)?)\s*(?:min|m)?\s*$)"));
  static const QRegularExpression one(QStringLiteral(R"(^\s*(\d{1,5}(?:\.\d+)?)\s*(h|min|m)?\s*$)"));
  if (const auto both = hoursAndMinutes.match(text); both.hasMatch()) {
    const double minutes = both.captured(2).toDouble();
    if (minutes >= 60) return std::nullopt;
    return both.captured(1).toInt() * 60 + minutes;
  }
  const auto match = one.match(text);
  if (!match.hasMatch()) return std::nullopt;
  const double number = match.captured(1).toDouble();
  return match.captured(2) == QLatin1String("h") ? number * 60 : number;
}

int shownDaysAgo(const Visit& visit, std::int32_t offsetMinutes) {
  return visit.daysAgo - localStart(visit, offsetMinutes).dayShift;
}

QString weekdayWord(const Visit& visit, std::int32_t offsetMinutes, int daysAgo) {
  const int weekday = localStart(visit, offsetMinutes).weekday + shownDaysAgo(visit, offsetMinutes) - daysAgo;
  return toText(present::weekdayText((weekday % 7 + 7) % 7));
}

void fillDays(QComboBox& days, const Visit& visit, std::int32_t offsetMinutes) {
  days.clear();
  for (int daysAgo = mostDaysAgo; daysAgo >= 0; --daysAgo) {
    days.addItem(weekdayWord(visit, offsetMinutes, daysAgo), daysAgo);
    days.setItemData(days.count() - 1, toText(present::daysAgoText(daysAgo)), Qt::ToolTipRole);
  }
  days.setCurrentIndex(std::max(0, days.findData(shownDaysAgo(visit, offsetMinutes))));
}

void StepEdit::show(const QString& now) {
  m_shown = now;
  if (hasFocus() && isModified()) return;
  if (text() != now) setText(now);
  setModified(false);
}

void StepEdit::take() {
  if (!isModified()) return;
  setModified(false);
  Q_EMIT taken(text());
}

bool isUndoOrRedo(const QEvent& event) {
  const auto& key = static_cast<const QKeyEvent&>(event);
  return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

bool StepEdit::event(QEvent* event) {
  // Nothing was typed: undo and redo are of the edits, not of the line.
  if (event->type() != QEvent::ShortcutOverride || isModified() || !isUndoOrRedo(*event))
    return QLineEdit::event(event);
  event->ignore();
  return false;
}

void StepEdit::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (key == Qt::Key_Up) return stepped(1);
  if (key == Qt::Key_Down) return stepped(-1);
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    take();
  } else if (key == Qt::Key_Escape) {
    setText(m_shown);
    setModified(false);
  } else {
    return QLineEdit::keyPressEvent(event);
  }
  selectAll();
}

void StepEdit::focusOutEvent(QFocusEvent* event) {
  take();
  QLineEdit::focusOutEvent(event);
}

}  // namespace sojourn::qt
