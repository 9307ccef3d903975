// SPDX-License-Identifier: GPL-3.0-or-later
// MHSA (SPEC 4): a causal, post-norm transformer over summed embeddings; all is generated, nothing copied.
#pragma once

#include "model/nets/network/encoder.h"
#include "model/nets/network/network.h"
#include "model/nets/network/summed_embedding.h"

namespace sojourn {

struct MhsaOptions {
  ModelSizes sizes;
  double dropout = 0;      ///< of embeddings and encoder
  double fcDropout = 0.2;  ///< of the residual part of the head
};

/// Scores are logits.
class Mhsa : public Network {
 public:
  explicit Mhsa(const MhsaOptions& options);

  NetworkOutput forward(const TokenBatch& batch, const ForwardContext& forwardContext = {}) const override;
  [[nodiscard]] VisitEmbedding embedVisits(const TokenBatch& batch) const override {
    return m_embedding->embedVisits(batch);
  }
  [[nodiscard]] FeatureLimits limits() const override { return SummedEmbedding::limits(m_options.sizes.maxLength); }
  [[nodiscard]] Capabilities capabilities() const override;
  [[nodiscard]] ModelSizes sizes() const override { return m_options.sizes; }
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
  MhsaOptions m_options;
  std::shared_ptr<SummedEmbedding> m_embedding;
  std::shared_ptr<Encoder> m_encoder;
  std::shared_ptr<ResidualHead> m_head;
};

}  // namespace sojourn
