// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/lstm/lstm_pointer.h"

#include <ATen/ops/full.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/log.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/zeros.h>

#include "model/nets/network/cells.h"
#include "model/nets/network/encoder.h"
#include "model/nets/network/pointer.h"
#include "model/nets/registry/registry.h"

namespace sojourn {
namespace {

torch::nn::Linear withoutBias(std::int64_t in, std::int64_t out) {
  return torch::nn::Linear(torch::nn::LinearOptions(in, out).bias(false));
}

std::shared_ptr<Network> makeLstmPointer(const NetworkSpec& spec) {
  return std::make_shared<LstmPointer>(spec.sizes, spec.dropout);
}

}  // namespace

LstmPointer::LstmPointer(const ModelSizes& sizes, double dropout) : m_sizes(sizes), m_dropout(dropout) {
  const std::int64_t h = sizes.hidden;
  m_sizes.maxLength = lengthWithoutTable;
  m_sizes.users = 0;
  m_location = register_module("loc_emb", torch::nn::Embedding(sizes.locations, sizes.width));
  m_lstm = register_module("lstm", std::make_shared<Lstm>(LstmOptions{
                                       .input = sizes.width, .hidden = h, .layers = sizes.layers, .dropout = dropout}));
  m_key = register_module("pointer_key", withoutBias(h, h));
  m_query = register_module("pointer_query", withoutBias(h, h));
  m_score = register_module("pointer_score", withoutBias(h, 1));
  initialiseLstm(*this, LstmBiases::OfTheLstm);
}

VisitEmbedding LstmPointer::embedVisits(const TokenBatch& batch) const {
  return {.parts = {{VisitFeature::Location, rowsOf(m_location->weight, batch.location, batch, paddingLocation)}}};
}

NetworkOutput LstmPointer::forward(const TokenBatch& batch, const ForwardContext& forwardContext) const {
  const at::Tensor embedded =
      forwardContext.embedded ? *forwardContext.embedded : embedVisits(batch).behind(forwardContext).values();
  const at::Tensor hidden = m_lstm->forward(dropped(embedded, m_dropout, forwardContext), batch, forwardContext);
  const at::Tensor query = at::linear(hidden.index_select(0, batch.last), m_query->weight);  // [B, h]
  const at::Tensor agreement = at::tanh(at::linear(hidden, m_key->weight) + toVisits(query, batch));
  NetworkOutput out;
  out.contentScore = at::linear(agreement, m_score->weight).squeeze(-1);
  out.pointerWeight = softmaxOverVisits(out.contentScore, batch);
  out.gate = at::full({batch.sequences}, 1.0, hidden.options());
  out.generated = at::zeros({batch.sequences, m_sizes.locations}, hidden.options());
  out.probabilities = copyToLocations(
      out.generated, forwardContext.copyable ? out.pointerWeight * *forwardContext.copyable : out.pointerWeight, batch);
  out.scores = at::log(out.probabilities + smallestProbability);
  return out;
}

std::vector<ModelBlock> LstmPointer::diagram() const {
  std::vector<ModelBlock> blocks{
      diagramBlock("embeddings", "Embeddings", "location", {}, {-1, m_sizes.width}, "visits")};
  addLstmBlocks(blocks, m_sizes);
  const std::string last = blocks.back().id;
  blocks.push_back(diagramBlock("pointer", "Pointer", "additive attention of the latest state over all states; softmax",
                                {last}, {-1}, "pointer"));
  blocks.push_back(
      diagramBlock("output", "Output", "log of pointer alone + 1e-10", {"pointer"}, {m_sizes.locations}, "prediction"));
  return blocks;
}

std::string LstmPointer::blockOf(const std::string& tensor) const {
  if (const std::string layer = lstmBlockOf(tensor); !layer.empty()) return layer;
  return tensor.starts_with("pointer_") ? "pointer" : "embeddings";
}

ModelKind lstmPointerKind() {
  return {{lstmPointerStateDict()},
          RecipeKind::WarmupCosine,
          [](const StateShapes&, const NetworkSpec& spec) { return makeLstmPointer(spec); },
          [](const NetworkSpec& spec) {
            requireFullModel(spec, lstmPointerStateDict());
            return makeLstmPointer(spec);
          }};
}

}  // namespace sojourn
