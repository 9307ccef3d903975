// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that are compiled once for each instruction set a CPU may have; loops() is the widest that this one has. They
// work on plain memory of their callers and start no thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sojourn {

/// What numbers are multiplied by when some are dropped: 0 for a share of them (to 1/65536), for the rest what makes up
/// for that. The factors are a function of the seed and a number's place, so nobody keeps them.
struct Dropout {
  /// `shareDropped` in [0, 1).
  Dropout(double shareDropped, std::uint64_t seedOfFactors);

  double share;
  std::uint32_t threshold;  ///< of 65536
  float kept;               ///< 1 / (1 - share)
  std::uint64_t seed;
};

/// Numbers that one draw decides: sixteen bits for each.
inline constexpr std::ptrdiff_t numbersPerDraw = 4;

/// One head of one sequence of L visits. Rows of queries, keys and values are `width` numbers, `stride` apart.
struct HeadInput {
  const float *query = nullptr, *key = nullptr, *value = nullptr;
  std::ptrdiff_t stride = 0;
  std::ptrdiff_t length = 0;  ///< L
  std::ptrdiff_t width = 0;
  bool causal = false;               ///< a query reads no later key
  const Dropout* dropout = nullptr;  ///< of probabilities; null where nothing is dropped
};

struct HeadGradients {
  float *query = nullptr, *key = nullptr, *value = nullptr;  ///< rows lie as far apart as those of the input
};

struct Loops {
  const char* name;
  /// Numbers in a vector; rows of probabilities are padded to a multiple of it.
  std::ptrdiff_t lanes;
  /// y[i] = x[i] times the factor of number i. x may be y.
  void (*drop)(const Dropout& dropout, const float* x, float* y, std::size_t count);
  /// Softmax of query * key / sqrt(width), dropped, times value; `out` has rows of `width`, `outStride` apart. Keeps
  /// the probabilities before dropout, [L, L padded]. `scratch` has scratchNumbers().
  void (*attend)(const HeadInput& head, float* probabilities, float* out, std::ptrdiff_t outStride, float* scratch);
  void (*attendBackward)(const HeadInput& head, const float* probabilities, const float* outGradient,
                         std::ptrdiff_t outStride, const HeadGradients& gradients, float* scratch);
};

[[nodiscard]] constexpr std::ptrdiff_t paddedTo(std::ptrdiff_t count, std::ptrdiff_t lanes) {
  return (count + lanes - 1) / lanes * lanes;
}

/// What a head of this size takes beside its input and output, either way.
[[nodiscard]] constexpr std::size_t scratchNumbers(std::ptrdiff_t length, std::ptrdiff_t width, std::ptrdiff_t lanes) {
  const std::ptrdiff_t keys = paddedTo(length, lanes);
  return static_cast<std::size_t>(2 * keys * (paddedTo(width, lanes) + keys));
}

/// Of AVX-512.
inline constexpr std::ptrdiff_t widestLanes = 16;

/// Those that this CPU can run, the narrowest first.
[[nodiscard]] std::span<const Loops> runnableLoops();
[[nodiscard]] inline const Loops& loops() {
  return runnableLoops().back();
}

}  // namespace sojourn
