// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/pointer_v45/pointer_v45.h"

#include <array>
#include <cmath>
#include <stdexcept>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/embedding_bag.h>
#include <ATen/ops/full.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/layer_norm.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/log.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include "model/nets/kernels/wide_linear.h"
#include "model/nets/network/cells.h"
#include "model/nets/network/pointer.h"
#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

/// torch.nn.Sequential's numbering: 0 = Linear, 1 = GELU, 2 = Linear, 3 = Sigmoid.
class NumberedModules : public torch::nn::Module {};

std::shared_ptr<Network> build(const NetworkSpec& spec, const PointerV45Parts& parts) {
  return std::make_shared<PointerV45>(PointerV45Options{.sizes = spec.sizes, .dropout = spec.dropout, .parts = parts});
}

std::shared_ptr<Network> create(const NetworkSpec& spec) {
  if (spec.ablation == "single_layer") {
    NetworkSpec single = spec;
    single.sizes.layers = 1;
    return build(single, {});
  }
  const std::optional<PointerV45Parts> parts = pointerV45PartsOf(spec.ablation);
  if (!parts) throw std::invalid_argument("no ablation of Pointer V45 is called " + spec.ablation);
  return build(spec, *parts);
}

}  // namespace

PointerV45::PointerV45(const PointerV45Options& options) : m_options(options) {
  const PointerV45Parts& parts = options.parts;
  const ModelSizes& sizes = m_options.sizes;
  const std::int64_t d = sizes.width;
  const std::int64_t q = d / 4;
  if (!parts.pointer && !parts.generation) throw std::invalid_argument("neither a pointer nor a generation head");
  if (!parts.user) m_options.sizes.users = 0;

  if (parts.positionBias) m_positionBias = register_parameter("position_bias", at::zeros({sizes.maxLength}));
  if (parts.sinusoid) m_positionEncoding = register_buffer("pos_encoding", sinusoid(sizes.maxLength, d).unsqueeze(0));
  // Row 0 of the first two is padding: it is never read here, and padding_idx keeps its gradient zero.
  const auto feature = [this](VisitFeature which, const char* name, std::int64_t rows, std::int64_t width,
                              at::Tensor TokenBatch::*index, std::int64_t padding = -1) {
    const torch::nn::Embedding table(rows, width);
    m_features.push_back({.feature = which, .table = register_module(name, table), .index = index, .padding = padding});
  };
  using enum VisitFeature;
  feature(Location, "loc_emb", sizes.locations, d, &TokenBatch::location, paddingLocation);
  if (parts.user) feature(User, "user_emb", sizes.users, d, &TokenBatch::user, 0);
  if (parts.time) feature(Time, "time_emb", PointerV45Rows::time, q, &TokenBatch::time);
  if (parts.weekday) feature(Weekday, "weekday_emb", PointerV45Rows::weekday, q, &TokenBatch::weekday);
  if (parts.recency) feature(Recency, "recency_emb", PointerV45Rows::recency, q, &TokenBatch::recency);
  if (parts.duration) feature(Duration, "duration_emb", PointerV45Rows::duration, q, &TokenBatch::duration);
  if (parts.positionFromEnd)
    feature(PositionFromEnd, "pos_from_end_emb", sizes.maxLength + 1, q, &TokenBatch::positionFromEnd);
  m_inputProjection = register_module("input_proj", torch::nn::Linear(parts.inputWidth(d), d));
  m_inputNorm = register_module("input_norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({d})));
  m_encoder = register_module("transformer", std::make_shared<Encoder>(EncoderOptions{.width = d,
                                                                                      .heads = sizes.heads,
                                                                                      .layers = sizes.layers,
                                                                                      .feedForward = sizes.feedForward,
                                                                                      .dropout = options.dropout}));
  if (parts.pointer) {
    m_pointerQuery = register_module("pointer_query", torch::nn::Linear(d, d));
    m_pointerKey = register_module("pointer_key", torch::nn::Linear(d, d));
  }
  if (parts.generation) m_generation = register_module("gen_head", torch::nn::Linear(d, sizes.locations));
  if (parts.gate) {
    auto gate = std::make_shared<NumberedModules>();
    m_gateHidden = gate->register_module("0", torch::nn::Linear(d, d / 2));
    m_gateOut = gate->register_module("2", torch::nn::Linear(d / 2, 1));
    register_module("ptr_gen_gate", gate);
  }
  xavierInitialise(*this);
}

void PointerV45::freeze() {
  const at::NoGradGuard noGradients;
  std::vector<at::Tensor> tables;
  std::vector<std::int64_t> firstRows;
  std::int64_t column = 0, row = 0;
  for (const Feature& feature : m_features) {
    const at::Tensor& table = feature.table->weight;
    const at::Tensor block = m_inputProjection->weight.narrow(1, column, table.size(1));
    // Every visit has one location: its table brings the bias along.
    tables.push_back(at::linear(table, block, tables.empty() ? m_inputProjection->bias : at::Tensor()));
    firstRows.push_back(row);
    column += table.size(1);
    row += table.size(0);
  }
  m_projectedRows = at::cat(tables);
  m_firstRows = at::tensor(firstRows, m_projectedRows.options().dtype(at::kLong));
}

VisitEmbedding PointerV45::embedVisits(const TokenBatch& batch) const {
  VisitEmbedding embedding;
  embedding.parts.reserve(m_features.size());
  for (const Feature& feature : m_features)
    embedding.parts.push_back(
        {feature.feature, rowsOf(feature.table->weight, batch.*feature.index, batch, feature.padding)});
  return embedding;
}

std::vector<NamedEmbedding> PointerV45::embeddings() const {
  std::vector<NamedEmbedding> tables;
  for (const Feature& feature : m_features) {
    const at::Tensor& weight = feature.table->weight;
    if (feature.feature == VisitFeature::Location) tables.push_back({EmbeddingKind::Input, "loc_emb", weight});
    if (feature.feature == VisitFeature::Location && m_generation)
      tables.push_back({EmbeddingKind::Output, "gen_head", m_generation->weight});
    if (feature.feature == VisitFeature::User) tables.push_back({EmbeddingKind::Users, "user_emb", weight});
    // The last row of these two is for a missing value and read by no visit.
    constexpr int quarterHour = 15, quarterHours = 24 * 60 / quarterHour, weekdays = 7;
    if (feature.feature == VisitFeature::Time)
      tables.push_back({EmbeddingKind::Hours, "time_emb", weight.narrow(0, 0, quarterHours), quarterHour});
    if (feature.feature == VisitFeature::Weekday)
      tables.push_back({EmbeddingKind::Weekdays, "weekday_emb", weight.narrow(0, 0, weekdays)});
  }
  return tables;
}

at::Tensor PointerV45::project(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  if (m_projectedRows.defined() && !forwardContext.embedded && !forwardContext.hook) {
    const auto width = static_cast<std::int64_t>(m_features.size());
    std::vector<at::Tensor> columns;
    columns.reserve(m_features.size());
    for (const Feature& feature : m_features) columns.push_back(batch.*feature.index);
    const at::Tensor rows = (at::stack(columns, 1) + m_firstRows).view(-1);
    const at::Tensor starts = at::arange(0, batch.tokens * width, width, rows.options());
    return std::get<0>(at::embedding_bag(m_projectedRows, rows, starts));  // the sum of each visit's rows
  }
  return wideLinear(
      forwardContext.embedded ? *forwardContext.embedded : embedVisits(batch).behind(forwardContext).values(),
      m_inputProjection->weight, m_inputProjection->bias);
}

at::Tensor PointerV45::embed(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const at::Tensor projected = project(batch, forwardContext);
  const at::Tensor x = at::layer_norm(projected, {m_options.sizes.width}, m_inputNorm->weight, m_inputNorm->bias, 1e-5);
  if (!m_positionEncoding.defined()) return x;
  return x + hooked(forwardContext, {.kind = PartKind::Sinusoid}, Rows::Visits,
                    m_positionEncoding[0].index_select(0, batch.position));
}

NetworkOutput PointerV45::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const PointerV45Parts& parts = m_options.parts;
  const at::Tensor encoded = m_encoder->forward(embed(batch, forwardContext), batch, forwardContext);
  const at::Tensor context = encoded.index_select(0, batch.last);  // [B, d]

  NetworkOutput out;
  if (parts.generation) out.generation = at::softmax(locationScores(m_generation, context, batch), -1);
  if (!parts.pointer) {
    out.generated = out.generation;
    out.probabilities = out.generation;
  } else {
    point(encoded, context, batch, forwardContext, out);
  }
  out.scores = at::log(out.probabilities + smallestProbability);
  return out;
}

