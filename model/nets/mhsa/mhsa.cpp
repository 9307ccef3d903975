// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/mhsa/mhsa.h"

#include <cmath>

#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

std::shared_ptr<Network> build(const NetworkSpec& spec) {
  return std::make_shared<Mhsa>(MhsaOptions{.sizes = spec.sizes, .dropout = spec.dropout});
}

std::shared_ptr<Network> create(const NetworkSpec& spec) {
  requireFullModel(spec, mhsaStateDict());
  // The published models' table of positions, whatever the longest sequence of the dataset.
  NetworkSpec published = spec;
  published.sizes.maxLength = lengthWithoutTable;
  return build(published);
}

}  // namespace

Mhsa::Mhsa(const MhsaOptions& options) : m_options(options) {
  const ModelSizes& sizes = options.sizes;
  m_embedding = register_module("Embedding", std::make_shared<SummedEmbedding>(SummedEmbeddingOptions{
                                                 .locations = sizes.locations,
                                                 .width = sizes.width,
                                                 .positions = sizes.maxLength,
                                                 .scale = std::sqrt(static_cast<double>(sizes.width)),
                                                 .dropout = options.dropout}));
  m_encoder =
      register_module("encoder", std::make_shared<Encoder>(EncoderOptions{.width = options.sizes.width,
                                                                          .heads = options.sizes.heads,
                                                                          .layers = options.sizes.layers,
                                                                          .feedForward = options.sizes.feedForward,
                                                                          .dropout = options.dropout,
                                                                          .normFirst = false,
                                                                          .causal = true,
                                                                          .finalNorm = true}));
  m_head = register_module("FC", std::make_shared<ResidualHead>(ResidualHeadOptions{.locations = sizes.locations,
                                                                                    .users = sizes.users,
                                                                                    .width = sizes.width,
                                                                                    .userDropout = options.dropout,
                                                                                    .dropout = options.fcDropout}));
  xavierInitialise(*this);
}

NetworkOutput Mhsa::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const at::Tensor encoded = m_encoder->forward(m_embedding->forward(batch, forwardContext), batch, forwardContext);
  NetworkOutput out;
  out.scores = m_head->forward(encoded.index_select(0, batch.last), batch, forwardContext);
  return out;
}

Capabilities Mhsa::capabilities() const {
  return {
      .attentionMaps = true, .causal = true, .userEmbedding = true, .time = true, .weekday = true, .duration = true};
}

std::vector<ModelBlock> Mhsa::diagram() const {
  const std::int64_t d = m_options.sizes.width;
  std::vector<ModelBlock> blocks{diagramBlock(
      "embeddings", "Embeddings", "location + hour + quarter hour + weekday + duration, times sqrt(d), plus sinusoid",
      {}, {-1, d}, "visits")};
  addEncoderBlocks(blocks, m_options.sizes, "causal, post-norm");
  const std::string encoded = blocks.back().id;
  blocks.push_back(diagramBlock("norm", "Final norm", "LayerNorm, then the last visit alone", {encoded}, {-1, d}));
  ResidualHead::addBlocks(blocks, "norm", d, m_options.sizes.locations);
  return blocks;
}

std::string Mhsa::blockOf(const std::string& tensor) const {
  if (const std::string layer = encoderBlockOf(tensor, "encoder.layers."); !layer.empty()) return layer;
  if (tensor.starts_with("encoder.norm")) return "norm";
  const std::string head = ResidualHead::blockOf(tensor);
  return head.empty() ? "embeddings" : head;
}

ModelKind mhsaKind() {
  return {{mhsaStateDict()},
          RecipeKind::LinearWithReturns,
          [](const StateShapes&, const NetworkSpec& spec) { return build(spec); },
          create};
}

}  // namespace sojourn
