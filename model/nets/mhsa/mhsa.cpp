// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/mhsa/mhsa.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <ATen/ops/batch_norm.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/floor_divide.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/remainder.h>

#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

constexpr std::int64_t slotsPerHour = 60 / minutesPerTimeSlot;

/// A module that only names its children, as the published code nests them.
class Named : public torch::nn::Module {};

std::shared_ptr<Network> build(const NetworkSpec& spec) {
  return std::make_shared<Mhsa>(MhsaOptions{.sizes = spec.sizes, .dropout = spec.dropout});
}

std::shared_ptr<Network> create(const NetworkSpec& spec) {
  if (spec.ablation != "full_model") throw std::invalid_argument("MHSA has no ablation " + spec.ablation);
  // The published models' table of positions, whatever the longest sequence of the dataset.
  NetworkSpec published = spec;
  published.sizes.maxLength = MhsaRows::publishedLength;
  return build(published);
}

}  // namespace

MhsaEmbedding::MhsaEmbedding(const MhsaOptions& options)
    : m_scale(std::sqrt(static_cast<double>(options.sizes.width))), m_dropout(options.dropout) {
  const std::int64_t d = options.sizes.width;
  m_location = register_module("emb_loc", torch::nn::Embedding(options.sizes.locations, d));
  auto temporal = std::make_shared<Named>();
  m_minute = temporal->register_module("minute_embed", torch::nn::Embedding(MhsaRows::minute, d));
  m_hour = temporal->register_module("hour_embed", torch::nn::Embedding(MhsaRows::hour, d));
  m_weekday = temporal->register_module("weekday_embed", torch::nn::Embedding(MhsaRows::weekday, d));
  register_module("temporal_embedding", temporal);
  m_duration = register_module("emb_duration", torch::nn::Embedding(MhsaRows::duration, d));
  auto positions = std::make_shared<Named>();
  m_positionEncoding = positions->register_buffer("pos_embedding", sinusoid(options.sizes.maxLength, d).unsqueeze(1));
  register_module("pos_encoder", positions);
}

VisitEmbedding MhsaEmbedding::embedVisits(const TokenBatch& batch) const {
  const at::Tensor hour = at::embedding(m_hour->weight, at::floor_divide(batch.time, slotsPerHour));
  const at::Tensor minute = at::embedding(m_minute->weight, at::remainder(batch.time, slotsPerHour));
  return {.parts = {{VisitFeature::Location, at::embedding(m_location->weight, batch.location)},
                    {VisitFeature::Time, hour + minute},
                    {VisitFeature::Weekday, at::embedding(m_weekday->weight, batch.weekday)},
                    {VisitFeature::Duration, at::embedding(m_duration->weight, batch.duration)}},
          .summed = true};
}

at::Tensor MhsaEmbedding::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const at::Tensor sum =
      forwardContext.embedded ? *forwardContext.embedded : embedVisits(batch).behind(forwardContext).values();
  const at::Tensor position = hooked(forwardContext, {.kind = PartKind::Sinusoid}, Rows::Visits,
                                     m_positionEncoding.select(1, 0).index_select(0, batch.position));
  return dropped(sum * m_scale + position, m_dropout, forwardContext);
}

MhsaHead::MhsaHead(const MhsaOptions& options) : m_userDropout(options.dropout), m_dropout(options.fcDropout) {
  const std::int64_t d = options.sizes.width;
  m_user = register_module("emb_user", torch::nn::Embedding(options.sizes.users, d));
  m_out = register_module("fc_loc", torch::nn::Linear(d, options.sizes.locations));
  m_linear1 = register_module("linear1", torch::nn::Linear(d, 2 * d));
  m_linear2 = register_module("linear2", torch::nn::Linear(2 * d, d));
  m_norm = register_module("norm1", torch::nn::BatchNorm1d(d));
}

