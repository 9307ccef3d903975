// SPDX-License-Identifier: GPL-3.0-or-later
// What MHSA and the LSTM share (SPEC 4): visits as the sum of their features' embeddings, and the residual output
// layer.
#pragma once

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>

#include "model/nets/network/network.h"

namespace sojourn {

struct SummedEmbeddingOptions {
  std::int64_t locations = 0;
  std::int64_t width = 0;
  std::int64_t positions = 0;  ///< rows of the positional encoding that is added; 0: none
  double scale = 1;            ///< of the sum, before positions are added
  double dropout = 0;          ///< of the result
};

/// Sum of location, hour, quarter hour, weekday and duration; under the published name "Embedding".
class SummedEmbedding : public torch::nn::Module {
 public:
  explicit SummedEmbedding(const SummedEmbeddingOptions& options);
  /// [T, width]
  [[nodiscard]] at::Tensor forward(const TokenBatch& batch, const ForwardContext& forwardContext) const;
  /// Before the scaling.
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const;
  /// Appends the tables of locations, hours and weekdays.
  void addEmbeddings(std::vector<NamedEmbedding>& tables) const;
  /// Of a network that reads visits through this embedding alone.
  [[nodiscard]] static FeatureLimits limits(std::int64_t maxLength);

 private:
  double m_scale, m_dropout;
  torch::nn::Embedding m_location{nullptr}, m_minute{nullptr}, m_hour{nullptr}, m_weekday{nullptr}, m_duration{nullptr};
  at::Tensor m_positionEncoding;
};

struct ResidualHeadOptions {
  std::int64_t locations = 0;
  std::int64_t users = 0;
  std::int64_t width = 0;  ///< of what comes in
  double userDropout = 0;  ///< of the sum with the user
  double dropout = 0;      ///< of the residual part
};

/// User embedding, residual block with BatchNorm, and the output layer, under the published name "FC".
class ResidualHead : public torch::nn::Module {
 public:
  explicit ResidualHead(const ResidualHeadOptions& options);
  /// context: [B, width] -> logits [B, locations].
  [[nodiscard]] at::Tensor forward(const at::Tensor& context, const TokenBatch& batch,
                                   const ForwardContext& forwardContext) const;
  /// Appends the tables of the output layer and of users.
  void addEmbeddings(std::vector<NamedEmbedding>& tables) const;
  /// The block of the diagram that a tensor named "FC...." belongs to; empty for another tensor.
  [[nodiscard]] static std::string blockOf(const std::string& tensor);
  /// Appends the head's blocks, reading the block `input`, and that of the output.
  static void addBlocks(std::vector<ModelBlock>& blocks, const std::string& input, std::int64_t width,
                        std::int64_t locations);

 private:
  double m_userDropout, m_dropout;
  torch::nn::Embedding m_user{nullptr};
  torch::nn::Linear m_out{nullptr}, m_linear1{nullptr}, m_linear2{nullptr};
  torch::nn::BatchNorm1d m_norm{nullptr};
};

}  // namespace sojourn
