// SPDX-License-Identifier: GPL-3.0-or-later
// The published LSTM: MHSA's summed embedding and head around a stack of LSTM layers; all is generated.
#pragma once

#include <torch/nn/modules/normalization.h>

#include "model/nets/network/lstm.h"
#include "model/nets/network/network.h"
#include "model/nets/network/summed_embedding.h"

namespace sojourn {

struct LstmNetworkOptions {
  ModelSizes sizes;
  double dropout = 0;             ///< between the layers
  double embeddingDropout = 0.1;  ///< of the visits, and of the sum with the user
  double fcDropout = 0.2;         ///< of the residual part of the head
};

/// Summed embedding -> LSTM -> state after the latest visit -> LayerNorm -> head. Scores are logits.
class LstmNetwork : public Network {
 public:
  explicit LstmNetwork(const LstmNetworkOptions& options);

  NetworkOutput forward(const TokenBatch& batch, const ForwardContext& forwardContext = {}) const override;
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const override {
    return m_embedding->embedVisits(batch);
  }
  [[nodiscard]] FeatureLimits limits() const override { return SummedEmbedding::limits(m_sizes.maxLength); }
  [[nodiscard]] Capabilities capabilities() const override {
    return {.recurrent = true, .userEmbedding = true, .time = true, .weekday = true, .duration = true};
  }
  [[nodiscard]] ModelSizes sizes() const override { return m_sizes; }
  [[nodiscard]] bool mixesSequences() const override { return true; }
  [[nodiscard]] std::vector<NamedEmbedding> embeddings() const override {
    std::vector<NamedEmbedding> tables;
    m_embedding->addEmbeddings(tables);
    m_head->addEmbeddings(tables);
    return tables;
  }
  [[nodiscard]] std::vector<ModelBlock> diagram() const override;
  [[nodiscard]] std::string blockOf(const std::string& tensor) const override;

 private:
  ModelSizes m_sizes;
  std::shared_ptr<SummedEmbedding> m_embedding;
  std::shared_ptr<Lstm> m_lstm;
  torch::nn::LayerNorm m_norm{nullptr};
  std::shared_ptr<ResidualHead> m_head;
};

}  // namespace sojourn
