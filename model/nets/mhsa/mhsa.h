// SPDX-License-Identifier: GPL-3.0-or-later
// MHSA (SPEC 4): a causal, post-norm transformer over summed embeddings; all is generated, nothing copied.
#pragma once

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>

#include "model/nets/mhsa/mhsa_rows.h"
#include "model/nets/network/encoder.h"
#include "model/nets/network/network.h"

namespace sojourn {

struct MhsaOptions {
  ModelSizes sizes;
  double dropout = 0;      ///< of embeddings and encoder
  double fcDropout = 0.2;  ///< of the residual part of the head
};

/// Sum of location, hour, quarter hour, weekday and duration, times sqrt(d), plus the positional encoding.
class MhsaEmbedding : public torch::nn::Module {
 public:
  explicit MhsaEmbedding(const MhsaOptions& options);
  [[nodiscard]] at::Tensor forward(const TokenBatch& batch, const ForwardContext& forwardContext) const;
  /// Before the scaling.
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const;

 private:
  double m_scale, m_dropout;
  torch::nn::Embedding m_location{nullptr}, m_minute{nullptr}, m_hour{nullptr}, m_weekday{nullptr}, m_duration{nullptr};
  at::Tensor m_positionEncoding;
};

/// User embedding, residual block with BatchNorm, and the output layer, under the published name "FC".
class MhsaHead : public torch::nn::Module {
 public:
  explicit MhsaHead(const MhsaOptions& options);
  [[nodiscard]] at::Tensor forward(const at::Tensor& context, const at::Tensor& user,
                                   const ForwardContext& forwardContext) const;

 private:
  double m_userDropout, m_dropout;
  torch::nn::Embedding m_user{nullptr};
  torch::nn::Linear m_out{nullptr}, m_linear1{nullptr}, m_linear2{nullptr};
  torch::nn::BatchNorm1d m_norm{nullptr};
};

/// Scores are logits.
class Mhsa : public Network {
 public:
  explicit Mhsa(const MhsaOptions& options);

  NetworkOutput forward(const TokenBatch& batch, const ForwardContext& forwardContext = {}) const override;
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const override {
    return m_embedding->embedVisits(batch);
  }
  [[nodiscard]] FeatureLimits limits() const override;
  [[nodiscard]] Capabilities capabilities() const override;
  [[nodiscard]] ModelSizes sizes() const override { return m_options.sizes; }
  [[nodiscard]] bool mixesSequences() const override { return true; }
  [[nodiscard]] std::vector<ModelBlock> diagram() const override;
  [[nodiscard]] std::string blockOf(const std::string& tensor) const override;

 private:
  MhsaOptions m_options;
  std::shared_ptr<MhsaEmbedding> m_embedding;
  std::shared_ptr<Encoder> m_encoder;
  std::shared_ptr<MhsaHead> m_head;
};

}  // namespace sojourn
