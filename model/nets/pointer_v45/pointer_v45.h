// SPDX-License-Identifier: GPL-3.0-or-later
// Pointer Network V45 (SPEC 3) with every ablation as a constructor option.
#pragma once

#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/embedding.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>

#include "model/nets/network/encoder.h"
#include "model/nets/network/network.h"
#include "model/nets/pointer_v45/pointer_v45_parts.h"

namespace sojourn {

struct PointerV45Options {
  ModelSizes sizes;
  double dropout = 0;
  PointerV45Parts parts = {};
};

/// Encodes the visits, scores each for copying, mixes the copied with the generated distribution by a learned gate:
/// log(gate * pointer + (1 - gate) * generation + 1e-10).
class PointerV45 : public Network {
 public:
  explicit PointerV45(const PointerV45Options& options);

  NetworkOutput forward(const TokenBatch& batch, const ForwardContext& forwardContext = {}) const override;
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const override;
  [[nodiscard]] FeatureLimits limits() const override;
  [[nodiscard]] Capabilities capabilities() const override;
  [[nodiscard]] ModelSizes sizes() const override { return m_options.sizes; }
  [[nodiscard]] at::Tensor positionBiasTable() const override { return m_positionBias; }
  [[nodiscard]] std::vector<NamedEmbedding> embeddings() const override;
  [[nodiscard]] std::vector<ModelBlock> diagram() const override;
  [[nodiscard]] std::string blockOf(const std::string& tensor) const override;

  /// input_proj is linear: each feature's table is multiplied by its columns once, and a visit becomes a sum of rows.
  void freeze() override;

 private:
  /// One embedding table and what of a visit picks its row.
  struct Feature {
    VisitFeature feature = VisitFeature::Location;
    torch::nn::Embedding table{nullptr};
    at::Tensor TokenBatch::*index = nullptr;
    std::int64_t padding = -1;
  };

  /// input_proj of the visits' features, side by side, [T, d].
  [[nodiscard]] at::Tensor project(const TokenBatch& batch, const ForwardContext& forwardContext) const;
  [[nodiscard]] at::Tensor embed(const TokenBatch& batch, const ForwardContext& forwardContext) const;
  void point(const at::Tensor& encoded, const at::Tensor& context, const TokenBatch& batch,
             const ForwardContext& forwardContext, NetworkOutput& out) const;

  /// The same mixture with a hook behind both sides and the gate.
  void mixBehindHook(const TokenBatch& batch, const ForwardContext& forwardContext, NetworkOutput& out) const;

  PointerV45Options m_options;
  at::Tensor m_positionBias, m_positionEncoding;
  std::vector<Feature> m_features;          ///< in the order of input_proj's columns
  at::Tensor m_projectedRows, m_firstRows;  ///< frozen: each table times its columns of input_proj; where it begins
  torch::nn::Linear m_inputProjection{nullptr}, m_pointerQuery{nullptr}, m_pointerKey{nullptr}, m_generation{nullptr},
      m_gateHidden{nullptr}, m_gateOut{nullptr};
  torch::nn::LayerNorm m_inputNorm{nullptr};
  std::shared_ptr<Encoder> m_encoder;
};

}  // namespace sojourn
