// SPDX-License-Identifier: GPL-3.0-or-later
// Packs the visits of many sequences end to end, without padding.
#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

#include "model/data/dataset/visit_history.h"
#include "model/nets/network/token_columns.h"

namespace sojourn {
namespace {

/// More buckets than this are merged: each costs attention about twenty small operations, forward and backward.
constexpr std::size_t fewGroups = 4;

/// Lengths that may share a rectangle: at most about twice the arithmetic of attention is spent on padding.
bool alike(std::int64_t shortest, std::int64_t longest) {
  return 5 * longest <= 7 * shortest + 10;
}

/// What the packed sequences are: their lengths in tokens, and for each whether its last token may not be read (empty
/// where all may).
struct Lengths {
  std::span<const std::int64_t> tokens;
  std::span<const char> lastMasked;

  [[nodiscard]] Lengths subspan(std::size_t first, std::size_t count) const {
    return {.tokens = tokens.subspan(first, count),
            .lastMasked = lastMasked.empty() ? lastMasked : lastMasked.subspan(first, count)};
  }
};

/// Masks the last key of every sequence that hides it. One that has no other key is left to read itself: its output is
/// set to 0 afterwards (TokenBatch::fullyMasked), and no row of attention is without a key.
void maskLastKeys(const Lengths& lengths, LengthBucket& bucket) {
  if (std::ranges::none_of(lengths.lastMasked, [](char masksVisits) { return masksVisits != 0; })) return;
  bucket.masksVisits = true;
  if (!bucket.mask.defined()) bucket.mask = at::zeros({bucket.count, 1, 1, bucket.length});
  auto* mask = bucket.mask.mutable_data_ptr<float>();
  for (std::size_t k = 0; k < lengths.tokens.size(); ++k)
    if (lengths.lastMasked[k] && lengths.tokens[k] > 1)
      mask[static_cast<std::int64_t>(k) * bucket.length + lengths.tokens[k] - 1] =
          -std::numeric_limits<float>::infinity();
}

/// The tensors that take tokens of different lengths to a rectangle and back.
void addPadding(std::span<const std::int64_t> lengths, LengthBucket& bucket) {
  const auto options = at::TensorOptions().dtype(at::kLong);
  const at::Tensor spread = at::empty({bucket.count * bucket.length}, options),
                   gather = at::empty({bucket.tokens}, options);
  const at::Tensor mask = at::zeros({bucket.count, 1, 1, bucket.length});
  auto* toToken = spread.mutable_data_ptr<std::int64_t>();
  auto* toCell = gather.mutable_data_ptr<std::int64_t>();
  auto* masked = mask.mutable_data_ptr<float>();
  std::int64_t cell = 0, first = 0;
  for (const std::int64_t length : lengths) {
    for (std::int64_t i = 0; i < bucket.length; ++i, ++cell) {
      toToken[cell] = first + std::min(i, length - 1);
      if (i < length)
        toCell[first + i] = cell;
      else
        masked[cell] = -std::numeric_limits<float>::infinity();
    }
    first += length;
  }
  bucket.spread = spread;
  bucket.gather = gather;
  bucket.mask = mask;
}

/// Sequences as one rectangle, with the tensors for its padding where lengths differ.
LengthBucket bucketOf(const Lengths& lengths, at::Device device) {
  LengthBucket bucket;
  bucket.count = static_cast<std::int64_t>(lengths.tokens.size());
  bucket.length = std::ranges::max(lengths.tokens);
  bucket.tokens = std::accumulate(lengths.tokens.begin(), lengths.tokens.end(), std::int64_t{0});
  if (bucket.tokens != bucket.count * bucket.length) addPadding(lengths.tokens, bucket);
  maskLastKeys(lengths, bucket);
  if (!device.is_cpu()) {
    for (at::Tensor* tensor : {&bucket.spread, &bucket.gather, &bucket.mask})
      if (tensor->defined()) *tensor = tensor->to(device);
  }
  return bucket;
}

std::vector<LengthBucket> bucketsOf(const Lengths& all, at::Device device) {
  const std::span<const std::int64_t> lengths = all.tokens;
  std::size_t exact = lengths.empty() ? 0 : 1;
  for (std::size_t k = 1; k < lengths.size(); ++k) exact += lengths[k] != lengths[k - 1] ? 1 : 0;
  const bool merge = exact > fewGroups;
  std::vector<LengthBucket> buckets;
  for (std::size_t first = 0, next = 0; first < lengths.size(); first = next) {
    std::int64_t shortest = lengths[first], longest = lengths[first];
    for (next = first + 1; next < lengths.size(); ++next) {
      const std::int64_t low = std::min(shortest, lengths[next]), high = std::max(longest, lengths[next]);
      if (low != high && !(merge && alike(low, high))) break;
      shortest = low;
      longest = high;
    }
    buckets.push_back(bucketOf(all.subspan(first, next - first), device));
  }
  return buckets;
}

/// What one of the packed sequences is.
struct PackedSequence {
  std::size_t tokens = 0;
  std::size_t positions = 0;  ///< at least as many
  UserId user = 0;
  LocationId target = 0;
  const VisitHistory* history = nullptr;  ///< null: not known
  std::optional<std::size_t> historyRow = {};
};

/// One of its tokens.
struct Token {
  Visit visit;
  std::size_t position = 0;
};

HistoryBatch packHistory(std::span<const HistorySource> sequences, at::Device device) {
  const HistoryColumns columns = historyColumns(sequences);
  const auto tensorOf = [&](const auto& values, at::ScalarType type) {
    at::Tensor made = at::empty({static_cast<std::int64_t>(values.size())}, at::TensorOptions().dtype(type));
    if (!values.empty()) std::memcpy(made.mutable_data_ptr(), values.data(), values.size() * sizeof(values[0]));
    return device.is_cpu() ? made : made.to(device);
  };
  return {.location = tensorOf(columns.location, at::kLong),
          .share = tensorOf(columns.share, at::kFloat),
          .offsets = tensorOf(columns.offsets, at::kLong),
          .closed = tensorOf(columns.closed, at::kFloat).view({-1, historySlots}),
          .known = tensorOf(columns.known, at::kFloat).view({-1, 1}),
          .ofSequence = tensorOf(columns.ofSequence, at::kLong),
          .slot = {}};
}

/// Packs `count` sequences; sequenceAt(k) and tokenAt(k, i) say what they hold.
template <class SequenceAt, class TokenAt>
TokenBatch pack(std::size_t count, const FeatureLimits& limits, at::Device device, std::span<const char> lastMasked,
                const SequenceAt& sequenceAt, const TokenAt& tokenAt) {
  TokenBatch batch;
  batch.sequences = static_cast<std::int64_t>(count);
  std::vector<std::int64_t>& lengths = batch.lengths;
  lengths.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    lengths[k] = static_cast<std::int64_t>(sequenceAt(k).tokens);
    batch.tokens += lengths[k];
    batch.longest = std::max(batch.longest, lengths[k]);
  }
  batch.buckets = bucketsOf({.tokens = lengths, .lastMasked = lastMasked}, device);
  for (const LengthBucket& bucket : batch.buckets) batch.bucketTokens.push_back(bucket.tokens);

