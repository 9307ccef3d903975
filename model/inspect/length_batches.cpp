// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/length_batches.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "model/inspect/network_guard.h"
#include "model/inspect/parallel_for.h"

namespace sojourn {
namespace {

/// Fewer than this are not worth another thread: a background slice of the studio stays on its own.
constexpr std::size_t passesPerThread = 3;

}  // namespace

Status forEachLengthBatch(std::span<const std::size_t> lengths, bool onCpu,
                          const std::function<void(std::span<const std::size_t> rows)>& pass, const CancelToken& cancel,
                          const Progress& progress) {
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return lengths[k]; });
  const std::vector<std::size_t> cuts = cutIntoPasses(order.size(), onCpu ? tokensPerPass : tokensPerPassOnDevice,
                                                      [&](std::size_t i) { return lengths[order[i]]; });
  const std::size_t passes = cuts.size() - 1, most = onCpu ? static_cast<std::size_t>(evaluationThreads()) : 1;
  const auto runOne = [&](std::size_t number) {
    const OneTorchThread oneThread;
    pass(std::span(order).subspan(cuts[number], cuts[number + 1] - cuts[number]));
  };
  parallelFor(passes, std::min(most, (passes + passesPerThread - 1) / passesPerThread), runOne, [&](std::size_t done) {
    if (progress) progress(cuts[done], lengths.size());
    return !cancel.cancelled();
  });
  if (cancel.cancelled()) return cancelledError();
  return {};
}

}  // namespace sojourn
