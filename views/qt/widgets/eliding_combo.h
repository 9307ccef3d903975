// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box that ends its words in an ellipsis where they do not fit (Qt's own cuts through a letter), with a list
// as wide as its words.
#pragma once

#include <QComboBox>

namespace sojourn::qt {

class ElidingCombo final : public QComboBox {
 public:
  using QComboBox::QComboBox;

  void showPopup() override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace sojourn::qt
