// SPDX-License-Identifier: GPL-3.0-or-later
// Light or dark, and how large: what the system wants, what the menu overrides, and the palette and style sheet that
// follow from it.
#pragma once

#include <QObject>
#include <QPalette>
#include <QString>
#include <QVariant>

#include "views/present/scene/theme.h"

class QDBusVariant;

namespace sojourn::qt {

class TextSize;

enum class AppearanceMode { System, Light, Dark };

/// One per program. Lives on the GUI thread.
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

  /// The theme in force; the light one before any Appearance exists.
  [[nodiscard]] static const present::Theme& theme();
  /// The one that lives, or null.
  [[nodiscard]] static Appearance* instance();

 Q_SIGNALS:
  void changed();

 private Q_SLOTS:
  void portalChanged(const QString& group, const QString& key, const QDBusVariant& value);

 private:
  void watchPortal();
  void ask(const QString& group, const QString& key, void (Appearance::*answer)(const QVariant&));
  void systemSays(const QVariant& colorScheme);
  void desktopTextSize(const QVariant& factor);
  void apply();
  void applyTextSize();

  AppearanceMode m_mode = AppearanceMode::System;
  bool m_systemDark = false;
  double m_textSize = 1, m_desktopTextSize = 1;
  TextSize* m_text;
};

/// Fusion's colours from the tokens.
[[nodiscard]] QPalette paletteOf(const present::Theme& theme);
/// What a palette cannot say: bars, thin scroll bars, 4 px separators, tab bars, menus.
[[nodiscard]] QString styleSheetOf(const present::Theme& theme);

}  // namespace sojourn::qt
