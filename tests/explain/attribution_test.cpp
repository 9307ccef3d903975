// SPDX-License-Identifier: GPL-3.0-or-later
// The methods' scores against loops in double precision: gradients against central differences, integrated gradients
// against Simpson's rule over them, attention's methods against small cases by hand.
#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include "model/explain/attribution/embedding_gradients.h"
#include "model/explain/attribution/gradient_methods.h"
#include "model/explain/attribution/method.h"
#include "tests/explain/small_engine.h"

namespace sojourn {
namespace {

using namespace test;

const CancelToken never;

MethodFindings score(const char* name, const Engine& engine, const Inspection& inspection,
                     const ExplanationTarget& target, std::size_t steps = 64, Baseline baseline = Baseline::Zero) {
  auto found = findMethod(name)->score({.engine = engine,
                                        .inspection = inspection,
                                        .target = target,
                                        .whole = 0,
                                        .withoutMasked = {},
                                        .withoutRemoved = {},
                                        .steps = steps,
                                        .baseline = baseline,
                                        .cancel = never});
  if (!found) throw std::runtime_error(found.error().sentence());
  return std::move(*found);
}

/// A visit's row of a table.
struct Row {
  std::string table;
  std::size_t row;
};

/// Rows of V45's tables that visit i of a distinct sequence alone uses, in the order of the features without the user.
std::vector<Row> rowsOf(const Sequence& sequence, std::size_t i) {
  const Visit& visit = sequence.visits[i];
  return {{"loc_emb.weight", static_cast<std::size_t>(visit.location)},
          {"time_emb.weight", static_cast<std::size_t>(visit.startMinute / 15)},
          {"weekday_emb.weight", static_cast<std::size_t>(visit.weekday)},
          {"recency_emb.weight", static_cast<std::size_t>(visit.daysAgo)},
          {"duration_emb.weight", static_cast<std::size_t>(visit.durationMinutes / 30)},
          {"pos_from_end_emb.weight", sequence.visits.size() - i}};
}

/// A checkpoint whose tensors are doubles, so that small steps are not rounded away.
CheckpointFile inDoubles(CheckpointFile checkpoint) {
  for (NamedArray& tensor : checkpoint.tensors) {
    const std::vector<double> values = tensor.array.toDoubles();
    tensor.array = makeArray(tensor.array.shape, std::span<const double>(values));
  }
  return checkpoint;
}

void scaleRow(CheckpointFile& checkpoint, const Row& row, double factor) {
  NdArray* table = findTensor(checkpoint, row.table);
  std::vector<double> values = table->toDoubles();
  const auto width = static_cast<std::size_t>(table->shape[1]);
  for (std::size_t c = 0; c < width; ++c) values[row.row * width + c] *= factor;
  *table = makeArray(table->shape, std::span<const double>(values));
}

void scaleTables(CheckpointFile& checkpoint, double factor) {
  for (NamedArray& tensor : checkpoint.tensors) {
    if (tensor.name.find("_emb.weight") == std::string::npos) continue;
    std::vector<double> values = tensor.array.toDoubles();
    for (double& value : values) value *= factor;
    tensor.array = makeArray(tensor.array.shape, std::span<const double>(values));
  }
}

double centralDifference(const std::function<double(double)>& f) {
  constexpr double h = 1e-5;
  return (f(h) - f(-h)) / (2 * h);
}

double logProbability(const CheckpointFile& checkpoint, const Sequence& sequence, LocationId y) {
  return plainPointerV45(checkpoint, sequence, 4).scores[static_cast<std::size_t>(y)];
}

TEST(Gradients, TimesInputEqualsCentralDifferencesOfEveryFeature) {
  const CheckpointFile checkpoint = inDoubles(ablated(smallPointerV45(), "no_user_emb"));
  const Sequence sequence = distinctVisits(5);
  const auto engine = engineOf(checkpoint);
  const auto inspection = *engine->inspect(sequence);
  const ExplanationTarget target{.location = 4};
  const MethodFindings found = score("gradient_x_input", *engine, *inspection, target);
  ASSERT_EQ(found.byFeature.features.size(), 6U);
  for (std::size_t i = 0; i < 5; ++i) {
    double sum = 0;
    const std::vector<Row> rows = rowsOf(sequence, i);
    for (std::size_t f = 0; f < rows.size(); ++f) {
      const double expected = centralDifference([&](double step) {
        CheckpointFile moved = checkpoint;
        scaleRow(moved, rows[f], 1 + step);
        return logProbability(moved, sequence, 4);
      });
      EXPECT_NEAR(found.byFeature.at(i, f), expected, 1e-7) << i << " " << rows[f].table;
      sum += expected;
    }
    EXPECT_NEAR(found.scores[i], sum, 1e-6);
  }
}

TEST(Gradients, NormEqualsCentralDifferencesOfEveryNumber) {
  const CheckpointFile checkpoint = inDoubles(ablated(smallPointerV45(), "no_user_emb"));
  const Sequence sequence = distinctVisits(3);
  const auto engine = engineOf(checkpoint);
  const ExplanationTarget target{.location = 3, .ratherThan = 9};
  const MethodFindings found = score("gradient", *engine, **engine->inspect(sequence), target);
  for (std::size_t i = 0; i < 3; ++i) {
    double squares = 0;
    for (const Row& row : rowsOf(sequence, i)) {
      CheckpointFile moved = checkpoint;
      NdArray* table = findTensor(moved, row.table);
      const std::vector<double> own = table->toDoubles();
      const auto width = static_cast<std::size_t>(table->shape[1]);
      for (std::size_t c = 0; c < width; ++c) {
        const double slope = centralDifference([&](double step) {
          std::vector<double> values = own;
          values[row.row * width + c] += step;
          *table = makeArray(table->shape, std::span<const double>(values));
          return logProbability(moved, sequence, 3) - logProbability(moved, sequence, 9);
        });
        squares += slope * slope;
      }
      *table = makeArray(table->shape, std::span<const double>(own));
    }
    EXPECT_NEAR(found.scores[i], std::sqrt(squares), 1e-6) << i;
  }
}

TEST(Gradients, MhsaSplitsTheSumByWhatIsAdded) {
  const CheckpointFile checkpoint = inDoubles(smallMhsa());
  const Sequence sequence = distinctVisits(4);
  const auto engine = engineOf(checkpoint);
  const ExplanationTarget target{.location = 7};
  const MethodFindings found = score("gradient_x_input", *engine, **engine->inspect(sequence), target);
  ASSERT_EQ(found.byFeature.features.size(), 4U);
  EXPECT_EQ(found.byFeature.features[1], VisitFeature::Time);
  const auto F = [&](const CheckpointFile& moved) {
    const Vector scores = plainMhsa(moved, sequence, 4).scores;
    double sum = 0;
    for (const double value : scores) sum += std::exp(value);
    return scores[7] - std::log(sum);
  };
  for (std::size_t i = 0; i < 4; ++i) {
    const auto slopeOf = [&](const Row& row) {
      return centralDifference([&](double step) {
        CheckpointFile moved = checkpoint;
        scaleRow(moved, row, 1 + step);
        return F(moved);
      });
    };
    const auto time = static_cast<std::size_t>(sequence.visits[i].startMinute / 15);
    EXPECT_NEAR(found.byFeature.at(i, 0), slopeOf({"Embedding.emb_loc.weight", 3 + i}), 1e-7);
    EXPECT_NEAR(found.byFeature.at(i, 1),
                slopeOf({"Embedding.temporal_embedding.hour_embed.weight", time / 4}) +
                    slopeOf({"Embedding.temporal_embedding.minute_embed.weight", time % 4}),
                1e-7);
    EXPECT_NEAR(found.byFeature.at(i, 2), slopeOf({"Embedding.temporal_embedding.weekday_embed.weight", i}), 1e-7);
  }
}

/// F of the copy path at a point: embeddings are the checkpoint's, m = scale.
double pathValue(const CheckpointFile& checkpoint, const Sequence& sequence, LocationId y, double scale) {
  const PlainResult plain = plainPointerV45(checkpoint, sequence, 4);
  double copied = 0;
  for (std::size_t i = 0; i < sequence.visits.size(); ++i)
    if (sequence.visits[i].location == y) copied += plain.gate * plain.weight[i];
  const double whole = std::exp(plain.scores[static_cast<std::size_t>(y)]);  // with the floor
  return std::log(whole - copied + scale * copied);
}

TEST(IntegratedGradients, EqualSimpsonsRuleOverCentralDifferences) {
  const CheckpointFile checkpoint = inDoubles(ablated(smallPointerV45(), "no_user_emb"));
  const Sequence sequence = distinctVisits(4);
  const auto engine = engineOf(checkpoint);
  const auto inspection = *engine->inspect(sequence);
  const ExplanationTarget target{.location = 5};
  const MethodFindings full = score("integrated_gradients", *engine, *inspection, target, 256);
  const MethodFindings embedding = score("integrated_gradients_embedding", *engine, *inspection, target, 256);

  constexpr std::size_t intervals = 200;
  for (std::size_t i = 0; i < 4; ++i) {
    double expectedFull = 0, expectedEmbedding = 0;
    for (std::size_t s = 0; s <= intervals; ++s) {
      const double a = static_cast<double>(s) / intervals;
      const double simpson = (s == 0 || s == intervals ? 1.0 : s % 2 == 1 ? 4.0 : 2.0) / (3 * intervals);
      CheckpointFile at = checkpoint;
      scaleTables(at, a);
      // d/de along e: the visit's own rows at (a + step) e.
      const auto moved = [&](double step) {
        CheckpointFile there = checkpoint;
        for (const Row& row : rowsOf(sequence, i)) scaleRow(there, row, a + step);
        for (std::size_t j = 0; j < 4; ++j)
          if (j != i)
            for (const Row& row : rowsOf(sequence, j)) scaleRow(there, row, a);
        return there;
      };
      expectedFull += simpson * centralDifference([&](double step) { return pathValue(moved(step), sequence, 5, a); });
      expectedEmbedding +=
          simpson * centralDifference([&](double step) { return pathValue(moved(step), sequence, 5, 1); });
      if (sequence.visits[i].location == 5)
        expectedFull += simpson * centralDifference([&](double step) { return pathValue(at, sequence, 5, a + step); });
    }
    EXPECT_NEAR(full.scores[i], expectedFull, 2e-4) << i;
    EXPECT_NEAR(embedding.scores[i], expectedEmbedding, 2e-4) << i;
  }
  EXPECT_LT(*full.completenessGap, 1e-6);
  EXPECT_LT(*embedding.completenessGap, 1e-6);
}

TEST(IntegratedGradients, AreCompleteInEveryModelAndFeatureSumsLackTheCopies) {
  const Sequence sequence = fakeSequences({9}).front();
  for (const char* ablation : {"full_model", "no_gate", "no_pointer", "no_position_bias"}) {
    const auto engine = engineOf(ablated(smallPointerV45(), ablation));
    const auto inspection = *engine->inspect(sequence);
    const ExplanationTarget target{.location = inspection->best().location};
    const MethodFindings full = score("integrated_gradients", *engine, *inspection, target);
    const MethodFindings embedding = score("integrated_gradients_embedding", *engine, *inspection, target);
    EXPECT_LT(*full.completenessGap, 0.01) << ablation;
    EXPECT_LT(*embedding.completenessGap, 0.01) << ablation;
    double byFeature = 0, scores = 0;
    for (const double value : full.byFeature.values) byFeature += value;
    for (const double value : full.scores) scores += value;
    if (std::string(ablation) == "no_pointer") {
      EXPECT_EQ(full.scores, embedding.scores) << "without a pointer the two are one";
      EXPECT_NEAR(byFeature, scores, 1e-9);
    } else {
      EXPECT_GT(scores, byFeature + 1e-3) << ablation << ": the copies count for something";
    }
  }
}

/// F at the baseline: the tables' rows replaced, nothing to copy.
double startValue(CheckpointFile checkpoint, const Sequence& sequence, LocationId y, bool padding) {
  for (NamedArray& tensor : checkpoint.tensors) {
    if (padding ? !tensor.name.ends_with("_emb.weight") : tensor.name != "loc_emb.weight") continue;
    std::vector<double> values = tensor.array.toDoubles();
    const auto width = static_cast<std::size_t>(tensor.array.shape[1]), rows = values.size() / width;
    for (std::size_t c = 0; c < width; ++c) {
      double row = values[c];
      if (!padding) {
        row = 0;
        for (std::size_t r = 1; r < rows; ++r) row += values[r * width + c] / static_cast<double>(rows - 1);
      }
      for (std::size_t r = 0; r < rows; ++r) values[r * width + c] = row;
    }
    tensor.array = makeArray(tensor.array.shape, std::span<const double>(values));
  }
  return pathValue(checkpoint, sequence, y, 0);
}

TEST(IntegratedGradients, BeginWhereTheBaselineSays) {
  const CheckpointFile checkpoint = smallPointerV45();
  const auto engine = engineOf(checkpoint);
  const Sequence sequence = fakeSequences({6}).front();
  const auto inspection = *engine->inspect(sequence);
  const ExplanationTarget target{.location = sequence.visits[2].location};
  const double end = logProbability(checkpoint, sequence, target.location);
  for (const Baseline baseline : {Baseline::Padding, Baseline::MeanLocation}) {
    const MethodFindings found = score("integrated_gradients", *engine, *inspection, target, 256, baseline);
    const double start = startValue(checkpoint, sequence, target.location, baseline == Baseline::Padding);
    EXPECT_NEAR(std::accumulate(found.scores.begin(), found.scores.end(), 0.0), end - start, 1e-6);
    if (baseline == Baseline::Padding) continue;
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t f = 1; f < 7; ++f) EXPECT_EQ(found.byFeature.at(i, f), 0) << "only the place is another";
  }
  const auto mhsa = engineOf(smallMhsa());
  const auto there = *mhsa->inspect(sequence);
  // The ReLU in its head bends the path, and no quadrature is exact over a bend: 1 % is what is promised.
  for (const Baseline baseline : {Baseline::Padding, Baseline::MeanLocation})
    EXPECT_LT(*score("integrated_gradients", *mhsa, *there, target, 256, baseline).completenessGap, 0.01);
}

TEST(GaussLegendre, IntegratesPolynomialsExactly) {
  for (const std::size_t count : {1U, 2U, 5U, 64U}) {
    const std::vector<QuadratureNode> nodes = gaussLegendre(count);
    for (std::size_t degree = 0; degree <= 2 * count - 1 && degree < 40; ++degree) {
      double sum = 0;
      for (const QuadratureNode& node : nodes) sum += node.weight * std::pow(node.at, static_cast<double>(degree));
      EXPECT_NEAR(sum, 1 / static_cast<double>(degree + 1), 1e-13) << count << " " << degree;
    }
  }
  EXPECT_NEAR(gaussLegendre(2)[0].at, (1 - 1 / std::sqrt(3.0)) / 2, 1e-15);
}

/// Two layers, two heads, two visits, by hand.
Inspection handMade() {
  Inspection inspection;
  inspection.sequence.visits = {{.location = 7}, {.location = 9}};
  inspection.logProbability.assign(12, 0);
  inspection.attention = {.layers = 2,
                          .heads = 2,
                          .length = 2,
                          .values = {1, 0, 0.2F, 0.8F,        // layer 0, head 0
                                     0.5F, 0.5F, 0.6F, 0.4F,  // head 1
                                     0.9F, 0.1F, 1, 0,        // layer 1, head 0
                                     0.7F, 0.3F, 0, 1}};      // head 1
  inspection.pointerWeight = {0.75F, 0.25F};
  inspection.copiedMass = {0.6F, 0.2F};
  inspection.gate = 0.8F;
  return inspection;
}

TEST(Rollout, EqualsTheHandCalculation) {
  const auto engine = engineOf(smallPointerV45());
  const Inspection inspection = handMade();
  const ExplanationTarget target{.location = 7};
  // A0 = mean + I, rows halved: [[0.875, 0.125], [0.2, 0.8]]; A1: [[0.9, 0.1], [0.25, 0.75]].
  const MethodFindings plain = score("attention_rollout", *engine, inspection, target);
  EXPECT_NEAR(plain.scores[0], 0.25 * 0.875 + 0.75 * 0.2, 1e-7);
  EXPECT_NEAR(plain.scores[1], 0.25 * 0.125 + 0.75 * 0.8, 1e-7);
  const MethodFindings copies = score("copy_path_rollout", *engine, inspection, target);
  EXPECT_NEAR(copies.scores[0], 0.75 * (0.9 * 0.875 + 0.1 * 0.2), 1e-7);
  EXPECT_NEAR(copies.scores[1], 0.75 * (0.9 * 0.125 + 0.1 * 0.8), 1e-7);
}

TEST(CopiedMass, IsTheTargetsAlone) {
  const auto engine = engineOf(smallPointerV45());
  const Inspection inspection = handMade();
  EXPECT_EQ(score("copied_mass", *engine, inspection, {.location = 9}).scores,
            (std::vector<double>{0, static_cast<double>(0.2F)}));
  EXPECT_EQ(score("copied_mass", *engine, inspection, {.location = 9, .ratherThan = 7}).scores,
            (std::vector<double>{-static_cast<double>(0.6F), static_cast<double>(0.2F)}));
}

TEST(ValueWeightedAttention, IsTheLastLayersLastQueryBeforeAndAfterTheNorm) {
  const Sequence sequence = fakeSequences({6}).front();
  const ExplanationTarget target{.location = 3};
  const auto pointer = engineOf(smallPointerV45());
  const auto preNorm = score("value_weighted_attention", *pointer, **pointer->inspect(sequence), target);
  const auto mhsa = engineOf(smallMhsa());
  const auto postNorm = score("value_weighted_attention", *mhsa, **mhsa->inspect(sequence), target);
  const PlainResult before = plainPointerV45(smallPointerV45(), sequence, 4);
  const PlainResult after = plainMhsa(smallMhsa(), sequence, 4);
  for (std::size_t j = 0; j < 6; ++j) {
    EXPECT_NEAR(preNorm.scores[j], before.contribution[1][4][5][j], 1e-5);
    EXPECT_NEAR(postNorm.scores[j], after.contribution[1][4][5][j], 1e-5);
  }
}

TEST(Controls, RankWithoutAModel) {
  const auto engine = engineOf(smallPointerV45());
  Inspection inspection = handMade();
  inspection.sequence.visits = {{.location = 7}, {.location = 9}, {.location = 7}, {.location = 8}};
  const ExplanationTarget target{.location = 7};
  EXPECT_EQ(score("recency", *engine, inspection, target).scores, (std::vector<double>{0, 1, 2, 3}));
  EXPECT_EQ(score("same_place", *engine, inspection, target).scores, (std::vector<double>{4, 1, 6, 3}));
}

}  // namespace
}  // namespace sojourn
