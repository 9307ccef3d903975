// SPDX-License-Identifier: GPL-3.0-or-later
// One field of the Launch form: its label, what it is edited with, and the line below it that says what is wrong.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <vector>

#include "views/session/launch/launch_labels.h"

class QComboBox;

namespace sojourn::qt {

/// A line with a few words at its right end: "3 values".
class BadgedEdit final : public QLineEdit {
  Q_OBJECT
 public:
  explicit BadgedEdit(QWidget* parent = nullptr) : QLineEdit(parent) {}
  void setBadge(const QString& words);
  [[nodiscard]] const QString& badge() const { return m_badge; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_badge;
};

/// Its widgets belong to the form that lays them out.
class LaunchField final : public QObject {
  Q_OBJECT
 public:
  /// A line of text.
  LaunchField(QString key, const QString& label, QWidget* form);
  /// One of several; `free` where other text may be typed too.
  LaunchField(QString key, const QString& label, const std::vector<session::FormChoice>& choices, bool free,
              QWidget* form);

  [[nodiscard]] const QString& key() const { return m_key; }
  [[nodiscard]] QLabel* label() const { return m_label; }
  [[nodiscard]] QWidget* editor() const;
  [[nodiscard]] QLabel* error() const { return m_error; }
  [[nodiscard]] QString text() const;
  /// Does not say that it was edited; leaves the cursor where it is while the text is the same.
  void setText(const QString& text);
  void setChoices(const std::vector<session::FormChoice>& choices);
  void setHelp(const QString& help);
  /// A changed field is accent, a wrong one has its reason below it. `badge` may be empty.
  void mark(bool changed, const QString& error, const QString& badge);
  void setShown(bool shown);

 Q_SIGNALS:
  void edited(const QString& text);

 protected:
  /// A wheel that scrolls the form changes no field on its way.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void finish(const QString& label, QWidget* form);

  QString m_key;
  QLabel* m_label;
  QLabel* m_error;
  BadgedEdit* m_line = nullptr;
  QComboBox* m_box = nullptr;
  QString m_help;
  bool m_shown = true;
};

/// Sets a property that the style sheet knows, and shows what it says.
void restyle(QWidget* widget, const char* property, const QVariant& value);

}  // namespace sojourn::qt
