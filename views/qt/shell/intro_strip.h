// SPDX-License-Identifier: GPL-3.0-or-later
// Four sentences over the first window that say what is seen and what to click.
#pragma once

#include <QFrame>

class QLabel;

namespace sojourn::qt {

class IntroStrip final : public QFrame {
  Q_OBJECT
 public:
  explicit IntroStrip(QWidget* parent = nullptr);

 Q_SIGNALS:
  /// "openDataset", "samples", "what_if", "explain"; carried out by the window.
  void linkActivated(const QString& target);
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fill();
  QLabel* m_words;
};

}  // namespace sojourn::qt