void PointerV45::point(const at::Tensor& encoded, const at::Tensor& context, const TokenBatch& batch,
                       const ForwardContext& forwardContext, NetworkOutput& out) const {
  const PointerV45Parts& parts = m_options.parts;
  const double scale = 1 / std::sqrt(static_cast<double>(m_options.sizes.width));
  const at::Tensor query = at::linear(context, m_pointerQuery->weight, m_pointerQuery->bias) * scale;  // [B, d]
  const at::Tensor key = wideLinear(encoded, m_pointerKey->weight, m_pointerKey->bias);                // [T, d]
  out.contentScore = (key * toVisits(query, batch)).sum(-1);
  at::Tensor score = out.contentScore;
  if (parts.positionBias) {
    out.positionBias = hooked(forwardContext, {.kind = PartKind::PositionBias}, Rows::Visits,
                              rowsOf(m_positionBias.unsqueeze(1), batch.positionFromEnd, batch).squeeze(1));
    score = score + out.positionBias;
  }
  out.pointerWeight = softmaxOverVisits(score, batch);

  at::Tensor copied =
      forwardContext.copyable ? out.pointerWeight * *forwardContext.copyable : out.pointerWeight;  // [T]
  if (parts.gate) {
    const at::Tensor hidden = at::gelu(at::linear(context, m_gateHidden->weight, m_gateHidden->bias));
    const at::Tensor gate = at::sigmoid(at::linear(hidden, m_gateOut->weight, m_gateOut->bias));  // [B, 1]
    out.gate = gate.squeeze(-1);
    out.generated = out.generation * (1 - gate);
    copied = copied * toVisits(out.gate, batch);
  } else {
    out.gate = at::full({batch.sequences}, parts.generation ? 0.5 : 1.0, context.options());
    out.generated = parts.generation ? out.generation * 0.5
                                     : at::zeros({batch.sequences, m_options.sizes.locations}, context.options());
    if (parts.generation) copied = copied * 0.5;
  }
  if (forwardContext.hook && parts.generation) return mixBehindHook(batch, forwardContext, out);
  out.probabilities = copyToLocations(out.generated, copied, batch);
}

