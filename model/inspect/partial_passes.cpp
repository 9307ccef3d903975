// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/partial_passes.h"

#include <algorithm>

#include <ATen/ops/softmax.h>
#include <ATen/ops/tensor.h>
#include <c10/core/InferenceMode.h>

#include "model/inspect/length_batches.h"
#include "model/inspect/network_guard.h"
#include "model/nets/network/network.h"

namespace sojourn {
namespace {

Status checked(const PartialSequence& part) {
  if (part.removed.size() != part.sequence->visits.size() || part.removed.empty())
    return Error{ErrorKind::BadInput, "", "a part needs a flag for every visit", ""};
  if (part.removal == Removal::Removed && std::ranges::count(part.removed, false) == 0)
    return Error{ErrorKind::BadInput, "", "every visit is masked", "keep one"};
  return {};
}

}  // namespace

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
