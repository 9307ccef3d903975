// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/deepmove/deepmove.h"

#include <ATen/ops/bmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/embedding_bag.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/zeros.h>

#include "model/data/dataset/visit_history.h"
#include "model/nets/kernels/wide_linear.h"
#include "model/nets/network/cells.h"
#include "model/nets/network/encoder.h"
#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

constexpr std::int64_t timesInSlot = minutesPerHistorySlot / minutesPerTimeSlot;

/// Of each half hour of each history the mean of the rows of its locations, [U * historySlots, width].
at::Tensor meanLocations(const HistoryBatch& history, const at::Tensor& rows) {
  const at::Tensor share = history.share.to(rows.scalar_type());
  if (!history.slot.defined()) {
    constexpr int sums = 0;
    return std::get<0>(at::embedding_bag(rows, history.location, history.offsets, false, sums, false, share));
  }
  // As a product: its backward pass adds in one order on a card, and embedding_bag's does not.
  const std::int64_t slots = history.known.size(0) * historySlots, locations = rows.size(0);
  const at::Tensor cell = history.slot * locations + history.location;
  return at::mm(at::zeros({slots * locations}, share.options()).scatter_add(0, cell, share).view({slots, locations}),
                rows);
}

std::shared_ptr<Network> makeDeepMove(const NetworkSpec& spec) {
  return std::make_shared<DeepMove>(spec.sizes, spec.dropout);
}

}  // namespace

DeepMove::Parts::Parts(const ModelSizes& sizes) {
  using torch::nn::Embedding, torch::nn::Linear;
  const std::int64_t d = sizes.width, narrow = deepMoveNarrowWidth(sizes), h = sizes.hidden;
  location = register_module("emb_loc", Embedding(sizes.locations, d));
  time = register_module("emb_tim", Embedding(historySlots, narrow));
  user = register_module("emb_uid", Embedding(sizes.users, narrow));
  attention = register_module("fc_attn", Linear(d + narrow, h));
  gru = register_module("rnn", std::make_shared<Gru>(d + narrow, h));
  output = register_module("fc_final", Linear(2 * h + narrow, sizes.locations));
}

DeepMove::DeepMove(const ModelSizes& sizes, double dropout) : m_sizes(sizes), m_dropout(dropout) {
  m_sizes.maxLength = lengthWithoutTable;
  m_sizes.layers = 1;
  m_parts = register_module("model", std::make_shared<Parts>(m_sizes));
}

FeatureLimits DeepMove::limits() const {
  FeatureLimits limits = locationLimits(m_sizes.maxLength);
  limits.time = static_cast<std::int32_t>(historySlots * timesInSlot) - 1;
  limits.history = true;
  return limits;
}

VisitEmbedding DeepMove::embedVisits(const TokenBatch& batch) const {
  return {.parts = {{VisitFeature::Location, rowsOf(m_parts->location->weight, batch.location, batch)},
                    {VisitFeature::Time,
                     rowsOf(m_parts->time->weight, batch.time.div(timesInSlot, /*rounding_mode=*/"floor"), batch)}}};
}

at::Tensor DeepMove::historyRows(const HistoryBatch& history) const {
  const at::Tensor &locations = m_parts->location->weight, &slots = m_parts->time->weight;
  const std::int64_t count = history.known.size(0);
  const at::Tensor mean = meanLocations(history, locations);
  const at::Tensor rows =
      at::cat({mean.view({count, historySlots, -1}), slots.unsqueeze(0).expand({count, -1, -1})}, -1);
  return at::tanh(wideLinear(rows.flatten(0, 1), m_parts->attention->weight, m_parts->attention->bias))
      .unflatten(0, {count, historySlots});
}

NetworkOutput DeepMove::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const at::Tensor embedded =
      forwardContext.embedded ? *forwardContext.embedded : embedVisits(batch).behind(forwardContext).values();
  const at::Tensor hidden = m_parts->gru->forward(dropped(embedded, m_dropout, forwardContext), batch, forwardContext);
  const at::Tensor last = hidden.index_select(0, batch.last);  // [B, h]

  const HistoryBatch& history = batch.history;
  const auto ofSequence = [&](const at::Tensor& ofHistory) {
    return batch.sequences == 1 ? ofHistory : ofHistory.index_select(0, history.ofSequence);
  };
  const at::Tensor rows = ofSequence(historyRows(history));  // [B, historySlots, h]
  const at::Tensor agreement = at::bmm(rows, last.unsqueeze(2)).squeeze(2) + ofSequence(history.closed);
  NetworkOutput out;
  out.historyWeight = at::softmax(agreement, -1) * ofSequence(history.known);
  const at::Tensor past = at::bmm(out.historyWeight.unsqueeze(1), rows).squeeze(1);

  const at::Tensor user = hooked(forwardContext, {.kind = PartKind::Feature, .feature = VisitFeature::User},
                                 Rows::Sequences, rowsOf(m_parts->user->weight, batch.userOfSequence, batch));
  out.scores =
      locationScores(m_parts->output, dropped(at::cat({last, past, user}, 1), m_dropout, forwardContext), batch);
  return out;
}

std::vector<ModelBlock> DeepMove::diagram() const {
  const std::int64_t d = m_sizes.width, narrow = deepMoveNarrowWidth(m_sizes), h = m_sizes.hidden;
  return {
      diagramBlock("embeddings", "Embeddings", "location beside half hour of the day", {}, {-1, d + narrow}, "visits"),
      diagramBlock("gru", "GRU layer", "reset and update gate, hidden state " + std::to_string(h), {"embeddings"},
                   {-1, h}),
      diagramBlock("history", "History",
                   "for each half hour the mean location of all earlier windows of the user, linear, tanh",
                   {"embeddings"}, {historySlots, h}),
      diagramBlock("history_attention", "Attention over the history",
                   "softmax of the products with the state after the latest visit", {"gru", "history"}, {h}),
      diagramBlock("user", "User", "user embedding", {}, {narrow}),
      diagramBlock("generation", "Generation head", "state, history and user; linear over all locations",
                   {"gru", "history_attention", "user"}, {m_sizes.locations}, "prediction"),
      diagramBlock("output", "Output", "log-softmax of the logits", {"generation"}, {m_sizes.locations}, "prediction")};
}

std::string DeepMove::blockOf(const std::string& tensor) const {
  if (tensor.starts_with("model.rnn")) return "gru";
  if (tensor.starts_with("model.fc_attn")) return "history";
  if (tensor.starts_with("model.emb_uid")) return "user";
  return tensor.starts_with("model.fc_final") ? "generation" : "embeddings";
}

ModelKind deepMoveKind() {
  return {{deepMoveStateDict()},
          RecipeKind::AccuracyPlateau,
          [](const StateShapes&, const NetworkSpec& spec) { return makeDeepMove(spec); },
          [](const NetworkSpec& spec) {
            requireFullModel(spec, deepMoveStateDict());
            return makeDeepMove(spec);
          }};
}

}  // namespace sojourn
