// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace under pseudonyms: dataset, model and everything else that is loaded show them together, or not at all.
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/session/report/report_reveals.h"

namespace sojourn::session {
namespace {

using test::fakeDataset;
using test::FakeEngine;
using test::Studio;
using ::testing::HasSubstr;
using ::testing::Not;

/// Datasets are named after their number of places; every model knows as many places and users as it is asked to.
class UnderPseudonyms : public ::testing::Test {
 protected:
  UnderPseudonyms() {
    m_studio.dataset = [](const std::filesystem::path& path) -> Result<DatasetPtr> {
      const std::string name = path.filename().string();
      if (name == "bad") return Error{ErrorKind::BadInput, path.string(), "is damaged", "copy it again"};
      return fakeDataset({.sequences = 20, .locations = std::stoi(name), .users = 6, .prefix = name});
    };
    m_studio.engine = [this](const std::filesystem::path& path, const EngineOptions& options) -> Result<EnginePtr> {
      if (m_engineFails) return Error{ErrorKind::BadInput, path.string(), "is gone", ""};
      auto engine = std::make_shared<FakeEngine>(std::stoi(path.stem().string()), 6, path.filename().string());
      engine->m_description.pseudonyms = options.pseudonyms;
      return EnginePtr(engine);
    };
  }
  void SetUp() override {
    m_studio->open({.data = "/people/anna/50", .checkpoint = "/people/anna/50.pt", .index = 7});
    ASSERT_TRUE(settled());
  }

  bool settled() {
    return m_studio.until([&] {
      return m_studio->jobs().all().empty() && !m_studio->opening() && !m_studio->inspectionOutdated() &&
             (m_studio->inspection() || !m_studio->engine());
    });
  }
  bool show(const std::string& seed) {
    m_studio->setPseudonyms(seed);
    return settled() && m_studio->pseudonyms() == seed;
  }
  const std::shared_ptr<const Pseudonyms>& ofDataset() { return m_studio->dataset()->pseudonyms; }
  std::shared_ptr<const Pseudonyms> ofModel() { return m_studio->model()->pseudonyms; }

  std::atomic<bool> m_engineFails{false};
  Studio m_studio;
};

TEST_F(UnderPseudonyms, DatasetAndModelComeTogetherWithTheSampleThatWasShown) {
  const Sequence recorded = *m_studio->sequence();
  EXPECT_FALSE(ofDataset());
  ASSERT_TRUE(show("17"));
  ASSERT_TRUE(ofDataset());
  EXPECT_TRUE(samePseudonyms(ofDataset(), ofModel()));
  EXPECT_EQ(m_studio->row(), 7U);
  EXPECT_EQ(*m_studio->sequence(), ofDataset()->sequence(recorded));
  EXPECT_FALSE(*m_studio->sequence() == recorded);
  EXPECT_TRUE(m_studio->banners().all().empty());
  ASSERT_TRUE(show(""));
  EXPECT_FALSE(ofDataset());
  EXPECT_FALSE(ofModel());
  EXPECT_EQ(*m_studio->sequence(), recorded);
}

TEST_F(UnderPseudonyms, AModelWaitsForTheDatasetThatDecidesThem) {
  m_studio.datasetDoor.shut();
  const int before = m_studio.engineDoor.arrivals();
  m_studio->open({.data = "/d/60", .checkpoint = "/c/60.pt", .pseudonyms = "17"});
  // A worker at a closed door wakes nobody. The door is opened in any case, or the worker would never end.
  EXPECT_TRUE(test::eventually([&] { return m_studio.datasetDoor.arrivals() > 1; }));
  EXPECT_EQ(m_studio.engineDoor.arrivals(), before);
  m_studio.datasetDoor.open();
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_studio->model()->source, "60.pt");
  EXPECT_EQ(ofDataset()->locations().size(), 60U);
  EXPECT_TRUE(samePseudonyms(ofDataset(), ofModel()));
}

TEST_F(UnderPseudonyms, WhatIsOpenedLaterIsUnderThemToo) {
  ASSERT_TRUE(show("17"));
  m_studio->openCheckpoint("/c/50.pt");
  ASSERT_TRUE(settled());
  EXPECT_TRUE(samePseudonyms(ofDataset(), ofModel()));
  const auto engine = m_studio->loaders().engine("/c/50.pt", {}, [](std::size_t, std::size_t) {}, {});
  ASSERT_TRUE(engine.ok());
  EXPECT_TRUE(samePseudonyms((*engine)->description().pseudonyms, ofDataset())) << "models that are compared";
  m_studio->openDataset("/d/50");
  ASSERT_TRUE(settled());
  EXPECT_TRUE(ofDataset());
  EXPECT_TRUE(samePseudonyms(ofDataset(), ofModel()));
}

TEST_F(UnderPseudonyms, AnotherDatasetHasTheModelReadAgain) {
  ASSERT_TRUE(show("17"));
  m_studio->openDataset("/d/40");
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_studio->dataset()->prefix, "40");
  EXPECT_TRUE(!m_studio->engine() || samePseudonyms(ofDataset(), ofModel()));
}

TEST_F(UnderPseudonyms, AModelThatCannotBeReadAgainIsClosed) {
  m_engineFails = true;
  m_studio->setPseudonyms("17");
  ASSERT_TRUE(settled());
  EXPECT_TRUE(ofDataset());
  EXPECT_FALSE(m_studio->engine()) << "it would answer for other places";
  EXPECT_FALSE(m_studio->banners().all().empty());
}

