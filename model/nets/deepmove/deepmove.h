// SPDX-License-Identifier: GPL-3.0-or-later
// DeepMove (Feng et al. 2018) in its variant with an averaged history: a GRU over the window, and attention over what
// the user did before it, by half hour of the day.
#pragma once

#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>

#include "model/nets/deepmove/gru.h"

namespace sojourn {

/// emb_loc ++ emb_tim (half hours) -> GRU -> h, the state after the latest visit. History: for every half hour in which
/// the user was seen before, H = tanh(fc_attn(mean emb_loc ++ emb_tim)); weights = softmax(h . H); context = their mean
/// of H, 0 where nothing came before. h ++ context ++ emb_uid -> fc_final. Scores are logits.
class DeepMove : public Network {
 public:
  /// dropout: before the GRU and before fc_final.
  DeepMove(const ModelSizes& sizes, double dropout);

  NetworkOutput forward(const TokenBatch& batch, const ForwardContext& forwardContext = {}) const override;
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const override;
  [[nodiscard]] FeatureLimits limits() const override;
  [[nodiscard]] Capabilities capabilities() const override {
    return {.recurrent = true, .history = true, .userEmbedding = true, .time = true};
  }
  [[nodiscard]] ModelSizes sizes() const override { return m_sizes; }
  [[nodiscard]] std::vector<NamedEmbedding> embeddings() const override {
    return {{EmbeddingKind::Input, "emb_loc", m_parts->location->weight},
            {EmbeddingKind::Output, "fc_final", m_parts->output->weight},
            {EmbeddingKind::Users, "emb_uid", m_parts->user->weight},
            {EmbeddingKind::Hours, "emb_tim", m_parts->time->weight, static_cast<int>(24 * 60 / historySlots)}};
  }
  [[nodiscard]] std::vector<ModelBlock> diagram() const override;
  [[nodiscard]] std::string blockOf(const std::string& tensor) const override;

 private:
  /// Everything lies in a child called "model".
  struct Parts : torch::nn::Module {
    explicit Parts(const ModelSizes& sizes);
    torch::nn::Embedding location{nullptr}, time{nullptr}, user{nullptr};
    torch::nn::Linear attention{nullptr}, output{nullptr};
    std::shared_ptr<Gru> gru;
  };
  /// H [U, historySlots, h] of all histories.
  [[nodiscard]] at::Tensor historyRows(const HistoryBatch& history) const;

  ModelSizes m_sizes;
  double m_dropout;
  std::shared_ptr<Parts> m_parts;
};

}  // namespace sojourn