  // One tensor for all token columns and one for all sequence columns: two copies to a device instead of thirteen.
  const auto options = at::TensorOptions().dtype(at::kLong);
  at::Tensor tokens = at::empty({tokenColumns.size(), batch.tokens}, options);
  at::Tensor sequences = at::empty({sequenceColumns.size(), batch.sequences}, options);
  auto* const ofToken = tokens.mutable_data_ptr<std::int64_t>();
  auto* const ofSequence = sequences.mutable_data_ptr<std::int64_t>();
  std::int64_t token = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const PackedSequence one = sequenceAt(k);
    const auto sequence = static_cast<std::int64_t>(k);
    for (std::int64_t i = 0; i < lengths[k]; ++i, ++token) {
      const Token said = tokenAt(k, static_cast<std::size_t>(i));
      const auto numbers = tokenNumbers(limits, said.visit, one.user,
                                        {.sequence = sequence,
                                         .position = static_cast<std::int64_t>(said.position),
                                         .positions = static_cast<std::int64_t>(one.positions),
                                         .slot = sequence * batch.longest + i});
      for (std::size_t column = 0; column < numbers.size(); ++column)
        ofToken[static_cast<std::int64_t>(column) * batch.tokens + token] = numbers[column];
    }
    const std::array<std::int64_t, sequenceColumns.size()> numbers{token - 1, one.user, one.target};
    for (std::size_t column = 0; column < numbers.size(); ++column)
      ofSequence[static_cast<std::int64_t>(column) * batch.sequences + sequence] = numbers[column];
  }

