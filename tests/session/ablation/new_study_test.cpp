// SPDX-License-Identifier: GPL-3.0-or-later
// What a new ablation study is to train: the choices, their number, and how long they take.
#include "views/session/ablation/new_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/config/config_file.h"
#include "model/config/config_schema.h"

namespace sojourn::session {
namespace {

using ::testing::HasSubstr;

NewStudy small() {
  return {.base = recipeFor("pointer_v45"),
          .folder = "/runs/study",
          .seeds = {1, 2, 3},
          .layers = {},
          .ablations = {"no_pointer", "no_gate"}};
}

TEST(NewStudy, OffersEveryAblationOfTheConfiguration) {
  std::vector<std::string> names{"full_model"};
  for (const AblationChoice& choice : ablationChoices()) {
    names.emplace_back(choice.name);
    EXPECT_STRNE(choice.title, "");
  }
  EXPECT_EQ(names, findConfigField("model.ablation")->choices);
}

TEST(NewStudy, SaysHowManyTrainingsAndHowLong) {
  NewStudy study = small();
  EXPECT_EQ(*summaryOf(study, "/data/city", {}),
            "3 variants × 3 seeds = 9 trainings; how long is not known before a run like them has trained");
  const RunPace ended{.config = toJson(study.base), .data = "/data/city", .secondsPerEpoch = 2, .seconds = 60};
  EXPECT_EQ(*summaryOf(study, "/data/city", {ended}), "3 variants × 3 seeds = 9 trainings, about 9 min");
  RunPace live = ended;
  live.seconds.reset();
  EXPECT_THAT(*summaryOf(study, "/data/city", {live}), HasSubstr("trainings, at most "));
  EXPECT_THAT(*summaryOf(study, "/data/another", {ended}), HasSubstr("not known")) << "of another dataset";
  study.layers = {1, 3, study.base.model.numLayers};
  EXPECT_THAT(*summaryOf(study, "/data/city", {}), HasSubstr("5 variants"))
      << "one layer is an ablation of its own, and the full model has its own number already";
}

TEST(NewStudy, TheFullModelAloneIsAStudy) {
  NewStudy study = small();
  study.ablations.clear();
  study.seeds = {7};
  EXPECT_THAT(*summaryOf(study, "/data/city", {}), HasSubstr("1 variant × 1 seed = 1 training;"));
}

TEST(NewStudy, RefusesWhatIsNoFullModelAndTooMuch) {
  NewStudy study = small();
  study.base.model.ablation = "no_gate";
  EXPECT_FALSE(summaryOf(study, "/data/city", {}).ok());
  study = small();
  study.seeds.assign(mostRuns, 1);
  EXPECT_THAT(summaryOf(study, "/data/city", {}).error().sentence(), HasSubstr("600 trainings"));
  study = small();
  study.base = recipeFor("mhsa");
  EXPECT_FALSE(summaryOf(study, "/data/city", {}).ok()) << "it has no ablations";
}

}  // namespace
}  // namespace sojourn::session
