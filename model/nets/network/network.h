// SPDX-License-Identifier: GPL-3.0-or-later
// The interface of every network for the rest of nets/ and the engine: packed visits in, scores over all locations out.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <torch/nn/module.h>
#include <torch/types.h>

#include "model/data/dataset/sequence.h"
#include "model/data/dataset/sequence_set.h"
#include "model/nets/kernels/loops.h"
#include "model/nets/network/factored_gradients.h"
#include "model/results/component.h"
#include "model/results/embedding.h"
#include "model/results/explanation.h"
#include "model/results/model_description.h"

namespace sojourn {

/// The largest index each of a model's tables holds; what a visit says is clamped to it (SPEC 2).
struct FeatureLimits {
  std::int32_t time = 0;
  std::int32_t weekday = 0;
  std::int32_t recency = 0;
  std::int32_t duration = 0;
  std::int32_t positionFromEnd = 0;
  bool history = false;  ///< batches get TokenBatch::history
};

/// Of a network that reads locations alone: nothing is clamped.
[[nodiscard]] constexpr FeatureLimits locationLimits(std::int64_t maxLength) {
  constexpr std::int32_t unread = std::numeric_limits<std::int32_t>::max();
  return {.time = unread,
          .weekday = unread,
          .recency = unread,
          .duration = unread,
          .positionFromEnd = static_cast<std::int32_t>(maxLength)};
}

/// A visit as the model reads it: location untouched, the rest clamped from below by 0 and from above by the limits.
[[nodiscard]] EncodedVisit clampTo(const FeatureLimits& limits, EncodedVisit visit);

/// Neighbouring sequences of similar length that attention takes together as a rectangle [count, length]. Where their
/// lengths differ, the rectangle has padding, and the tensors say how to get there and back.
struct LengthBucket {
  std::int64_t count = 0;
  std::int64_t length = 0;  ///< of the longest
  std::int64_t tokens = 0;  ///< count * length where there is no padding
  at::Tensor spread;  ///< [count * length] token (within the bucket) of each cell; padding repeats the latest visit
  at::Tensor gather;  ///< [tokens] cell of each token
  /// [count, 1, 1, length] float32 0, or minus infinity for keys that no visit may read: padding, and visits that are
  /// masked. Added to scores; undefined where there are none.
  at::Tensor mask;
  bool masksVisits = false;  ///< not only padding is masked
  bool fixedShape = false;   ///< of a batch of fixed shape (TokenBatch)

  [[nodiscard]] bool padded() const { return spread.defined(); }
};

/// What users did before the sequences of a batch (VisitHistory), U different histories, as rows by half hour of the
/// day. Sequences without a known history have one in which nothing happened.
struct HistoryBatch {
  at::Tensor location;  ///< [E] entries by history and slot
  at::Tensor share;     ///< [E] float32, how much of the visits of its slot; sums to 1 for each slot with visits
  at::Tensor offsets;   ///< [U * historySlots] first entry of each slot
  at::Tensor closed;    ///< [U, historySlots] float32 minus infinity where a history has no visit; 0 where it has none
                        ///< at all
  at::Tensor known;     ///< [U, 1] float32 1, or 0 where a history has no visit at all
  at::Tensor ofSequence;  ///< [B] which of them
  at::Tensor slot;  ///< [E] entry's row in [U * historySlots]; only in batches of fixed shape, in place of `offsets`
};

/// T tokens (visits) of B sequences. Three quarters of a padded GeoLife batch would be padding; here there is none:
/// everything that works token by token runs on [T, ...], and only attention looks at the buckets.
/// All tensors are on one device, int64 where nothing else is said.
///
/// A batch of fixed shape (fixed_batch.h) has filler behind its visits, so that batches of different lengths have the
/// same sizes. It has one bucket, at least one token and one cell that are filler, and where cells and tokens are
/// rearranged, filler reads filler: nothing of it reaches the scores of a sequence, and its gradients are zero.
struct TokenBatch {
  std::int64_t sequences = 0;         ///< B
  std::int64_t tokens = 0;            ///< T
  std::int64_t longest = 0;           ///< of the batch
  std::vector<std::int64_t> lengths;  ///< [B] tokens of each sequence
  std::vector<LengthBucket> buckets;
  std::vector<std::int64_t> bucketTokens;  ///< tokens of each bucket; sums to T
  bool fixedShape = false;

  at::Tensor location, user, time, weekday, recency, duration;  ///< [T]
  at::Tensor position;                                          ///< [T] 0 for the oldest visit of a sequence
  at::Tensor positionFromEnd;                                   ///< [T] 1 for the latest, clamped
  at::Tensor sequence;                                          ///< [T] which sequence a token belongs to
  at::Tensor slot;            ///< [T] sequence * longest + position: where a token lies in a padded [B, longest]
  at::Tensor last;            ///< [B] the token of each sequence's latest visit
  at::Tensor userOfSequence;  ///< [B]
  at::Tensor target;          ///< [B] 0 where there is none

