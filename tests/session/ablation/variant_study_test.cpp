// SPDX-License-Identifier: GPL-3.0-or-later
// The ablation study over run folders that a test writes: what is planned, queued, refused and collected.
#include "views/session/ablation/variant_study.h"

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/config/config_file.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/run_files.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> namesOf(const Result<std::vector<Variant>>& variants) {
  std::vector<std::string> names;
  if (variants)
    for (const Variant& variant : *variants) names.push_back(variant.name);
  return names;
}

class VariantStudyTest : public ::testing::Test {
 protected:
  VariantStudyTest() {
    plan.folder = folder.path();
    plan.data = "/data/geolife";
    plan.dataset = "geolife";
    plan.variants = *variantsOf(plan.base, {"no_pointer"}, {});
    plan.seeds = {1, 2, 3};
    // Six users of two samples; the second target of each is unseen.
    for (int i = 0; i < 12; ++i)
      set.append({.user = static_cast<UserId>(i / 2 + 1),
                  .visits = {{.location = 5}, {.location = 7}},
                  .target = i % 2 == 1 ? unseenLocation : 7});
  }
  /// A finished run of the plan, as the trainer leaves it.
  void finish(const std::string& variant, std::int64_t seed, RunState state = RunState::Finished) {
    const auto found = std::ranges::find(plan.variants, variant, &Variant::name);
    const TrainingConfig config = configOf(plan.base, *found, seed);
    test::FakeRun run(folder / StudyPlan::runOf(*found, seed),
                      {.epochs = 1, .state = state, .loss = {}, .seed = seed, .testAccuracy = 50.0});
    auto record = readRunRecord(run.paths().record());
    ASSERT_TRUE(record);
    record->config = toJson(config);
    std::filesystem::remove(run.paths().record().string());
    ASSERT_TRUE(writeRunRecord(run.paths().record(), *record));
  }
  /// Right on the known targets of the first `users` users.
  static std::vector<Outcome> rightFor(int users) {
    std::vector<Outcome> outcomes(12);
    for (int i = 0; i < 12; ++i) outcomes[static_cast<std::size_t>(i)].rank = i % 2 == 0 && i / 2 < users ? 1 : 9;
    return outcomes;
  }

  test::TempFolder folder;
  StudyPlan plan;
  SequenceSet set;
};

TEST_F(VariantStudyTest, ListsTheFullModelFirstAndNothingTwice) {
  const TrainingConfig base;
  const auto all = variantsOf(base, {}, {1, 2, 3, 3, 4});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->size(), 16U) << "full, 13 ablations, 3 and 4 layers";
  EXPECT_EQ(all->front().name, "full_model");
  EXPECT_THAT(namesOf(variantsOf(base, {"no_gate"}, {1, 2, 3})),
              ElementsAre("full_model", "no_gate", "single_layer", "layers_3"));
  EXPECT_THAT(variantsOf(base, {"no_gates"}, {}).error().what, HasSubstr("no_gates is no ablation"));
  TrainingConfig ablated;
  ablated.model.ablation = "no_gate";
  EXPECT_THAT(variantsOf(ablated, {}, {}).error().what, HasSubstr("no_gate"));
  EXPECT_FALSE(variantsOf(recipeFor("mhsa"), {}, {})) << "it has no ablations";
}

TEST_F(VariantStudyTest, QueuesWhatIsMissingAndGoesOnWithWhatStopped) {
  finish("full_model", 1);
  finish("no_pointer", 2, RunState::Interrupted);
  const Status refused = queueStudy(plan, false);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().remedy, HasSubstr("--resume"));
  EXPECT_TRUE(RunQueue(folder.path()).waiting().empty()) << "nothing is queued by a study that is refused";

  ASSERT_TRUE(queueStudy(plan, true));
  const auto waiting = RunQueue(folder.path()).waiting();
  ASSERT_EQ(waiting.size(), 5U);
  EXPECT_EQ(waiting.front().runFolder, "full_model-2") << "in the order of the plan";
  for (const QueuedRun& run : waiting) {
    EXPECT_EQ(run.resume, run.runFolder == "no_pointer-2");
    EXPECT_EQ(run.data, run.resume ? "" : "/data/geolife");
    if (run.runFolder == "no_pointer-3") {
      EXPECT_EQ(run.config["model"]["ablation"], "no_pointer");
      EXPECT_EQ(run.config["seed"], 3);
    }
  }
  ASSERT_TRUE(queueStudy(plan, true));
  EXPECT_EQ(RunQueue(folder.path()).waiting().size(), 5U) << "what waits is not queued again";
}