at::Tensor MhsaHead::forward(const at::Tensor& context, const at::Tensor& user,
                             const ForwardContext& forwardContext) const {
  const at::Tensor userRow = hooked(forwardContext, {.kind = PartKind::Feature, .feature = VisitFeature::User},
                                    Rows::Sequences, at::embedding(m_user->weight, user));
  const at::Tensor o = dropped(context + userRow, m_userDropout, forwardContext);
  const at::Tensor inner =
      dropped(at::relu(at::linear(o, m_linear1->weight, m_linear1->bias)), m_dropout, forwardContext);
  const at::Tensor r = dropped(at::linear(inner, m_linear2->weight, m_linear2->bias), m_dropout, forwardContext);
  if (is_training()) m_norm->num_batches_tracked.add_(1);
  const at::Tensor normed = at::batch_norm(o + r, m_norm->weight, m_norm->bias, m_norm->running_mean,
                                           m_norm->running_var, is_training(), /*momentum=*/0.1, /*eps=*/1e-5, false);
  return at::linear(normed, m_out->weight, m_out->bias);
}

Mhsa::Mhsa(const MhsaOptions& options) : m_options(options) {
  m_embedding = register_module("Embedding", std::make_shared<MhsaEmbedding>(options));
  m_encoder =
      register_module("encoder", std::make_shared<Encoder>(EncoderOptions{.width = options.sizes.width,
                                                                          .heads = options.sizes.heads,
                                                                          .layers = options.sizes.layers,
                                                                          .feedForward = options.sizes.feedForward,
                                                                          .dropout = options.dropout,
                                                                          .normFirst = false,
                                                                          .causal = true,
                                                                          .finalNorm = true}));
  m_head = register_module("FC", std::make_shared<MhsaHead>(options));
  xavierInitialise(*this);
}

NetworkOutput Mhsa::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const at::Tensor encoded = m_encoder->forward(m_embedding->forward(batch, forwardContext), batch, forwardContext);
  NetworkOutput out;
  out.scores = m_head->forward(encoded.index_select(0, batch.last), batch.userOfSequence, forwardContext);
  return out;
}

FeatureLimits Mhsa::limits() const {
  return {.time = static_cast<std::int32_t>(MhsaRows::hour * slotsPerHour - 1),
          .weekday = MhsaRows::weekday - 1,
          .recency = std::numeric_limits<std::int32_t>::max(),  // not read, so not clamped
          .duration = MhsaRows::duration - 1,
          .positionFromEnd = static_cast<std::int32_t>(m_options.sizes.maxLength)};
}

Capabilities Mhsa::capabilities() const {
  return {
      .attentionMaps = true, .causal = true, .userEmbedding = true, .time = true, .weekday = true, .duration = true};
}

std::vector<ModelBlock> Mhsa::diagram() const {
  const std::int64_t d = m_options.sizes.width, locations = m_options.sizes.locations;
  std::vector<ModelBlock> blocks{diagramBlock(
      "embeddings", "Embeddings", "location + hour + quarter hour + weekday + duration, times sqrt(d), plus sinusoid",
      {}, {-1, d}, "visits")};
  addEncoderBlocks(blocks, m_options.sizes, "causal, post-norm");
  const std::string encoded = blocks.back().id;
  const auto add = [&](const ModelBlock& block) { blocks.push_back(block); };
  add(diagramBlock("norm", "Final norm", "LayerNorm, then the last visit alone", {encoded}, {-1, d}));
  add(diagramBlock("user", "User", "user embedding added", {"norm"}, {d}));
  add(diagramBlock("head", "Residual block", "linear, ReLU, linear, BatchNorm of the sum", {"user"}, {d}));
  add(diagramBlock("generation", "Generation head", "linear over all locations", {"head"}, {locations}, "prediction"));
  add(diagramBlock("output", "Output", "log-softmax of the logits", {"generation"}, {locations}, "prediction"));
  return blocks;
}

std::string Mhsa::blockOf(const std::string& tensor) const {
  if (const std::string layer = encoderBlockOf(tensor, "encoder.layers."); !layer.empty()) return layer;
  if (tensor.starts_with("encoder.norm")) return "norm";
  if (tensor.starts_with("FC.emb_user")) return "user";
  if (tensor.starts_with("FC.fc_loc")) return "generation";
  if (tensor.starts_with("FC.")) return "head";
  return "embeddings";
}

ModelKind mhsaKind() {
  return {{mhsaStateDict()},
          RecipeKind::LinearWithReturns,
          [](const StateShapes&, const NetworkSpec& spec) { return build(spec); },
          create};
}

}  // namespace sojourn