  if (!device.is_cpu()) {
    tokens = tokens.to(device);
    sequences = sequences.to(device);
  }
  for (std::size_t column = 0; column < tokenColumns.size(); ++column)
    batch.*tokenColumns[column] = tokens.select(0, static_cast<std::int64_t>(column));
  for (std::size_t column = 0; column < sequenceColumns.size(); ++column)
    batch.*sequenceColumns[column] = sequences.select(0, static_cast<std::int64_t>(column));
  if (limits.history) {
    std::vector<HistorySource> sources(count);
    for (std::size_t k = 0; k < count; ++k) {
      const PackedSequence one = sequenceAt(k);
      sources[k] = {.history = one.history, .user = one.user, .row = one.historyRow};
    }
    batch.history = packHistory(sources, device);
  }
  return batch;
}

}  // namespace

HistoryColumns historyColumns(std::span<const HistorySource> sequences) {
  HistoryColumns columns;
  std::map<HistorySource, std::int64_t> numbers;
  std::vector<HistorySource> different;
  for (const HistorySource& sequence : sequences) {
    const auto [found, fresh] = numbers.try_emplace(sequence, static_cast<std::int64_t>(different.size()));
    if (fresh) different.push_back(sequence);
    columns.ofSequence.push_back(found->second);
  }
  for (const auto& [source, user, row] : different) {
    const std::vector<HistoryEntry> entries = source ? source->before(user, row) : std::vector<HistoryEntry>();
    columns.known.push_back(entries.empty() ? 0 : 1);
    std::size_t first = 0;
    for (std::int32_t slot = 0; slot < historySlots; ++slot) {
      columns.offsets.push_back(static_cast<std::int64_t>(columns.location.size()));
      std::size_t end = first;
      float visits = 0;
      for (; end < entries.size() && entries[end].slot == slot; ++end) visits += static_cast<float>(entries[end].count);
      columns.closed.push_back(end > first || entries.empty() ? 0 : -std::numeric_limits<float>::infinity());
      for (; first < end; ++first) {
        columns.location.push_back(entries[first].location);
        columns.share.push_back(static_cast<float>(entries[first].count) / visits);
      }
    }
  }
  return columns;
}

EncodedVisit clampTo(const FeatureLimits& limits, EncodedVisit visit) {
  visit.time = std::clamp(visit.time, 0, limits.time);
  visit.weekday = std::clamp(visit.weekday, 0, limits.weekday);
  visit.recency = std::clamp(visit.recency, 0, limits.recency);
  visit.duration = std::clamp(visit.duration, 0, limits.duration);
  return visit;
}

TokenBatch packBatch(const SequenceSet& set, std::span<const std::size_t> rows, const FeatureLimits& limits,
                     at::Device device) {
  const auto sequenceAt = [&](std::size_t k) {
    const std::size_t row = rows[k], length = set.length(row);
    return PackedSequence{.tokens = length,
                          .positions = length,
                          .user = set.user(row),
                          .target = set.target(row),
                          .history = set.history().get(),
                          .historyRow = set.historyRow(row)};
  };
  return pack(rows.size(), limits, device, {}, sequenceAt,
              [&](std::size_t k, std::size_t i) { return Token{.visit = set.visit(rows[k], i), .position = i}; });
}

