// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/renamed_views.h"

#include <QDataStream>
#include <QIODevice>
#include <array>
#include <utility>

namespace sojourn::qt {
namespace {

constexpr std::array<std::pair<const char*, const char*>, 5> renamed{{{"flips", "counterfactuals"},
                                                                      {"persistence", "stability"},
                                                                      {"over_samples", "aggregate_faithfulness"},
                                                                      {"components", "component_ablation"},
                                                                      {"sweep", "feature_sweep"}}};

/// A dock's name as a layout holds it: its length in bytes, then UTF-16.
QByteArray streamed(const char* id) {
  QByteArray bytes;
  QDataStream stream(&bytes, QIODevice::WriteOnly);
  stream << QString(QLatin1String(id));
  return bytes;
}

}  // namespace

QString currentViewId(const QString& id) {
  for (const auto& [before, now] : renamed)
    if (id == QLatin1String(before)) return QLatin1String(now);
  return id;
}

QByteArray withCurrentViewIds(QByteArray layout) {
  // The length before a name keeps "sweep" from being found in "feature_sweep", and a layout has no other lengths.
  for (const auto& [before, now] : renamed) layout.replace(streamed(before), streamed(now));
  return layout;
}

}  // namespace sojourn::qt
