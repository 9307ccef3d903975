// SPDX-License-Identifier: GPL-3.0-or-later
// The models of Compare beside the workspace: predicted once, one that fails leaves the others, filters ask them, edits
// reach all of them.
#include "views/session/compare/model_comparisons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/session/fake_data.h"
#include "tests/support/temp_folder.h"

namespace sojourn::session {
namespace {

using test::FakeEngine;
using test::Studio;
using ::testing::HasSubstr;

class ModelComparisonsTest : public ::testing::Test {
 protected:
  ModelComparisonsTest() {
    m_studio.engine = [this](const std::filesystem::path& path, const EngineOptions&) -> Result<EnginePtr> {
      ++loads;
      const std::string name = path.filename().string();
      if (name == "broken.pt") return Error{ErrorKind::BadInput, "broken.pt, byte 12", "is cut off", "copy it again"};
      // Of rows 0, 7, 14, ... both are right; the others differ in what they say of row 1.
      auto engine = std::make_shared<FakeEngine>(name == "large.pt" ? 90 : name == "small.pt" ? 5 : 12, 4, name);
      engine->m_description.title = name.starts_with("v45-") ? "Pointer V45" : name;
      if (name == "foreign.pt" || name == "renamed.pt") engine->m_description.trainedOn.prefix = "elsewhere";
      if (name == "foreign.pt") engine->m_description.trainedOn.fingerprint = "ff";
      engines.push_back(engine);
      return EnginePtr(engine);
    };
    m_studio.openAll();
    m_models = std::make_unique<ModelComparisons>(m_studio.workspace());
  }
  ~ModelComparisonsTest() override { m_models.reset(); }

  ModelComparisons& models() { return *m_models; }
  [[nodiscard]] bool compared() {
    return m_studio.until([this] {
      return !models().predicting() && models().comparison() && models().comparison()->intervals &&
             !models().outdated();
    });
  }
  static ComparedSource checkpoint(const char* name) {
    return {ComparedKind::Checkpoint, std::string("/nowhere/") + name};
  }
  static ComparedSource rule(const char* name) { return {ComparedKind::Rule, name}; }

