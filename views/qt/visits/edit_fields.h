// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a visit's fields and days, and a line that leaves Ctrl+Z to the window while nothing was typed.
#pragma once

#include <QLineEdit>
#include <QString>
#include <optional>

#include "model/data/dataset/sequence.h"

class QComboBox;

namespace sojourn::qt {

/// "19:46", "7.05", "1946" as a minute of the day; nothing where it is no time.
[[nodiscard]] std::optional<int> clockFromText(const QString& text);
/// "12 h 30", "45 min"; exact, fractions of a minute with it.
[[nodiscard]] QString durationWords(double minutes);
/// "12 h 30", "12:30", "12.5 h", "45 min", "750" (minutes); nothing where it is no duration.
[[nodiscard]] std::optional<double> durationFromText(const QString& text);

/// The day of a visit as a clock shows it that is so many minutes ahead of the recorded one.
[[nodiscard]] int shownDaysAgo(const Visit& visit, std::int32_t offsetMinutes);
/// Its weekday, were it so many shown days before the target.
[[nodiscard]] QString weekdayWord(const Visit& visit, std::int32_t offsetMinutes, int daysAgo);
/// The weekdays that a visit may be moved to, with their days ago as data, the present one chosen.
void fillDays(QComboBox& days, const Visit& visit, std::int32_t offsetMinutes);

/// Of a key event.
[[nodiscard]] bool isUndoOrRedo(const QEvent& event);

/// Up and Down step the value, Enter takes it, Escape puts the old one back.
class StepEdit final : public QLineEdit {
  Q_OBJECT
 public:
  explicit StepEdit(QWidget* parent = nullptr) : QLineEdit(parent) {}
  /// What is shown unless one types.
  void show(const QString& text);

 Q_SIGNALS:
  void stepped(int by);              ///< 1 or -1; 10 or -10 with Page Up and Down
  void taken(const QString& text);   ///< Enter, or the focus left after a change

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void take();
  QString m_shown;
};

}  // namespace sojourn::qt
