// SPDX-License-Identifier: GPL-3.0-or-later
// The curves of the learning rate, and what recipes make of validation losses.
#include "model/train/trainer/recipe.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace sojourn {
namespace {

TEST(Schedule, WarmsUpAndFallsAsACosine) {
  const TrainingConfig::Training recipe;  // 6.5e-4, 5 of 50 epochs warm-up, down to 1e-6
  EXPECT_NEAR(warmupCosineRate(recipe, 1), 1.3e-4, 1e-12);
  EXPECT_NEAR(warmupCosineRate(recipe, 5), 6.5e-4, 1e-12);
  EXPECT_NEAR(warmupCosineRate(recipe, 6), 6.5e-4, 1e-12);
  EXPECT_NEAR(warmupCosineRate(recipe, 7), 0.0006492095343093129, 1e-15);  // the reference trajectory's
  EXPECT_NEAR(warmupCosineRate(recipe, 30), 0.00029158051366964653, 1e-15);
  EXPECT_GT(warmupCosineRate(recipe, 50), recipe.minLr);
  TrainingConfig::Training noWarmup = recipe;
  noWarmup.warmupEpochs = 0;
  EXPECT_NEAR(warmupCosineRate(noWarmup, 1), 6.5e-4, 1e-12);
  TrainingConfig::Training onlyWarmup = recipe;
  onlyWarmup.numEpochs = 5;
  EXPECT_TRUE(std::isfinite(warmupCosineRate(onlyWarmup, 6)));
}

TEST(Schedule, ScheduleEpochsMovesItsEnd) {
  TrainingConfig::Training recipe;
  recipe.numEpochs = 100;
  recipe.scheduleEpochs = 50;
  EXPECT_NEAR(warmupCosineRate(recipe, 30), 0.00029158051366964653, 1e-15);
  EXPECT_DOUBLE_EQ(warmupCosineRate(recipe, 51), recipe.minLr);
  EXPECT_DOUBLE_EQ(warmupCosineRate(recipe, 90), recipe.minLr);
}

TEST(Schedule, RisesAndFallsLinearlyStepByStep) {
  const TrainingConfig::Training recipe = recipeFor("mhsa").training;  // 1e-3, 2 epochs up, down to 0 at 50
  EXPECT_EQ(linearRate(recipe, 0, 100), 0);
  EXPECT_NEAR(linearRate(recipe, 50, 100), 2.5e-4, 1e-15);
  EXPECT_NEAR(linearRate(recipe, 200, 100), 1e-3, 1e-15);
  EXPECT_NEAR(linearRate(recipe, 2600, 100), 0.5e-3, 1e-15);
  EXPECT_EQ(linearRate(recipe, 5000, 100), 0);
  EXPECT_EQ(linearRate(recipe, 9000, 100), 0);
}

/// Judges the losses one after the other; answers the epochs that were the best, each when it came.
struct Course {
  RecipeMemory memory;
  std::vector<std::int64_t> best, returns;
  std::int64_t epochs = 0;
};

Course courseOf(const Recipe& recipe, const std::vector<EpochScore>& scores, std::int64_t stepsPerEpoch) {
  Course course;
  for (const EpochScore& score : scores) {
    const TrainingPosition position{
        .epoch = ++course.epochs, .steps = course.epochs * stepsPerEpoch, .stepsPerEpoch = stepsPerEpoch};
    const Judgement judgement = recipe.judge(course.memory, score, position);
    if (judgement.best) course.best.push_back(course.epochs);
    if (judgement.returnToBest) course.returns.push_back(course.epochs);
    if (course.memory.over) break;
  }
  return course;
}

Course courseOf(const Recipe& recipe, const std::vector<double>& losses, std::int64_t stepsPerEpoch = 10) {
  std::vector<EpochScore> scores;
  for (const double loss : losses) scores.push_back({.loss = loss});
  return courseOf(recipe, scores, stepsPerEpoch);
}

TEST(Recipe, PointerWaitsForPatienceAndTheLeastEpochs) {
  TrainingConfig::Training training;
  training.patience = 2;
  training.minEpochs = 5;
  const auto recipe = makeRecipe(RecipeKind::WarmupCosine, training);
  const Course course = courseOf(*recipe, {3, 2, 2, 2.5, std::nan(""), 1, 1});
  EXPECT_EQ(course.best, (std::vector<std::int64_t>{1, 2})) << "equal is not better";
  EXPECT_EQ(course.epochs, 5) << "not before the least number of epochs";
  EXPECT_EQ(course.memory.bestLoss, 2);
  EXPECT_EQ(course.memory.bestEpoch, 2);
  EXPECT_EQ(course.memory.waited, 3);
  EXPECT_TRUE(course.returns.empty());
  EXPECT_FALSE(recipe->dropsLastBatch());
  EXPECT_FALSE(recipe->updateRule().decayInGradient);
}

TEST(Recipe, DeepMoveTakesATenthOnAPlateauOfAccuracyThenEnds) {
  const TrainingConfig::Training training = recipeFor("deepmove").training;
  const auto recipe = makeRecipe(RecipeKind::AccuracyPlateau, training);
  EXPECT_TRUE(recipe->updateRule().decayInGradient);
  const auto scoresOf = [](const std::vector<double>& accuracies) {
    std::vector<EpochScore> scores;
    for (const double accuracy : accuracies) scores.push_back({.loss = 5 + accuracy, .accuracy = accuracy});
    return scores;
  };
  const auto rateAfter = [&](const Course& course) { return recipe->learningRate(course.memory, {.epoch = 99}); };
  const Course waiting = courseOf(*recipe, scoresOf({10, 20, 20, 19, 20}), 10);
  EXPECT_EQ(waiting.best, (std::vector<std::int64_t>{1, 2})) << "the higher accuracy, whatever the loss";
  EXPECT_EQ(waiting.memory.bestLoss, 25);
  EXPECT_EQ(rateAfter(waiting), 1e-3);
  const Course fallen = courseOf(*recipe, scoresOf({10, 20, 20, 19, 20, 18, 18, 18}), 10);
  EXPECT_NEAR(rateAfter(fallen), 1e-4, 1e-18);
  EXPECT_FALSE(fallen.memory.over);
  const Course twice = courseOf(*recipe, scoresOf({20, 19, 19, 19, 19, 21, 20, 20, 20, 20}), 10);
  EXPECT_NEAR(rateAfter(twice), 1e-5, 1e-19) << "and again, after a better epoch";
  EXPECT_EQ(courseOf(*recipe, scoresOf({20, 19, 19, 19, 19, 19, 19, 19, 19, 19}), 10).epochs, 8);
}

TEST(Recipe, PointerEndsWithTheLastEpoch) {
  TrainingConfig::Training training;
  training.numEpochs = 3;
  const auto recipe = makeRecipe(RecipeKind::WarmupCosine, training);
  EXPECT_EQ(courseOf(*recipe, {5, 4, 3, 2, 1}).epochs, 3);
}

TEST(Recipe, MhsaReturnsTwiceWithATenthOfTheRateThenEnds) {
  const TrainingConfig::Training training = recipeFor("mhsa").training;
  const auto recipe = makeRecipe(RecipeKind::LinearWithReturns, training);
  EXPECT_TRUE(recipe->dropsLastBatch());
  EXPECT_TRUE(recipe->returnsToBest());
  EXPECT_TRUE(recipe->updateRule().decayInGradient);
  EXPECT_EQ(recipe->updateRule().beta2, 0.999);

  // A gain below 0.001 does not count; three such epochs use patience up.
  const Course first = courseOf(*recipe, {3, 2, 1.9995, 1.9994, 1.9993});
  EXPECT_EQ(first.best, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(first.returns, (std::vector<std::int64_t>{5}));
  EXPECT_FALSE(first.memory.over);
  const double reached = linearRate(training, 50, 10);
  const TrainingPosition after{.epoch = 6, .steps = 50, .stepsPerEpoch = 10};
  EXPECT_NEAR(recipe->learningRate(first.memory, after), reached / 10, 1e-18);

  const Course whole = courseOf(*recipe, {3, 2, 2, 2, 2, 2, 2, 2, 1.5, 2, 2, 2, 1});
  EXPECT_EQ(whole.best, (std::vector<std::int64_t>{1, 2, 9}));
  EXPECT_EQ(whole.returns, (std::vector<std::int64_t>{5, 8}));
  EXPECT_EQ(whole.epochs, 12) << "the third time ends it";
  EXPECT_NEAR(*whole.memory.heldRate, reached / 100, 1e-18);
  EXPECT_EQ(courseOf(*recipe, std::vector<double>(200, 0)).epochs, 10);
}

TEST(Recipe, MhsaEndsAfterAHundredEpochs) {
  const auto recipe = makeRecipe(RecipeKind::LinearWithReturns, recipeFor("mhsa").training);
  std::vector<double> falling;
  for (int i = 0; i < 200; ++i) falling.push_back(10 - 0.01 * i);
  EXPECT_EQ(courseOf(*recipe, falling).epochs, 100);
}

}  // namespace
}  // namespace sojourn
