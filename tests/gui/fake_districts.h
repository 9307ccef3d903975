// SPDX-License-Identifier: GPL-3.0-or-later
// A GeoJSON file of two districts that divide the places of the window's fake dataset.
#pragma once

#include <QFile>
#include <QString>
#include <QTemporaryDir>

namespace sojourn::test {

/// Its path; removed with the folder.
[[nodiscard]] inline QString writeFakeDistricts(const QTemporaryDir& folder) {
  QFile file(folder.filePath(QStringLiteral("quarters.geojson")));
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(R"({"type":"FeatureCollection","features":[
    {"type":"Feature","properties":{"name":"Old town"},"geometry":{"type":"Polygon","coordinates":
      [[[-0.1,51.4],[0,51.4],[0,51.6],[-0.1,51.6],[-0.1,51.4]]]}},
    {"type":"Feature","properties":{"name":"East"},"geometry":{"type":"Polygon","coordinates":
      [[[0,51.4],[0.1,51.4],[0.1,51.6],[0,51.6],[0,51.4]]]}}]})");
  return file.fileName();
}

}  // namespace sojourn::test
