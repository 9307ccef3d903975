// SPDX-License-Identifier: GPL-3.0-or-later
// The engine on small fake models: what an inspection promises, evaluation against it, refusals, threads.
#include "model/inspect/engine.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/results/inspection_bytes.h"
#include "tests/nets/plain_forward.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

std::shared_ptr<const Engine> engineOf(const CheckpointFile& checkpoint, bool float64 = false) {
  Result<std::shared_ptr<const Engine>> engine =
      Engine::fromCheckpoint(checkpoint, "small.pt", {.device = Device::Cpu, .heads = 4, .float64 = float64});
  if (!engine) throw std::runtime_error(engine.error().sentence());
  return *engine;
}

InspectionPtr inspect(const Engine& engine, const Sequence& sequence, const InspectOptions& options = {}) {
  Result<InspectionPtr> inspection = engine.inspect(sequence, options);
  if (!inspection) throw std::runtime_error(inspection.error().sentence());
  return *inspection;
}

std::vector<std::size_t> allRows(const SequenceSet& set) {
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

float floatSumOf(const std::vector<float>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0F);
}

TEST(Engine, InspectionEqualsThePlainPass) {
  const CheckpointFile checkpoint = smallPointerV45();
  const std::shared_ptr<const Engine> engine = engineOf(checkpoint, /*float64=*/true);
  for (const Sequence& sequence : fakeSequences({1, 5, 12})) {
    const InspectionPtr got = inspect(*engine, sequence);
    const PlainResult expected = plainPointerV45(checkpoint, sequence, 4);
    const std::size_t length = sequence.visits.size();
    EXPECT_NEAR(*got->gate, expected.gate, 1e-6);
    for (std::size_t i = 0; i < length; ++i) {
      EXPECT_NEAR(got->contentScore[i], expected.contentScore[i], 1e-5);
      EXPECT_NEAR(got->positionBias[i], expected.positionBias[i], 1e-6);
      EXPECT_NEAR(got->score[i], expected.contentScore[i] + expected.positionBias[i], 1e-5);
      EXPECT_NEAR(got->pointerWeight[i], expected.weight[i], 1e-6);
      EXPECT_NEAR(got->copiedMass[i], expected.gate * expected.weight[i], 1e-6);
    }
    for (std::size_t y = 0; y < expected.scores.size(); ++y)
      EXPECT_NEAR(got->logProbability[y], expected.scores[y], 1e-5);
    ASSERT_EQ(got->attention.length, length);
    for (std::size_t l = 0; l < 2; ++l)
      for (std::size_t h = 0; h < 5; ++h)
        for (std::size_t q = 0; q < length; ++q)
          for (std::size_t k = 0; k < length; ++k) {
            if (h < 4) {
              EXPECT_NEAR(got->attention.at(l, h, q, k), expected.attention[l][h][q][k], 1e-6);
            }
            EXPECT_NEAR(got->contributionNorm[((l * 5 + h) * length + q) * length + k],
                        expected.contribution[l][h][q][k], 1e-5);
          }
    ASSERT_EQ(got->hidden.size(), 3U);
    for (std::size_t l = 0; l < 3; ++l)
      for (std::size_t i = 0; i < length; ++i)
        for (std::size_t c = 0; c < 16; ++c) EXPECT_NEAR(got->hidden[l][i * 16 + c], expected.hidden[l][i][c], 1e-5);
  }
}

TEST(Engine, MassesAddUp) {
  for (const std::string& ablation : ablationNames()) {
    const std::shared_ptr<const Engine> engine = engineOf(ablated(smallPointerV45(), ablation));
    for (const Sequence& sequence : fakeSequences({4, 9})) {
      const InspectionPtr got = inspect(*engine, sequence);
      float total = 0;
      for (const Candidate& candidate : got->ranking) {
        EXPECT_NEAR(candidate.copied + candidate.generated, candidate.probability, 1e-6) << ablation;
        EXPECT_NEAR(std::log(candidate.probability + 1e-10F), candidate.logProbability, 1e-4) << ablation;
        total += candidate.probability;
      }
      EXPECT_NEAR(total, 1, 1e-5) << ablation;
      EXPECT_EQ(got->ranking.size(), 30U);
      if (got->gate) {
        EXPECT_NEAR(floatSumOf(got->copiedMass), *got->gate, 1e-6) << ablation;
        EXPECT_NEAR(floatSumOf(got->pointerMass), 1, 1e-5) << ablation;
      }
    }
  }
}

