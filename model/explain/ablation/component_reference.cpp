// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/ablation/component_reference.h"

#include <algorithm>
#include <numeric>

#include <ATen/core/grad_mode.h>

#include "model/explain/ablation/component_names.h"
#include "model/explain/statistics/random.h"
#include "model/inspect/length_batches.h"
#include "model/inspect/network_guard.h"
#include "model/inspect/parallel_for.h"
#include "model/nets/network/activation_hooks.h"

namespace sojourn {
namespace {

/// Enough that few samples share one, few enough to keep with a workspace.
constexpr std::size_t keptDonors = 256;

at::Device deviceOf(const Network& network) {
  return network.parameters().front().device();
}

/// Sums of what the parts give, over the rows of many passes.
class Sums {
 public:
  void add(const ActivationRecorder& hook) {
    for (const ActivationRecorder::Recorded& one : hook.recorded()) {
      const at::Tensor sum = one.values.to(at::kDouble).sum(0).to(at::kCPU).contiguous();
      const auto* values = sum.const_data_ptr<double>();
      const auto width = static_cast<std::size_t>(sum.numel());
      Sum& total = find(one.part, width);
      for (std::size_t i = 0; i < width; ++i) total.values[i] += values[i];
      total.rows += static_cast<double>(one.values.size(0));
    }
  }
  [[nodiscard]] std::vector<ComponentReference::Mean> means() const {
    std::vector<ComponentReference::Mean> found;
    for (const Sum& sum : m_sums) {
      found.push_back({sum.part, sum.values});
      for (double& value : found.back().values) value /= sum.rows;
    }
    return found;
  }

 private:
  struct Sum {
    ModelPart part;
    std::vector<double> values;
    double rows = 0;
  };
  Sum& find(const ModelPart& part, std::size_t width) {
    const auto found = std::ranges::find(m_sums, part, &Sum::part);
    return found != m_sums.end() ? *found : m_sums.emplace_back(Sum{part, std::vector<double>(width, 0.0), 0});
  }
  std::vector<Sum> m_sums;
};

}  // namespace

Result<std::vector<Component>> ablatableComponents(const Engine& engine) {
  return withNetwork(engine, [&](const Network& network) -> Result<std::vector<Component>> {
    const OneTorchThread oneThread;
    const at::NoGradGuard noGradients;
    const Sequence any{.user = 0, .visits = {{}}, .target = {}};
    ActivationRecorder hook;
    (void)network.forward(
        packBatch(std::span(&any, 1), std::vector<std::size_t>{0}, network.limits(), deviceOf(network)),
        {.capture = nullptr, .randomness = {}, .hook = &hook});
    std::vector<ModelPart> parts;
    for (const ActivationRecorder::Recorded& one : hook.recorded()) parts.push_back(one.part);
    return componentsOf(parts, static_cast<std::size_t>(network.sizes().heads));
  });
}

Result<ComponentReference> componentReference(const Engine& engine, const SequenceSet& training,
                                              const CancelToken& cancel, const Progress& progress) {
  if (training.empty()) return Error{ErrorKind::BadInput, "training set", "is empty", ""};
  if (Status status = engine.accepts(training); !status) return status.error();
  return withNetwork(engine, [&](const Network& network) -> Result<ComponentReference> {
    const OneTorchThread oneThread;
    const at::NoGradGuard noGradients;
    const at::Device device = deviceOf(network);
    std::vector<std::size_t> rows(training.size());
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    rows = sortedByLength(training, rows);
    const std::vector<std::size_t> cuts =
        cutIntoPasses(rows.size(), device.is_cpu() ? tokensPerPass : tokensPerPassOnDevice,
                      [&](std::size_t i) { return training.length(rows[i]); });
    Sums sums;
    for (std::size_t pass = 0; pass + 1 < cuts.size(); ++pass) {
      if (cancel.cancelled()) return cancelledError();
      const auto chosen = std::span(rows).subspan(cuts[pass], cuts[pass + 1] - cuts[pass]);
      ActivationRecorder hook;
      (void)network.forward(packBatch(training, chosen, network.limits(), device),
                            {.capture = nullptr, .randomness = {}, .hook = &hook});
      sums.add(hook);
      if (progress) progress(cuts[pass + 1], rows.size());
    }
    ComponentReference reference{.means = sums.means(), .donors = {}, .sequences = training.size()};
    Random(0).draw(rows, keptDonors);
    for (const std::size_t row : rows) reference.donors.push_back(training.sequence(row));
    std::ranges::stable_sort(reference.donors, {}, [](const Sequence& donor) { return donor.visits.size(); });
    return reference;
  });
}

}  // namespace sojourn
