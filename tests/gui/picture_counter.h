// SPDX-License-Identifier: GPL-3.0-or-later
// Counts how often pictures are made again: what a change costs, on any machine.
#pragma once

#include <QObject>
#include <QSize>
#include <QWidget>
#include <algorithm>
#include <map>
#include <utility>

#include "views/qt/scene/scene_view.h"

namespace sojourn::test {

/// Counts for every picture in a window how often it is made again at the size it has: one that gives way to a progress
/// bar, which appears where a search takes long, is another picture.
class PictureCounter {
 public:
  explicit PictureCounter(const QWidget& window) {
    for (const qt::SceneView* view : window.findChildren<qt::SceneView*>()) {
      m_sizes[view] = view->size();
      QObject::connect(view, &qt::SceneView::contentChanged, &m_connected, [this, view] {
        if (std::exchange(m_sizes[view], view->size()) == view->size()) ++m_times[view];
      });
    }
  }
  /// Of the picture that was made most often; 0 where none was.
  [[nodiscard]] int most() const {
    int most = 0;
    for (const auto& [view, times] : m_times) most = std::max(most, times);
    return most;
  }

 private:
  std::map<const qt::SceneView*, int> m_times;
  std::map<const qt::SceneView*, QSize> m_sizes;
  QObject m_connected;  ///< destroyed before what the connections write to
};

}  // namespace sojourn::test