TokenBatch packBatch(std::span<const Sequence> sequences, std::span<const std::size_t> order,
                     const FeatureLimits& limits, at::Device device) {
  const auto sequenceAt = [&](std::size_t k) {
    const Sequence& one = sequences[order[k]];
    const std::size_t length = one.visits.size();
    return PackedSequence{.tokens = length,
                          .positions = length,
                          .user = one.user,
                          .target = one.target.value_or(paddingLocation),
                          .history = one.history.source.get(),
                          .historyRow = one.history.row};
  };
  return pack(order.size(), limits, device, {}, sequenceAt, [&](std::size_t k, std::size_t i) {
    return Token{.visit = sequences[order[k]].visits[i], .position = i};
  });
}

std::size_t tokensOf(const PartialSequence& part) {
  const auto kept = static_cast<std::size_t>(std::ranges::count(part.removed, false));
  return kept + (part.removal == Removal::Masked && part.removed.back() ? 1 : 0);
}

TokenBatch packBatch(std::span<const PartialSequence> parts, std::span<const std::size_t> order,
                     const FeatureLimits& limits, at::Device device) {
  std::vector<std::size_t> visits, firsts{0};  // of each part the visits that take a token
  std::vector<char> lastMasked;
  bool anyMasked = false, anyFullyMasked = false;
  for (const std::size_t k : order) {
    const PartialSequence& part = parts[k];
    for (std::size_t i = 0; i < part.removed.size(); ++i)
      if (!part.removed[i]) visits.push_back(i);
    const bool masksVisits = part.removal == Removal::Masked && part.removed.back();
    if (masksVisits) visits.push_back(part.removed.size() - 1);
    anyMasked = anyMasked || masksVisits;
    anyFullyMasked = anyFullyMasked || (masksVisits && visits.size() - firsts.back() == 1);
    lastMasked.push_back(masksVisits ? 1 : 0);
    firsts.push_back(visits.size());
  }
  const auto lengthOf = [&](std::size_t k) { return firsts[k + 1] - firsts[k]; };
  const auto renumbered = [&](std::size_t k) { return parts[order[k]].removal == Removal::Removed; };
  const auto sequenceAt = [&](std::size_t k) {
    const PartialSequence& part = parts[order[k]];
    return PackedSequence{.tokens = lengthOf(k),
                          .positions = renumbered(k) ? lengthOf(k) : part.removed.size(),
                          .user = part.sequence->user,
                          .target = part.sequence->target.value_or(paddingLocation),
                          .history = part.sequence->history.source.get(),
                          .historyRow = part.sequence->history.row};
  };
  TokenBatch batch = pack(order.size(), limits, device, lastMasked, sequenceAt, [&](std::size_t k, std::size_t i) {
    const std::size_t visit = visits[firsts[k] + i];
    return Token{.visit = parts[order[k]].sequence->visits[visit], .position = renumbered(k) ? i : visit};
  });
  if (!anyMasked) return batch;
  const at::Tensor masked = at::zeros({batch.tokens}, at::kBool), fullyMasked = at::zeros({batch.tokens}, at::kBool);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (!lastMasked[k]) continue;
    masked.mutable_data_ptr<bool>()[firsts[k + 1] - 1] = true;
    fullyMasked.mutable_data_ptr<bool>()[firsts[k + 1] - 1] = lengthOf(k) == 1;
  }
  batch.masked = masked.to(device);
  if (anyFullyMasked) batch.fullyMasked = fullyMasked.to(device);
  return batch;
}

std::vector<std::size_t> sortedByLength(const SequenceSet& set, std::span<const std::size_t> rows) {
  std::vector<std::size_t> order(rows.begin(), rows.end());
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return set.length(row); });
  return order;
}

}  // namespace sojourn
