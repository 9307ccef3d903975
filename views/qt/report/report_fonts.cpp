// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/report_fonts.h"

#include <QFile>

namespace sojourn::qt {

const std::string& embeddedFontFaces() {
  static const std::string faces = [] {
    std::string made;
    constexpr std::pair<const char*, const char*> weights[]{{"400", "Regular"}, {"500", "Medium"}, {"600", "SemiBold"}};
    for (const auto& [weight, name] : weights) {
      QFile file(QStringLiteral(":/fonts/SojournSans-%1.otf").arg(QLatin1String(name)));
      if (!file.open(QIODevice::ReadOnly)) continue;
      made += std::string("@font-face{font-family:'Sojourn Sans';font-weight:") + weight +
              ";src:url(data:font/otf;base64," + file.readAll().toBase64().toStdString() + ") format('opentype')}";
    }
    return made;
  }();
  return faces;
}

}  // namespace sojourn::qt
