// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/lstm/lstm_network.h"

#include <ATen/ops/layer_norm.h>

#include "model/nets/network/encoder.h"
#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

std::shared_ptr<Network> makeLstm(const NetworkSpec& spec) {
  return std::make_shared<LstmNetwork>(LstmNetworkOptions{.sizes = spec.sizes, .dropout = spec.dropout});
}

}  // namespace

LstmNetwork::LstmNetwork(const LstmNetworkOptions& options) : m_sizes(options.sizes) {
  m_sizes.maxLength = lengthWithoutTable;
  m_embedding = register_module(
      "Embedding", std::make_shared<SummedEmbedding>(SummedEmbeddingOptions{
                       .locations = m_sizes.locations, .width = m_sizes.width, .dropout = options.embeddingDropout}));
  m_lstm = register_module(
      "lstm",
      std::make_shared<Lstm>(LstmOptions{
          .input = m_sizes.width, .hidden = m_sizes.hidden, .layers = m_sizes.layers, .dropout = options.dropout}));
  m_norm = register_module("layer_norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({m_sizes.hidden})));
  m_head =
      register_module("FC", std::make_shared<ResidualHead>(ResidualHeadOptions{.locations = m_sizes.locations,
                                                                               .users = m_sizes.users,
                                                                               .width = m_sizes.hidden,
                                                                               .userDropout = options.embeddingDropout,
                                                                               .dropout = options.fcDropout}));
  initialiseLstm(*this, LstmBiases::All);
}

NetworkOutput LstmNetwork::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const at::Tensor hidden = m_lstm->forward(m_embedding->forward(batch, forwardContext), batch, forwardContext);
  const at::Tensor context =
      at::layer_norm(hidden.index_select(0, batch.last), {m_sizes.hidden}, m_norm->weight, m_norm->bias, /*eps=*/1e-5);
  NetworkOutput out;
  out.scores = m_head->forward(context, batch, forwardContext);
  return out;
}

std::vector<ModelBlock> LstmNetwork::diagram() const {
  std::vector<ModelBlock> blocks{diagramBlock("embeddings", "Embeddings",
                                              "location + hour + quarter hour + weekday + duration", {},
                                              {-1, m_sizes.width}, "visits")};
  addLstmBlocks(blocks, m_sizes);
  const std::string last = blocks.back().id;
  blocks.push_back(
      diagramBlock("norm", "Final norm", "the state after the latest visit, LayerNorm", {last}, {m_sizes.hidden}));
  ResidualHead::addBlocks(blocks, "norm", m_sizes.hidden, m_sizes.locations);
  return blocks;
}

std::string LstmNetwork::blockOf(const std::string& tensor) const {
  if (const std::string layer = lstmBlockOf(tensor); !layer.empty()) return layer;
  if (tensor.starts_with("layer_norm")) return "norm";
  const std::string head = ResidualHead::blockOf(tensor);
  return head.empty() ? "embeddings" : head;
}

ModelKind lstmKind() {
  return {{lstmStateDict()},
          RecipeKind::LinearWithReturns,
          [](const StateShapes&, const NetworkSpec& spec) { return makeLstm(spec); },
          [](const NetworkSpec& spec) {
            requireFullModel(spec, lstmStateDict());
            return makeLstm(spec);
          }};
}

}  // namespace sojourn
