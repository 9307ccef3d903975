// SPDX-License-Identifier: GPL-3.0-or-later
// A label that shows the longest of several texts that fits, so that no number is cut at its edge.
#pragma once

#include <QLabel>
#include <QStringList>

namespace sojourn::qt {

/// Takes the width that is left over, down to none.
class FittingLabel final : public QLabel {
  Q_OBJECT

 public:
  explicit FittingLabel(QWidget* parent = nullptr);

  /// Longest first; where none fits, nothing is shown.
  void setChoices(const QStringList& choices);

  /// Without a text there is nothing to make room for, margins neither.
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void choose();

  QStringList m_choices;
};

}  // namespace sojourn::qt
