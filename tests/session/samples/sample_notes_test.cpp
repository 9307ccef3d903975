// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/sample_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<SampleIndex> rowsOf(const Workspace& workspace) {
  const auto rows = workspace.samples().view().rows();
  return {rows.begin(), rows.end()};
}

TEST(SampleNotes, TagsAreWords) {
  EXPECT_THAT(tagsOf(" odd, late odd\t\"x y\""), ElementsAre("late", "odd", "x", "y"));
  EXPECT_THAT(tagsOf(std::string(100, 'a')), IsEmpty());
}

TEST(SampleNotes, BelongToOneDatasetAndSplit) {
  SampleNotes notes;
  const ScenarioOrigin here{.dataset = "a", .fingerprint = "f", .split = Split::Test, .index = 5};
  notes.set(here, {.bookmarked = true, .text = {}, .tags = {}});
  ScenarioOrigin other = here;
  other.split = Split::Train;
  notes.set(other, {.bookmarked = false, .text = "x", .tags = {}});
  EXPECT_THAT(notes.rowsOf(here), ElementsAre(::testing::Key(5U)));
  EXPECT_EQ(notes.all().size(), 2U);
  notes.set(here, {});
  EXPECT_THAT(notes.rowsOf(here), IsEmpty()) << "an empty note is none";
}

TEST(SampleNotes, AreFilteredAndFollowed) {
  test::Studio studio;
  studio.openAll();
  studio->notes().set(3, {.bookmarked = true, .text = {}, .tags = {"odd"}});
  studio->notes().set(7, {.bookmarked = false, .text = "why", .tags = {"late", "odd"}});
  studio->samples().setFilterText("bookmarked");
  EXPECT_THAT(rowsOf(studio.workspace()), ElementsAre(3));
  studio->samples().setFilterText("tag:ODD");
  EXPECT_THAT(rowsOf(studio.workspace()), ElementsAre(3, 7));
  EXPECT_THAT(studio->notes().tagsInUse(), ElementsAre("late", "odd"));
  EXPECT_EQ(studio->samples().completeFilterText("tag:l", 5).suggestions.at(0).text, "tag:late");
  (void)studio.changes();
  studio->notes().set(9, {.bookmarked = false, .text = {}, .tags = {"odd"}});
  EXPECT_TRUE(studio.changes().has(Change::Notes));
  EXPECT_THAT(rowsOf(studio.workspace()), ElementsAre(3, 7, 9)) << "the filter in force follows";
  studio->samples().setFilterText("noted tag:late,none");
  EXPECT_THAT(rowsOf(studio.workspace()), ElementsAre(7));
  studio->samples().setFilterText("tag:");
  EXPECT_TRUE(studio->samples().filterError());
  studio->samples().setFilterText("tag:odd");
  studio->setSplit(Split::Train);
  EXPECT_THAT(rowsOf(studio.workspace()), IsEmpty()) << "notes are of a split";
  studio->setSplit(Split::Test);
  EXPECT_THAT(rowsOf(studio.workspace()), ElementsAre(3, 7, 9));
}

TEST(SampleNotes, FiltersAreKeptUnderTheirNames) {
  test::Studio studio;
  studio->notes().saveFilter("Hard", "rank>10");
  studio->notes().saveFilter("Hard", "rank>20");
  ASSERT_EQ(studio->notes().savedFilters().size(), 1U);
  EXPECT_EQ(studio->notes().savedFilters()[0].filter, "rank>20");
  studio->notes().removeFilter(studio->notes().savedFilters().front());
  EXPECT_THAT(studio->notes().savedFilters(), IsEmpty());
}

}  // namespace
}  // namespace sojourn::session
