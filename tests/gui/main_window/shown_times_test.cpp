// SPDX-License-Identifier: GPL-3.0-or-later
// One clock: with times shown in another zone, every time in every picture, label, table and summary is moved by it.
#include <QCoreApplication>
#include <map>
#include <set>
#include <string>

#include "tests/gui/times_in_text.h"
#include "tests/gui/window_fixture.h"
#include "views/qt/dataset/dataset_area.h"
#include "views/qt/scene/scene_view.h"

namespace sojourn::test {
namespace {

/// Of every picture that is visible, by its name: the times in it, moved by so many minutes.
std::map<QString, std::multiset<std::string>> shownTimes(const QWidget& window, int minutes) {
  std::map<QString, std::multiset<std::string>> all;
  for (const qt::SceneView* view : window.findChildren<qt::SceneView*>()) {
    const present::Scene* scene = view->isVisible() ? view->scene() : nullptr;
    if (!scene) continue;
    auto& times = all[view->accessibleName()];
    for (const present::Shape& shape : scene->shapes)
      if (const auto* text = std::get_if<present::TextShape>(&shape)) addTimes(text->text, minutes, times);
    for (const present::HitArea& hit : scene->hits) addTimes(hit.label, minutes, times);
    for (const auto& row : scene->table.rows) {
      for (std::size_t column = 0; column < row.size(); ++column) {
        const auto* text = std::get_if<std::string>(&row[column]);
        if (text) addTimes(*text, minutes, times);
        // A bare number is a recorded one.
        const std::string& name = scene->table.columns[column];
        const bool ofTime = name.find("weekday") != std::string::npos || name.find("start") != std::string::npos;
        EXPECT_FALSE(ofTime && !text) << view->accessibleName().toStdString() << ", " << name;
      }
    }
    addTimes(scene->summary, minutes, times);
  }
  return all;
}

class ShownTimes : public WindowTest {
 protected:
  /// Everything is computed, and the pictures are made of it.
  [[nodiscard]] bool atRest() {
    const bool computed = waitFor([this] {
      const bool profiled =
          window().shownWorkspace() != qt::StudioWorkspace::Dataset || window().dataset()->study().settled();
      return settled() && profiled && workspace().samples().table().complete() && workspace().jobs().all().empty();
    });
    QCoreApplication::processEvents();
    return computed;
  }
};

TEST_F(ShownTimes, AreMovedTogetherInEveryView) {
  window().resize(2560, 1440);
  ASSERT_TRUE(atRest());
  workspace().setRow(11);
  std::size_t seen = 0;
  for (const auto area : {qt::StudioWorkspace::Inspect, qt::StudioWorkspace::WhatIf, qt::StudioWorkspace::Explain,
                          qt::StudioWorkspace::Compare, qt::StudioWorkspace::Dataset, qt::StudioWorkspace::Places}) {
    window().showWorkspace(area);
    workspace().names().setDisplayOffsetMinutes(0);
    ASSERT_TRUE(atRest());
    for (const int offset : {480, 345}) {
      workspace().names().setDisplayOffsetMinutes(0);
      ASSERT_TRUE(atRest());
      const auto moved = shownTimes(window(), offset);
      workspace().names().setDisplayOffsetMinutes(offset);
      ASSERT_TRUE(atRest());
      const auto shown = shownTimes(window(), 0);
      for (const auto& [name, times] : moved) {
        // Its rows are the hours of the clock that is shown, whatever that is.
        if (name == QLatin1String("Visits by hour and weekday")) continue;
        SCOPED_TRACE(name.toStdString() + ", " + offsetText(offset));
        seen += times.size();
        EXPECT_EQ(shown.at(name), times);
      }
    }
  }
  EXPECT_GT(seen, 500U) << "too few to prove anything";
}

}  // namespace
}  // namespace sojourn::test
