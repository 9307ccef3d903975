// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/token_batch.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include <ATen/ops/empty.h>
#include <ATen/ops/zeros.h>

namespace sojourn {
namespace {

constexpr std::int64_t tokenRows = 10;
constexpr std::int64_t sequenceRows = 3;

/// More groups than this are merged: each costs attention about twenty small operations, forward and backward.
constexpr std::size_t fewGroups = 4;

/// Lengths that may share a rectangle: at most about twice the arithmetic of attention is spent on padding.
bool alike(std::int64_t shortest, std::int64_t longest) {
  return 5 * longest <= 7 * shortest + 10;
}

/// Sequences [first, last) as one rectangle, with the tensors for its padding where lengths differ.
LengthGroup groupOf(std::span<const std::int64_t> lengths, at::Device device) {
  LengthGroup group;
  group.count = static_cast<std::int64_t>(lengths.size());
  group.length = std::ranges::max(lengths);
  group.tokens = std::accumulate(lengths.begin(), lengths.end(), std::int64_t{0});
  if (group.tokens == group.count * group.length) return group;

  const auto options = at::TensorOptions().dtype(at::kLong);
  at::Tensor spread = at::empty({group.count * group.length}, options), gather = at::empty({group.tokens}, options);
  at::Tensor mask = at::zeros({group.count, 1, 1, group.length});
  auto* toToken = spread.mutable_data_ptr<std::int64_t>();
  auto* toCell = gather.mutable_data_ptr<std::int64_t>();
  auto* hidden = mask.mutable_data_ptr<float>();
  std::int64_t cell = 0, first = 0;
  for (const std::int64_t length : lengths) {
    for (std::int64_t i = 0; i < group.length; ++i, ++cell) {
      toToken[cell] = first + std::min(i, length - 1);
      if (i < length)
        toCell[first + i] = cell;
      else
        hidden[cell] = -std::numeric_limits<float>::infinity();
    }
    first += length;
  }
  group.spread = spread.to(device);
  group.gather = gather.to(device);
  group.mask = mask.to(device);
  return group;
}

std::vector<LengthGroup> groupsOf(std::span<const std::int64_t> lengths, at::Device device) {
  std::size_t exact = lengths.empty() ? 0 : 1;
  for (std::size_t k = 1; k < lengths.size(); ++k) exact += lengths[k] != lengths[k - 1] ? 1 : 0;
  const bool merge = exact > fewGroups;
  std::vector<LengthGroup> groups;
  for (std::size_t first = 0, next = 0; first < lengths.size(); first = next) {
    std::int64_t shortest = lengths[first], longest = lengths[first];
    for (next = first + 1; next < lengths.size(); ++next) {
      const std::int64_t low = std::min(shortest, lengths[next]), high = std::max(longest, lengths[next]);
      if (low != high && !(merge && alike(low, high))) break;
      shortest = low;
      longest = high;
    }
    groups.push_back(groupOf(lengths.subspan(first, next - first), device));
  }
  return groups;
}

/// Packs `count` sequences; lengthOf(k), userOf(k), targetOf(k) and visitOf(k, i) say what they hold.
template <class LengthOf, class UserOf, class TargetOf, class VisitOf>
TokenBatch pack(std::size_t count, const FeatureLimits& limits, at::Device device, const LengthOf& lengthOf,
                const UserOf& userOf, const TargetOf& targetOf, const VisitOf& visitOf) {
  TokenBatch batch;
  batch.sequences = static_cast<std::int64_t>(count);
  std::vector<std::int64_t> lengths(count);
  for (std::size_t k = 0; k < count; ++k) {
    lengths[k] = static_cast<std::int64_t>(lengthOf(k));
    batch.tokens += lengths[k];
    batch.longest = std::max(batch.longest, lengths[k]);
  }
  batch.groups = groupsOf(lengths, device);
  for (const LengthGroup& group : batch.groups) batch.groupTokens.push_back(group.tokens);

  // One tensor for all token columns and one for all sequence columns: two copies to a device instead of thirteen.
  const auto options = at::TensorOptions().dtype(at::kLong);
  at::Tensor tokenColumns = at::empty({tokenRows, batch.tokens}, options);
  at::Tensor sequenceColumns = at::empty({sequenceRows, batch.sequences}, options);
  std::array<std::int64_t*, tokenRows> column{};
  for (std::int64_t row = 0; row < tokenRows; ++row)
    column[static_cast<std::size_t>(row)] = tokenColumns.mutable_data_ptr<std::int64_t>() + row * batch.tokens;
  auto* last = sequenceColumns.mutable_data_ptr<std::int64_t>();
  auto* user = last + batch.sequences;
  auto* target = user + batch.sequences;

  std::int64_t token = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::int64_t length = lengths[k];
    const auto sequence = static_cast<std::int64_t>(k);
    for (std::int64_t i = 0; i < length; ++i, ++token) {
      const EncodedVisit visit = clampTo(limits, encode(visitOf(k, static_cast<std::size_t>(i))));
      column[0][token] = visit.location;
      column[1][token] = userOf(k);
      column[2][token] = visit.time;
      column[3][token] = visit.weekday;
      column[4][token] = visit.recency;
      column[5][token] = visit.duration;
      column[6][token] = i;
      column[7][token] = std::min<std::int64_t>(length - i, limits.positionFromEnd);
      column[8][token] = sequence;
      column[9][token] = sequence * batch.longest + i;
    }
    last[k] = token - 1;
    user[k] = userOf(k);
    target[k] = targetOf(k);
  }