  std::atomic<int> loads{0};
  std::vector<std::shared_ptr<FakeEngine>> engines;
  Studio m_studio;
  std::unique_ptr<ModelComparisons> m_models;
};

TEST_F(ModelComparisonsTest, NothingIsPredictedBeforeSomebodyLooks) {
  ASSERT_TRUE(models().add(checkpoint("other.pt")));
  EXPECT_FALSE(models().predicting());
  EXPECT_EQ(loads, 1) << "the open one alone";
  models().setWatched(true);
  ASSERT_TRUE(compared());
  const ModelComparison& comparison = models().comparison()->comparison;
  ASSERT_EQ(comparison.models.size(), 2U);
  EXPECT_EQ(comparison.n, 40U);
  // Both answer alike: rank 1 + row % 7.
  EXPECT_EQ(comparison.pairs.front().all, (PairAgreement{.bothRight = 6, .onlyA = 0, .onlyB = 0, .bothWrong = 34}));
}

TEST_F(ModelComparisonsTest, AModelThatFailsLeavesTheOthers) {
  ASSERT_TRUE(models().add(checkpoint("broken.pt")));
  ASSERT_TRUE(models().add(checkpoint("small.pt")));
  ASSERT_TRUE(models().add(rule("window_frequency")));
  models().setWatched(true);
  ASSERT_TRUE(compared());
  ASSERT_TRUE(models().models()[1].error);
  EXPECT_EQ(models().models()[1].error->what, "is cut off");
  ASSERT_TRUE(models().models()[2].error) << "5 places do not hold 12";
  EXPECT_THAT(models().models()[2].error->what, HasSubstr("does not fit"));
  EXPECT_TRUE(models().models()[3].answers);
  EXPECT_EQ(models().comparison()->question.models, (std::vector<std::size_t>{0, 3}));
}

TEST_F(ModelComparisonsTest, AModelOfAnotherDatasetIsNotComputedWith) {
  ASSERT_TRUE(models().add(checkpoint("large.pt")));
  ASSERT_TRUE(models().add(checkpoint("foreign.pt")));
  ASSERT_TRUE(models().add(checkpoint("renamed.pt")));
  models().setWatched(true);
  ASSERT_TRUE(compared());
  ASSERT_TRUE(models().models()[1].error);
  EXPECT_THAT(models().models()[1].error->sentence(), HasSubstr("90"));
  ASSERT_TRUE(models().models()[2].error);
  EXPECT_THAT(models().models()[2].error->sentence(), HasSubstr("was trained on the dataset elsewhere"));
  EXPECT_FALSE(models().models()[3].error) << "only the dataset's name differs";
  EXPECT_THAT(models().models()[3].answers->note, HasSubstr("elsewhere"));
  EXPECT_EQ(models().comparison()->question.models, (std::vector<std::size_t>{0, 3}));
}

TEST_F(ModelComparisonsTest, TrainingsOfOneModelAreToldApart) {
  for (const char* name : {"v45-seed42-best.pt", "v45-seed43-best.pt", "other.pt"})
    ASSERT_TRUE(models().add(checkpoint(name)));
  models().setWatched(true);
  ASSERT_TRUE(compared());
  EXPECT_EQ(models().models()[1].title, "Pointer V45, seed42");
  EXPECT_EQ(models().models()[2].title, "Pointer V45, seed43");
  EXPECT_EQ(models().models()[3].title, "other.pt");
}

TEST_F(ModelComparisonsTest, OneFileUnderTwoLettersIsNoComparison) {
  const test::TempFolder folder;
  for (const char* name : {"one.pt", "copy.pt"}) ASSERT_TRUE(writeFileAtomically(folder / name, "weights"));
  for (const char* name : {"one.pt", "copy.pt"})
    ASSERT_TRUE(models().add({ComparedKind::Checkpoint, (folder / name).string()}));
  models().setWatched(true);
  ASSERT_TRUE(compared());
  EXPECT_FALSE(models().models()[1].error);
  ASSERT_TRUE(models().models()[2].error);
  EXPECT_THAT(models().models()[2].error->sentence(), HasSubstr("is the same file as B"));
  EXPECT_EQ(models().comparison()->question.models, (std::vector<std::size_t>{0, 1}));
}

TEST_F(ModelComparisonsTest, PredictionsOfAnotherDatasetAreNotComputedWith) {
  const test::TempFolder folder;
  const std::string file = (folder / "theirs.csv").string();
  std::string lines = "index,rank1\n";
  for (int row = 0; row < 40; ++row) lines += std::to_string(row) + ",2\n";
  ASSERT_TRUE(writeFileAtomically(file, lines));
  ASSERT_TRUE(models().add({ComparedKind::Predictions, file}));
  models().setWatched(true);
  ASSERT_TRUE(compared());
  m_studio.dataset = [](const std::filesystem::path&) {
    return Result<DatasetPtr>(test::fakeDataset({.prefix = "elsewhere"}));
  };
  m_studio->openDataset("/data/elsewhere");
  ASSERT_TRUE(m_studio.until([this] { return m_studio->dataset()->prefix == "elsewhere"; }));
  ASSERT_TRUE(models().models()[1].error);
  EXPECT_THAT(models().models()[1].error->sentence(), HasSubstr("predicts another dataset (invented)"));
  EXPECT_FALSE(models().models()[1].answers);
  ModelComparisons again(m_studio.workspace());
  again.restore(models().chosen());
  EXPECT_TRUE(again.models()[1].error) << "a workspace keeps it";
}

TEST_F(ModelComparisonsTest, ASecondLookCostsNothing) {
  ASSERT_TRUE(models().add(checkpoint("other.pt")));
  models().setWatched(true);
  ASSERT_TRUE(compared());
  const auto first = models().comparison();
  EXPECT_EQ(loads, 2);
  models().remove(1);
  EXPECT_EQ(models().models().size(), 1U);
  ASSERT_TRUE(models().add(checkpoint("other.pt")));
  EXPECT_FALSE(models().predicting());
  EXPECT_EQ(models().comparison(), first);
  models().setWatched(false);
  models().setWatched(true);
  EXPECT_FALSE(models().predicting());
  EXPECT_EQ(loads, 2);
}

TEST_F(ModelComparisonsTest, PredictionsAreThoseOfTheFilesContent) {
  const test::TempFolder folder;
  const auto file = folder / "other.pt";
  const auto add = [&](std::string_view content) {
    const auto time =
        std::filesystem::exists(file) ? std::filesystem::last_write_time(file) : std::filesystem::file_time_type();
    ASSERT_TRUE(writeFileAtomically(file, content));
    if (time != std::filesystem::file_time_type()) std::filesystem::last_write_time(file, time);
    if (models().models().size() > 1) models().remove(1);
    ASSERT_TRUE(models().add({ComparedKind::Checkpoint, file.string()}));
    models().setWatched(true);
    ASSERT_TRUE(m_studio.until([this] { return !models().predicting() && models().models()[1].answers; }));
  };
  add("weights");
  EXPECT_EQ(loads, 2);
  add("weights");
  EXPECT_EQ(loads, 2) << "another file with the same content";
  add("WEIGHTS");
  EXPECT_EQ(loads, 3) << "of the same size and time";
}

TEST_F(ModelComparisonsTest, ALinkNamesModelsAndColumns) {
  ASSERT_TRUE(models().add(checkpoint("an other.pt")));
  ASSERT_TRUE(models().add(rule("user_markov")));
  EXPECT_EQ(models().arguments(), " --model '/nowhere/an other.pt' --model user_markov");
  models().showSecond(2);
  EXPECT_EQ(models().arguments(), " --model '/nowhere/an other.pt' --model user_markov --columns AC");
  ModelComparisons again(m_studio.workspace());
  again.choose({"/nowhere/an other.pt", "user_markov"}, "AC");
  EXPECT_EQ(again.arguments(), models().arguments());
  again.choose({"other.pt"});
  const std::string whole = (std::filesystem::current_path() / "other.pt").string();
  EXPECT_NE(again.arguments().find(whole), std::string::npos) << "a link works in any folder: " << again.arguments();
  again.choose({"user_markov"}, "AH");
  EXPECT_EQ(again.pair(), (std::pair<std::size_t, std::size_t>{0, 1})) << "there is no H";
}

TEST_F(ModelComparisonsTest, FiltersAskTheModelsByTheirLetters) {
  m_studio->samples().setFilterText("A:right B:wrong");
  ASSERT_TRUE(m_studio->samples().filterError()) << "there is no B yet";
  ASSERT_TRUE(models().add(rule("most_recent")));
  EXPECT_FALSE(m_studio->samples().filterError());
  // A filter wants B's predictions though no view does.
  ASSERT_TRUE(m_studio.until([this] { return models().models()[1].answers != nullptr; }));
  models().setWatched(true);
  ASSERT_TRUE(compared());
  const PairAgreement& all = models().comparison()->comparison.pairs.front().all;
  EXPECT_EQ(all.n(), 40U) << "figures leave the terms of models out";
  EXPECT_EQ(m_studio->samples().view().rows().size(), all.onlyA);
  m_studio->samples().setFilterText("B:right");
  EXPECT_EQ(m_studio->samples().view().rows().size(), all.bothRight + all.onlyB);
  m_studio->samples().setFilterText("user:1 B:top5");
  for (const SampleIndex row : m_studio->samples().view().rows()) EXPECT_EQ(m_studio->samples().table().user(row), 1);
  ASSERT_TRUE(compared());
  EXPECT_LT(models().comparison()->comparison.n, 40U) << "other terms choose the samples";
  m_studio->samples().setFilterText("A:0..1");
  EXPECT_EQ(m_studio->samples().view().rows().size(), 40U) << "P of the first place";
  m_studio->samples().setFilterText("C:right");
  ASSERT_TRUE(m_studio->samples().filterError());
  EXPECT_THAT(m_studio->samples().filterError()->message, HasSubstr("no model C"));
  m_studio->samples().setFilterText("B:sideways");
  EXPECT_THAT(m_studio->samples().filterError()->message, HasSubstr("right, wrong, top5, top10 or a range of P"));
  const FilterCompletion offered = m_studio->samples().completeFilterText("B:w", 3);
  ASSERT_FALSE(offered.suggestions.empty());
  EXPECT_EQ(offered.suggestions.front().text, "B:wrong");
}

TEST_F(ModelComparisonsTest, EditsReachAllModels) {
  ASSERT_TRUE(models().add(checkpoint("other.pt")));
  ASSERT_TRUE(models().add(rule("most_recent")));
  models().setWatched(true);
  m_studio->setRow(4);
  ASSERT_TRUE(compared());
  const auto current = [this] {
    return models().sample() && !models().sampleOutdated() &&
           models().sample()->question.sequence == *m_studio->sequence();
  };
  ASSERT_TRUE(m_studio.until(current));
  Sequence sequence = *m_studio->sequence();
  sequence.visits.back().location = 7;
  m_studio->setSequence(sequence);
  ASSERT_TRUE(m_studio.until(current));
  const ComparedSample& sample = *models().sample();
  EXPECT_TRUE(sample.question.edited);
  ASSERT_EQ(sample.predictions.size(), 3U);
  ASSERT_TRUE(sample.predictions[1].inspection);
  EXPECT_EQ(sample.predictions[1].inspection->best().location, 7);
  ASSERT_FALSE(sample.predictions[2].ranking.empty());
  EXPECT_EQ(sample.predictions[2].ranking.front(), 7);
}

TEST_F(ModelComparisonsTest, ModelsAndColumnsAreKept) {
  EXPECT_EQ(models().chosen(), ChosenModels()) << "nobody chose any";
  ASSERT_TRUE(models().add(checkpoint("other.pt")));
  ASSERT_TRUE(models().add(rule("user_markov")));
  EXPECT_FALSE(models().add(rule("user_markov"))) << "twice";
  models().showFirst(2);
  models().swapPair();
  EXPECT_EQ(models().pair(), (std::pair<std::size_t, std::size_t>{1, 2}));
  const ChosenModels kept = models().chosen();
  ModelComparisons again(m_studio.workspace());
  again.restore(kept);
  ASSERT_EQ(again.models().size(), 3U);
  EXPECT_EQ(again.models()[1].source, checkpoint("other.pt"));
  EXPECT_EQ(again.models()[2].source, rule("user_markov"));
  EXPECT_EQ(again.pair(), models().pair());
}

TEST_F(ModelComparisonsTest, AtMostEightModels) {
  for (int i = 1; i < 8; ++i) EXPECT_TRUE(models().add(checkpoint((std::to_string(i) + ".pt").c_str())));
  EXPECT_FALSE(models().add(checkpoint("9.pt")));
  EXPECT_EQ(models().models().size(), 8U);
}

}  // namespace
}  // namespace sojourn::session
