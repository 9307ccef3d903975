// SPDX-License-Identifier: GPL-3.0-or-later
// Words and colours on their way from the presenters to Qt: fonts, measured widths, conversions.
#pragma once

#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QLocale>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <string_view>

#include "views/present/scene/canvas.h"

namespace sojourn::qt {

[[nodiscard]] inline QString toText(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}
[[nodiscard]] inline QColor toColor(present::Color c) {
  return {c.r, c.g, c.b, c.a};
}
[[nodiscard]] inline QRectF toRect(present::Rect r) {
  return {static_cast<qreal>(r.x), static_cast<qreal>(r.y), static_cast<qreal>(r.width), static_cast<qreal>(r.height)};
}
[[nodiscard]] inline QPointF toPoint(present::Point p) {
  return {static_cast<qreal>(p.x), static_cast<qreal>(p.y)};
}

/// A name from a file as a menu shows it: an ampersand in it is no mark of a key.
[[nodiscard]] QString menuText(std::string_view name, std::size_t most = 200);

/// Makes the embedded resources and the bundled font known to Qt, and one format of numbers, with a decimal point, that
/// of everything Qt and the C library write; lets the QTranslators that are installed translate the words of session
/// and present too (context "sojourn"). Once, after the QGuiApplication exists.
void loadResources();

/// For what Qt alone writes, as the axes of its charts: a decimal point, and spaces between thousands.
[[nodiscard]] QLocale spacedNumbers();

/// How much larger than designed the text and the controls of the window are.
[[nodiscard]] double textFactor();
/// Appearance::setTextSize() does all that belongs to it.
void setTextFactor(double factor);

/// The bundled font at a size in pixels (fractions allowed) times textFactor(), and a weight. Cached.
[[nodiscard]] const QFont& toFont(present::Font font);
[[nodiscard]] const QFontMetricsF& metrics(present::Font font);
/// The same without textFactor(): for pictures, which are enlarged as a whole, and for files.
[[nodiscard]] const QFont& sceneFont(present::Font font);
[[nodiscard]] const QFontMetricsF& sceneMetrics(present::Font font);

/// The one measurer of the GUI thread. Widths are remembered: presenters measure the same labels again at every change
/// of sample.
[[nodiscard]] const present::TextMeasurer& measurer();

}  // namespace sojourn::qt