TEST_F(VariantStudyTest, TriesWhatFailedAgain) {
  const RunQueue queue(folder.path());
  ASSERT_TRUE(queueStudy(plan, false));
  const QueuedRun first = queue.waiting().front();
  ASSERT_TRUE(queue.take(first));
  ASSERT_TRUE(queue.fail(first.id, first.runFolder, "no such data"));
  const auto study = readVariantStudy(plan);
  ASSERT_TRUE(study);
  EXPECT_EQ(study->variants[0].runs[0].state, "failed");
  EXPECT_EQ(study->variants[0].runs[0].reason, "no such data");
  EXPECT_EQ(study->variants[0].runs[1].state, "waiting");
  ASSERT_TRUE(queueStudy(plan, true));
  EXPECT_TRUE(queue.failed().empty());
  EXPECT_EQ(queue.waiting().size(), 6U);
}

TEST_F(VariantStudyTest, RefusesRunsOfAnotherStudy) {
  finish("full_model", 1);
  plan.base.training.batchSize = 64;
  const Status other = queueStudy(plan, true);
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().what, HasSubstr("training.batch_size"));
  plan.base = {};
  plan.dataset = "diy";
  EXPECT_THAT(queueStudy(plan, true).error().what, HasSubstr("dataset geolife"));
}

TEST_F(VariantStudyTest, ComparesByUsersAndSeedsAndJudgesTheClaim) {
  for (const std::int64_t seed : plan.seeds) {
    finish("full_model", seed);
    finish("no_pointer", seed);
  }
  const auto evaluate = [](const std::filesystem::path& file) -> Result<std::vector<Outcome>> {
    return rightFor(file.string().find("full_model") != std::string::npos ? 6 : 3);
  };
  const auto study = collectStudy(plan, set, evaluate);
  ASSERT_TRUE(study);
  EXPECT_EQ(study->n, 12U);
  EXPECT_EQ(study->users, 6U);
  const StudiedVariant& full = study->variants[0];
  EXPECT_DOUBLE_EQ(*full.mean, 50);
  EXPECT_DOUBLE_EQ(*full.sd, 0);
  EXPECT_DOUBLE_EQ(*full.runs[0].known, 100);
  EXPECT_EQ(full.verdict, "");
  const StudiedVariant& without = study->variants[1];
  EXPECT_DOUBLE_EQ(without.difference.value, -25);
  EXPECT_LT(without.difference.low, -25);
  EXPECT_GT(without.difference.high, -25);
  EXPECT_DOUBLE_EQ(*without.claimedGeolife, -20.96);
  EXPECT_DOUBLE_EQ(*without.claimedDiy, -5.64);
  EXPECT_THAT(without.verdict, HasSubstr("inside the measured interval"));
  plan.dataset = "demo_city";
  EXPECT_EQ(collectStudy(plan, set, evaluate)->variants[1].verdict, "") << "nobody claims anything about the demo";
}

TEST_F(VariantStudyTest, KeepsTheOthersWhereARunIsGoneOrUnreadable) {
  for (const std::int64_t seed : plan.seeds) {
    finish("full_model", seed);
    if (seed != 3) finish("no_pointer", seed);
  }
  const auto evaluate = [](const std::filesystem::path& file) -> Result<std::vector<Outcome>> {
    if (file.string().find("no_pointer-2") != std::string::npos)
      return Error{ErrorKind::BadInput, file.string(), "is cut off", "train it again"};
    return rightFor(6);
  };
  const auto study = collectStudy(plan, set, evaluate);
  ASSERT_TRUE(study);
  const auto& runs = study->variants[1].runs;
  EXPECT_EQ(runs[0].state, "finished");
  EXPECT_EQ(runs[1].state, "unreadable");
  EXPECT_EQ(runs[1].reason, "is cut off");
  EXPECT_EQ(runs[2].state, "missing");
  EXPECT_EQ(study->variants[1].seeds, 1U);
  EXPECT_EQ(study->variants[1].verdict, "too few seeds to tell");
  EXPECT_FALSE(study->variants[1].sd.has_value());
}

}  // namespace
}  // namespace sojourn::session
