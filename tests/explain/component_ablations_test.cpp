// SPDX-License-Identifier: GPL-3.0-or-later
// Components ablated over many samples: sums, stops, contrasts, refusals.
#include "tests/explain/ablated_models.h"

namespace sojourn {
namespace {

TEST(ComponentAblations, OverManySamplesAreTheSumOfEach) {
  const CheckpointFile full = smallPointerV45();
  const auto engine = engineOf(full);
  SequenceSet set;
  for (Sequence& sequence : fakeSequences({5, 3, 8, 6, 12, 4, 7, 9, 3, 10})) {
    // A target that the model gets right without its layers, so that something can go wrong and right.
    if (set.size() % 2 == 0) sequence.target = (*engine->inspect(sequence))->best().location;
    set.append(sequence);
  }
  const std::vector<std::size_t> rows{0, 2, 3, 4, 6, 7, 8, 9};
  const ComponentReference reference = referenceOf(*engine, training());
  const std::vector<Component> components = *ablatableComponents(*engine);
  const std::vector<ComponentAblation> ablations = everyAblationOf(components);
  std::vector<std::pair<std::size_t, std::size_t>> reported;
  const auto table =
      ablateComponentsOver(*engine, set, rows, ablations, reference, {}, {},
                           [&](std::size_t done, std::size_t total) { reported.emplace_back(done, total); });
  ASSERT_TRUE(table.ok()) << table.error().sentence();
  EXPECT_EQ(table->samples, 8U);
  ASSERT_EQ(table->ablations.size(), ablations.size());
  EXPECT_EQ(reported.back().first, reported.back().second);
  std::size_t correct = 0, lost = 0;
  for (const std::size_t row : rows)
    correct += (*engine->inspect(set.sequence(row)))->best().location == set.target(row);
  EXPECT_EQ(table->correct, correct);
  for (std::size_t s = 0; s < ablations.size(); ++s) {
    const AblationSummary& summary = table->ablations[s];
    EXPECT_EQ(summary.component, ablations[s].component.name);
    EXPECT_NEAR(summary.accuracyChange.mean,
                100.0 * (static_cast<double>(summary.correct) - static_cast<double>(correct)) / 8, 1e-12);
    lost += correct - std::min(correct, summary.correct);
    if (ablations[s].to == AblationMode::Resampled) continue;
    std::size_t right = 0, other = 0;
    double moved = 0;
    for (const std::size_t row : rows) {
      const auto ablationTable = ablateComponents(*engine, set.sequence(row), std::span(&ablations[s], 1), reference,
                                                  {.target = set.target(row)});
      right += ablationTable->effects[0].top.front() == set.target(row) ? 1 : 0;
      other += ablationTable->effects[0].top.front() != (*engine->inspect(set.sequence(row)))->best().location ? 1 : 0;
      moved += ablationTable->effects[0].change / 8;
    }
    EXPECT_EQ(summary.correct, right) << summary.component;
    EXPECT_NEAR(summary.changedPredictions.mean, static_cast<double>(other) / 8, 1e-12) << summary.component;
    EXPECT_NEAR(summary.probabilityChange.mean, moved, 1e-6) << summary.component;
  }
  EXPECT_GT(lost, 0U) << "some switch must cost something, or this test sees nothing";

  // A donor belongs to its row, not to its neighbours.
  const Component layer = componentNamed(*engine, "layer.0");
  const std::vector<ComponentAblation> resampled{{layer, AblationMode::Resampled}};
  double separately = 0;
  for (const std::size_t row : rows)
    separately += ablateComponentsOver(*engine, set, std::vector{row}, resampled, reference, {})
                      ->ablations[0]
                      .probabilityChange.mean /
                  8;
  const auto together = ablateComponentsOver(*engine, set, rows, resampled, reference, {});
  EXPECT_NEAR(together->ablations[0].probabilityChange.mean, separately, 1e-6);
}

TEST(ComponentAblations, WhatWasDoneBeforeItWasStoppedIsAnswered) {
  const auto engine = engineOf(smallPointerV45());
  const SequenceSet set = training();
  const std::vector<std::size_t> rows{0, 1, 2, 3, 4, 5, 6};
  const std::vector<ComponentAblation> ablations{{componentNamed(*engine, "layer.0"), AblationMode::Zero},
                                                 {componentNamed(*engine, "gate"), AblationMode::Zero},
                                                 {componentNamed(*engine, "pointer"), AblationMode::Zero}};
  const CancelToken cancel;
  const auto table =
      ablateComponentsOver(*engine, set, rows, ablations, {}, {}, cancel, [&](std::size_t done, std::size_t) {
        if (done >= 3 * rows.size()) cancel.cancel();
      });
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->ablations.size(), 1U) << "the one that was cut short does not count";
  const auto nothing = ablateComponentsOver(*engine, set, rows, ablations, {}, {}, cancel);
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(componentReference(*engine, set, cancel).error().kind, ErrorKind::Cancelled);
}

TEST(ComponentAblations, OfOnePlaceRatherThanAnotherChangeTheDifference) {
  const auto engine = engineOf(smallPointerV45());
  const Sequence sequence = fakeSequences({6}).front();
  const ComponentReference reference = referenceOf(*engine, training());
  for (const AblationMode to : everyAblationMode) {
    const std::vector<ComponentAblation> one{{componentNamed(*engine, "layer.0"), to}};
    const auto ablationTable = ablateComponents(*engine, sequence, one, reference, {.target = 3, .ratherThan = 5});
    const auto of = ablateComponents(*engine, sequence, one, reference, {.target = 3});
    const auto against = ablateComponents(*engine, sequence, one, reference, {.target = 5});
    ASSERT_TRUE(ablationTable.ok() && of.ok() && against.ok());
    EXPECT_EQ(of->value, of->probability) << "nothing is contrasted";
    EXPECT_NEAR(ablationTable->value, of->value - against->value, 1e-12);
    EXPECT_NEAR(ablationTable->effects[0].change, of->effects[0].change - against->effects[0].change, 1e-12)
        << ablationModeName(to);
    EXPECT_EQ(ablationTable->effects[0].probability, of->effects[0].probability);
    EXPECT_EQ(ablationTable->effects[0].rank, of->effects[0].rank) << "of the explained location";
  }
}

TEST(ComponentAblations, RefuseWhatCannotBeAsked) {
  const auto engine = engineOf(smallPointerV45());
  const Sequence sequence = fakeSequences({4}).front();
  const Component gate = componentNamed(*engine, "gate");
  EXPECT_FALSE(ablateComponents(*engine, sequence, {}, {}, {.target = 3, .ratherThan = 4000}).ok());
  const auto messageOf = [&](const Sequence& of, AblationMode to, LocationId target) {
    const auto ablationTable =
        ablateComponents(*engine, of, std::vector<ComponentAblation>{{gate, to}}, {}, {.target = target});
    return ablationTable.ok() ? std::string("accepted") : ablationTable.error().sentence();
  };
  EXPECT_EQ(messageOf(sequence, AblationMode::Zero, 3), "accepted");
  EXPECT_THAT(messageOf(sequence, AblationMode::Zero, 30), HasSubstr("30"));
  EXPECT_THAT(messageOf(sequence, AblationMode::Mean, 3), HasSubstr("no mean of gate"));
  EXPECT_THAT(messageOf(sequence, AblationMode::Resampled, 3), HasSubstr("no training sample"));
  Sequence odd = sequence;
  odd.visits[1].location = 4000;
  EXPECT_THAT(messageOf(odd, AblationMode::Zero, 3), HasSubstr("4000"));
  const SequenceSet set = training();
  EXPECT_FALSE(ablateComponentsOver(*engine, set, std::vector<std::size_t>{7}, {}, {}, {}).ok());
  EXPECT_FALSE(componentReference(*engine, SequenceSet()).ok());
  // The means of a wider model do not fit.
  const auto wide = engineOf(smallPointerV45({.width = 32}));
  const auto foreign = ablateComponents(
      *engine, sequence, std::vector<ComponentAblation>{{componentNamed(*engine, "layer.0"), AblationMode::Mean}},
      referenceOf(*wide, training()), {});
  EXPECT_FALSE(foreign.ok());
}

}  // namespace
}  // namespace sojourn
