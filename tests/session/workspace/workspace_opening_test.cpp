// SPDX-License-Identifier: GPL-3.0-or-later
// How a workspace opens datasets and checkpoints: together, alone, while others load, and where they do not fit.
#include "tests/session/workspace/openings.h"

namespace sojourn::session {
namespace {

TEST(Opening, BringsBothPartsTogether) {
  Studio studio;
  studio.datasetDoor.shut();
  OpenRequest request = both();
  request.index = 9;
  studio->open(request);
  EXPECT_EQ(studio->jobs().all().size(), 2U);
  EXPECT_EQ(studio->jobs().all()[0].title, "Reading invented");
  EXPECT_EQ(studio->jobs().all()[1].title, "Loading fake.pt");
  ASSERT_TRUE(studio.until([&] { return studio->jobs().all().size() == 1; }));
  EXPECT_FALSE(studio->engine()) << "the checkpoint waits for its dataset";
  studio.datasetDoor.open();
  ASSERT_TRUE(studio.until([&] { return studio->inspection() != nullptr; }));
  EXPECT_EQ(studio->row(), 9U);
  EXPECT_EQ(studio->split(), Split::Test);
  EXPECT_TRUE(studio->banners().all().empty());
  EXPECT_THAT(studio->settings().recentCheckpoints, ElementsAre("/data/fake.pt"));
  EXPECT_EQ(studio->commandLine(), "sojourn-studio --data /nowhere/invented --checkpoint /data/fake.pt --index 9");
}

TEST(Opening, ADatasetAloneIsShownWithoutAModel) {
  Studio studio;
  studio->openDataset("/data/invented");
  ASSERT_TRUE(studio.until([&] { return studio->dataset() != nullptr; }));
  EXPECT_FALSE(studio->model());
  EXPECT_EQ(studio->row(), 0U);
  EXPECT_FALSE(studio->inspection());
  EXPECT_THAT(studio->jobs().all(), IsEmpty());
}

TEST_F(OpeningBySize, TheNewestRequestWins) {
  studio.datasetDoor.shut();
  studio->open(both("/d/50", "/c/60.pt"));
  while (studio.datasetDoor.arrivals() == 0) std::this_thread::yield();
  studio->open(both("/d/60", "/c/60.pt"));
  EXPECT_EQ(studio->jobs().all().size(), 2U);
  studio.datasetDoor.open();
  EXPECT_TRUE(shows("60", "60.pt"));
  EXPECT_THAT(studio->banners().all(), IsEmpty());
}

TEST_F(OpeningAnother, CancellingLeavesEverythingAsItWas) {
  studio.datasetDoor.shut();
  studio->open(both("/d/60", "/c/60.pt"));
  const JobId job = studio->jobs().all().back().id;
  studio->jobs().cancel(job);
  EXPECT_THAT(studio->jobs().all(), IsEmpty());
  studio.datasetDoor.open();
  EXPECT_TRUE(shows("50", "50.pt"));
  EXPECT_THAT(studio->banners().all(), IsEmpty());
}

TEST_F(OpeningAnother, ALargeCheckpointTellsHowFarItIsAndCanBeCancelled) {
  studio.engineDoor.shut();
  studio->openCheckpoint("/c/51.pt");
  ASSERT_TRUE(studio.until([&] { return studio->jobs().all().size() == 1 && studio->jobs().all()[0].done > 0; }));
  const Job job = studio->jobs().all()[0];
  EXPECT_EQ(job.kind, JobKind::OpenCheckpoint);
  EXPECT_EQ(job.unit, "bytes");
  EXPECT_EQ(job.done, 300U);
  EXPECT_EQ(job.total, 1000U);
  studio->jobs().cancel(job.id);
  EXPECT_THAT(studio->jobs().all(), IsEmpty());
  studio.engineDoor.open();
  while (studio.cancelledEngines == 0) std::this_thread::yield();
  EXPECT_TRUE(shows("50", "50.pt"));
  EXPECT_THAT(studio->banners().all(), IsEmpty());
}

TEST_F(OpeningBySize, AnotherDatasetDoesNotCancelTheCheckpointThatLoads) {
  studio.engineDoor.shut();
  studio->open(both("/d/60", "/c/50.pt"));
  studio->openDataset("/d/50");
  studio.engineDoor.open();
  EXPECT_TRUE(shows("50", "50.pt"));
  EXPECT_EQ(studio.cancelledEngines, 0);
}

TEST_F(OpeningAnother, ABadFileLeavesTheScreenAsItWas) {
  const InspectionPtr before = studio->inspection();
  studio->openDataset("/d/bad");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  EXPECT_EQ(studio->banners().all()[0].error.what, "is damaged");
  EXPECT_THAT(studio->banners().all()[0].actions, ElementsAre(BannerAction::OpenDataset));
  studio->openCheckpoint("/c/bad.pt");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 2; }));
  studio->open(both("/d/bad", "/c/60.pt"));
  ASSERT_TRUE(studio.until([&] { return studio->jobs().all().empty(); }));
  EXPECT_TRUE(shows("50", "50.pt"));
  EXPECT_EQ(studio->inspection(), before);
  EXPECT_EQ(studio->banners().all().size(), 2U) << "the same error does not come twice";
  studio->banners().dismiss(studio->banners().all()[0].id);
  studio->banners().dismiss(studio->banners().all()[0].id);
  EXPECT_THAT(studio->banners().all(), IsEmpty());
}

