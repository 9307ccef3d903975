// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/network_passes.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>

#include <ATen/Parallel.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>

#include "model/nets/network/network.h"

namespace sojourn {
namespace {

std::atomic<int> mostThreads{0};

/// Fewer than this are not worth another thread: a background slice of the studio stays on its own.
constexpr std::size_t passesPerThread = 3;

Status checked(const PartialSequence& part) {
  if (part.removed.size() != part.sequence->visits.size() || part.removed.empty())
    return Error{ErrorKind::BadInput, "", "a part needs a flag for every visit", ""};
  if (part.removal == Removal::Removed && std::ranges::count(part.removed, false) == 0)
    return Error{ErrorKind::BadInput, "", "every visit is masked", "keep one"};
  return {};
}

}  // namespace

void setEvaluationThreads(int threads) {
  mostThreads = std::max(threads, 1);
}

int evaluationThreads() {
  const int set = mostThreads;
  return set > 0 ? set : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

OneTorchThread::OneTorchThread() : m_before(at::get_num_threads()) {
  if (m_before != 1) at::set_num_threads(1);
}

OneTorchThread::~OneTorchThread() {
  if (m_before != 1) at::set_num_threads(m_before);
}

void parallelFor(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                 const std::function<bool(std::size_t)>& between) {
  std::atomic<std::size_t> next{0}, done{0};
  std::atomic<bool> stop{false};
  std::exception_ptr failure;
  std::mutex failureMutex;

  const auto loop = [&](bool calling) {
    try {
      while (!stop) {
        const std::size_t item = next.fetch_add(1);
        if (item >= count) break;
        work(item);
        const std::size_t finished = done.fetch_add(1) + 1;
        if (calling && between && !between(finished)) stop = true;
      }
    } catch (...) {
      stop = true;
      const std::lock_guard lock(failureMutex);
      if (!failure) failure = std::current_exception();
    }
  };

  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(loop, false);
    loop(true);
  }
  if (failure) std::rethrow_exception(failure);
}

LengthBatches::LengthBatches(std::span<const std::size_t> lengths, std::size_t tokens, PassLengths which)
    : m_order(lengths.size()) {
  std::iota(m_order.begin(), m_order.end(), std::size_t{0});
  std::ranges::stable_sort(m_order, {}, [&](std::size_t k) { return lengths[k]; });
  std::size_t held = 0;
  for (std::size_t i = 0; i < m_order.size(); ++i) {
    const bool other = which == PassLengths::Equal && i > 0 && lengths[m_order[i]] != lengths[m_order[i - 1]];
    if (held > 0 && (other || held + lengths[m_order[i]] > tokens)) {
      m_cuts.push_back(i);
      held = 0;
    }
    held += lengths[m_order[i]];
  }
  if (!m_order.empty()) m_cuts.push_back(m_order.size());
}

Status forEachLengthBatch(std::span<const std::size_t> lengths, bool onCpu,
                          const std::function<void(std::span<const std::size_t> rows)>& pass, const CancelToken& cancel,
                          const Progress& progress, PassLengths which) {
  const LengthBatches batches(lengths, onCpu ? tokensPerPass : tokensPerPassOnDevice, which);
  const std::size_t most = onCpu ? static_cast<std::size_t>(evaluationThreads()) : 1;
  const auto runOne = [&](std::size_t number) {
    const OneTorchThread oneThread;
    pass(batches[number]);
  };
  parallelFor(batches.size(), std::min(most, (batches.size() + passesPerThread - 1) / passesPerThread), runOne,
              [&](std::size_t done) {
                if (progress) progress(batches.before(done), lengths.size());
                return !cancel.cancelled();
              });
  if (cancel.cancelled()) return cancelledError();
  return {};
}

Result<std::vector<double>> partialProbabilities(const Engine& engine, std::span<const PartialSequence> parts,
                                                 std::span<const LocationId> locations, const CancelToken& cancel,
                                                 const Progress& progress) {
  const ModelDescription& model = engine.description();
  for (const LocationId location : locations)
    if (location < 0 || location >= model.sizes.locations)
      return Error{ErrorKind::BadInput, "",
                   "location " + std::to_string(location) + ", but the model knows 0 to " +
                       std::to_string(model.sizes.locations - 1),
                   ""};
  for (const PartialSequence& part : parts)
    if (Status status = checked(part); !status) return status.error();
  if (!engine.network()) return engine.partialAnswers(parts, locations, cancel, progress);
  return withNetwork(engine, [&](const Network& network) -> Result<std::vector<double>> {
    std::vector<std::size_t> lengths(parts.size());
    std::ranges::transform(parts, lengths.begin(), tokensOf);
    const at::Device device = network.parameters().front().device();
    const std::size_t wanted = locations.size();
    const FeatureLimits limits = network.limits();
    std::vector<double> found(parts.size() * wanted);
    const auto runPass = [&](std::span<const std::size_t> rows) {
      const c10::InferenceMode inference;
      const NetworkOutput output = network.forward(packBatch(parts, rows, limits, device));
      const at::Tensor all = output.probabilities.defined() ? output.probabilities : at::softmax(output.scores, -1);
      const at::Tensor columns = at::tensor(std::vector<std::int64_t>(locations.begin(), locations.end())).to(device);
      const at::Tensor chosen = all.index_select(1, columns).to(at::kCPU, at::kDouble).contiguous();
      const auto* values = chosen.const_data_ptr<double>();
      for (std::size_t k = 0; k < rows.size(); ++k)
        std::copy_n(values + k * wanted, wanted, found.begin() + static_cast<std::ptrdiff_t>(rows[k] * wanted));
    };
    if (Status status = forEachLengthBatch(lengths, device.is_cpu(), runPass, cancel, progress); !status)
      return status.error();
    return found;
  });
}

}  // namespace sojourn
