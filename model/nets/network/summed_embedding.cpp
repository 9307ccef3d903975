// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/summed_embedding.h"

#include <limits>

#include <ATen/ops/floor_divide.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/native_batch_norm.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/remainder.h>

#include "model/nets/network/cells.h"
#include "model/nets/network/encoder.h"
#include "model/nets/network/summed_embedding_rows.h"

namespace sojourn {
namespace {

constexpr std::int64_t slotsPerHour = 60 / minutesPerTimeSlot;

/// A module that only names its children, as the published code nests them.
class Named : public torch::nn::Module {};

}  // namespace

SummedEmbedding::SummedEmbedding(const SummedEmbeddingOptions& options)
    : m_scale(options.scale), m_dropout(options.dropout) {
  const std::int64_t d = options.width;
  m_location = register_module("emb_loc", torch::nn::Embedding(options.locations, d));
  auto temporal = std::make_shared<Named>();
  m_minute = temporal->register_module("minute_embed", torch::nn::Embedding(SummedEmbeddingRows::minute, d));
  m_hour = temporal->register_module("hour_embed", torch::nn::Embedding(SummedEmbeddingRows::hour, d));
  m_weekday = temporal->register_module("weekday_embed", torch::nn::Embedding(SummedEmbeddingRows::weekday, d));
  register_module("temporal_embedding", temporal);
  m_duration = register_module("emb_duration", torch::nn::Embedding(SummedEmbeddingRows::duration, d));
  if (options.positions == 0) return;
  auto positions = std::make_shared<Named>();
  m_positionEncoding = positions->register_buffer("pos_embedding", sinusoid(options.positions, d).unsqueeze(1));
  register_module("pos_encoder", positions);
}

VisitEmbedding SummedEmbedding::embedVisits(const TokenBatch& batch) const {
  const at::Tensor hour = rowsOf(m_hour->weight, at::floor_divide(batch.time, slotsPerHour), batch);
  const at::Tensor minute = rowsOf(m_minute->weight, at::remainder(batch.time, slotsPerHour), batch);
  return {.parts = {{VisitFeature::Location, rowsOf(m_location->weight, batch.location, batch)},
                    {VisitFeature::Time, hour + minute},
                    {VisitFeature::Weekday, rowsOf(m_weekday->weight, batch.weekday, batch)},
                    {VisitFeature::Duration, rowsOf(m_duration->weight, batch.duration, batch)}},
          .summed = true};
}

at::Tensor SummedEmbedding::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  at::Tensor x =
      forwardContext.embedded ? *forwardContext.embedded : embedVisits(batch).behind(forwardContext).values();
  if (m_scale != 1) x = x * m_scale;
  if (m_positionEncoding.defined())
    x = x + hooked(forwardContext, {.kind = PartKind::Sinusoid}, Rows::Visits,
                   m_positionEncoding.select(1, 0).index_select(0, batch.position));
  return dropped(x, m_dropout, forwardContext);
}

void SummedEmbedding::addEmbeddings(std::vector<NamedEmbedding>& tables) const {
  constexpr int hour = 60;
  tables.push_back({EmbeddingKind::Input, "emb_loc", m_location->weight});
  tables.push_back({EmbeddingKind::Hours, "hour_embed", m_hour->weight, hour});
  tables.push_back({EmbeddingKind::Weekdays, "weekday_embed", m_weekday->weight});
}

FeatureLimits SummedEmbedding::limits(std::int64_t maxLength) {
  return {.time = static_cast<std::int32_t>(SummedEmbeddingRows::hour * slotsPerHour - 1),
          .weekday = SummedEmbeddingRows::weekday - 1,
          .recency = std::numeric_limits<std::int32_t>::max(),  // not read, so not clamped
          .duration = SummedEmbeddingRows::duration - 1,
          .positionFromEnd = static_cast<std::int32_t>(maxLength)};
}

ResidualHead::ResidualHead(const ResidualHeadOptions& options)
    : m_userDropout(options.userDropout), m_dropout(options.dropout) {
  const std::int64_t d = options.width;
  m_user = register_module("emb_user", torch::nn::Embedding(options.users, d));
  m_out = register_module("fc_loc", torch::nn::Linear(d, options.locations));
  m_linear1 = register_module("linear1", torch::nn::Linear(d, 2 * d));
  m_linear2 = register_module("linear2", torch::nn::Linear(2 * d, d));
  m_norm = register_module("norm1", torch::nn::BatchNorm1d(d));
}

at::Tensor ResidualHead::forward(const at::Tensor& context, const TokenBatch& batch,
                                 const ForwardContext& forwardContext) const {
  const at::Tensor userRow = hooked(forwardContext, {.kind = PartKind::Feature, .feature = VisitFeature::User},
                                    Rows::Sequences, rowsOf(m_user->weight, batch.userOfSequence, batch));
  const at::Tensor o = dropped(context + userRow, m_userDropout, forwardContext);
  const at::Tensor inner =
      dropped(at::relu(at::linear(o, m_linear1->weight, m_linear1->bias)), m_dropout, forwardContext);
  const at::Tensor r = dropped(at::linear(inner, m_linear2->weight, m_linear2->bias), m_dropout, forwardContext);
  if (is_training()) m_norm->num_batches_tracked.add_(1);
  // Not batch_norm, which asks for CUDA before a device is chosen (device.h).
  const at::Tensor normed = std::get<0>(at::native_batch_norm(o + r, m_norm->weight, m_norm->bias, m_norm->running_mean,
                                                              m_norm->running_var, is_training(), /*momentum=*/0.1,
                                                              /*eps=*/1e-5));
  return locationScores(m_out, normed, batch);
}

void ResidualHead::addEmbeddings(std::vector<NamedEmbedding>& tables) const {
  tables.push_back({EmbeddingKind::Output, "fc_loc", m_out->weight});
  tables.push_back({EmbeddingKind::Users, "emb_user", m_user->weight});
}

std::string ResidualHead::blockOf(const std::string& tensor) {
  if (tensor.starts_with("FC.emb_user")) return "user";
  if (tensor.starts_with("FC.fc_loc")) return "generation";
  return tensor.starts_with("FC.") ? "head" : "";
}

void ResidualHead::addBlocks(std::vector<ModelBlock>& blocks, const std::string& input, std::int64_t width,
                             std::int64_t locations) {
  const auto add = [&](const ModelBlock& block) { blocks.push_back(block); };
  add(diagramBlock("user", "User", "user embedding added", {input}, {width}));
  add(diagramBlock("head", "Residual block", "linear, ReLU, linear, BatchNorm of the sum", {"user"}, {width}));
  add(diagramBlock("generation", "Generation head", "linear over all locations", {"head"}, {locations}, "prediction"));
  add(diagramBlock("output", "Output", "log-softmax of the logits", {"generation"}, {locations}, "prediction"));
}

}  // namespace sojourn
