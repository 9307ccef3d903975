// SPDX-License-Identifier: GPL-3.0-or-later
// The input of every network: the visits of many sequences packed end to end, without any padding.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <torch/types.h>

#include "model/data/dataset/encoding.h"
#include "model/data/dataset/partial_sequence.h"
#include "model/data/dataset/sequence_set.h"

namespace sojourn {

/// The largest index each of a model's tables holds; what a visit says is clamped to it (SPEC 2).
struct FeatureLimits {
  std::int32_t time = 0;
  std::int32_t weekday = 0;
  std::int32_t recency = 0;
  std::int32_t duration = 0;
  std::int32_t positionFromEnd = 0;
};

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

  [[nodiscard]] bool padded() const { return spread.defined(); }
};

/// T tokens (visits) of B sequences. Three quarters of a padded GeoLife batch would be padding; here there is none:
/// everything that works token by token runs on [T, ...], and only attention looks at the buckets.
/// All tensors are on one device, int64 where nothing else is said.
struct TokenBatch {
  std::int64_t sequences = 0;  ///< B
  std::int64_t tokens = 0;     ///< T
  std::int64_t longest = 0;    ///< of the batch
  std::vector<LengthBucket> buckets;
  std::vector<std::int64_t> bucketTokens;  ///< tokens of each bucket; sums to T

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

}  // namespace sojourn
