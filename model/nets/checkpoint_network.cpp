// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/checkpoint_network.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include <ATen/ops/empty.h>
#include <ATen/ops/isfinite.h>

namespace sojourn {
namespace {

std::string shapeText(at::IntArrayRef shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

/// At most three names of many.
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 3); ++i) text += (i ? ", " : "") + names[i];
  return names.size() > 3 ? text + " and " + std::to_string(names.size() - 3) + " more" : text;
}

/// A tensor that the network makes by itself, so that a file may leave it out.
bool mayBeMissing(const std::string& name) {
  return name.ends_with("num_batches_tracked") || name.ends_with("pos_embedding");
}

/// Numbers that a network of these sizes has at least; checked before it is built, so that a few contradicting shapes
/// in a small file cannot ask for a large allocation.
double leastNumbers(const ModelSizes& s) {
  const double d = static_cast<double>(s.width);
  const double perLayer = 4 * d * d + 2 * d * static_cast<double>(s.feedForward);
  return static_cast<double>(s.locations + s.users) * d + static_cast<double>(s.layers) * perLayer;
}

Result<std::int64_t> decideHeads(const ModelKind& kind, const ModelSizes& sizes, const ConfigFacts& own,
                                 const std::filesystem::path& path, const NetworkLoadOptions& options,
                                 ConfigFacts& used, std::vector<Problem>& notices) {
  const std::string where = path.filename().string();
  const auto divides = [&](std::int64_t heads) { return heads >= 1 && sizes.width % heads == 0; };
  const std::string width = std::to_string(sizes.width);
  used = own;
  if (options.heads) {
    if (divides(*options.heads)) return std::int64_t{*options.heads};
    return Error{.kind = ErrorKind::BadUsage,
                 .where = where,
                 .what = std::to_string(*options.heads) + " heads do not divide the model's width " + width,
                 .remedy = "ask for a number of heads that divides " + width};
  }
  if (own.heads && divides(*own.heads)) return *own.heads;
  if (const std::optional<NeighbourConfig> beside = findNeighbourConfig(path, sizes)) {
    if (divides(*beside->facts.heads)) {
      if (!used.labelSmoothing) used.labelSmoothing = beside->facts.labelSmoothing;
      notices.push_back({.severity = Severity::Notice,
                         .where = where,
                         .what = "the number of heads, " + std::to_string(*beside->facts.heads) + ", is from " +
                                 beside->file.filename().string(),
                         .remedy = ""});
      return *beside->facts.heads;
    }
  }
  std::int64_t assumed = kind.defaultHeads;
  while (!divides(assumed)) --assumed;
  notices.push_back({.severity = Severity::Warning,
                     .where = where,
                     .what = "the number of heads is neither in the checkpoint nor in a configuration beside it; " +
                             std::to_string(assumed) + " assumed",
                     .remedy = "give the number of heads if it is another one"});
  return assumed;
}

/// Copies what fits, and reports what does not.
LoadReport copyWeights(Network& network, const std::vector<NamedArray>& tensors) {
  LoadReport report;
  std::unordered_map<std::string, const NdArray*> inFile;
  for (const NamedArray& tensor : tensors) inFile.emplace(tensor.name, &tensor.array);
  for (StateTensor& item : stateTensors(network)) {
    const auto found = inFile.find(item.name);
    if (found == inFile.end()) {
      report.missing.push_back(item.name);
      continue;
    }
    const NdArray& array = *found->second;
    if (!std::ranges::equal(array.shape, item.tensor.sizes())) {
      report.wrongShape.push_back(item.name + ": " + array.shapeText() + " in the file, " +
                                  shapeText(item.tensor.sizes()) + " expected");
    } else {
      item.tensor.copy_(toTensor(array));
      report.matched.push_back(item.name);
    }
    inFile.erase(found);
  }
  for (const NamedArray& tensor : tensors)
    if (inFile.contains(tensor.name)) report.extra.push_back(tensor.name);
  return report;
}

/// Names the tensors with NaN or infinite numbers; empty when all is well.
std::string brokenNumbers(const Network& network) {
  std::vector<std::string> broken;
  for (const StateTensor& item : stateTensors(network))
    if (item.tensor.is_floating_point() && !at::isfinite(item.tensor).all().item<bool>()) broken.push_back(item.name);
  return broken.empty() ? "" : "weights that are not finite numbers: " + listed(broken);
}

