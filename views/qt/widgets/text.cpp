// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/text.h"

#include <QCoreApplication>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QScreen>
#include <clocale>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"

// Must stand outside any namespace (Qt declares a function of the global namespace).
static void initResources() {
  Q_INIT_RESOURCE(sojourn);
  Q_INIT_RESOURCE(help);
}

namespace sojourn::qt {
namespace {

/// Enough for every label of a few thousand samples; above it the memory is better spent elsewhere.
constexpr std::size_t rememberedWidths = 20'000;

struct MeasuredFont {
  QFont font;
  QFontMetricsF metrics;
};

QFont makeFont(present::Font wanted) {
  QFont made(QStringLiteral("Sojourn Sans"));
  // setPixelSize takes whole pixels only; points carry the halves of 12.5 and 11.5.
  const QScreen* screen = QGuiApplication::primaryScreen();
  const qreal dpi = screen ? screen->logicalDotsPerInchY() : 96;
  made.setPointSizeF(static_cast<qreal>(wanted.size) * 72 / dpi);
  made.setWeight(wanted.weight == present::Weight::SemiBold ? QFont::DemiBold
                 : wanted.weight == present::Weight::Medium ? QFont::Medium
                                                            : QFont::Normal);
  made.setHintingPreference(QFont::PreferVerticalHinting);
  return made;
}

double theTextFactor = 1;

const MeasuredFont& measuredFont(present::Font wanted, double factor) {
  static std::map<std::pair<int, int>, MeasuredFont> fonts;
  wanted.size = static_cast<float>(wanted.size * factor);
  const std::pair key{static_cast<int>(std::lround(wanted.size * 16)), static_cast<int>(wanted.weight)};
  auto found = fonts.find(key);
  if (found == fonts.end()) {
    const QFont made = makeFont(wanted);
    found = fonts.emplace(key, MeasuredFont{made, QFontMetricsF(made)}).first;
  }
  return found->second;
}

class QtTextMeasurer final : public present::TextMeasurer {
 public:
  [[nodiscard]] float width(std::string_view what, const present::Font& font) const override {
    std::string key{static_cast<char>(std::lround(font.size * 4)), static_cast<char>(font.weight)};
    key.append(what);
    const auto found = m_widths.find(key);
    if (found != m_widths.end()) return found->second;
    if (m_widths.size() >= rememberedWidths) m_widths.clear();
    const auto width = static_cast<float>(sceneMetrics(font).horizontalAdvance(toText(what)));
    m_widths.emplace(std::move(key), width);
    return width;
  }

 private:
  mutable std::unordered_map<std::string, float> m_widths;
};

}  // namespace

QString menuText(std::string_view name, std::size_t most) {
  return toText(escapeForDisplay(name, most)).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

void loadResources() {
  // Qt has taken the desktop's locale, which others' code and its own fields would write numbers by.
  std::setlocale(LC_NUMERIC, "C");
  QLocale::setDefault(QLocale::c());
  initResources();
  for (const char* file : {"SojournSans-Regular.otf", "SojournSans-Medium.otf", "SojournSans-SemiBold.otf"}) {
    QFontDatabase::addApplicationFont(QStringLiteral(":/fonts/") + QLatin1String(file));
  }
  setTranslation([](std::string_view english) {
    return QCoreApplication::translate("sojourn", std::string(english).c_str()).toStdString();
  });
}

QLocale spacedNumbers() {
  return {QLocale::Xhosa, QLocale::SouthAfrica};  // the one of Qt's that writes so, in ASCII digits
}

double textFactor() {
  return theTextFactor;
}
void setTextFactor(double factor) {
  theTextFactor = factor;
}

const QFont& toFont(present::Font font) {
  return measuredFont(font, theTextFactor).font;
}
const QFontMetricsF& metrics(present::Font font) {
  return measuredFont(font, theTextFactor).metrics;
}
const QFont& sceneFont(present::Font font) {
  return measuredFont(font, 1).font;
}
const QFontMetricsF& sceneMetrics(present::Font font) {
  return measuredFont(font, 1).metrics;
}

const present::TextMeasurer& measurer() {
  static const QtTextMeasurer one;
  return one;
}

}  // namespace sojourn::qt
