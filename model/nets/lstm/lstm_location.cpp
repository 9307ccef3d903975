// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/lstm/lstm_location.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/layer_norm.h>

#include "model/nets/network/cells.h"
#include "model/nets/network/encoder.h"
#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

constexpr std::int64_t paddingUser = 0;

at::Tensor normed(const torch::nn::LayerNorm& norm, const at::Tensor& x) {
  return at::layer_norm(x, {x.size(-1)}, norm->weight, norm->bias, /*eps=*/1e-5);
}

std::shared_ptr<Network> makeLstmLocation(const NetworkSpec& spec) {
  return std::make_shared<LstmLocation>(spec.sizes, spec.dropout);
}

}  // namespace

LstmLocation::LstmLocation(const ModelSizes& sizes, double dropout) : m_sizes(sizes), m_dropout(dropout) {
  using torch::nn::LayerNorm, torch::nn::LayerNormOptions;
  m_sizes.maxLength = lengthWithoutTable;
  const std::int64_t ofUser = sizes.width / 2, together = sizes.hidden + ofUser;
  m_location = register_module("loc_emb", torch::nn::Embedding(sizes.locations, sizes.width));
  m_user = register_module("user_emb", torch::nn::Embedding(sizes.users, ofUser));
  m_inputNorm = register_module("input_norm", LayerNorm(LayerNormOptions({sizes.width})));
  m_lstm = register_module(
      "lstm", std::make_shared<Lstm>(LstmOptions{
                  .input = sizes.width, .hidden = sizes.hidden, .layers = sizes.layers, .dropout = dropout}));
  m_outputNorm = register_module("output_norm", LayerNorm(LayerNormOptions({together})));
  m_classifier = register_module("classifier", torch::nn::Linear(together, sizes.locations));
  initialiseLstm(*this, LstmBiases::OfTheLstm);
}

VisitEmbedding LstmLocation::embedVisits(const TokenBatch& batch) const {
  return {.parts = {{VisitFeature::Location, rowsOf(m_location->weight, batch.location, batch, paddingLocation)}}};
}

NetworkOutput LstmLocation::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const at::Tensor embedded =
      forwardContext.embedded ? *forwardContext.embedded : embedVisits(batch).behind(forwardContext).values();
  const at::Tensor hidden =
      m_lstm->forward(dropped(normed(m_inputNorm, embedded), m_dropout, forwardContext), batch, forwardContext);
  const at::Tensor user = hooked(forwardContext, {.kind = PartKind::Feature, .feature = VisitFeature::User},
                                 Rows::Sequences, rowsOf(m_user->weight, batch.userOfSequence, batch, paddingUser));
  const at::Tensor together = at::cat({hidden.index_select(0, batch.last), user}, 1);
  NetworkOutput out;
  out.scores = locationScores(m_classifier, dropped(normed(m_outputNorm, together), m_dropout, forwardContext), batch);
  return out;
}

std::vector<ModelBlock> LstmLocation::diagram() const {
  const std::int64_t d = m_sizes.width, together = m_sizes.hidden + d / 2;
  std::vector<ModelBlock> blocks{diagramBlock("embeddings", "Embeddings", "location", {}, {-1, d}, "visits"),
                                 diagramBlock("input", "Input norm", "LayerNorm", {"embeddings"}, {-1, d})};
  addLstmBlocks(blocks, m_sizes);
  const std::string last = blocks.back().id;
  const auto add = [&](const ModelBlock& block) { blocks.push_back(block); };
  add(diagramBlock("user", "User", "user embedding", {}, {d / 2}));
  add(diagramBlock("output_norm", "Output norm", "the state after the latest visit beside the user, LayerNorm",
                   {last, "user"}, {together}));
  add(diagramBlock("generation", "Generation head", "linear over all locations", {"output_norm"}, {m_sizes.locations},
                   "prediction"));
  add(diagramBlock("output", "Output", "log-softmax of the logits", {"generation"}, {m_sizes.locations}, "prediction"));
  return blocks;
}

std::string LstmLocation::blockOf(const std::string& tensor) const {
  if (const std::string layer = lstmBlockOf(tensor); !layer.empty()) return layer;
  if (tensor.starts_with("input_norm")) return "input";
  if (tensor.starts_with("user_emb")) return "user";
  if (tensor.starts_with("output_norm")) return "output_norm";
  return tensor.starts_with("classifier") ? "generation" : "embeddings";
}

ModelKind lstmLocationKind() {
  return {{lstmLocationStateDict()},
          RecipeKind::WarmupCosine,
          [](const StateShapes&, const NetworkSpec& spec) { return makeLstmLocation(spec); },
          [](const NetworkSpec& spec) {
            requireFullModel(spec, lstmLocationStateDict());
            return makeLstmLocation(spec);
          }};
}

}  // namespace sojourn
