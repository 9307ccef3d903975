// SPDX-License-Identifier: GPL-3.0-or-later
// The settings kept: written while one works, beside another studio, and where the old file cannot be read.
#include "tests/session/files/keeping.h"

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;

TEST_F(Keeping, SettingsToo) {
  {
    Session session(m_state);
    work(session);
    ASSERT_TRUE(session.saved(false));
    session.workspaceAutosave->autosave();
    const int due = session.due;
    session.studio->setTheme(ThemeChoice::Dark);
    EXPECT_EQ(session.due, due + 1);
    session.studio->names().setPlaceName(5, "Bakery");
    session.workspaceAutosave->autosave();
    ASSERT_TRUE(test::eventually([&] {
      const auto kept = readSettings(m_state / "settings.json");
      return kept && kept->theme == ThemeChoice::Dark;
    }));
  }
  Session again(m_state);
  EXPECT_EQ(again.studio->settings().theme, ThemeChoice::Dark);
  again.workspaceAutosave->openLast();
  ASSERT_TRUE(again.settled());
  EXPECT_EQ(again.studio->names().naming().name(5), "Bakery");
}

TEST_F(Keeping, TwoStudiosDoNotUndoEachOthersSettings) {
  Session one(m_state), other(m_state);
  for (Session* session : {&one, &other}) {
    session->workspaceAutosave->openLast();
    ASSERT_TRUE(session->settled());
  }
  one.studio->setTheme(ThemeChoice::Dark);
  ASSERT_TRUE(one.workspaceAutosave->flush().ok());
  other.studio->setTextPercent(125);
  ASSERT_TRUE(other.workspaceAutosave->flush().ok());
  one.studio->setIntroduced(true);
  ASSERT_TRUE(one.workspaceAutosave->flush().ok());
  const auto kept = readSettings(m_state / "settings.json");
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->theme, ThemeChoice::Dark);
  EXPECT_EQ(kept->textPercent, 125);
  EXPECT_TRUE(kept->introduced);
}

TEST_F(Keeping, UnreadableSettingsAreSetAsideBeforeTheyAreReplaced) {
  std::filesystem::create_directories(m_state);
  std::ofstream(m_state / "settings.json") << "{\"schema\": \"sojourn.settings/99\"}";
  Session session(m_state);
  ASSERT_EQ(session.studio->banners().all().size(), 1U);
  EXPECT_THAT(session.studio->banners().all()[0].error.where, HasSubstr("settings.json"));
  session.workspaceAutosave->openLast();
  ASSERT_TRUE(session.settled());
  ASSERT_TRUE(session.workspaceAutosave->flush().ok());
  EXPECT_TRUE(readSettings(m_state / "settings.json").ok());
  std::ifstream aside(m_state / "settings.json.unreadable");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(aside), {}), "{\"schema\": \"sojourn.settings/99\"}");
}

}  // namespace
}  // namespace sojourn::session
