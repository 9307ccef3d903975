// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds and random weights beside the workspace: which models may be compared, when they are, and how it is stopped.
#include "views/session/explain/persistence.h"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include "tests/session/invented_data.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::FakeEngine;
using test::Studio;

class PersistenceTest : public ::testing::Test {
 protected:
  PersistenceTest() {
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
    m_studio.explainer.checkSanity = [this](const Engine&, const Sequence&, const SanityRequest& request,
                                            const CancelToken& cancel,
                                            const Progress& progress) -> Result<SanityCheck> {
      for (std::size_t draw = 1; draw <= request.draws; ++draw) {
        progress(draw, request.draws);
        while (!m_door.isOpen() && !cancel.cancelled()) {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
          progress(draw, request.draws);
        }
        if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
      }
      return SanityCheck{.target = *request.what.target, .draws = request.draws, .stages = {}, .methods = {}};
    };
    m_studio.openAll();
    m_explanations = std::make_unique<Explanations>(m_studio.workspace());
    m_persistence = std::make_unique<Persistence>(m_studio.workspace(), *m_explanations);
  }
  ~PersistenceTest() override {
    m_door.open();
    m_persistence.reset();
    m_explanations.reset();
  }
  void add(std::initializer_list<const char*> names) {
    std::vector<std::filesystem::path> files;
    for (const char* name : names) files.emplace_back(std::string("/seeds/") + name);
    m_persistence->addModels(std::move(files));
    ASSERT_TRUE(m_studio.until([&] { return !m_persistence->loading(); }));
  }
  [[nodiscard]] bool compared() {
    return m_studio.until([&] {
      const auto& answer = m_persistence->seeds();
      return answer && !m_persistence->comparing() && m_persistence->current(answer->question);
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
  std::unique_ptr<Persistence> m_persistence;
};

TEST_F(PersistenceTest, ModelsAreComparedOnEverySampleThatIsLookedAt) {
  m_persistence->setWatched(true);
  EXPECT_FALSE(m_persistence->comparing()) << "there is nothing to compare with";
  add({"seed1.pt", "seed2.pt"});
  ASSERT_TRUE(compared());
  ASSERT_EQ(m_persistence->seeds()->agreement.models.size(), 3U);
  EXPECT_EQ(m_persistence->seeds()->agreement.models.front().source, "fake.pt") << "the open one comes first";
  ASSERT_TRUE(showRow(7));
  ASSERT_TRUE(compared());
  EXPECT_EQ(m_comparisons, 2);
  m_persistence->setWatched(false);
  ASSERT_TRUE(showRow(8));
  EXPECT_EQ(m_comparisons, 2);
  m_persistence->setWatched(true);
  ASSERT_TRUE(compared());
  m_persistence->removeModel(0);
  ASSERT_TRUE(m_studio.until([&] { return !m_persistence->comparing(); }));
  EXPECT_EQ(m_persistence->seeds()->agreement.models.size(), 2U);
  m_persistence->removeModel(0);
  EXPECT_EQ(m_persistence->seeds(), nullptr);
}

TEST_F(PersistenceTest, ModelsAreComparedForOnePlaceRatherThanAnother) {
  m_persistence->setWatched(true);
  add({"seed1.pt"});
  ASSERT_TRUE(compared());
  EXPECT_EQ(m_ratherThan, -1);
  const SampleQuestion before = m_persistence->seeds()->question;
  m_explanations->choose({.against = ExplanationChoice::Against::Location, .againstLocation = 7});
  EXPECT_FALSE(m_persistence->current(before)) << "what was compared is another question";
  ASSERT_TRUE(compared());
  EXPECT_EQ(m_ratherThan, 7);
  EXPECT_EQ(m_comparisons, 2);
}

TEST_F(PersistenceTest, RefusesWhatIsNoOtherTrainingOfTheModel) {
  add({"copy.pt", "larger.pt", "broken.pt", "seed1.pt"});
  ASSERT_EQ(m_persistence->models().size(), 1U) << "the good one is taken all the same";
  EXPECT_EQ(m_persistence->models().front().path, "/seeds/seed1.pt");
  std::string said;
  for (const Banner& banner : m_studio->banners()) said += banner.error.sentence() + "\n";
  for (const char* words : {"byte for byte", "has 14 places, but the open model has 12", "ends in the middle"})
    EXPECT_NE(said.find(words), std::string::npos) << words << " is not in\n" << said;
  add({"seed1.pt"});
  EXPECT_EQ(m_persistence->models().size(), 1U);
}

TEST_F(PersistenceTest, NamesWhatDiffers) {
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

TEST_F(PersistenceTest, RandomWeightsOnlyWhereSomebodyAsksAndCanBeStopped) {
  m_persistence->setWatched(true);
  EXPECT_TRUE(m_studio->jobs().empty());
  m_door.shut();
  m_persistence->checkSanity();
  ASSERT_EQ(m_studio->jobs().size(), 1U);
  ASSERT_TRUE(m_studio.until([&] { return m_studio->jobs().front().total == 5; }));
  m_studio->cancelJob(m_studio->jobs().front().id);
  EXPECT_FALSE(m_persistence->checking());
  EXPECT_TRUE(m_studio->jobs().empty());
  EXPECT_EQ(m_persistence->sanity(), nullptr);
  m_door.open();
  m_persistence->checkSanity();
  ASSERT_TRUE(m_studio.until([&] { return m_persistence->sanity() != nullptr; }));
  EXPECT_TRUE(m_persistence->current(m_persistence->sanity()->question));
  ASSERT_TRUE(showRow(5));
  EXPECT_FALSE(m_persistence->current(m_persistence->sanity()->question)) << "of another sample by now";
  ASSERT_TRUE(showRow(0));
  EXPECT_TRUE(m_persistence->current(m_persistence->sanity()->question)) << "and back";
}

}  // namespace
}  // namespace sojourn::session
