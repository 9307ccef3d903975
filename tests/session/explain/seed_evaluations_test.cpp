// SPDX-License-Identifier: GPL-3.0-or-later
// Seeds over the filtered samples: real shares with their intervals, stopped, kept by filter, dropped with a model.
#include <mutex>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "views/session/explain/rank_stability.h"

namespace sojourn::session {
namespace {

using test::Door;
using test::FakeEngine;
using test::Studio;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SeedEvaluationsTest : public ::testing::Test {
 protected:
  SeedEvaluationsTest() {
    m_studio.engine = [](const std::filesystem::path& path, const EngineOptions&) -> Result<EnginePtr> {
      auto engine = std::make_shared<FakeEngine>(12, 4, path.filename().string());
      engine->m_description.fingerprint = path.filename().string();
      return EnginePtr(engine);
    };
    m_studio.explainer.agreementAcross =
        [this](Engines engines, const Sequence& sequence, const AgreementRequest& request, const CancelToken& cancel,
               const Progress&) { return agreement(engines, sequence, request, cancel); };
    m_studio.openAll();
    m_explanations = std::make_unique<Explanations>(m_studio.workspace());
    m_rankStability = std::make_unique<RankStability>(m_studio.workspace(), *m_explanations);
    m_evaluations = std::make_unique<SeedEvaluations>(m_studio.workspace(), *m_explanations, *m_rankStability);
  }
  ~SeedEvaluationsTest() override {
    m_door.open();
    m_evaluations.reset();
    m_rankStability.reset();
    m_explanations.reset();
  }
  /// "mask_one" is unstable for user 2, "rollout" for nobody, "gradient" for everybody.
  Result<ModelAgreement> agreement(Engines engines, const Sequence& sequence, const AgreementRequest& request,
                                   const CancelToken& cancel) {
    {
      const std::lock_guard lock(m_mutex);
      m_asked.push_back(sequence);
      m_targets.push_back(request.target);
    }
    if (m_opensAfter > 0 && m_asked.size() > m_opensAfter) m_door.pass();
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    if (m_fails) return Error{ErrorKind::BadInput, "seed1.pt", "600 visits, but at most 512 are explained", "fewer"};
    ModelAgreement found{.target = 3, .chance = 0.4, .models = {}, .methods = {}};
    found.models.resize(engines.size());
    const double tau = sequence.user == 2 ? 0.1 : 0.9;
    found.methods = {{.method = "mask_one", .taus = {tau}, .mean = tau, .stable = tau >= 0.4},
                     {.method = "rollout", .taus = {0.8}, .mean = 0.8, .stable = true},
                     {.method = "gradient", .taus = {0.0}, .mean = 0.0, .stable = false}};
    return found;
  }
  void add(std::initializer_list<const char*> names) {
    std::vector<std::filesystem::path> files;
    for (const char* name : names) files.emplace_back(std::string("/seeds/") + name);
    m_rankStability->addModels(std::move(files));
    ASSERT_TRUE(m_studio.until([&] { return !m_rankStability->loading(); }));
  }
  [[nodiscard]] bool ended() {
    return m_studio.until([&] { return !m_evaluations->evaluation().running; });
  }

  Door m_door;
  std::mutex m_mutex;
  std::vector<Sequence> m_asked;
  std::vector<std::optional<LocationId>> m_targets;
  std::atomic<std::size_t> m_opensAfter{0};  ///< so many are answered before the door; 0: all
  std::atomic<bool> m_fails{false};
  Studio m_studio;
  std::unique_ptr<Explanations> m_explanations;
  std::unique_ptr<RankStability> m_rankStability;
  std::unique_ptr<SeedEvaluations> m_evaluations;
};

TEST_F(SeedEvaluationsTest, WithoutAnotherSeedThereIsNothingToMeasure) {
  EXPECT_FALSE(m_evaluations->canStart());
  m_evaluations->start(0);
  EXPECT_FALSE(m_evaluations->evaluation().running);
  EXPECT_THAT(m_studio->jobs().all(), IsEmpty());
  add({"seed1.pt"});
  EXPECT_TRUE(m_evaluations->canStart());
}

TEST_F(SeedEvaluationsTest, TheShareOfStableSamplesComesWithItsIntervalAndEverySampleIsMarked) {
  add({"seed1.pt", "seed2.pt"});
  m_evaluations->start(0);
  ASSERT_THAT(m_studio->jobs().all(), SizeIs(1));
  EXPECT_EQ(m_studio->jobs().all().front().title, "Comparing 3 models on 40 samples");
  ASSERT_TRUE(ended());
  EXPECT_THAT(m_studio->jobs().all(), IsEmpty());
  const SeedEvaluation& evaluation = m_evaluations->evaluation();
  ASSERT_NE(evaluation.summary, nullptr);
  EXPECT_EQ(evaluation.models, 3U);
  EXPECT_EQ(evaluation.asked, 40U);
  EXPECT_EQ(evaluation.summary->samples, 40U);
  EXPECT_EQ(evaluation.summary->users, 3U);
  ASSERT_THAT(evaluation.summary->methods, SizeIs(3));
  const MethodRankStability& maskOne = evaluation.summary->methods[0];
  EXPECT_EQ(maskOne.method, "mask_one");
  EXPECT_DOUBLE_EQ(maskOne.beyondChance.mean, 27.0 / 40) << "13 of the 40 are of user 2";
  EXPECT_NEAR(maskOne.tau.mean, (27 * 0.9 + 13 * 0.1) / 40, 1e-12);
  EXPECT_FALSE(maskOne.beyondChance.hasInterval()) << "three users are too few to be resampled";
  EXPECT_EQ(evaluation.summary->methods[1].beyondChance.mean, 1);
  EXPECT_EQ(evaluation.summary->methods[2].beyondChance.mean, 0);

  EXPECT_THAT(m_evaluations->stability(), SizeIs(40));
  for (const auto& [row, found] : m_evaluations->stability()) {
    EXPECT_EQ(found.methods, 3U);
    if (m_studio->samples().table().user(static_cast<SampleIndex>(row)) == 2)
      EXPECT_THAT(found.unstable, ElementsAre("mask_one", "gradient"));
    else
      EXPECT_THAT(found.unstable, ElementsAre("gradient"));
  }
}

TEST_F(SeedEvaluationsTest, ARandomPartIsTakenAndWhatIsExplainedIsTheOneThatIsAskedFor) {
  add({"seed1.pt"});
  m_evaluations->start(12);
  ASSERT_TRUE(ended());
  ASSERT_THAT(m_asked, SizeIs(12));
  EXPECT_THAT(m_evaluations->stability(), SizeIs(12));
  const auto lengths = [&] {
    std::vector<std::size_t> found;
    for (const Sequence& sequence : m_asked) found.push_back(sequence.visits.size());
    return found;
  };
  EXPECT_NE(lengths(), (std::vector<std::size_t>{3, 4, 5, 6, 7, 3, 4, 5, 6, 7, 3, 4})) << "not simply the first ones";
  EXPECT_EQ(m_targets.front(), std::nullopt) << "the open model's prediction";
  m_asked.clear();
  m_targets.clear();
  m_explanations->choose({.of = ExplanationChoice::Of::Target});
  EXPECT_EQ(m_evaluations->evaluation().summary, nullptr);
  EXPECT_THAT(m_evaluations->stability(), IsEmpty());
  m_evaluations->start(12);
  ASSERT_TRUE(ended());
  for (std::size_t i = 0; i < m_asked.size(); ++i) EXPECT_EQ(m_targets[i], m_asked[i].target);
}

TEST_F(SeedEvaluationsTest, StoppedItKeepsWhatWasMeasured) {
  add({"seed1.pt"});
  m_door.shut();
  m_opensAfter = 7;
  m_evaluations->start(30);
  while (m_door.arrivals() == 0) std::this_thread::yield();
  m_studio->jobs().cancel(m_studio->jobs().all().front().id);
  EXPECT_TRUE(m_evaluations->evaluation().running) << "until the sample in work has answered";
  m_door.open();
  ASSERT_TRUE(ended());
  ASSERT_NE(m_evaluations->evaluation().summary, nullptr);
  EXPECT_EQ(m_evaluations->evaluation().summary->samples, 7U);
  EXPECT_EQ(m_evaluations->evaluation().asked, 30U);
  EXPECT_THAT(m_evaluations->stability(), SizeIs(7));
  EXPECT_THAT(m_studio->banners().all(), IsEmpty()) << "to be stopped is no failure";
}

TEST_F(SeedEvaluationsTest, ResultsBelongToTheirFilterAndMarksToTheRows) {
  add({"seed1.pt"});
  m_studio->samples().setFilterText("user:2");
  m_evaluations->start(0);
  ASSERT_TRUE(ended());
  EXPECT_EQ(m_evaluations->evaluation().summary->samples, 13U);
  EXPECT_EQ(m_evaluations->evaluation().summary->methods[0].beyondChance.mean, 0);
  m_studio->samples().setFilterText("user:1");
  EXPECT_EQ(m_evaluations->evaluation().summary, nullptr);
  EXPECT_THAT(m_evaluations->stability(), SizeIs(13)) << "they are what they are under any filter";
  m_evaluations->start(0);
  ASSERT_TRUE(ended());
  EXPECT_THAT(m_evaluations->stability(), SizeIs(27));
  m_studio->samples().setFilterText("user:2");
  ASSERT_NE(m_evaluations->evaluation().summary, nullptr);
  EXPECT_EQ(m_evaluations->evaluation().summary->samples, 13U);
  // With other models nothing of it holds.
  add({"seed2.pt"});
  EXPECT_EQ(m_evaluations->evaluation().summary, nullptr);
  EXPECT_THAT(m_evaluations->stability(), IsEmpty());
}

TEST_F(SeedEvaluationsTest, AnotherFilterEndsOneThatRunsAndItsAnswerIsDropped) {
  add({"seed1.pt"});
  m_door.shut();
  m_opensAfter = 1;
  m_evaluations->start(0);
  while (m_door.arrivals() == 0) std::this_thread::yield();
  m_studio->samples().setFilterText("user:3");
  EXPECT_FALSE(m_evaluations->evaluation().running);
  EXPECT_THAT(m_studio->jobs().all(), IsEmpty());
  m_evaluations->start(0);
  m_door.open();
  ASSERT_TRUE(ended());
  EXPECT_EQ(m_evaluations->evaluation().summary->samples, 13U);
  for (const auto& [row, found] : m_evaluations->stability())
    EXPECT_EQ(m_studio->samples().table().user(static_cast<SampleIndex>(row)), 3);
}

TEST_F(SeedEvaluationsTest, AFailureIsSaidAndTheNextOneWorks) {
  add({"seed1.pt"});
  m_fails = true;
  m_evaluations->start(0);
  ASSERT_TRUE(ended());
  EXPECT_EQ(m_evaluations->evaluation().summary, nullptr);
  ASSERT_THAT(m_studio->banners().all(), SizeIs(1));
  EXPECT_THAT(m_studio->banners().all()[0].error.what, HasSubstr("600 visits"));
  EXPECT_THAT(m_studio->jobs().all(), IsEmpty());
  m_fails = false;
  m_evaluations->start(5);
  ASSERT_TRUE(ended());
  EXPECT_EQ(m_evaluations->evaluation().summary->samples, 5U);
}

TEST_F(SeedEvaluationsTest, GoesWhileItWorks) {
  add({"seed1.pt"});
  m_door.shut();
  m_opensAfter = 1;
  m_evaluations->start(0);
  while (m_door.arrivals() == 0) std::this_thread::yield();
  std::thread opener([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    m_door.open();
  });
  m_evaluations.reset();
  opener.join();
  m_studio->drain();
  EXPECT_THAT(m_studio->jobs().all(), IsEmpty());
}

}  // namespace
}  // namespace sojourn::session
