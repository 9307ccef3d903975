// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/ablation/component_reference.h"

#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <string>

#include <ATen/core/grad_mode.h>

#include "model/core/random.h"
#include "model/inspect/network_passes.h"
#include "model/nets/network/network.h"

namespace sojourn {
namespace {

/// The components that SPEC 6 ablates, of the parts that a network has, the heads of a layer as one: in the order of
/// SPEC 3.5, then layer by layer, each with its heads.
class Components {
 public:
  Components(std::vector<ModelPart> parts, std::size_t heads) : m_parts(std::move(parts)), m_heads(heads) {}

  std::vector<Component> all() {
    using enum VisitFeature;
    addFeatures("user_emb", "User embedding", "no_user_emb", {User});
    addFeatures("time_emb", "Time embedding", "no_time_emb", {Time});
    addFeatures("weekday_emb", "Weekday embedding", "no_weekday_emb", {Weekday});
    addFeatures("recency_emb", "Recency embedding", "no_recency_emb", {Recency});
    addFeatures("duration_emb", "Duration embedding", "no_duration_emb", {Duration});
    addFeatures("pos_from_end", "Position-from-end embedding", "no_pos_from_end", {PositionFromEnd});
    addFeatures("temporal", "All embeddings of time", "no_temporal", {Time, Weekday, Recency, Duration});
    add("sinusoidal_pos", "Sinusoidal positions", "no_sinusoidal_pos", {{.kind = PartKind::Sinusoid}});
    add("position_bias", "Position bias", "no_position_bias", {{.kind = PartKind::PositionBias}});
    add("pointer", "Pointer", "no_pointer", {{.kind = PartKind::Pointer}});
    add("generation", "Generation", "no_generation", {{.kind = PartKind::Generation}});
    add("gate", "Gate", "no_gate", {{.kind = PartKind::Gate}});
    addLayers();
    return std::move(m_found);
  }

 private:
  [[nodiscard]] bool has(const ModelPart& part) const { return std::ranges::find(m_parts, part) != m_parts.end(); }

  /// With those of the parts that the network has, of several at least two.
  void add(std::string name, std::string title, std::string ablation, std::vector<ModelPart> parts) {
    const std::size_t fewest = std::min<std::size_t>(parts.size(), 2);
    std::erase_if(parts, [&](const ModelPart& part) { return !has(part); });
    if (parts.size() >= fewest)
      m_found.push_back({std::move(name), std::move(title), std::move(ablation), std::move(parts)});
  }
  void addFeatures(const char* name, const char* title, const char* ablation,
                   std::initializer_list<VisitFeature> features) {
    std::vector<ModelPart> parts;
    for (const VisitFeature feature : features) parts.push_back({.kind = PartKind::Feature, .feature = feature});
    add(name, title, ablation, std::move(parts));
  }

  void addLayers() {
    std::vector<ModelPart> layers;
    while (has({.kind = PartKind::Layer, .layer = layers.size()}))
      layers.push_back({.kind = PartKind::Layer, .layer = layers.size()});
    if (layers.size() > 1)
      m_found.push_back({"later_layers",
                         layers.size() == 2 ? "Layer 1" : "Layers 1 to " + std::to_string(layers.size() - 1),
                         "single_layer",
                         {layers.begin() + 1, layers.end()}});
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const std::string number = std::to_string(i), name = "layer." + number;
      // With two layers the second alone is what the ablation covers already.
      if (layers.size() != 2 || i == 0) add(name, "Layer " + number, "", {layers[i]});
      for (std::size_t h = 0; h < m_heads && has({.kind = PartKind::Head, .layer = i}); ++h)
        m_found.push_back({name + ".head." + std::to_string(h),
                           "Layer " + number + ", head " + std::to_string(h),
                           "",
                           {{.kind = PartKind::Head, .layer = i, .head = h}}});
    }
  }

  std::vector<ModelPart> m_parts;
  std::size_t m_heads;
  std::vector<Component> m_found;
};

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
        {.hook = &hook});
    std::vector<ModelPart> parts;
    for (const ActivationRecorder::Recorded& one : hook.recorded()) parts.push_back(one.part);
    return Components(std::move(parts), static_cast<std::size_t>(network.sizes().heads)).all();
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
    std::vector<std::size_t> lengths;
    for (const std::size_t row : rows) lengths.push_back(training.length(row));
    const LengthBatches batches(lengths, device.is_cpu() ? tokensPerPass : tokensPerPassOnDevice);
    Sums sums;
    for (std::size_t pass = 0; pass < batches.size(); ++pass) {
      if (cancel.cancelled()) return cancelledError();
      ActivationRecorder hook;
      (void)network.forward(packBatch(training, batches[pass], network.limits(), device), {.hook = &hook});
      sums.add(hook);
      if (progress) progress(batches.before(pass + 1), rows.size());
    }
    rows = sortedByLength(training, rows);
    ComponentReference reference{.means = sums.means(), .donors = {}, .sequences = training.size()};
    Random(0).draw(rows, keptDonors);
    for (const std::size_t row : rows) reference.donors.push_back(training.sequence(row));
    std::ranges::stable_sort(reference.donors, {}, [](const Sequence& donor) { return donor.visits.size(); });
    return reference;
  });
}

}  // namespace sojourn
