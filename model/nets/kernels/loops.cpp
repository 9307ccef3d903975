// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/kernels/loops.h"

#include <array>
#include <cmath>

namespace sojourn {
namespace {

// Vectors are passed by reference and inlined, so how they would be passed by value does not matter.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace any {
constexpr const char* name = "any";
constexpr std::ptrdiff_t lanes = 4, rowsAtOnce = 4;
#include "model/nets/kernels/loops_body.h"
}  // namespace any

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define SOJOURN_WIDER_LOOPS
#pragma GCC push_options
#pragma GCC target("avx2,fma")
namespace avx2 {
constexpr const char* name = "AVX2";
constexpr std::ptrdiff_t lanes = 8, rowsAtOnce = 4;
#include "model/nets/kernels/loops_body.h"
}  // namespace avx2
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")
namespace avx512 {
constexpr const char* name = "AVX-512";
constexpr std::ptrdiff_t lanes = widestLanes, rowsAtOnce = 8;
#include "model/nets/kernels/loops_body.h"
}  // namespace avx512
#pragma GCC pop_options
#endif
#pragma GCC diagnostic pop

std::size_t runnable() {
#ifdef SOJOURN_WIDER_LOOPS
  __builtin_cpu_init();
  const auto hasAll = [](const auto... has) { return (has && ...); };
  if (!hasAll(__builtin_cpu_supports("avx2"), __builtin_cpu_supports("fma"))) return 1;
  return hasAll(__builtin_cpu_supports("avx512f"), __builtin_cpu_supports("avx512bw"),
                __builtin_cpu_supports("avx512dq"), __builtin_cpu_supports("avx512vl"))
             ? 3
             : 2;
#else
  return 1;
#endif
}

}  // namespace

Dropout::Dropout(double shareDropped, std::uint64_t seedOfFactors)
    : share(shareDropped),
      threshold(static_cast<std::uint32_t>(std::lround(share * 65536))),
      kept(static_cast<float>(1 / (1 - share))),
      seed(seedOfFactors) {}

std::span<const Loops> runnableLoops() {
#ifdef SOJOURN_WIDER_LOOPS
  static constexpr std::array all{any::all, avx2::all, avx512::all};
#else
  static constexpr std::array all{any::all};
#endif
  static const std::size_t count = runnable();
  return std::span(all).first(count);
}

}  // namespace sojourn
