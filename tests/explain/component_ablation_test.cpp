// SPDX-License-Identifier: GPL-3.0-or-later
// Components ablated in a trained model, against the networks that are built without them and against loops over
// checkpoints whose weights were changed to the same effect.
#include <cmath>
#include <set>

#include "tests/explain/ablated_models.h"

namespace sojourn {
namespace {

TEST(ComponentNames, AreTheAblationsThenTheLayersWithTheirHeads) {
  const auto v45 = ablatableComponents(*engineOf(smallPointerV45()));
  ASSERT_TRUE(v45.ok());
  std::vector<std::string> names;
  std::set<std::string> named;
  for (const Component& component : *v45) {
    names.push_back(component.name);
    named.insert(component.ablation);
  }
  EXPECT_THAT(
      names, ElementsAre("user_emb", "time_emb", "weekday_emb", "recency_emb", "duration_emb", "pos_from_end",
                         "temporal", "sinusoidal_pos", "position_bias", "pointer", "generation", "gate", "later_layers",
                         "layer.0", "layer.0.head.0", "layer.0.head.1", "layer.0.head.2", "layer.0.head.3",
                         "layer.1.head.0", "layer.1.head.1", "layer.1.head.2", "layer.1.head.3"));
  for (const std::string& ablation : ablationNames()) {
    if (ablation == "full_model") continue;
    EXPECT_THAT(named, Contains(ablation));
  }

  const auto mhsa = ablatableComponents(*engineOf(smallMhsa()));
  names.clear();
  for (const Component& component : *mhsa) names.push_back(component.name);
  names.resize(7);
  EXPECT_THAT(names, ElementsAre("user_emb", "time_emb", "weekday_emb", "duration_emb", "temporal", "sinusoidal_pos",
                                 "later_layers"));
  const auto copying = ablatableComponents(*engineOf(ablated(smallPointerV45(), "no_generation")));
  for (const Component& component : *copying) EXPECT_NE(component.name, "pointer") << "there is no other side";
}

TEST(ComponentAblations, ZeroEqualsTheNetworkWithoutThePart) {
  const CheckpointFile full = smallPointerV45();
  const auto engine = engineOf(full);
  const auto components = *ablatableComponents(*engine);
  for (const Sequence& sequence : fakeSequences({1, 5, 12})) {
    for (const Component& component : components) {
      if (component.ablation.empty()) continue;
      const auto expected = engineOf(ablated(full, component.ablation))->inspect(sequence);
      ASSERT_TRUE(expected.ok());
      double moved = 0;
      for (LocationId y = 0; y < vocabulary; ++y) {
        const auto ablationTable = ablateComponents(
            *engine, sequence, std::vector<ComponentAblation>{{component, AblationMode::Zero}}, {}, {.target = y});
        ASSERT_TRUE(ablationTable.ok()) << ablationTable.error().sentence();
        const AblationEffect& effect = ablationTable->effects.front();
        EXPECT_NEAR(std::log(effect.probability + 1e-10),
                    static_cast<double>((*expected)->logProbability[static_cast<std::size_t>(y)]), 2e-5)
            << component.name << ", location " << y;
        EXPECT_DOUBLE_EQ(effect.change, effect.probability - ablationTable->probability);
        moved += std::abs(effect.change);
        if (y != (*expected)->best().location) continue;
        EXPECT_EQ(effect.rank, 1U);
        EXPECT_EQ(effect.top.front(), y);
        EXPECT_EQ(effect.top.size(), 10U);
      }
      const bool softmaxOfOne = component.name == "position_bias" && sequence.visits.size() == 1;
      EXPECT_EQ(moved > 1e-4, !softmaxOfOne) << component.name;
    }
  }
}

TEST(ComponentAblations, ZeroedHeadsOfBothModelsHaveNoColumnsInTheOutputProjection) {
  const Sequence sequence = fakeSequences({8}).front();
  const auto expectHeads = [&](const CheckpointFile& full, const std::string& prefix, const auto& plain) {
    const auto engine = engineOf(full);
    for (const std::size_t layer : {0U, 1U})
      for (std::size_t head = 0; head < 4; ++head) {
        CheckpointFile without = full;
        change(without, prefix + std::to_string(layer) + ".self_attn.out_proj.weight",
               [&](auto& values, std::size_t columns) {
                 for (std::size_t i = 0; i < values.size(); ++i)
                   if (i % columns / (columns / 4) == head) values[i] = 0;
               });
        const std::string name = "layer." + std::to_string(layer) + ".head." + std::to_string(head);
        EXPECT_NEAR(probabilityWith(*engine, sequence, {componentNamed(*engine, name), AblationMode::Zero}, 4, {}),
                    plain(without), 1e-10)
            << name;
      }
  };
  expectHeads(smallPointerV45(), "transformer.layers.",
              [&](const CheckpointFile& checkpoint) { return plainProbability(checkpoint, sequence, 4); });
  expectHeads(smallMhsa(), "encoder.layers.", [&](const CheckpointFile& checkpoint) {
    const Vector scores = plainMhsa(checkpoint, sequence, 4).scores;
    double sum = 0;
    for (const double score : scores) sum += std::exp(score);
    return std::exp(scores[4]) / sum;
  });
}

TEST(ComponentAblations, ALayersMeanIsWhatItsBiasAloneWouldAdd) {
  const CheckpointFile full = smallPointerV45();
  const auto engine = engineOf(full);
  const SequenceSet set = training();
  const ComponentReference reference = referenceOf(*engine, set);
  EXPECT_EQ(reference.sequences, 7U);
  Vector mean(16, 0.0);
  for (std::size_t row = 0; row < set.size(); ++row) {
    const auto hidden = plainPointerV45(full, set.sequence(row), 4).hidden;
    for (std::size_t i = 0; i < set.length(row); ++i)
      for (std::size_t c = 0; c < mean.size(); ++c)
        mean[c] += (hidden[1][i][c] - hidden[0][i][c]) / static_cast<double>(set.visitCount());
  }
  CheckpointFile constant = full;
  for (const char* name : {"self_attn.out_proj.weight", "self_attn.out_proj.bias", "linear2.weight"})
    clear(constant, std::string("transformer.layers.0.") + name);
  change(constant, "transformer.layers.0.linear2.bias", [&](auto& values, std::size_t) {
    for (std::size_t c = 0; c < values.size(); ++c) values[c] = static_cast<float>(mean[c]);
  });
  const Sequence sequence = fakeSequences({6}).front();
  EXPECT_NEAR(
      probabilityWith(*engine, sequence, {componentNamed(*engine, "layer.0"), AblationMode::Mean}, 4, reference),
      plainProbability(constant, sequence, 4), 1e-6);
}

TEST(ComponentAblations, AHeadsMeanIsAConstantBehindItsProjection) {
  const CheckpointFile full = smallPointerV45();
  const auto engine = engineOf(full);
  const SequenceSet set = training();
  const ComponentReference reference = referenceOf(*engine, set);
  const ModelPart heads{.kind = PartKind::Head, .layer = 1};
  const auto mean = std::ranges::find(reference.means, heads, &ComponentReference::Mean::part);
  ASSERT_NE(mean, reference.means.end());
  ASSERT_EQ(mean->values.size(), 16U);

  // W_O [:, head 2] times the mean as another bias; the mean itself is held to the contributions of the loops: their
  // sum over keys, without norms, is what W_O makes of it. Here by the layer's update, which is linear in it.
  CheckpointFile constant = full;
  std::vector<float> added(16, 0.0F);
  change(constant, "transformer.layers.1.self_attn.out_proj.weight", [&](auto& values, std::size_t columns) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t column = i % columns;
      if (column / 4 != 2) continue;
      added[i / columns] += values[i] * static_cast<float>(mean->values[column]);
      values[i] = 0;
    }
  });
  change(constant, "transformer.layers.1.self_attn.out_proj.bias", [&](auto& values, std::size_t) {
    for (std::size_t c = 0; c < values.size(); ++c) values[c] += added[c];
  });
  const Sequence sequence = fakeSequences({6}).front();
  EXPECT_NEAR(
      probabilityWith(*engine, sequence, {componentNamed(*engine, "layer.1.head.2"), AblationMode::Mean}, 4, reference),
      plainProbability(constant, sequence, 4), 1e-6);
}

