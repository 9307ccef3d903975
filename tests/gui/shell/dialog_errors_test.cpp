// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong while a dialog is open stands in the dialog.
#include <gtest/gtest.h>

#include "tests/gui/window_fixture.h"
#include "views/qt/scene/table_dialog.h"
#include "views/qt/shell/banner_area.h"

namespace sojourn::test {
namespace {

TEST_F(WindowTest, ADialogShowsWhatIsReportedWhileItIsOpen) {
  workspace().banners().report(Error{ErrorKind::Failed, "before.csv", "cannot be written", "choose another folder"});
  window().showTable(QStringLiteral("visits"));
  auto* dialog = window().findChild<qt::TableDialog*>();
  ASSERT_NE(dialog, nullptr);
  auto* banners = dialog->findChild<qt::BannerArea*>();
  ASSERT_NE(banners, nullptr);
  EXPECT_EQ(banners->shownBanners(), 0) << "that was there before it";
  EXPECT_TRUE(banners->isHidden());
  workspace().banners().report(Error{ErrorKind::Failed, "after.csv", "cannot be written", "choose another folder"});
  EXPECT_EQ(banners->shownBanners(), 1);
  EXPECT_FALSE(banners->isHidden());
  EXPECT_EQ(window().banners()->shownBanners(), 2);
  workspace().banners().dismiss(workspace().banners().all().front().id);
  EXPECT_EQ(banners->shownBanners(), 0);
  dialog->close();
  workspace().banners().report(Error{ErrorKind::Failed, "late.csv", "cannot be written", ""});
}

}  // namespace
}  // namespace sojourn::test