TEST(Opening, ALoaderThatThrowsIsAnError) {
  Studio studio;
  studio.dataset = [](const std::filesystem::path&) -> Result<DatasetPtr> { throw std::bad_alloc(); };
  studio->openDataset("/data/invented");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  EXPECT_EQ(studio->banners().all()[0].error.kind, ErrorKind::Failed);
  EXPECT_THAT(studio->jobs().all(), IsEmpty());
}

TEST_F(OpeningBySize, CheckpointsOfTwoRunsAreDistinguishedByTheirRuns) {
  studio->open(both("/d/50", "/runs/first/checkpoints/50.pt"));
  ASSERT_TRUE(shows("50", "50.pt"));
  studio->openCheckpoint("/runs/second/checkpoints/7038.pt");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  EXPECT_EQ(studio->banners().all()[0].error.where, "second/7038.pt");
  EXPECT_THAT(studio->banners().all()[0].error.remedy, HasSubstr("still showing first/50.pt"));
}

TEST_F(OpeningAnother, ACheckpointOfAnotherDatasetIsRefusedWithBothNumbers) {
  studio->openCheckpoint("/c/7038.pt");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  const Banner banner = studio->banners().all()[0];
  EXPECT_EQ(banner.error.where, "7038.pt");
  EXPECT_EQ(banner.error.what, "does not fit 50: loc_emb.weight is 7\u2009038 × 64, the dataset has 50 places");
  EXPECT_THAT(banner.error.remedy, HasSubstr("still showing 50.pt"));
  EXPECT_THAT(banner.actions, ElementsAre(BannerAction::OpenDataset, BannerAction::UseAnyway));
  EXPECT_TRUE(shows("50", "50.pt"));

  studio->useRefusedCheckpoint();
  EXPECT_TRUE(shows("50", "7038.pt"));
  EXPECT_THAT(studio->banners().all(), IsEmpty()) << "50.pt is not shown any more";
  ASSERT_TRUE(studio->fitProblem());
  EXPECT_THAT(studio->fitProblem()->what, HasSubstr("7\u2009038"));
  ASSERT_EQ(studio->problems().size(), 1U);
  EXPECT_THAT(studio->problems()[0].what, HasSubstr("7\u2009038"));
  studio->setHeads(2);
  ASSERT_TRUE(studio.until([&] { return studio->model()->sizes.heads == 2; }));
  EXPECT_TRUE(shows("50", "7038.pt")) << "accepted once is accepted";
}

TEST_F(OpeningAnother, ACheckpointThatCannotReadTheIdsIsNeverTaken) {
  studio->openCheckpoint("/c/40.pt");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  EXPECT_THAT(studio->banners().all()[0].actions, ElementsAre(BannerAction::OpenDataset));
  studio->useRefusedCheckpoint();
  EXPECT_TRUE(shows("50", "50.pt"));
}

