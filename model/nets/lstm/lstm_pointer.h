// SPDX-License-Identifier: GPL-3.0-or-later
// A standard pointer network (Vinyals et al. 2015) behind an LSTM: all is copied from the window, nothing generated.
#pragma once

#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>

#include "model/nets/network/lstm.h"
#include "model/nets/network/network.h"

namespace sojourn {

/// loc_emb -> LSTM -> h_i; score_i = pointer_score . tanh(pointer_key h_i + pointer_query h_last); weight = softmax
/// over the visits; P(y) = sum of weight_i over visits with location y. Scores are log(P + 1e-10).
class LstmPointer : public Network {
 public:
  /// dropout: of the embeddings and between the layers.
  LstmPointer(const ModelSizes& sizes, double dropout);

  NetworkOutput forward(const TokenBatch& batch, const ForwardContext& forwardContext = {}) const override;
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const override;
  [[nodiscard]] FeatureLimits limits() const override { return locationLimits(m_sizes.maxLength); }
  [[nodiscard]] Capabilities capabilities() const override {
    return {.pointer = true, .additive = true, .generation = false, .recurrent = true};
  }
  [[nodiscard]] ModelSizes sizes() const override { return m_sizes; }
  [[nodiscard]] std::vector<NamedEmbedding> embeddings() const override {
    return {{EmbeddingKind::Input, "loc_emb", m_location->weight}};
  }
  [[nodiscard]] std::vector<ModelBlock> diagram() const override;
  [[nodiscard]] std::string blockOf(const std::string& tensor) const override;

 private:
  ModelSizes m_sizes;
  double m_dropout;
  torch::nn::Embedding m_location{nullptr};
  std::shared_ptr<Lstm> m_lstm;
  torch::nn::Linear m_key{nullptr}, m_query{nullptr}, m_score{nullptr};
};

}  // namespace sojourn