TEST(Engine, AblationsSayWhatTheyHave) {
  const Sequence sequence = fakeSequences({6}).front();
  const auto of = [&](const char* name) { return inspect(*engineOf(ablated(smallPointerV45(), name)), sequence); };
  EXPECT_EQ(of("no_gate")->gate, 0.5F);
  EXPECT_EQ(of("no_generation")->gate, 1.0F);
  EXPECT_TRUE(of("no_generation")->generation.empty());
  EXPECT_FALSE(of("no_pointer")->gate);
  EXPECT_TRUE(of("no_pointer")->pointerWeight.empty());
  EXPECT_EQ(of("no_position_bias")->positionBias, std::vector<float>(6, 0.0F));
  EXPECT_EQ(of("single_layer")->attention.layers, 1U);
}

TEST(Engine, TiesGoToTheSmallerId) {
  const std::shared_ptr<const Engine> engine = engineOf(ablated(smallPointerV45(), "no_generation"));
  Sequence sequence = fakeSequences({3}).front();
  sequence.visits[0].location = sequence.visits[1].location = 9;
  sequence.visits[2].location = 4;
  sequence.target = 20;
  const InspectionPtr got = inspect(*engine, sequence);
  // 9 and 4 first, then 0, 1, 2, 3, 5, ... all at the floor.
  EXPECT_EQ(got->ranking[2].location, 0);
  EXPECT_EQ(got->ranking[6].location, 5);
  EXPECT_EQ(got->targetRank, 21U);  // 2 in the window, 0..19 without those two, then 20
  EXPECT_EQ(got->ranking[*got->targetRank - 1].location, 20);
}

TEST(Engine, MhsaHasNoPointerAndIsCausal) {
  const CheckpointFile checkpoint = smallMhsa();
  const std::shared_ptr<const Engine> engine = engineOf(checkpoint);
  const Sequence sequence = fakeSequences({7}).front();
  const InspectionPtr got = inspect(*engine, sequence);
  const PlainResult expected = plainMhsa(checkpoint, sequence, 4);
  EXPECT_FALSE(got->gate);
  EXPECT_TRUE(got->contentScore.empty());
  double normaliser = 0;
  for (const double score : expected.scores) normaliser += std::exp(score);
  for (std::size_t y = 0; y < expected.scores.size(); ++y)
    EXPECT_NEAR(got->logProbability[y], expected.scores[y] - std::log(normaliser), 1e-4);
  for (std::size_t q = 0; q < 7; ++q)
    for (std::size_t k = q + 1; k < 7; ++k) EXPECT_EQ(got->attention.at(1, 2, q, k), 0);
  for (std::size_t l = 0; l < 2; ++l)
    for (std::size_t q = 0; q < 7; ++q)
      for (std::size_t k = 0; k < 7; ++k)
        EXPECT_NEAR(got->contributionNorm[((l * 5 + 4) * 7 + q) * 7 + k], expected.contribution[l][4][q][k], 1e-4);
}

TEST(Engine, MapsComeOnlyWhenAskedFor) {
  const std::shared_ptr<const Engine> engine = engineOf(smallPointerV45());
  const Sequence sequence = fakeSequences({6}).front();
  const InspectionPtr without = inspect(*engine, sequence, {.maps = false});
  EXPECT_EQ(without->attention.length, 0U);
  EXPECT_TRUE(without->contributionNorm.empty());
  EXPECT_TRUE(without->hidden.empty());
  const InspectionPtr with = inspect(*engine, sequence);
  for (std::size_t y = 0; y < 30; ++y) EXPECT_NEAR(with->logProbability[y], without->logProbability[y], 1e-5);
  // 2 layers of 4 heads with their sum, 6 x 6 visits, and three times the hidden vectors of width 16.
  const std::size_t maps = sizeof(float) * (2 * (4 + 5) * 36 + 3 * 6 * 16), more = bytesOf(*with) - bytesOf(*without);
  EXPECT_GE(more, maps);
  EXPECT_LT(more, maps + 500);
}