TEST(ComponentAblations, MeansOfEmbeddingsBiasAndMixtureAreByHand) {
  const CheckpointFile full = smallPointerV45();
  const auto engine = engineOf(full);
  const SequenceSet set = training();
  const ComponentReference reference = referenceOf(*engine, set);
  double bias = 0, gate = 0, pointer = 0;
  for (std::size_t row = 0; row < set.size(); ++row) {
    const Sequence sequence = set.sequence(row);
    const PlainResult plain = plainPointerV45(full, sequence, 4);
    for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
      bias += plain.positionBias[i] / static_cast<double>(set.visitCount());
      if (sequence.visits[i].location == 4) pointer += plain.weight[i] / static_cast<double>(set.size());
    }
    gate += plain.gate / static_cast<double>(set.size());
  }
  const auto meanOf = [&](PartKind kind) {
    return std::ranges::find(reference.means, ModelPart{.kind = kind}, &ComponentReference::Mean::part)->values;
  };
  EXPECT_NEAR(meanOf(PartKind::PositionBias).front(), bias, 1e-12);
  EXPECT_NEAR(meanOf(PartKind::Gate).front(), gate, 1e-12);
  ASSERT_EQ(meanOf(PartKind::Pointer).size(), 30U);
  EXPECT_NEAR(meanOf(PartKind::Pointer)[4], pointer, 1e-12);
  const Sequence sequence = fakeSequences({6}).front();
  const auto inspection = *engine->inspect(sequence);
  const double own = static_cast<double>(*inspection->gate), p = plainProbability(full, sequence, 4);
  const double generation = static_cast<double>(inspection->generation[4]);
  const double copied = (p - (1 - own) * generation) / own;
  EXPECT_NEAR(probabilityWith(*engine, sequence, {componentNamed(*engine, "gate"), AblationMode::Mean}, 4, reference),
              gate * copied + (1 - gate) * generation, 1e-6);
  EXPECT_NEAR(
      probabilityWith(*engine, sequence, {componentNamed(*engine, "pointer"), AblationMode::Mean}, 4, reference),
      own * pointer + (1 - own) * generation, 1e-6);
  EXPECT_NEAR(
      probabilityWith(*engine, sequence, {componentNamed(*engine, "position_bias"), AblationMode::Mean}, 4, reference),
      probabilityWith(*engine, sequence, {componentNamed(*engine, "position_bias"), AblationMode::Zero}, 4, reference),
      1e-12)
      << "softmax ignores what is added to all";
}

