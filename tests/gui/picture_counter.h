// SPDX-License-Identifier: GPL-3.0-or-later
// Counts how often pictures are made again: what a change costs, on any machine.
#pragma once

#include <QObject>
#include <QWidget>
#include <algorithm>
#include <map>

#include "views/qt/scene/scene_view.h"

namespace sojourn::test {

/// Counts for every picture in a window how often it is made again.
class PictureCounter {
 public:
  explicit PictureCounter(const QWidget& window) {
    for (const qt::SceneView* view : window.findChildren<qt::SceneView*>())
      QObject::connect(view, &qt::SceneView::contentChanged, &m_connected, [this, view] { ++m_times[view]; });
  }
  /// Of the picture that was made most often; 0 where none was.
  [[nodiscard]] int most() const {
    int most = 0;
    for (const auto& [view, times] : m_times) most = std::max(most, times);
    return most;
  }

 private:
  std::map<const qt::SceneView*, int> m_times;
  QObject m_connected;  ///< destroyed before what the connections write to
};

}  // namespace sojourn::test
