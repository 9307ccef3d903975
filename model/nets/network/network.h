// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of every network for the rest of nets/ and the engine: packed visits in, scores over all locations out.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <torch/nn/module.h>

#include "model/nets/network/token_batch.h"
#include "model/results/component.h"
#include "model/results/model_description.h"
#include "model/results/visit_feature.h"

namespace sojourn {

/// What one encoder layer leaves behind when asked. Only for batches of a single length bucket [n, L].
struct LayerCapture {
  at::Tensor input;          ///< [T, d] the layer's input, before any norm
  at::Tensor probabilities;  ///< [n, heads, L, L] attention, rows sum to 1
  at::Tensor values;         ///< [T, d] f(x) = x' W_V + b_V, the heads side by side; x' is what attention reads
  at::Tensor outWeight;      ///< [d, d] W_O as stored: output = values * W_O^T
};

/// All layers of a pass.
struct Capture {
  std::vector<LayerCapture> layers;
  at::Tensor encoded;  ///< [T, d] output of the last layer, before a final norm
};

/// What the first dimension of a part's output counts.
enum class Rows { Visits, Sequences };

/// Stands behind the parts of a network: sees what each of them gives, and what it hands on is read in its place.
class ForwardHook {
 public:
  virtual ~ForwardHook() = default;
  /// `value` [T or B, ...]; behind PartKind::Head all heads of a layer, side by side.
  [[nodiscard]] virtual at::Tensor apply(const ModelPart& part, Rows rows, const at::Tensor& value) = 0;
};

/// What a forward pass is given beside its input. Everything a pass changes is in here, so that threads may share a
/// network: shards of a training batch do.
struct ForwardContext {
  Capture* capture = nullptr;               ///< filled where given; the batch must be of one length bucket
  std::optional<at::Generator> randomness;  ///< dropout draws from it; without one nothing is dropped
  const at::Tensor* embedded = nullptr;     ///< [T, E] taken for the visits' own VisitEmbedding::values()
  const at::Tensor* copyable = nullptr;  ///< [T] what a pointer's weight on each visit is multiplied by when it copies
  ForwardHook* hook = nullptr;           ///< behind every part; only for inference
};

/// What the rest of a network reads of the visits, by feature.
struct VisitEmbedding {
  struct Part {
    VisitFeature feature = VisitFeature::Location;
    at::Tensor values;  ///< [T, w]
  };
  std::vector<Part> parts;
  bool summed = false;  ///< the parts are added to each other; else they stand side by side in this order

  [[nodiscard]] at::Tensor values() const;  ///< [T, E]
  /// With what the hook of a pass makes of each part.
  [[nodiscard]] VisitEmbedding behind(const ForwardContext& forwardContext) &&;
};

/// Tensors a network has no part for stay undefined.
struct NetworkOutput {
  at::Tensor scores;         ///< [B, V] what criterion and ranking read: log-probabilities (V45) or logits (MHSA)
  at::Tensor probabilities;  ///< [B, V] before the logarithm; only where scores are log-probabilities
  at::Tensor generated;      ///< [B, V] (1 - gate) * generation
  at::Tensor generation;     ///< [B, V]
  at::Tensor contentScore;   ///< [T]
  at::Tensor positionBias;   ///< [T]
  at::Tensor pointerWeight;  ///< [T]
  at::Tensor gate;           ///< [B]
};

class Network : public torch::nn::Module {
 public:
  using torch::nn::Module::Module;

  virtual NetworkOutput forward(const TokenBatch& batch, const ForwardContext& forwardContext = {}) const = 0;

  /// The visits before any arithmetic: what ForwardContext::embedded stands for.
  [[nodiscard]] virtual VisitEmbedding embedVisits(const TokenBatch& batch) const = 0;

  /// For inference with weights that change no more: what does not depend on the input is computed ahead. Called after
  /// the last move to a device or type; a frozen network must not be trained.
  virtual void freeze() {}

  [[nodiscard]] virtual FeatureLimits limits() const = 0;
  [[nodiscard]] virtual Capabilities capabilities() const = 0;
  [[nodiscard]] virtual ModelSizes sizes() const = 0;
  /// True where sequences of a training batch influence each other (batch normalisation): such a batch must not be
  /// spread over several passes.
  [[nodiscard]] virtual bool mixesSequences() const { return false; }
  /// Learned bias by position from end, [M]; undefined without the part.
  [[nodiscard]] virtual at::Tensor positionBiasTable() const { return {}; }
  /// The diagram without tensors: describeBlocks fills those in.
  [[nodiscard]] virtual std::vector<ModelBlock> diagram() const = 0;
  /// The block of the diagram that a tensor belongs to.
  [[nodiscard]] virtual std::string blockOf(const std::string& tensor) const = 0;
};

struct StateTensor {
  std::string name;
  at::Tensor tensor;
  bool parameter = true;  ///< false for a buffer
};

/// A module's tensors in the order of Python's state_dict: own parameters, own buffers, then each child's.
[[nodiscard]] std::vector<StateTensor> stateTensors(const torch::nn::Module& module);

/// PyTorch's module defaults are assumed to be in place; then Xavier-uniform over every parameter with more than one
/// dimension, in registration order (SPEC 3.3).
void xavierInitialise(torch::nn::Module& module);

/// x with each number zeroed with probability p and the rest scaled by 1 / (1 - p); x itself without randomness.
[[nodiscard]] at::Tensor dropped(const at::Tensor& x, double p, const ForwardContext& forwardContext);

/// What the hook of a pass makes of a part's output; the output itself without one.
[[nodiscard]] at::Tensor hooked(const ForwardContext& forwardContext, const ModelPart& part, Rows rows,
                                const at::Tensor& value);

/// The diagram with every tensor in exactly one block and the parameters counted.
[[nodiscard]] std::vector<ModelBlock> describeBlocks(const Network& network);

}  // namespace sojourn
