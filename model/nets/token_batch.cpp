// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/token_batch.h"

#include <algorithm>
#include <array>

#include <ATen/ops/empty.h>

namespace sojourn {
namespace {

constexpr std::int64_t tokenRows = 10;
constexpr std::int64_t sequenceRows = 3;

/// Packs `count` sequences; lengthOf(k), userOf(k), targetOf(k) and visitOf(k, i) say what they hold.
template <class LengthOf, class UserOf, class TargetOf, class VisitOf>
TokenBatch pack(std::size_t count, const FeatureLimits& limits, at::Device device, const LengthOf& lengthOf,
                const UserOf& userOf, const TargetOf& targetOf, const VisitOf& visitOf) {
  TokenBatch batch;
  batch.sequences = static_cast<std::int64_t>(count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto length = static_cast<std::int64_t>(lengthOf(k));
    if (batch.groups.empty() || batch.groups.back().length != length)
      batch.groups.push_back({.count = 0, .length = length});
    ++batch.groups.back().count;
    batch.tokens += length;
    batch.longest = std::max(batch.longest, length);
  }
  for (const LengthGroup& group : batch.groups) batch.groupTokens.push_back(group.count * group.length);

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
    const auto length = static_cast<std::int64_t>(lengthOf(k));
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
