// SPDX-License-Identifier: GPL-3.0-or-later
// Visits hidden and left out, against the loops that mask every key literally and against inspections of edited
// sequences.
#include <algorithm>
#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/inspect/engine.h"
#include "model/inspect/network_passes.h"
#include "tests/nets/plain_forward.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;
using ::testing::HasSubstr;

std::shared_ptr<const Engine> exactEngineOf(const CheckpointFile& checkpoint, bool float64 = true) {
  auto engine = Engine::fromCheckpoint(checkpoint, "small.pt",
                                       {.device = Device::Cpu, .heads = headsOf(checkpoint), .float64 = float64});
  if (!engine) throw std::runtime_error(engine.error().sentence());
  return *engine;
}

/// Every visit alone, every visit but one, all, none, and some at random.
std::vector<VisitMask> masksOf(std::size_t length) {
  std::mt19937 random(3);
  std::vector<VisitMask> masks{VisitMask(length, false)};
  for (std::size_t i = 0; i < length; ++i) {
    masks.emplace_back(length, false)[i] = true;
    masks.emplace_back(length, true)[i] = false;
    VisitMask& some = masks.emplace_back(length, false);
    for (std::size_t k = 0; k < length; ++k) some[k] = random() % 2 == 0;
  }
  return masks;
}

std::vector<LocationId> everywhere() {
  std::vector<LocationId> all(30);
  for (std::size_t y = 0; y < all.size(); ++y) all[y] = static_cast<LocationId>(y);
  return all;
}

std::vector<double> answers(const Engine& engine, const std::vector<PartialSequence>& parts) {
  const auto found = partialProbabilities(engine, parts, everywhere());
  if (!found) throw std::runtime_error(found.error().sentence());
  return *found;
}

template <class PlainForward, class Probability>
void expectHidingAsTheLoops(const CheckpointFile& checkpoint, const PlainForward& plain, const Probability& probability,
                            const std::string& what) {
  const std::shared_ptr<const Engine> engine = exactEngineOf(checkpoint);
  const std::vector<Sequence> sequences = fakeSequences({1, 2, 5, 9, 12, 9});
  std::vector<PartialSequence> parts;
  for (const Sequence& sequence : sequences) {
    std::vector<VisitMask> masks = masksOf(sequence.visits.size());
    masks.emplace_back(sequence.visits.size(), true);  // nothing is left to read
    for (VisitMask& mask : masks) parts.push_back({&sequence, std::move(mask), Removal::Masked});
  }
  const std::vector<double> got = answers(*engine, parts);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const PlainResult expected = plain(checkpoint, *parts[k].sequence, 4, parts[k].removed);
    const Vector all = probability(expected.scores);
    for (std::size_t y = 0; y < 30; ++y) ASSERT_NEAR(got[k * 30 + y], all[y], 1e-10) << what << ", part " << k;
  }
}

TEST(PartialPasses, HidingEqualsMaskedKeysInEveryAblationOfV45) {
  for (const std::string& ablation : ablationNames())
    expectHidingAsTheLoops(
        ablated(smallPointerV45(), ablation), plainPointerV45,
        [](Vector scores) {
          for (double& score : scores) score = std::exp(score) - 1e-10;
          return scores;
        },
        ablation);
}

TEST(PartialPasses, HidingEqualsMaskedKeysInTheOtherNetworks) {
  const auto softmax = [](Vector scores) {
    double sum = 0;
    for (double& score : scores) sum += score = std::exp(score);
    for (double& score : scores) score /= sum;
    return scores;
  };
  expectHidingAsTheLoops(smallMhsa(), plainMhsa, softmax, "mhsa");
  expectHidingAsTheLoops(smallLstm(), plainLstm, softmax, "lstm");
  expectHidingAsTheLoops(smallLstmLocation(), plainLstmLocation, softmax, "lstm_location");
  const auto exponential = [](Vector scores) {
    for (double& score : scores) score = std::exp(score) - 1e-10;
    return scores;
  };
  expectHidingAsTheLoops(smallLstmPointer(), plainLstmPointer, exponential, "lstm_pointer");
}

