// SPDX-License-Identifier: GPL-3.0-or-later
// Larger or smaller text: fonts and fixed sizes of all widgets follow one factor, those made later as well.
#pragma once

#include <QObject>

class QWidget;

namespace sojourn::qt {

/// Sizes that were set to a fixed number of pixels are meant for a factor of 1. Pictures are enlarged by
/// SceneView. One per program, owned by Appearance.
class TextSize final : public QObject {
 public:
  explicit TextSize(QObject* parent);

  static constexpr double least = 0.8, most = 2.0, step = 0.1;
  /// Rounded to a step, within the limits.
  [[nodiscard]] static double allowed(double factor);

  /// Sets textFactor() and applies it to every widget there is.
  void set(double factor);
  /// Again, after a style sheet was set.
  void refresh();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static void apply(QWidget& widget);
};

}  // namespace sojourn::qt
