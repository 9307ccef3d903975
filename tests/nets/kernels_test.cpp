// SPDX-License-Identifier: GPL-3.0-or-later
// Loops of our own against sums in double precision, for every instruction set of this CPU; and what training makes of
// them against torch's own operations.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include <ATen/ops/full.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include "model/nets/kernels/dropped.h"
#include "model/nets/kernels/packed_attention.h"
#include "model/nets/kernels/wide_linear.h"
#include "model/nets/network/cells.h"
#include "model/nets/registry/registry.h"
#include "tests/nets/small_models.h"

namespace sojourn {
namespace {

using namespace test;

/// The factor of a number, as the comment of Dropout has it: sixteen bits of SplitMix64 at its draw.
float factorOf(const Dropout& dropout, std::size_t number) {
  constexpr auto together = static_cast<std::size_t>(numbersPerDraw);
  const std::size_t first = number / together * together;
  std::uint64_t z = dropout.seed + (first + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  z ^= z >> 31;
  return (z >> 16 * (number - first) & 0xffff) < dropout.threshold ? 0.0F : dropout.kept;
}

std::vector<float> normalNumbers(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  std::vector<float> numbers(count);
  for (float& number : numbers) number = normal(random);
  return numbers;
}

TEST(Loops, DropTheSameNumbersOnEveryCpu) {
  for (const Loops& loops : runnableLoops())
    for (const std::size_t count : {0, 1, 3, 255, 256, 257, 1000}) {
      const Dropout dropout(0.3, 77);
      const std::vector<float> x = normalNumbers(count, 1);
      std::vector<float> y(count);
      loops.drop(dropout, x.data(), y.data(), count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(y[i], x[i] * factorOf(dropout, i)) << loops.name << ", " << i;
    }
}

TEST(Loops, DropTheShareThatIsAskedFor) {
  constexpr std::size_t count = 1 << 20;
  const std::vector<float> ones(count, 1);
  std::vector<float> y(count);
  loops().drop(Dropout(0.15, 5), ones.data(), y.data(), count);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(y, 0.0F)) / count, 0.15, 0.002);
}

/// A head that stands between others, with rows of odd widths and lengths.
struct HeadCase {
  std::ptrdiff_t length = 0, width = 0;
  bool causal = false, drops = false;
};

/// The sum of the output times fixed numbers, in double precision.
double lossOf(const HeadCase& one, const std::vector<float>& rows, std::ptrdiff_t stride,
              const std::vector<float>& weights, const Dropout& dropout, std::ptrdiff_t lanes) {
  const auto at = [&](std::ptrdiff_t row, std::ptrdiff_t part, std::ptrdiff_t column) {
    return static_cast<double>(rows[static_cast<std::size_t>(row * stride + part * one.width + column)]);
  };
  double loss = 0;
  for (std::ptrdiff_t i = 0; i < one.length; ++i) {
    const std::ptrdiff_t open = one.causal ? i + 1 : one.length;
    std::vector<double> e(static_cast<std::size_t>(open));
    double sum = 0;
    for (std::ptrdiff_t j = 0; j < open; ++j) {
      double score = 0;
      for (std::ptrdiff_t c = 0; c < one.width; ++c) score += at(i, 0, c) * at(j, 1, c);
      sum += e[static_cast<std::size_t>(j)] = std::exp(score / std::sqrt(static_cast<double>(one.width)));
    }
    for (std::ptrdiff_t j = 0; j < open; ++j) {
      const auto place = static_cast<std::size_t>(i * paddedTo(one.length, lanes) + j);
      const double share = e[static_cast<std::size_t>(j)] / sum * (one.drops ? factorOf(dropout, place) : 1.0F);
      for (std::ptrdiff_t c = 0; c < one.width; ++c)
        loss += share * at(j, 2, c) * weights[static_cast<std::size_t>(i * one.width + c)];
    }
  }
  return loss;
}

TEST(Loops, AttendAsSumsInDoublePrecisionDo) {
  const Dropout dropout(0.25, 3);
  for (const Loops& loops : runnableLoops())
    for (const HeadCase& one :
         {HeadCase{23, 32, false, true}, HeadCase{23, 32, true, true}, HeadCase{1, 4, true, true},
          HeadCase{7, 5, false, false}, HeadCase{16, 16, true, false}, HeadCase{40, 3, false, true}}) {
      const std::ptrdiff_t stride = 3 * one.width + 2;
      std::vector<float> rows = normalNumbers(static_cast<std::size_t>(one.length * stride), 1);
      const std::vector<float> weights = normalNumbers(static_cast<std::size_t>(one.length * one.width), 2);
      const auto input = [&](const std::vector<float>& numbers) {
        return HeadInput{.query = numbers.data(),
                         .key = numbers.data() + one.width,
                         .value = numbers.data() + 2 * one.width,
                         .stride = stride,
                         .length = one.length,
                         .width = one.width,
                         .causal = one.causal,
                         .dropout = one.drops ? &dropout : nullptr};
      };
      std::vector<float> probabilities(static_cast<std::size_t>(one.length * paddedTo(one.length, loops.lanes)));
      std::vector<float> out(weights.size()), scratch(scratchNumbers(one.length, one.width, loops.lanes));
      std::vector<float> gradients(rows.size(), 99);
      loops.attend(input(rows), probabilities.data(), out.data(), one.width, scratch.data());
      loops.attendBackward(input(rows), probabilities.data(), weights.data(), one.width,
                           {gradients.data(), gradients.data() + one.width, gradients.data() + 2 * one.width},
                           scratch.data());
      const auto loss = [&] { return lossOf(one, rows, stride, weights, dropout, loops.lanes); };
      double found = 0;
      for (std::size_t i = 0; i < out.size(); ++i) found += static_cast<double>(out[i]) * weights[i];
      EXPECT_NEAR(found, loss(), 2e-4) << loops.name << ", " << one.length << " x " << one.width;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (static_cast<std::ptrdiff_t>(i) % stride >= 3 * one.width) {
          EXPECT_EQ(gradients[i], 99) << "a number beside the head's";
          continue;
        }
        const float before = rows[i];
        rows[i] = before + 0.01F;
        const double above = loss(), up = rows[i];
        rows[i] = before - 0.01F;
        const double below = loss(), down = rows[i];
        rows[i] = before;
        ASSERT_NEAR(gradients[i], (above - below) / (up - down), 2e-3) << loops.name << ", " << i;
      }
    }
}

TEST(Loops, ProbabilitiesAreExactWhereScoresAreExtreme) {
  for (const Loops& loops : runnableLoops()) {
    // One key far above all others, and scores that are all the same.
    std::vector<float> query(20, 1), key(20, 0), value(20, 1), probabilities(400 + 20 * 16), out(20);
    std::vector<float> scratch(scratchNumbers(20, 1, loops.lanes));
    key[4] = 1000;
    const HeadInput head{
        .query = query.data(), .key = key.data(), .value = value.data(), .stride = 1, .length = 20, .width = 1};
    loops.attend(head, probabilities.data(), out.data(), 1, scratch.data());
    for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(probabilities[i], i == 4 ? 1 : 0) << loops.name;
    key[4] = 0;
    loops.attend(head, probabilities.data(), out.data(), 1, scratch.data());
    for (std::size_t i = 0; i < 20; ++i) EXPECT_FLOAT_EQ(probabilities[i], 0.05F) << loops.name;
    key[4] = std::numeric_limits<float>::quiet_NaN();
    loops.attend(head, probabilities.data(), out.data(), 1, scratch.data());
    EXPECT_TRUE(std::isnan(out[0])) << loops.name << ": what is no number must not get lost";
  }
}

TEST(PackedAttention, EqualsTorchForEachSequence) {
  const std::int64_t heads = 3, width = 21;
  const std::vector<std::int64_t> lengths{5, 1, 19, 5};
  for (const bool causal : {false, true}) {
    at::Tensor projected = at::randn({30, 3 * width}).set_requires_grad(true);
    const at::Tensor weights = at::randn({30, width});
    const at::Tensor out = attendPacked(projected, {.lengths = lengths, .heads = heads, .causal = causal});
    const at::Tensor found = torch::autograd::grad({(out * weights).sum()}, {projected})[0];
    at::Tensor all = at::zeros({});
    std::int64_t first = 0;
    for (const std::int64_t length : lengths) {
      const auto parts =
          projected.narrow(0, first, length).view({length, 3, heads, width / heads}).permute({1, 2, 0, 3}).unbind(0);
      at::Tensor scores =
          at::matmul(parts[0], parts[1].transpose(-2, -1)) / std::sqrt(static_cast<double>(width) / heads);
      if (causal) scores = scores + at::full({length, length}, -std::numeric_limits<float>::infinity()).triu_(1);
      const at::Tensor mixed = at::matmul(at::softmax(scores, -1), parts[2]).transpose(0, 1).reshape({length, width});
      EXPECT_LT((mixed - out.narrow(0, first, length)).abs().max().item<float>(), 1e-5F);
      all = all + (mixed * weights.narrow(0, first, length)).sum();
      first += length;
    }
    const at::Tensor expected = torch::autograd::grad({all}, {projected})[0];
    EXPECT_LT((found - expected).abs().max().item<float>(), 1e-5F);
  }
}

TEST(PackedAttention, EveryHeadDropsItsOwn) {
  // Each of these heads is the same head, and of a sequence of the same visits.
  const at::Tensor projected = at::randn({1, 3, 1, 4}).expand({12, 3, 4, 4}).reshape({12, 48}).contiguous();
  const at::Tensor out = attendPacked(projected, {.lengths = {6, 6}, .heads = 4, .dropout = Dropout(0.5, 1)});
  const at::Tensor ofHeads = out.view({2, 6, 4, 4}).permute({0, 2, 1, 3}).reshape({8, 24});
  for (std::int64_t i = 0; i < 8; ++i)
    for (std::int64_t j = 0; j < i; ++j) EXPECT_FALSE(ofHeads[i].equal(ofHeads[j])) << i << ", " << j;
}

TEST(Dropped, ItsGradientHasTheSameFactors) {
  const Dropout dropout(0.4, 9);
  at::Tensor x = at::randn({7, 300}).set_requires_grad(true);
  const at::Tensor y = droppedBy(dropout, x), factors = (y / x).detach();
  EXPECT_TRUE(torch::autograd::grad({y.sum()}, {x})[0].allclose(factors));
  // Whatever lies in which order in memory: a number's place is its place in the tensor.
  EXPECT_TRUE(droppedBy(dropout, x.detach().t().contiguous().t()).equal(y));
}

TEST(WideLinear, IsLinear) {
  // Rows that are whole groups, and some that are not; the last is too small to be worth it.
  for (const std::int64_t rows : {640, 641, 703, 3}) {
    at::Tensor x = at::randn({rows, 96}).set_requires_grad(true), weight = at::randn({72, 96}).set_requires_grad(true),
               bias = at::randn({72}).set_requires_grad(true);
    const at::Tensor weights = at::randn({rows, 72});
    const at::Tensor found = wideLinear(x, weight, bias), expected = at::linear(x, weight, bias);
    EXPECT_LT((found - expected).abs().max().item<float>(), 1e-4F) << rows;
    const auto gradients = [&](const at::Tensor& of) {
      return torch::autograd::grad({(of * weights).sum()}, {x, weight, bias});
    };
    const auto ofFound = gradients(found), ofExpected = gradients(expected);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_LT((ofFound[i] - ofExpected[i]).abs().max().item<float>(), 1e-3F) << rows << ", " << i;
    const at::Tensor ofBias =
        torch::autograd::grad({(wideLinear(x.detach(), weight, bias) * weights).sum()}, {bias})[0];
    EXPECT_TRUE(ofBias.allclose(ofExpected[2])) << rows;
    EXPECT_TRUE(wideLinear(x.detach(), weight.detach(), bias.detach()).equal(expected)) << rows;
  }
}

TEST(FactoredGradients, AreThoseOfAutograd) {
  const SmallSizes sizes{.locations = 2500, .users = 2200};
  for (const CheckpointFile& checkpoint :
       {smallPointerV45(sizes), smallMhsa(sizes), smallLstm(sizes), smallLstmLocation(sizes), smallLstmPointer(sizes),
        smallDeepMove(sizes), smallTransformer(sizes)}) {
    Result<LoadedNetwork> made = networkFromCheckpoint(checkpoint, "small.pt", {.heads = headsOf(checkpoint)});
    ASSERT_TRUE(made.ok());
    const Network& network = *made->network;
    const std::vector<at::Tensor> parameters = network.parameters();
    for (at::Tensor parameter : parameters) parameter.set_requires_grad(true);
    const std::vector<Sequence> sequences = fakeSequences({3, 3, 12, 7, 1, 7, 5}, sizes);
    std::vector<std::size_t> order(sequences.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    TokenBatch batch = packBatch(sequences, order, network.limits());
    const at::Tensor weights = at::randn({7, sizes.locations});
    const auto gradients = [&] {
      return torch::autograd::grad({(network.forward(batch).scores * weights).sum()}, parameters, {}, false, false,
                                   true);
    };
    const std::vector<at::Tensor> expected = gradients();
    batch.factored = c10::make_intrusive<FactoredGradients>();
    const std::vector<at::Tensor> found = gradients();
    std::size_t factored = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      at::Tensor sum = found[i].defined() ? found[i].clone() : at::zeros_like(parameters[i]);
      if (batch.factored->has(parameters[i])) {
        ++factored;
        // In two parts, as threads do.
        batch.factored->addTo(parameters[i], 0, sum.narrow(0, 0, 1000));
        batch.factored->addTo(parameters[i], 1000, sum.narrow(0, 1000, sum.size(0) - 1000));
      }
      if (!expected[i].defined()) continue;
      EXPECT_LT((sum - expected[i]).abs().max().item<float>(), 1e-4F * (1 + expected[i].abs().max().item<float>()))
          << network.name() << ", " << i;
    }
    EXPECT_GE(factored, 1U) << network.name();
    EXPECT_EQ(batch.factored.use_count(), 1U) << network.name() << ": the graph that filled it is still there";
  }
}

}  // namespace
}  // namespace sojourn
