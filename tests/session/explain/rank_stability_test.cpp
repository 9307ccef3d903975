// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds and random weights beside the workspace: which models may be compared, when they are, and how it is stopped.
#include "views/session/explain/rank_stability.h"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::FakeEngine;
using test::Studio;

class RankStabilityTest : public ::testing::Test {
 protected:
  RankStabilityTest() {
    m_studio.engine = [](const std::filesystem::path& path, const EngineOptions&) -> Result<EnginePtr> {
      const std::string name = path.filename().string();
      if (name == "broken.pt") return Error{ErrorKind::BadInput, name, "ends in the middle", "copy it again"};
      auto engine = std::make_shared<FakeEngine>(name == "larger.pt" ? 14 : 12, 4, name);
      engine->m_description.fingerprint = name == "copy.pt" ? "fake.pt" : name;
      return EnginePtr(engine);
    };
    m_studio.explainer.agreementAcross = [this](Engines engines, const Sequence&, const AgreementRequest& request,
                                                const CancelToken&, const Progress&) -> Result<ModelAgreement> {
      ++m_comparisons;
      m_ratherThan = request.ratherThan.value_or(-1);
      ModelAgreement found{.target = *request.target, .chance = 0.4, .models = {}, .methods = {}};
      for (const auto& engine : engines) found.models.push_back({.source = engine->description().source});
      return found;
    };
    m_studio.explainer.testParameterRandomization =
        [this](const Engine&, const Sequence&, const ParameterRandomizationRequest& request, const CancelToken& cancel,
               const Progress& progress) -> Result<ParameterRandomizationTest> {
      for (std::size_t draw = 1; draw <= request.draws; ++draw) {
        progress(draw, request.draws);
        while (!m_door.isOpen() && !cancel.cancelled()) {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          progress(draw, request.draws);
        }
        if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      }
      return ParameterRandomizationTest{
          .target = *request.what.target, .draws = request.draws, .stages = {}, .methods = {}};
    };
    m_studio.openAll();
    m_explanations = std::make_unique<Explanations>(m_studio.workspace());
    m_rankStability = std::make_unique<RankStability>(m_studio.workspace(), *m_explanations);
  }
  ~RankStabilityTest() override {
    m_door.open();
    m_rankStability.reset();
    m_explanations.reset();
  }
  void add(std::initializer_list<const char*> names) {
    std::vector<std::filesystem::path> files;
    for (const char* name : names) files.emplace_back(std::string("/seeds/") + name);
    m_rankStability->addModels(std::move(files));
    ASSERT_TRUE(m_studio.until([&] { return !m_rankStability->loading(); }));
  }
  [[nodiscard]] bool compared() {
    return m_studio.until([&] {
      const auto& answer = m_rankStability->seeds();
      return answer && !m_rankStability->comparing() && m_rankStability->current(answer->question);
    });
  }
  [[nodiscard]] bool showRow(std::size_t row) {
    m_studio->setRow(row);
    return m_studio.until([&] { return !m_studio->inspectionOutdated(); });
  }

  Door m_door;
  std::atomic<int> m_comparisons{0};
  std::atomic<LocationId> m_ratherThan{-1};  ///< of the newest comparison
  Studio m_studio;
  std::unique_ptr<Explanations> m_explanations;
  std::unique_ptr<RankStability> m_rankStability;
};

TEST_F(RankStabilityTest, ModelsAreComparedOnEverySampleThatIsLookedAt) {
  m_rankStability->setWatched(true);
  EXPECT_FALSE(m_rankStability->comparing()) << "there is nothing to compare with";
  add({"seed1.pt", "seed2.pt"});
  ASSERT_TRUE(compared());
  ASSERT_EQ(m_rankStability->seeds()->agreement.models.size(), 3U);
  EXPECT_EQ(m_rankStability->seeds()->agreement.models.front().source, "fake.pt") << "the open one comes first";
  ASSERT_TRUE(showRow(7));
  ASSERT_TRUE(compared());
  EXPECT_EQ(m_comparisons, 2);
  m_rankStability->setWatched(false);
  ASSERT_TRUE(showRow(8));
  EXPECT_EQ(m_comparisons, 2);
  m_rankStability->setWatched(true);
  ASSERT_TRUE(compared());
  m_rankStability->removeModel(0);
  ASSERT_TRUE(m_studio.until([&] { return !m_rankStability->comparing(); }));
  EXPECT_EQ(m_rankStability->seeds()->agreement.models.size(), 2U);
  m_rankStability->removeModel(0);
  EXPECT_EQ(m_rankStability->seeds(), nullptr);
}