TEST_F(OpeningAnother, ARefusedCheckpointComesWithItsDataset) {
  studio->openCheckpoint("/c/60.pt");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  studio->openDataset("/d/60");
  ASSERT_TRUE(studio.until([&] { return studio->dataset()->prefix == "60"; }));
  EXPECT_TRUE(shows("60", "60.pt"));
  EXPECT_THAT(studio->problems(), IsEmpty());
}

TEST_F(OpeningAnother, AnotherDatasetClosesACheckpointThatDoesNotFit) {
  studio->openDataset("/d/60");
  ASSERT_TRUE(studio.until([&] { return studio->dataset()->prefix == "60"; }));
  EXPECT_FALSE(studio->model());
  EXPECT_FALSE(studio->inspection());
  ASSERT_EQ(studio->banners().all().size(), 1U);
  EXPECT_EQ(studio->banners().all()[0].severity, Severity::Warning);
  EXPECT_THAT(studio->banners().all()[0].error.remedy, HasSubstr("was closed"));
  EXPECT_THAT(studio->jobs().all(), IsEmpty());
}

TEST_F(OpeningAnother, ABannerGoesWithWhatMadeIt) {
  studio->openDataset("/d/60");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  studio->openCheckpoint("/c/60.pt");
  EXPECT_TRUE(shows("60", "60.pt"));
  EXPECT_THAT(studio->banners().all(), IsEmpty()) << "a checkpoint that fits is open";
  EXPECT_FALSE(studio->fitProblem());

  studio->openCheckpoint("/c/bad");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  studio->openDataset("/d/bad");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 2; }));
  studio->open(both("/d/50", "/c/50.pt"));
  EXPECT_TRUE(shows("50", "50.pt"));
  EXPECT_THAT(studio->banners().all(), IsEmpty()) << "both were opened";

  studio->open({.data = {}, .checkpoint = {}, .heads = {}, .split = {}, .index = 5000});
  ASSERT_EQ(studio->banners().all().size(), 1U);
  studio->setRow(3);
  EXPECT_THAT(studio->banners().all(), IsEmpty()) << "another sample is shown";
  studio->banners().report({ErrorKind::Failed, "view.png", "the disk is full", "make room"});
  studio->openDataset("/d/50");
  ASSERT_TRUE(studio.until([&] { return studio->jobs().all().empty(); }));
  EXPECT_EQ(studio->banners().all().size(), 1U) << "an export that failed has failed";
}

TEST(Opening, ALinkBringsFilterEditsAndTimesBack) {
  Studio studio;
  studio->open(both());
  ASSERT_TRUE(studio.until([&] { return studio->inspection() != nullptr; }));
  studio->setRow(4);
  studio->samples().setFilterText("target:\"Place 5\" len>2");
  studio->names().setDisplayOffsetMinutes(-210);
  Sequence edited = *studio->sequence();
  edited.visits.front().durationMinutes = 12.375;
  edited.visits.back().location = 7;
  studio->setSequence(edited);
  const std::string link = studio->commandLine();
  EXPECT_THAT(link,
              HasSubstr(" --index 4 --times -210 --filter 'target:\"Place 5\" len>2' --edited 'user 2;target 5;"));
  EXPECT_THAT(studio->commandLine(3), ::testing::Not(HasSubstr("--edited"))) << "another sample, as recorded";

  Studio other;
  OpenRequest request = both();
  request.index = 4;
  request.filter = studio->samples().filterText();
  request.edited = edited;
  request.timesShownMinutes = -210;
  other->open(request);
  ASSERT_TRUE(other.until([&] { return other->inspection() != nullptr && !other->inspectionOutdated(); }));
  EXPECT_EQ(*other->sequence(), edited);
  EXPECT_TRUE(other->edited());
  EXPECT_EQ(other->commandLine(), link);

  Studio foreign;
  request.edited->visits.back().location = 700;
  foreign->open(request);
  ASSERT_TRUE(foreign.until([&] { return foreign->banners().all().size() == 1; }));
  EXPECT_THAT(foreign->banners().all()[0].error.what, HasSubstr("place 700, the dataset has 12"));
  EXPECT_FALSE(foreign->edited());
}