void PointerV45::mixBehindHook(const TokenBatch& batch, const ForwardContext& forwardContext,
                               NetworkOutput& out) const {
  const at::Tensor copied = copyToLocations(at::zeros_like(out.generation), out.pointerWeight, batch);
  const at::Tensor pointer = hooked(forwardContext, {.kind = PartKind::Pointer}, Rows::Sequences, copied);
  out.generation = hooked(forwardContext, {.kind = PartKind::Generation}, Rows::Sequences, out.generation);
  out.gate = hooked(forwardContext, {.kind = PartKind::Gate}, Rows::Sequences, out.gate);
  const at::Tensor gate = out.gate.unsqueeze(-1);
  out.generated = out.generation * (1 - gate);
  out.probabilities = gate * pointer + out.generated;
}

FeatureLimits PointerV45::limits() const {
  return {.time = PointerV45Rows::time - 1,
          .weekday = PointerV45Rows::weekday - 1,
          .recency = PointerV45Rows::recency - 1,
          .duration = PointerV45Rows::duration - 1,
          .positionFromEnd = static_cast<std::int32_t>(m_options.sizes.maxLength - 1)};
}

Capabilities PointerV45::capabilities() const {
  const PointerV45Parts& p = m_options.parts;
  return {.pointer = p.pointer,
          .generation = p.generation,
          .gate = p.gate,
          .positionBias = p.positionBias,
          .attentionMaps = true,
          .causal = false,
          .userEmbedding = p.user,
          .time = p.time,
          .weekday = p.weekday,
          .recency = p.recency,
          .duration = p.duration};
}