TEST(Engine, EvaluationAgreesWithInspection) {
  for (const CheckpointFile& checkpoint :
       {smallPointerV45(), smallMhsa(), ablated(smallPointerV45(), "no_gate"),
        ablated(smallPointerV45(), "no_position_bias"), ablated(smallPointerV45(), "no_generation")}) {
    const std::shared_ptr<const Engine> engine = engineOf(checkpoint);
    std::vector<std::size_t> lengths;
    for (std::size_t i = 0; i < 300; ++i) lengths.push_back(1 + i * 7 % 12);
    const std::vector<Sequence> sequences = fakeSequences(lengths);
    const SequenceSet set = setOf(sequences);
    std::vector<std::size_t> rows = allRows(set);
    std::ranges::reverse(rows);
    const Result<std::vector<Outcome>> outcomes = engine->evaluate(set, rows);
    ASSERT_TRUE(outcomes.ok()) << outcomes.error().sentence();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Outcome& outcome = (*outcomes)[i];
      const InspectionPtr one = inspect(*engine, sequences[rows[i]], {.maps = false});
      const auto target = static_cast<std::size_t>(set.target(rows[i]));
      EXPECT_EQ(outcome.prediction, one->best().location);
      EXPECT_EQ(static_cast<std::size_t>(outcome.rank), *one->targetRank);
      EXPECT_NEAR(outcome.probability, one->best().probability, 1e-5);
      EXPECT_NEAR(outcome.targetLogProbability, one->logProbability[target], 1e-4);
      EXPECT_NEAR(outcome.meanLogProbability, floatSumOf(one->logProbability) / 30, 1e-4);
      if (!one->gate) {
        EXPECT_TRUE(std::isnan(outcome.gate) && std::isnan(outcome.copyShare) && std::isnan(outcome.pointerEntropy));
        continue;
      }
      EXPECT_NEAR(outcome.gate, *one->gate, 1e-5);
      EXPECT_NEAR(outcome.copyShare, one->best().copied / one->best().probability, 1e-4);
      float entropy = 0;
      for (const float weight : one->pointerWeight)
        if (weight > 0) entropy -= weight * std::log(weight);
      EXPECT_NEAR(outcome.pointerEntropy, entropy, 1e-4);
      EXPECT_EQ(std::isnan(outcome.biasDivergence), !engine->description().capabilities.positionBias);
    }
  }
}

TEST(Engine, LogProbabilitiesAgreeWithInspection) {
  const std::shared_ptr<const Engine> engine = engineOf(smallMhsa());
  const std::vector<Sequence> sequences = fakeSequences({5, 2, 5, 12, 1});
  const auto rows = engine->logProbabilities(sequences);
  ASSERT_TRUE(rows.ok());
  ASSERT_EQ(rows->size(), 5U);
  for (std::size_t k = 0; k < 5; ++k) {
    const InspectionPtr one = inspect(*engine, sequences[k]);
    for (std::size_t y = 0; y < 30; ++y) EXPECT_NEAR((*rows)[k][y], one->logProbability[y], 1e-5);
  }
}

