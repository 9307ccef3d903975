// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box that ends its words in an ellipsis where they do not fit; Qt's own cuts through a letter.
#pragma once

#include <QComboBox>

namespace sojourn::qt {

class ElidingCombo final : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace sojourn::qt