TEST(ComponentAblations, ResamplingAFeatureIsEditingIt) {
  const CheckpointFile full = smallPointerV45();
  const auto engine = engineOf(full);
  const std::vector<Sequence> two = fakeSequences({6, 6});
  const Sequence &sequence = two[0], &donor = two[1];
  ComponentReference reference;
  reference.donors = {donor};
  const auto expectEdit = [&](const std::string& name, const std::function<void(Sequence&)>& edit) {
    Sequence edited = sequence;
    edit(edited);
    EXPECT_NEAR(
        probabilityWith(*engine, sequence, {componentNamed(*engine, name), AblationMode::Resampled}, 4, reference),
        plainProbability(full, edited, 4), 1e-10)
        << name;
  };
  expectEdit("user_emb", [&](Sequence& edited) { edited.user = donor.user; });
  expectEdit("time_emb", [&](Sequence& edited) {
    for (std::size_t i = 0; i < 6; ++i) edited.visits[i].startMinute = donor.visits[i].startMinute;
  });
  expectEdit("temporal", [&](Sequence& edited) {
    for (std::size_t i = 0; i < 6; ++i) {
      const LocationId location = edited.visits[i].location;
      edited.visits[i] = donor.visits[i];
      edited.visits[i].location = location;
    }
  });
  // A shorter donor's oldest visit stands for all before it.
  reference.donors = {fakeSequences({2}, {}, 5).front()};
  expectEdit("weekday_emb", [&](Sequence& edited) {
    for (std::size_t i = 0; i < 6; ++i) edited.visits[i].weekday = reference.donors[0].visits[i < 5 ? 0 : 1].weekday;
  });
}

TEST(ComponentAblations, ASampleThatIsItsOwnDonorStaysAsItIs) {
  for (const CheckpointFile& checkpoint : {smallPointerV45(), smallMhsa()}) {
    const auto engine = engineOf(checkpoint);
    const Sequence sequence = fakeSequences({7}).front();
    ComponentReference reference;
    reference.donors = {sequence};
    const std::vector<Component> components = *ablatableComponents(*engine);
    for (const Component& component : components) {
      const auto ablationTable =
          ablateComponents(*engine, sequence, std::vector<ComponentAblation>{{component, AblationMode::Resampled}},
                           reference, {.target = sequence.visits[2].location});
      ASSERT_TRUE(ablationTable.ok()) << ablationTable.error().sentence();
      const AblationEffect& effect = ablationTable->effects.front();
      const bool positions =
          component.name == "pos_from_end" || component.name == "sinusoidal_pos" || component.name == "position_bias";
      EXPECT_EQ(std::abs(effect.change) > 1e-9, positions) << component.name << ": positions are drawn from any visit";
      EXPECT_EQ(effect.spread > 1e-9, positions) << component.name;
    }
  }
}

}  // namespace
}  // namespace sojourn