TEST(Engine, SummariesAgreeWithInspectionWhateverTheModelLacks) {
  std::vector<CheckpointFile> models{smallPointerV45(), smallMhsa()};
  for (const char* without : {"no_pointer", "no_gate", "no_generation"})
    models.push_back(ablated(smallPointerV45(), without));
  const std::vector<Sequence> sequences = fakeSequences({5, 2, 5, 12, 1, 7, 7, 7, 12, 12, 3});
  const std::vector<LocationId> chosen{29, 0, 4};
  for (const CheckpointFile& model : models) {
    const std::shared_ptr<const Engine> engine = engineOf(model);
    const auto found = engine->answers(sequences, chosen);
    ASSERT_TRUE(found.ok()) << found.error().sentence();
    ASSERT_EQ(found->answers.size(), sequences.size());
    for (std::size_t k = 0; k < sequences.size(); ++k) {
      const InspectionPtr one = inspect(*engine, sequences[k]);
      const PredictionSummary& answer = found->answers[k];
      EXPECT_EQ(answer.first, one->best().location);
      EXPECT_NEAR(answer.firstProbability, one->best().probability, 1e-5);
      EXPECT_NEAR(answer.secondProbability, one->ranking[1].probability, 1e-5);
      EXPECT_EQ(std::isnan(answer.gate), !one->gate.has_value());
      EXPECT_NEAR(one->gate ? answer.gate : 0, one->gate.value_or(0), 1e-5);
      double entropy = 0;
      for (const float log : one->logProbability) entropy -= std::exp(static_cast<double>(log)) * log;
      EXPECT_NEAR(answer.entropy, entropy, 1e-4);
      for (std::size_t j = 0; j < chosen.size(); ++j)
        EXPECT_NEAR(found->at(k, j), std::exp(one->logProbability[static_cast<std::size_t>(chosen[j])]), 1e-5);
    }
  }
}

TEST(Engine, SummariesNameWhatTheyRefuseAndCanBeCancelled) {
  const std::shared_ptr<const Engine> engine = engineOf(smallPointerV45());
  std::vector<Sequence> sequences = fakeSequences(std::vector<std::size_t>(500, 12));
  EXPECT_THAT(engine->answers(sequences, std::vector<LocationId>{30}).error().sentence(), HasSubstr("location 30"));
  const CancelToken cancel;
  std::size_t calls = 0;
  const auto stopped = engine->answers(sequences, {}, cancel, [&](std::size_t, std::size_t total) {
    EXPECT_EQ(total, 500U);
    ++calls;
    cancel.cancel();
  });
  EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(calls, 1U);
  sequences[499].visits[3].location = 77;
  EXPECT_THAT(engine->answers(sequences, {}).error().sentence(), ::testing::AllOf(HasSubstr("499"), HasSubstr("77")));
  EXPECT_TRUE(engine->answers({}, {})->answers.empty());
}

TEST(Engine, RefusesWithBothNumbers) {
  const std::shared_ptr<const Engine> engine = engineOf(smallPointerV45());
  Sequence sequence = fakeSequences({4}).front();
  const auto messageOf = [&](const Sequence& bad) {
    const auto result = engine->inspect(bad);
    return result.ok() ? std::string("accepted") : result.error().sentence();
  };
  Sequence bad = sequence;
  bad.visits[2].location = 31;
  EXPECT_THAT(messageOf(bad), ::testing::AllOf(HasSubstr("visit 2"), HasSubstr("31"), HasSubstr("29")));
  bad = sequence;
  bad.visits[0].location = -1;
  EXPECT_THAT(messageOf(bad), HasSubstr("-1"));
  bad = sequence;
  bad.user = 5;
  EXPECT_THAT(messageOf(bad), ::testing::AllOf(HasSubstr("user 5"), HasSubstr("4")));
  bad = sequence;
  bad.target = 1000;
  EXPECT_THAT(messageOf(bad), ::testing::AllOf(HasSubstr("target"), HasSubstr("1000")));
  bad = fakeSequences({13}).front();
  EXPECT_THAT(messageOf(bad), ::testing::AllOf(HasSubstr("13 visits"), HasSubstr("12")));
  bad.visits.clear();
  EXPECT_THAT(messageOf(bad), HasSubstr("no visits"));

  std::vector<Sequence> many = fakeSequences({3, 3, 3});
  many[1].user = 9;
  const SequenceSet set = setOf(many);
  const Status status = engine->accepts(set);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().sentence(), ::testing::AllOf(HasSubstr("sequence 1"), HasSubstr("user 9")));
  EXPECT_FALSE(engine->evaluate(set, allRows(set)).ok());
  EXPECT_TRUE(engine->evaluate(set, std::vector<std::size_t>{0, 2}).ok()) << "the rows that are asked for are fine";
  EXPECT_FALSE(engine->evaluate(set, std::vector<std::size_t>{3}).ok());
  EXPECT_TRUE(engineOf(ablated(smallPointerV45(), "no_user_emb"))->accepts(set).ok()) << "it reads no user";
}

