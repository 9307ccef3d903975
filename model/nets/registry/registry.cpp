// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/registry/registry.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <unordered_map>

#include <ATen/ops/empty.h>
#include <ATen/ops/isfinite.h>

#include "model/core/text.h"
#include "model/nets/plan/checkpoint_plan.h"
#include "model/nets/plan/pseudonymous_state.h"

namespace sojourn {
namespace {

/// Copies the weights that the plan has matched.
void copyWeights(Network& network, const std::vector<NamedArray>& tensors) {
  std::unordered_map<std::string_view, const NdArray*> inFile;
  for (const NamedArray& tensor : tensors) inFile.emplace(tensor.name, &tensor.array);
  for (StateTensor& item : stateTensors(network)) {
    const auto found = inFile.find(item.name);
    if (found != inFile.end()) item.tensor.copy_(toTensor(*found->second));
  }
}

/// Names the tensors with NaN or infinite numbers; empty when all is well.
std::string brokenNumbers(const Network& network) {
  std::vector<std::string> broken;
  for (const StateTensor& item : stateTensors(network))
    if (item.tensor.is_floating_point() && !at::isfinite(item.tensor).all().item<bool>()) broken.push_back(item.name);
  return broken.empty() ? "" : "weights that are not finite numbers: " + listNames(broken);
}

std::string lossText(double smoothing) {
  return smoothing > 0 ? "cross_entropy, label smoothing " + shortNumber(smoothing, 6) : "cross_entropy";
}

std::int64_t epochOf(const nlohmann::ordered_json& metadata) {
  if (!metadata.is_object()) return -1;
  const auto epoch = metadata.find("epoch");
  return epoch != metadata.end() && epoch->is_number_integer() ? epoch->get<std::int64_t>() : -1;
}

}  // namespace

Result<LoadedNetwork> networkFromCheckpoint(const CheckpointFile& checkpoint, const std::filesystem::path& path,
                                            const NetworkLoadOptions& options) {
  const std::string where = path.filename().string();
  try {
    Result<CheckpointPlan> plan = planNetwork(checkpoint, path, options.heads);
    if (!plan) return plan.error();
    const ModelKind* kind = findModelKind(plan->kind->id);
    if (!kind) throw std::logic_error("no network for the state dicts of " + std::string(plan->kind->id));

    LoadedNetwork loaded;
    ModelDescription& description = loaded.description;
    description.notices = checkpoint.problems;
    description.notices.insert(description.notices.end(), plan->notices.begin(), plan->notices.end());
    loaded.network = kind->forState(plan->shapes, {.sizes = plan->sizes, .ablation = {}, .dropout = options.dropout});
    Network& network = *loaded.network;
    network.eval();
    for (at::Tensor& parameter : network.parameters()) parameter.set_requires_grad(false);
    if (options.pseudonyms) {
      const auto tensors = underPseudonyms(checkpoint.tensors, *plan, *options.pseudonyms, where);
      if (!tensors) return tensors.error();
      copyWeights(network, *tensors);
    } else {
      copyWeights(network, checkpoint.tensors);
    }
    loaded.refusal = brokenNumbers(network);
    if (!loaded.refusal.empty())
      description.notices.push_back(
          {Severity::Error, where, loaded.refusal, "take an earlier checkpoint of that training"});

    description.id = kind->id;
    description.title = kind->title;
    description.ablation = plan->ablation;
    description.capabilities = network.capabilities();
    description.sizes = network.sizes();
    description.labelSmoothing = plan->labelSmoothing.value_or(0);
    description.lossKind = lossText(description.labelSmoothing);
    description.blocks = describeBlocks(network);
    for (const ModelBlock& block : description.blocks) description.parameters += block.parameters;
    description.report = std::move(plan->report);
    if (const at::Tensor bias = network.positionBiasTable(); bias.defined()) {
      const at::Tensor values = bias.to(at::kFloat).contiguous();
      description.positionBias.assign(values.const_data_ptr<float>(), values.const_data_ptr<float>() + values.numel());
    }
    description.source = where;
    description.pseudonyms = options.pseudonyms;
    description.trainedOn = trainedOn(path, checkpoint.metadata);
    description.epoch = epochOf(checkpoint.metadata);
    return loaded;
  } catch (const std::exception& error) {
    return Error{ErrorKind::Failed, where, error.what(), ""};
  }
}

at::Tensor toTensor(const NdArray& array) {
  const auto copyOf = [&](at::ScalarType type) {
    at::Tensor tensor = at::empty(array.shape, at::TensorOptions().dtype(type));
    if (!array.data.empty()) std::memcpy(tensor.mutable_data_ptr(), array.data.data(), array.data.size());
    return tensor;
  };
  switch (array.dtype) {
    case DType::Float32:
      return copyOf(at::kFloat);
    case DType::Float64:
      return copyOf(at::kDouble);
    case DType::Int64:
      return copyOf(at::kLong);
    case DType::Float16:
      return copyOf(at::kHalf).to(at::kFloat);
    case DType::BFloat16:
      return copyOf(at::kBFloat16).to(at::kFloat);
    default: {
      const std::vector<double> values = array.toDoubles();
      at::Tensor tensor = at::empty(array.shape, at::TensorOptions().dtype(at::kLong));
      std::ranges::transform(values, tensor.mutable_data_ptr<std::int64_t>(),
                             [](double value) { return static_cast<std::int64_t>(value); });
      return tensor;
    }
  }
}

NdArray toArray(const at::Tensor& tensor) {
  NdArray array;
  array.dtype = tensor.scalar_type() == at::kLong     ? DType::Int64
                : tensor.scalar_type() == at::kDouble ? DType::Float64
                                                      : DType::Float32;
  const at::ScalarType type = array.dtype == DType::Int64     ? at::kLong
                              : array.dtype == DType::Float64 ? at::kDouble
                                                              : at::kFloat;
  const at::Tensor plain = tensor.detach().to(at::kCPU, type).contiguous();
  array.shape = plain.sizes().vec();
  array.data.resize(static_cast<std::size_t>(plain.numel()) * sizeOf(array.dtype));
  if (!array.data.empty()) std::memcpy(array.data.data(), plain.const_data_ptr(), array.data.size());
  return array;
}

std::vector<NamedArray> networkState(const torch::nn::Module& network) {
  std::vector<NamedArray> state;
  for (const StateTensor& item : stateTensors(network))
    state.push_back({.name = item.name, .array = toArray(item.tensor)});
  return state;
}

void restoreState(torch::nn::Module& network, const std::vector<NamedArray>& state) {
  const c10::NoGradGuard noGradients;
  const std::vector<StateTensor> own = stateTensors(network);
  if (own.size() != state.size()) throw std::invalid_argument("a state of another network");
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].name != state[i].name || !std::ranges::equal(own[i].tensor.sizes(), state[i].array.shape))
      throw std::invalid_argument("a state of another network: " + state[i].name);
    own[i].tensor.copy_(toTensor(state[i].array));
  }
}

std::span<const ModelKind> modelKinds() {
  static const std::array kinds{pointerV45Kind(),  mhsaKind(),        lstmKind(),    lstmLocationKind(),
                                transformerKind(), lstmPointerKind(), deepMoveKind()};
  return kinds;
}

void requireFullModel(const NetworkSpec& spec, const StateDictKind& kind) {
  if (spec.ablation != "full_model")
    throw std::invalid_argument(std::string(kind.title) + " has no ablation " + spec.ablation);
}

const ModelKind* findModelKind(std::string_view id) {
  for (const ModelKind& kind : modelKinds())
    if (kind.id == id) return &kind;
  return nullptr;
}

}  // namespace sojourn