  at::Tensor masked;       ///< [T] bool: latest visits that ask, yet may not be read; undefined where there are none
  at::Tensor fullyMasked;  ///< [T] bool: those that may read nothing either; undefined where there are none
  HistoryBatch history;    ///< only where FeatureLimits ask for it

  /// For training on a CPU: where the gradients of large matrices go; null: to the matrices.
  c10::intrusive_ptr<FactoredGradients> factored;
};

/// Rows of a set, in the order given; rows of like length should be neighbours (fewer, larger buckets). Buckets are
/// exact as long as there are few of them; beyond that, neighbours of like length share a rectangle.
[[nodiscard]] TokenBatch packBatch(const SequenceSet& set, std::span<const std::size_t> rows,
                                   const FeatureLimits& limits, at::Device device = at::kCPU);
/// The same for sequences that are values; `order` picks and orders them.
[[nodiscard]] TokenBatch packBatch(std::span<const Sequence> sequences, std::span<const std::size_t> order,
                                   const FeatureLimits& limits, at::Device device = at::kCPU);
/// Sequences with some visits taken away. No visit attends to a masked one, so what becomes of it has no effect
/// and it takes no token; only the latest one stays, to ask.
[[nodiscard]] TokenBatch packBatch(std::span<const PartialSequence> parts, std::span<const std::size_t> order,
                                   const FeatureLimits& limits, at::Device device = at::kCPU);
/// Tokens that a part takes in a batch.
[[nodiscard]] std::size_t tokensOf(const PartialSequence& part);

/// The rows sorted by length (equal lengths keep their order).
[[nodiscard]] std::vector<std::size_t> sortedByLength(const SequenceSet& set, std::span<const std::size_t> rows);

/// What one layer leaves behind when asked. Only for batches of a single length bucket [n, L].
struct LayerCapture {
  at::Tensor input;          ///< [T, d] the layer's input, before any norm; the rest is of attention alone
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
  Capture* capture = nullptr;                    ///< filled where given; the batch must be of one length bucket
  /// Dropout draws from it; without one nothing is dropped. On a device it must be the device's default generator,
  /// as fused kernels draw from no other.
  std::optional<at::Generator> randomness = {};
  const at::Tensor* embedded = nullptr;          ///< [T, E] taken for the visits' own VisitEmbedding::values()
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
  at::Tensor historyWeight;  ///< [B, historySlots] sums to 1, or to 0 without a history
};

/// One of a network's tables, in rows that EmbeddingTable describes.
struct NamedEmbedding {
  EmbeddingKind kind = EmbeddingKind::Input;
  std::string name;   ///< the module's: "loc_emb"
  at::Tensor weight;  ///< [rows, width]
  int minutes = 0;    ///< of a row, for parts of the day
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
  /// The tables of locations, users, parts of the day and weekdays that it has; shared with the network, not copied.
  [[nodiscard]] virtual std::vector<NamedEmbedding> embeddings() const = 0;
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

/// What the next dropout of a pass on the CPU drops; nothing without randomness, or where `p` is 0.
[[nodiscard]] std::optional<Dropout> drawnDropout(double p, const ForwardContext& forwardContext);

/// x with each number zeroed with probability p and the rest scaled by 1 / (1 - p); x itself without randomness.
[[nodiscard]] at::Tensor dropped(const at::Tensor& x, double p, const ForwardContext& forwardContext);

/// What the hook of a pass makes of a part's output; the output itself without one.
[[nodiscard]] at::Tensor hooked(const ForwardContext& forwardContext, const ModelPart& part, Rows rows,
                                const at::Tensor& value);

/// The diagram with every tensor in exactly one block and the parameters counted.
[[nodiscard]] std::vector<ModelBlock> describeBlocks(const Network& network);

/// Hands on what it sees, and keeps it.
class ActivationRecorder final : public ForwardHook {
 public:
  struct Recorded {
    ModelPart part;
    Rows rows = Rows::Visits;
    at::Tensor values;  ///< [T or B, width]
  };
  [[nodiscard]] at::Tensor apply(const ModelPart& part, Rows rows, const at::Tensor& value) override;
  /// In the order of computation.
  [[nodiscard]] const std::vector<Recorded>& recorded() const { return m_recorded; }
  /// Of a head: its layer's. Null where the network has no such part.
  [[nodiscard]] const Recorded* find(const ModelPart& part) const;

 private:
  std::vector<Recorded> m_recorded;
};

/// What a part gives in place of its own output. A head takes its columns of a layer's.
struct Replacement {
  ModelPart part;
  at::Tensor source;  ///< [R, width], or one number for all
  at::Tensor rows;    ///< [T or B] the row of `source` for each of the part's; undefined: its only row for all
};

class ActivationPatcher final : public ForwardHook {
 public:
  /// `heads` in every layer.
  ActivationPatcher(std::vector<Replacement> replacements, std::int64_t heads)
      : m_replacements(std::move(replacements)), m_heads(heads) {}
  [[nodiscard]] at::Tensor apply(const ModelPart& part, Rows rows, const at::Tensor& value) override;

 private:
  std::vector<Replacement> m_replacements;
  std::int64_t m_heads;
};

}  // namespace sojourn