std::vector<ModelBlock> PointerV45::diagram() const {
  const PointerV45Parts& p = m_options.parts;
  const std::int64_t d = m_options.sizes.width, locations = m_options.sizes.locations;
  std::vector<ModelBlock> blocks;
  const auto add = [&](ModelBlock block) { blocks.push_back(std::move(block)); };

  std::string features = "location";
  const std::array<std::pair<bool, const char*>, 6> optional{{{p.user, "user"},
                                                              {p.time, "time of day"},
                                                              {p.weekday, "weekday"},
                                                              {p.recency, "days ago"},
                                                              {p.duration, "duration"},
                                                              {p.positionFromEnd, "position from end"}}};
  for (const auto& [present, name] : optional)
    if (present) features += std::string(", ") + name;
  add(diagramBlock("embeddings", "Embeddings", features + ", side by side", {}, {-1, p.inputWidth(d)}, "visits"));
  add(diagramBlock("input", "Input projection",
                   std::string("linear, LayerNorm") + (p.sinusoid ? ", sinusoidal positions added" : ", no sinusoid"),
                   {"embeddings"}, {-1, d}));
  addEncoderBlocks(blocks, m_options.sizes, "pre-norm");
  const std::string encoded = blocks.back().id;
  std::vector<std::string> mixed;
  if (p.pointer) {
    add(diagramBlock("pointer", "Pointer", "last visit asks, every visit answers; softmax over the visits", {encoded},
                     {-1}, "pointer"));
    mixed.push_back("pointer");
    if (p.positionBias) {
      blocks.back().inputs.push_back("position_bias");
      add(diagramBlock("position_bias", "Position bias", "one learned number per position from end", {},
                       {m_options.sizes.maxLength}, "position_bias"));
    }
  }
  if (p.generation) {
    add(diagramBlock("generation", "Generation head", "linear, softmax over all locations", {encoded}, {locations},
                     "prediction"));
    mixed.push_back("generation");
  }
  if (p.gate) {
    add(diagramBlock("gate", "Gate", "linear, GELU, linear, sigmoid", {encoded}, {1}, "gate"));
    mixed.push_back("gate");
  }
  const char* mixture = p.gate                      ? "gate * pointer + (1 - gate) * generation"
                        : p.pointer && p.generation ? "half pointer, half generation"
                        : p.pointer                 ? "pointer alone"
                                                    : "generation alone";
  add(diagramBlock("output", "Output", std::string("log of ") + mixture + " + 1e-10", mixed, {locations},
                   "prediction"));
  return blocks;
}

std::string PointerV45::blockOf(const std::string& tensor) const {
  if (const std::string layer = encoderBlockOf(tensor, "transformer.layers."); !layer.empty()) return layer;
  if (tensor == "position_bias") return "position_bias";
  if (tensor == "pos_encoding" || tensor.starts_with("input_")) return "input";
  if (tensor.starts_with("pointer_")) return "pointer";
  if (tensor.starts_with("gen_head")) return "generation";
  if (tensor.starts_with("ptr_gen_gate")) return "gate";
  return "embeddings";
}

ModelKind transformerKind() {
  return {{transformerStateDict()},
          RecipeKind::WarmupCosine,
          [](const StateShapes&, const NetworkSpec& spec) { return build(spec, standardTransformerParts); },
          [](const NetworkSpec& spec) {
            requireFullModel(spec, transformerStateDict());
            return build(spec, standardTransformerParts);
          }};
}

ModelKind pointerV45Kind() {
  return {{pointerV45StateDict()},
          RecipeKind::WarmupCosine,
          [](const StateShapes& shapes, const NetworkSpec& spec) { return build(spec, pointerV45PartsOf(shapes)); },
          create};
}

}  // namespace sojourn