TEST(Engine, RefusesWeightsThatAreNoNumbers) {
  CheckpointFile checkpoint = smallPointerV45();
  *findTensor(checkpoint, "position_bias") =
      makeArray({12}, std::vector<float>(12, std::numeric_limits<float>::infinity()));
  const std::shared_ptr<const Engine> engine = engineOf(checkpoint);
  const SequenceSet set = setOf(fakeSequences({3}));
  EXPECT_THAT(engine->accepts(set).error().sentence(), HasSubstr("position_bias"));
  EXPECT_FALSE(engine->evaluate(set, allRows(set)).ok());
  EXPECT_FALSE(engine->inspect(set.sequence(0)).ok());
  EXPECT_FALSE(engine->logProbabilities(std::vector<Sequence>{set.sequence(0)}).ok());
}

TEST(Engine, ClampsFeaturesAsTheModelsDo) {
  const std::shared_ptr<const Engine> engine = engineOf(smallPointerV45());
  Sequence odd = fakeSequences({3}).front();
  odd.visits[0].durationMinutes = 1e9;
  odd.visits[0].daysAgo = 99;
  odd.visits[1].weekday = -3;
  Sequence even = odd;
  even.visits[0].durationMinutes = 99 * 30;
  even.visits[0].daysAgo = 8;
  even.visits[1].weekday = 0;
  EXPECT_EQ(inspect(*engine, odd)->encoded[0].duration, 99);
  EXPECT_EQ(inspect(*engine, odd)->logProbability, inspect(*engine, even)->logProbability);
}

TEST(Engine, EmptyAndCancelledEvaluations) {
  const std::shared_ptr<const Engine> engine = engineOf(smallPointerV45());
  const SequenceSet set = setOf(fakeSequences(std::vector<std::size_t>(2000, 12)));
  EXPECT_TRUE(engine->evaluate(set, {})->empty());
  EXPECT_TRUE(engine->logProbabilities({})->empty());
  const CancelToken cancel;
  std::size_t calls = 0;
  const auto cancelled = engine->evaluate(set, allRows(set), cancel, [&](std::size_t done, std::size_t total) {
    EXPECT_LE(done, total);
    EXPECT_EQ(total, 2000U);
    ++calls;
    cancel.cancel();
  });
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(calls, 1U);
}

TEST(Engine, IsSafeFromManyThreads) {
  const std::shared_ptr<const Engine> engine = engineOf(smallPointerV45());
  const std::vector<Sequence> sequences = fakeSequences({3, 8, 12, 5, 5, 1});
  std::vector<std::vector<float>> expected;
  for (const Sequence& sequence : sequences) expected.push_back(inspect(*engine, sequence)->logProbability);
  const SequenceSet set = setOf(sequences);
  std::atomic<int> wrong{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        for (int round = 0; round < 20; ++round) {
          for (std::size_t k = 0; k < sequences.size(); ++k)
            if ((*engine->inspect(sequences[k]))->logProbability != expected[k]) ++wrong;
          if (engine->evaluate(set, allRows(set))->size() != 6) ++wrong;
        }
      });
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Engine, AskingForCudaWithoutOneFails) {
  const auto engine = Engine::fromCheckpoint(smallPointerV45(), "small.pt", {.device = Device::Cuda});
  if (engine.ok()) GTEST_SKIP() << "there is a CUDA device: " << (*engine)->deviceName();
  EXPECT_EQ(engine.error().kind, ErrorKind::Failed);
  EXPECT_EQ((*Engine::fromCheckpoint(smallPointerV45(), "small.pt"))->deviceName(), "CPU");
}

TEST(Engine, LoadNamesAFileThatIsNotThere) {
  const auto engine = Engine::load("/nowhere/model.pt");
  ASSERT_FALSE(engine.ok());
  EXPECT_THAT(engine.error().sentence(), HasSubstr("model.pt"));
}

}  // namespace
}  // namespace sojourn