TEST_F(RankStabilityTest, ModelsAreComparedForOnePlaceRatherThanAnother) {
  m_rankStability->setWatched(true);
  add({"seed1.pt"});
  ASSERT_TRUE(compared());
  EXPECT_EQ(m_ratherThan, -1);
  const SampleQuestion before = m_rankStability->seeds()->question;
  m_explanations->choose({.against = ExplanationChoice::Against::Location, .againstLocation = 7});
  EXPECT_FALSE(m_rankStability->current(before)) << "what was compared is another question";
  ASSERT_TRUE(compared());
  EXPECT_EQ(m_ratherThan, 7);
  EXPECT_EQ(m_comparisons, 2);
}

TEST_F(RankStabilityTest, RefusesWhatIsNoOtherTrainingOfTheModel) {
  add({"copy.pt", "larger.pt", "broken.pt", "seed1.pt"});
  ASSERT_EQ(m_rankStability->models().size(), 1U) << "the good one is taken all the same";
  EXPECT_EQ(m_rankStability->models().front().path, "/seeds/seed1.pt");
  std::string said;
  for (const Banner& banner : m_studio->banners().all()) said += banner.error.sentence() + "\n";
  for (const char* text :
       {"is identical to the open checkpoint", "has 14 places, but the open model has 12", "ends in the middle"})
    EXPECT_NE(said.find(text), std::string::npos) << text << " is not in\n" << said;
  add({"seed1.pt"});
  EXPECT_EQ(m_rankStability->models().size(), 1U);
}

TEST_F(RankStabilityTest, NamesWhatDiffers) {
  FakeEngine open, other;
  other.m_description.id = "mhsa";
  other.m_description.title = "MHSA";
  open.m_description.title = "Pointer V45";
  ASSERT_FALSE(checkSeed(open.m_description, other.m_description));
  EXPECT_NE(checkSeed(open.m_description, other.m_description).error().sentence().find("is a MHSA, but a Pointer V45"),
            std::string::npos);
  other.m_description = open.m_description;
  other.m_description.ablation = "no_gate";
  EXPECT_FALSE(checkSeed(open.m_description, other.m_description));
  EXPECT_TRUE(checkSeed(open.m_description, open.m_description)) << "without fingerprints nothing is the same file";
}

TEST_F(RankStabilityTest, RandomWeightsOnlyWhereSomebodyAsksAndCanBeStopped) {
  m_rankStability->setWatched(true);
  EXPECT_TRUE(m_studio->jobs().all().empty());
  m_door.shut();
  m_rankStability->testParameterRandomization();
  ASSERT_EQ(m_studio->jobs().all().size(), 1U);
  ASSERT_TRUE(m_studio.until([&] { return m_studio->jobs().all().front().total == 5; }));
  m_studio->jobs().cancel(m_studio->jobs().all().front().id);
  EXPECT_FALSE(m_rankStability->checking());
  EXPECT_TRUE(m_studio->jobs().all().empty());
  EXPECT_EQ(m_rankStability->randomization(), nullptr);
  m_door.open();
  m_rankStability->testParameterRandomization();
  ASSERT_TRUE(m_studio.until([&] { return m_rankStability->randomization() != nullptr; }));
  EXPECT_TRUE(m_rankStability->current(m_rankStability->randomization()->question));
  ASSERT_TRUE(showRow(5));
  EXPECT_FALSE(m_rankStability->current(m_rankStability->randomization()->question)) << "of another sample by now";
  ASSERT_TRUE(showRow(0));
  EXPECT_TRUE(m_rankStability->current(m_rankStability->randomization()->question)) << "and back";
}

}  // namespace
}  // namespace sojourn::session