std::string lossText(LossKind kind, double smoothing) {
  std::string text;
  switch (kind) {
    case LossKind::CrossEntropy:
      text = "cross_entropy";
      break;
  }
  if (smoothing > 0) {
    std::string digits = std::to_string(smoothing);
    digits.erase(digits.find_last_not_of('0') + 1);
    text += ", label smoothing " + digits;
  }
  return text;
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
    const StateShapes shapes(checkpoint.tensors);
    const ModelKind* kind = recogniseModel(shapes);
    if (!kind) {
      std::vector<std::string> names;
      for (const NamedArray& tensor : checkpoint.tensors) names.push_back(tensor.name);
      return Error{.kind = ErrorKind::BadInput,
                   .where = where,
                   .what = names.empty() ? "no tensors in the checkpoint"
                                         : "a model of unknown kind, with the tensors " + listed(names),
                   .remedy = "open a checkpoint of Pointer V45 or MHSA"};
    }

    ModelSizes sizes = kind->sizesOf(shapes);
    const double numbers = std::accumulate(
        checkpoint.tensors.begin(), checkpoint.tensors.end(), 0.0,
        [](double sum, const NamedArray& tensor) { return sum + static_cast<double>(tensor.array.elements()); });
    if (sizes.locations < 2 || sizes.width < 4 || sizes.layers < 1 || sizes.feedForward < 1 || sizes.maxLength < 1 ||
        leastNumbers(sizes) > numbers)
      return Error{.kind = ErrorKind::BadInput,
                   .where = where,
                   .what = "the shapes of the tensors contradict each other",
                   .remedy = "check that the file is a whole checkpoint of " + std::string(kind->title)};

    LoadedNetwork loaded;
    ModelDescription& description = loaded.description;
    description.notices = checkpoint.problems;
    const ConfigFacts own = configFacts(checkpoint.metadata);
    ConfigFacts used;
    const Result<std::int64_t> heads = decideHeads(*kind, sizes, own, path, options, used, description.notices);
    if (!heads) return heads.error();
    sizes.heads = *heads;

    loaded.network = kind->forState(shapes, {.sizes = sizes, .ablation = {}, .dropout = options.dropout});
    Network& network = *loaded.network;
    network.eval();
    for (at::Tensor& parameter : network.parameters()) parameter.set_requires_grad(false);

    LoadReport report = copyWeights(network, checkpoint.tensors);
    std::vector<std::string> needed;
    std::ranges::copy_if(report.missing, std::back_inserter(needed),
                         [](const std::string& name) { return !mayBeMissing(name); });
    if (!report.wrongShape.empty() || !needed.empty())
      return Error{.kind = ErrorKind::BadInput,
                   .where = where,
                   .what = report.wrongShape.empty() ? "missing tensors: " + listed(needed) : listed(report.wrongShape),
                   .remedy = "check that the file is a whole checkpoint of " + std::string(kind->title)};
    if (!report.extra.empty())
      description.notices.push_back({.severity = Severity::Warning,
                                     .where = where,
                                     .what = "tensors that the model does not use: " + listed(report.extra),
                                     .remedy = ""});
    loaded.refusal = brokenNumbers(network);
    if (!loaded.refusal.empty())
      description.notices.push_back({.severity = Severity::Error,
                                     .where = where,
                                     .what = loaded.refusal,
                                     .remedy = "take an earlier checkpoint of that training"});

    description.id = kind->id;
    description.title = kind->title;
    description.ablation = kind->ablationOf(shapes, own);
    description.capabilities = network.capabilities();
    description.sizes = network.sizes();
    description.labelSmoothing = used.labelSmoothing.value_or(0);
    description.lossKind = lossText(kind->loss, description.labelSmoothing);
    description.blocks = describeBlocks(network);
    for (const ModelBlock& block : description.blocks) description.parameters += block.parameters;
    description.report = std::move(report);
    if (const at::Tensor bias = network.positionBiasTable(); bias.defined()) {
      const at::Tensor values = bias.to(at::kFloat).contiguous();
      description.positionBias.assign(values.const_data_ptr<float>(), values.const_data_ptr<float>() + values.numel());
    }
    description.source = where;
    description.epoch = epochOf(checkpoint.metadata);
    return loaded;
  } catch (const std::exception& error) {
    return Error{.kind = ErrorKind::Failed, .where = where, .what = error.what(), .remedy = ""};
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

}  // namespace sojourn