  if (!device.is_cpu()) {
    tokenColumns = tokenColumns.to(device);
    sequenceColumns = sequenceColumns.to(device);
  }
  const auto tokenColumn = [&](std::int64_t row) { return tokenColumns.select(0, row); };
  batch.location = tokenColumn(0);
  batch.user = tokenColumn(1);
  batch.time = tokenColumn(2);
  batch.weekday = tokenColumn(3);
  batch.recency = tokenColumn(4);
  batch.duration = tokenColumn(5);
  batch.position = tokenColumn(6);
  batch.positionFromEnd = tokenColumn(7);
  batch.sequence = tokenColumn(8);
  batch.slot = tokenColumn(9);
  batch.last = sequenceColumns.select(0, 0);
  batch.userOfSequence = sequenceColumns.select(0, 1);
  batch.target = sequenceColumns.select(0, 2);
  return batch;
}

}  // namespace

EncodedVisit clampTo(const FeatureLimits& limits, EncodedVisit visit) {
  visit.time = std::clamp(visit.time, 0, limits.time);
  visit.weekday = std::clamp(visit.weekday, 0, limits.weekday);
  visit.recency = std::clamp(visit.recency, 0, limits.recency);
  visit.duration = std::clamp(visit.duration, 0, limits.duration);
  return visit;
}

TokenBatch packBatch(const SequenceSet& set, std::span<const std::size_t> rows, const FeatureLimits& limits,
                     at::Device device) {
  return pack(
      rows.size(), limits, device, [&](std::size_t k) { return set.length(rows[k]); },
      [&](std::size_t k) { return set.user(rows[k]); }, [&](std::size_t k) { return set.target(rows[k]); },
      [&](std::size_t k, std::size_t i) { return set.visit(rows[k], i); });
}

TokenBatch packBatch(std::span<const Sequence> sequences, std::span<const std::size_t> order,
                     const FeatureLimits& limits, at::Device device) {
  return pack(
      order.size(), limits, device, [&](std::size_t k) { return sequences[order[k]].visits.size(); },
      [&](std::size_t k) { return sequences[order[k]].user; },
      [&](std::size_t k) { return sequences[order[k]].target.value_or(paddingLocation); },
      [&](std::size_t k, std::size_t i) { return sequences[order[k]].visits[i]; });
}

std::vector<std::size_t> sortedByLength(const SequenceSet& set, std::span<const std::size_t> rows) {
  std::vector<std::size_t> order(rows.begin(), rows.end());
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return set.length(row); });
  return order;
}

}  // namespace sojourn
