// SPDX-License-Identifier: GPL-3.0-or-later
// An LSTM that reads locations alone, and the user at its end; all is generated.
#pragma once

#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include "model/nets/network/lstm.h"
#include "model/nets/network/network.h"

namespace sojourn {

/// loc_emb -> input_norm -> LSTM -> state after the latest visit, beside user_emb -> output_norm -> classifier; dropout
/// behind both norms. Scores are logits.
class LstmLocation : public Network {
 public:
  /// dropout: behind the norms and between the layers.
  LstmLocation(const ModelSizes& sizes, double dropout);

  NetworkOutput forward(const TokenBatch& batch, const ForwardContext& forwardContext = {}) const override;
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const override;
  [[nodiscard]] FeatureLimits limits() const override { return locationLimits(m_sizes.maxLength); }
  [[nodiscard]] Capabilities capabilities() const override { return {.recurrent = true, .userEmbedding = true}; }
  [[nodiscard]] ModelSizes sizes() const override { return m_sizes; }
  [[nodiscard]] std::vector<NamedEmbedding> embeddings() const override {
    return {{EmbeddingKind::Input, "loc_emb", m_location->weight},
            {EmbeddingKind::Output, "classifier", m_classifier->weight},
            {EmbeddingKind::Users, "user_emb", m_user->weight}};
  }
  [[nodiscard]] std::vector<ModelBlock> diagram() const override;
  [[nodiscard]] std::string blockOf(const std::string& tensor) const override;

 private:
  ModelSizes m_sizes;
  double m_dropout;
  torch::nn::Embedding m_location{nullptr}, m_user{nullptr};
  torch::nn::LayerNorm m_inputNorm{nullptr}, m_outputNorm{nullptr};
  std::shared_ptr<Lstm> m_lstm;
  torch::nn::Linear m_classifier{nullptr};
};

}  // namespace sojourn
