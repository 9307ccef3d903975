// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/ablation/component_names.h"

#include <algorithm>
#include <array>
#include <string>

namespace sojourn {
namespace {

struct Named {
  const char* name;
  const char* title;
  const char* ablation;
  ModelPart part;
};

constexpr ModelPart embeddingOf(VisitFeature feature) {
  return {.kind = PartKind::Feature, .feature = feature};
}

using enum VisitFeature;
constexpr std::array<Named, 6> embeddings{
    {{"user_emb", "User embedding", "no_user_emb", embeddingOf(User)},
     {"time_emb", "Time embedding", "no_time_emb", embeddingOf(Time)},
     {"weekday_emb", "Weekday embedding", "no_weekday_emb", embeddingOf(Weekday)},
     {"recency_emb", "Recency embedding", "no_recency_emb", embeddingOf(Recency)},
     {"duration_emb", "Duration embedding", "no_duration_emb", embeddingOf(Duration)},
     {"pos_from_end", "Position-from-end embedding", "no_pos_from_end", embeddingOf(PositionFromEnd)}}};
constexpr std::array<VisitFeature, 4> temporal{Time, Weekday, Recency, Duration};
constexpr std::array<Named, 5> others{
    {{"sinusoidal_pos", "Sinusoidal positions", "no_sinusoidal_pos", {.kind = PartKind::Sinusoid}},
     {"position_bias", "Position bias", "no_position_bias", {.kind = PartKind::PositionBias}},
     {"pointer", "Pointer", "no_pointer", {.kind = PartKind::Pointer}},
     {"generation", "Generation", "no_generation", {.kind = PartKind::Generation}},
     {"gate", "Gate", "no_gate", {.kind = PartKind::Gate}}}};

class Listing {
 public:
  explicit Listing(std::span<const ModelPart> parts) : m_parts(parts) {}

  [[nodiscard]] bool has(const ModelPart& part) const { return std::ranges::find(m_parts, part) != m_parts.end(); }
  void add(const Named& one) {
    if (has(one.part)) m_found.push_back({one.name, one.title, one.ablation, {one.part}});
  }
  void addTemporal() {
    Component all{"temporal", "All embeddings of time", "no_temporal", {}};
    for (const VisitFeature feature : temporal)
      if (has(embeddingOf(feature))) all.parts.push_back(embeddingOf(feature));
    if (all.parts.size() > 1) m_found.push_back(std::move(all));
  }
  void addLayers(std::size_t heads);
  [[nodiscard]] std::vector<Component> take() { return std::move(m_found); }

 private:
  std::span<const ModelPart> m_parts;
  std::vector<Component> m_found;
};

void Listing::addLayers(std::size_t heads) {
  std::size_t layers = 0;
  while (has({.kind = PartKind::Layer, .layer = layers})) ++layers;
  if (layers > 1) {
    Component rest{
        "later_layers", layers == 2 ? "Layer 1" : "Layers 1 to " + std::to_string(layers - 1), "single_layer", {}};
    for (std::size_t i = 1; i < layers; ++i) rest.parts.push_back({.kind = PartKind::Layer, .layer = i});
    m_found.push_back(std::move(rest));
  }
  for (std::size_t i = 0; i < layers; ++i) {
    const std::string number = std::to_string(i), name = "layer." + number;
    // With two layers the second alone is what the ablation covers already.
    if (layers != 2 || i == 0)
      m_found.push_back({name, "Layer " + number, "", {{.kind = PartKind::Layer, .layer = i}}});
    for (std::size_t h = 0; h < heads && has({.kind = PartKind::Head, .layer = i}); ++h)
      m_found.push_back({name + ".head." + std::to_string(h),
                         "Layer " + number + ", head " + std::to_string(h),
                         "",
                         {{.kind = PartKind::Head, .layer = i, .head = h}}});
  }
}

}  // namespace

std::vector<Component> componentsOf(std::span<const ModelPart> parts, std::size_t heads) {
  Listing listing(parts);
  for (const Named& embedding : embeddings) listing.add(embedding);
  listing.addTemporal();
  for (const Named& other : others) listing.add(other);
  listing.addLayers(heads);
  return listing.take();
}

}  // namespace sojourn