TEST_F(OpeningBySize, APairThatDiffersInSizeGoesOnWithAWarning) {
  studio->open(both("/d/50", "/c/60.pt"));
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  EXPECT_TRUE(shows("50", "60.pt"));
  EXPECT_EQ(studio->banners().all()[0].severity, Severity::Warning);
  ASSERT_EQ(studio->problems().size(), 1U);
}

TEST_F(OpeningBySize, ACheckpointOfAnotherDatasetOfEqualSizeIsTakenWithAWarning) {
  std::string trainedOn = "50";
  studio.engine = [&](const std::filesystem::path& path, const EngineOptions&) -> Result<EnginePtr> {
    auto engine = std::make_shared<FakeEngine>(50, 4, path.filename().string());
    engine->m_description.trainedOn.prefix = trainedOn;
    return EnginePtr(engine);
  };
  studio->open(both("/d/50", "/c/same.pt"));
  ASSERT_TRUE(shows("50", "same.pt"));
  EXPECT_TRUE(studio->banners().all().empty());
  EXPECT_TRUE(studio->problems().empty());
  trainedOn = "geolife";
  studio->openCheckpoint("/c/other.pt");
  ASSERT_TRUE(shows("50", "other.pt"));
  ASSERT_EQ(studio->banners().all().size(), 1U);
  EXPECT_EQ(studio->banners().all()[0].severity, Severity::Warning);
  EXPECT_THAT(studio->banners().all()[0].error.sentence(), HasSubstr("was trained on the dataset geolife, not on 50"));
  ASSERT_EQ(studio->problems().size(), 1U);
  EXPECT_THAT(studio->problems()[0].what, HasSubstr("geolife"));
}

TEST_F(OpeningBySize, APairThatCannotBeReadShowsTheDataset) {
  studio->open(both("/d/50", "/c/40.pt"));
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  EXPECT_TRUE(shows("50", ""));
}

TEST_F(OpeningBySize, APairThatCannotBeReadLeavesAModelThatStandsAlone) {
  studio->openCheckpoint("/c/30.pt");
  ASSERT_TRUE(studio.until([&] { return studio->model() != nullptr; }));
  EXPECT_FALSE(studio->dataset());
  studio->open(both("/d/50", "/c/40.pt"));
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  EXPECT_FALSE(studio->dataset());
  EXPECT_EQ(studio->model()->source, "30.pt");
}

TEST(Opening, ListsTheProblemsOfTheData) {
  Studio studio;
  studio.dataset = [](const std::filesystem::path&) {
    auto dataset = std::make_shared<Dataset>(*fakeDataset());
    dataset->problems = {{Severity::Notice, "a", "is odd", ""},
                         {Severity::Warning, "geolife_test.pk, record 214", "weekday is 9", "it is read as 6"},
                         {Severity::Warning, "metadata", "disagrees", "check it"}};
    return Result<DatasetPtr>(DatasetPtr(dataset));
  };
  studio->openDataset("/data/invented");
  ASSERT_TRUE(studio.until([&] { return studio->banners().all().size() == 1; }));
  EXPECT_EQ(studio->banners().all()[0].severity, Severity::Warning);
  EXPECT_EQ(studio->banners().all()[0].error.what, "weekday is 9");
  EXPECT_EQ(studio->banners().all()[0].error.remedy, "it is read as 6; 1 more problem");
  EXPECT_EQ(studio->problems().size(), 3U);
}

TEST(Opening, AnIndexBeyondTheEndIsSaidAndTheFirstShown) {
  Studio studio;
  OpenRequest request = both();
  request.index = 4000;
  request.split = Split::Validation;
  studio->open(request);
  ASSERT_TRUE(studio.until([&] { return studio->inspection() != nullptr; }));
  EXPECT_EQ(studio->row(), 0U);
  EXPECT_EQ(studio->split(), Split::Test);
  ASSERT_EQ(studio->banners().all().size(), 2U);
  EXPECT_THAT(studio->banners().all()[0].error.what, HasSubstr("has no sequence 4\u2009000: it holds 40"));
  EXPECT_THAT(studio->banners().all()[1].error.what, HasSubstr("has no split validation"));
}

}  // namespace
}  // namespace sojourn::session
