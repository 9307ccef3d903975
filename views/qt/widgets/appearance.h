// SPDX-License-Identifier: GPL-3.0-or-later
// Light or dark, and how large: what the system wants, what the menu overrides, and the palette, style sheet, fonts and
// fixed sizes that follow from it.
#pragma once

#include <QObject>
#include <QString>

#include "views/present/scene/theme.h"

class QDBusVariant;

namespace sojourn::qt {

enum class AppearanceMode { System, Light, Dark };

/// One per program. Lives on the GUI thread. Sizes that were set to a fixed number of pixels are meant for a text size
/// of 1; they follow it, those of widgets made later as well. Pictures are enlarged by SceneView.
class Appearance final : public QObject {
  Q_OBJECT
 public:
  /// Sets style, font and palette of the application. `watchSystem` asks the desktop portal (off in tests).
  explicit Appearance(bool watchSystem, QObject* parent = nullptr);
  ~Appearance() override;

  [[nodiscard]] AppearanceMode mode() const { return m_mode; }
  void setMode(AppearanceMode mode);
  /// Of text and controls, 1 as designed, times what the desktop asks for.
  void setTextSize(double size);
  static constexpr double textSizeStep = 0.1;
  /// Rounded to a step, within the limits.
  [[nodiscard]] static double allowedTextSize(double size);

  /// The theme in force; the light one before any Appearance exists.
  [[nodiscard]] static const present::Theme& theme();
  /// The one that lives, or null.
  [[nodiscard]] static Appearance* instance();
  /// Gives a widget's own font the text size of now. A style sheet that is set again brings back the fonts that widgets
  /// were given at first: their designed sizes are noted, so that this can be repeated.
  static void scaleFont(QWidget& widget);

 Q_SIGNALS:
  /// Before widgets are given other colours or sizes.
  void aboutToChange();
  void changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private Q_SLOTS:
  void portalChanged(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  void watchPortal();
  void apply();
  void applyTextSize();

  AppearanceMode m_mode = AppearanceMode::System;
  bool m_systemDark = false;
  double m_textSize = 1, m_desktopTextSize = 1;
};

/// While it lives, Appearance::theme() is this theme; without a signal, so nothing on the screen changes. For the
/// making of one picture on the GUI thread.
class ThemeScope {
 public:
  explicit ThemeScope(const present::Theme& theme);
  ~ThemeScope();
  ThemeScope(const ThemeScope&) = delete;
  ThemeScope& operator=(const ThemeScope&) = delete;

 private:
  const present::Theme* m_before;
};

}  // namespace sojourn::qt