TEST(PartialPasses, LeavingOutEqualsTheInspectionOfTheEditedSequence) {
  for (const CheckpointFile& checkpoint : {smallPointerV45(), smallMhsa(), smallLstm(), smallLstmPointer()}) {
    const std::shared_ptr<const Engine> engine = exactEngineOf(checkpoint);
    const Sequence sequence = fakeSequences({9}).front();
    std::vector<PartialSequence> parts;
    for (VisitMask& mask : masksOf(9))
      if (std::ranges::count(mask, false) > 0) parts.push_back({&sequence, std::move(mask), Removal::Removed});
    const std::vector<double> got = answers(*engine, parts);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      Sequence edited = sequence;
      edited.visits.clear();
      for (std::size_t i = 0; i < 9; ++i)
        if (!parts[k].removed[i]) edited.visits.push_back(sequence.visits[i]);
      const auto inspection = engine->inspect(edited);
      ASSERT_TRUE(inspection.ok());
      for (std::size_t y = 0; y < 30; ++y)
        EXPECT_NEAR(std::log(got[k * 30 + y] + 1e-10), (*inspection)->logProbability[y], 1e-5) << k;
    }
  }
}

TEST(PartialPasses, TheTwoOperatorsDifferAndMixInOneCall) {
  const std::shared_ptr<const Engine> engine = exactEngineOf(smallPointerV45());
  const Sequence sequence = fakeSequences({6}).front();
  VisitMask last(6, false);
  last[5] = true;
  const std::vector<double> got =
      answers(*engine, {{&sequence, last, Removal::Masked}, {&sequence, last, Removal::Removed}});
  double difference = 0;
  for (std::size_t y = 0; y < 30; ++y) difference += std::abs(got[y] - got[30 + y]);
  EXPECT_GT(difference, 1e-3) << "another visit asks when the latest is left out";
}

TEST(PartialPasses, Float32IsCloseToFloat64) {
  const Sequence sequence = fakeSequences({12}).front();
  std::vector<PartialSequence> parts;
  for (VisitMask& mask : masksOf(12)) parts.push_back({&sequence, std::move(mask), Removal::Masked});
  const std::vector<double> exact = answers(*exactEngineOf(smallPointerV45(), true), parts);
  const std::vector<double> quick = answers(*exactEngineOf(smallPointerV45(), false), parts);
  for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(quick[i], exact[i], 2e-5);
}

TEST(PartialPasses, RefusesWhatCannotBeAsked) {
  const std::shared_ptr<const Engine> engine = exactEngineOf(smallPointerV45());
  const Sequence sequence = fakeSequences({4}).front();
  const auto messageOf = [&](const PartialSequence& part, LocationId location) {
    const auto found = partialProbabilities(*engine, std::vector{part}, std::vector{location});
    return found.ok() ? std::string("accepted") : found.error().sentence();
  };
  EXPECT_THAT(messageOf({&sequence, VisitMask(4, true), Removal::Removed}, 3), HasSubstr("every visit"));
  EXPECT_EQ(messageOf({&sequence, VisitMask(4, true), Removal::Masked}, 3), "accepted");
  EXPECT_THAT(messageOf({&sequence, VisitMask(3, false), Removal::Masked}, 3), HasSubstr("flag"));
  EXPECT_THAT(messageOf({&sequence, VisitMask(4, false), Removal::Masked}, 30), HasSubstr("30"));
  Sequence odd = sequence;
  odd.visits[1].location = 4000;
  EXPECT_NE(messageOf({&odd, VisitMask(4, false), Removal::Masked}, 3), "accepted");

  const CancelToken cancel;
  cancel.cancel();
  const std::vector<PartialSequence> many(2000, {&sequence, VisitMask(4, false), Removal::Masked});
  const auto cancelled = partialProbabilities(*engine, many, std::vector<LocationId>{1}, cancel);
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
  EXPECT_TRUE(partialProbabilities(*engine, {}, std::vector<LocationId>{1})->empty());
}

}  // namespace
}  // namespace sojourn
