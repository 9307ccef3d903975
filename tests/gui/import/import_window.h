// SPDX-License-Identifier: GPL-3.0-or-later
// The window with files to import.
#pragma once

#include <QTest>
#include <fstream>

#include "tests/gui/window_fixture.h"
#include "tests/support/actions.h"
#include "tests/support/temp_folder.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/import/import_page.h"
#include "views/qt/launch/launch_panel.h"
#include "views/qt/launch/yaml_edit.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/training/training_area.h"

namespace sojourn::test {

class ImportPageTest : public WindowTest {
 protected:
  void SetUp() override {
    window().resize(1600, 1000);
    ASSERT_TRUE(settled());
  }
  /// Check-ins of two users, three a day, at two places; the first row without a time.
  void writeRows(const std::filesystem::path& path, int days) {
    std::ofstream file(path);
    file << "user,place,time,lat,lon\nanna,x,never,47,15\n";
    for (const char* const user : {"anna", "ben"})
      for (int day = 0; day < days; ++day)
        for (int hour = 8; hour < 20; hour += 5)
          file << user << ',' << (hour < 12 ? "cafe" : "park") << ',' << 1'600'041'600 + day * 86'400 + hour * 3600
               << (hour < 12 ? ",47.1,15.1\n" : ",47.2,15.2\n");
  }
  void drop(const std::filesystem::path& path) { window().openPaths({QString::fromStdString(path.string())}); }
  qt::ImportPage& page() { return *window().importPage(); }
  session::ImportStudy& study() { return page().study(); }
  [[nodiscard]] bool tried() {
    return waitFor([this] { return study().trials() && study().settled(); });
  }
  std::int64_t left(FunnelStep::Kind kind) {
    const auto& funnel = study().trials()->chosen.funnel;
    return std::ranges::find(funnel, kind, &FunnelStep::kind)->left;
  }
  template <class Widget>
  Widget& part(const char* name) {
    auto* found = page().findChild<Widget*>(QLatin1String(name));
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }

  TempFolder m_folder;
};

}  // namespace sojourn::test