TEST_F(UnderPseudonyms, ADatasetThatCannotBeReadAgainStays) {
  m_studio.dataset = [](const std::filesystem::path& path) -> Result<DatasetPtr> {
    return Error{ErrorKind::BadInput, path.string(), "is gone", ""};
  };
  m_studio->setPseudonyms("17");
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_studio->pseudonyms(), "");
  EXPECT_FALSE(ofDataset());
  EXPECT_FALSE(ofModel());
}

TEST_F(UnderPseudonyms, AnEditOfTheSampleStays) {
  Sequence edited = *m_studio->sequence();
  edited.visits.front().location = 33;
  m_studio->setSequence(edited);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(show("17"));
  EXPECT_TRUE(m_studio->edited());
  EXPECT_EQ(*m_studio->sequence(), ofDataset()->sequence(edited));
  ASSERT_TRUE(show(""));
  EXPECT_TRUE(m_studio->edited());
  EXPECT_EQ(*m_studio->sequence(), edited);
}

TEST_F(UnderPseudonyms, WhatBelongsToIdsStaysWithTheRecord) {
  m_studio->names().setPlaceName(3, "Anna's flat");
  m_studio->names().setUserName(1, "Anna");
  m_studio->samples().setFilterText("user:1");
  m_studio->notes().set(7, {.text = "Anna on holiday", .tags = {}});
  ASSERT_TRUE(show("17"));
  for (LocationId place = 0; place < 50; ++place)
    EXPECT_THAT(m_studio->names().naming().name(place), Not(HasSubstr("Anna")));
  for (UserId user = 0; user < 6; ++user) EXPECT_FALSE(m_studio->names().naming().hasUserName(user));
  EXPECT_EQ(m_studio->samples().filterText(), "");
  EXPECT_EQ(m_studio->notes().of(7).text, "");
  ASSERT_TRUE(show(""));
  EXPECT_EQ(m_studio->names().naming().name(3), "Anna's flat");
  EXPECT_EQ(m_studio->samples().filterText(), "user:1");
  EXPECT_EQ(m_studio->notes().of(7).text, "Anna on holiday");
}

TEST_F(UnderPseudonyms, LabelsOfTheRecordAreRefused) {
  const test::TempFolder folder;
  std::ofstream(folder / "labels.csv") << "location_id,name\n3,Anna's flat\n";
  ASSERT_TRUE(show("17"));
  m_studio->names().importLabels(folder / "labels.csv");
  ASSERT_EQ(m_studio->banners().all().size(), 1U);
  EXPECT_THAT(m_studio->banners().all().front().error.sentence(), HasSubstr("switch the pseudonyms off"));
  EXPECT_EQ(m_studio->names().naming().name(3), "Place 3");
}

TEST_F(UnderPseudonyms, ALinkHasNoFolderAndNoSeed) {
  ASSERT_TRUE(show("a secret"));
  m_studio->samples().setFilterText("len>3");
  EXPECT_EQ(m_studio->commandLine(),
            "sojourn-studio --data 50 --checkpoint 50.pt --pseudonyms SEED --index 7 --filter 'len>3'");
}

TEST_F(UnderPseudonyms, TheSwitchDrawsASeedOnceAndKeepsIt) {
  m_studio->setPseudonymsShown(true);
  ASSERT_TRUE(settled());
  const std::string seed = m_studio->pseudonyms();
  EXPECT_GE(seed.size(), 6U);
  EXPECT_EQ(m_studio->settings().pseudonymSeed, seed);
  m_studio->setPseudonymsShown(false);
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_studio->pseudonyms(), "");
  m_studio->setPseudonymsShown(true);
  ASSERT_TRUE(settled());
  EXPECT_EQ(m_studio->pseudonyms(), seed);
}

TEST_F(UnderPseudonyms, AReportSaysWhatItReveals) {
  m_studio->names().setUserName(m_studio->sequence()->user, "Anna");
  const Sequence sequence = *m_studio->sequence();
  std::set<LocationId> places;
  for (const Visit& visit : sequence.visits)
    if (visit.location > unseenLocation) places.insert(visit.location);
  if (*sequence.target > unseenLocation) places.insert(*sequence.target);
  RevealedPeople people(m_studio.workspace());
  people.addSequence(sequence);
  const ReportReveals one = people.counted();
  EXPECT_EQ(one.users, 1U);
  EXPECT_EQ(one.places, places.size());
  EXPECT_EQ(one.names, 1U);
  EXPECT_EQ(one.visits, sequence.visits.size());
  EXPECT_FALSE(one.pseudonyms);
  // What the model expects, and other users, are in tables.
  ASSERT_FALSE(places.contains(31));
  people.addText("Place 31", sequence.user);
  people.addText("0.31", sequence.user);
  people.addText("User " + std::to_string(sequence.user % 5 + 1), sequence.user);
  EXPECT_EQ(people.counted().places, places.size() + 1);
  EXPECT_EQ(people.counted().users, 2U);
  const auto ofSplit = [&] {
    RevealedPeople whole(m_studio.workspace());
    whole.addSplit();
    return whole.counted();
  };
  const ReportReveals all = ofSplit();
  EXPECT_EQ(all.users, 5U);
  EXPECT_GT(all.places, one.places);
  EXPECT_THAT(all.text(), HasSubstr("5 users, "));
  ASSERT_TRUE(show("17"));
  const ReportReveals hidden = ofSplit();
  EXPECT_EQ(hidden.names, 0U);
  EXPECT_EQ(hidden.places, all.places);
  EXPECT_THAT(hidden.text(), HasSubstr("under pseudonyms, positions rounded"));
}

}  // namespace
}  // namespace sojourn::session
