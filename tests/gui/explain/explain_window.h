// SPDX-License-Identifier: GPL-3.0-or-later
// The window in the Explain workspace, with the question answered.
#pragma once

#include <QTest>
#include <algorithm>

#include "tests/gui/window_fixture.h"
#include "tests/support/actions.h"
#include "views/present/chart/chart.h"
#include "views/present/explain/explanation_context.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/docks/view_dock.h"
#include "views/qt/explain/explain_area.h"
#include "views/qt/explain/explain_bar.h"
#include "views/qt/explain/seeds_dialog.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {

class ExplainTest : public WindowTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(settled());
    QTest::keyClick(&window(), Qt::Key_3, Qt::ControlModifier);
    ASSERT_TRUE(explained());
  }
  session::Explanations& explanations() { return window().explain()->explanations(); }
  qt::ExplainBar& bar() { return *window().explain()->bar(); }
  /// The newest question has its last answer, and the pictures are drawn.
  [[nodiscard]] bool explained() {
    return waitFor([this] { return explanations().settled() && view("attribution").scene(); });
  }
  [[nodiscard]] static bool heads(const present::HitArea& area, const std::string& method) {
    return area.focus.method == present::methodNumber(method) && !area.focus.visit && area.rect.y == 0;
  }
  /// Methods of the columns, from left to right.
  [[nodiscard]] std::vector<std::string> columns() {
    std::vector<std::pair<float, std::string>> found;
    for (const present::HitArea& area : view("attribution").scene()->hits)
      if (area.focus.method && !area.focus.visit && area.rect.y == 0) found.emplace_back(area.rect.x, area.value);
    std::ranges::sort(found);
    std::vector<std::string> names;
    for (const auto& [x, name] : found) names.push_back(name);
    return names;
  }
  /// Warnings over the columns of Attribution.
  [[nodiscard]] std::ptrdiff_t marks() {
    const auto& shapes = view("attribution").scene()->shapes;
    return std::ranges::count_if(shapes, [](const present::Shape& shape) {
      const auto* icon = std::get_if<present::IconShape>(&shape);
      return icon && icon->name == "warn";
    });
  }
  void choose(QComboBox* list, int index) {
    list->setCurrentIndex(index);
    Q_EMIT list->activated(index);
  }
};

}  // namespace sojourn::test
