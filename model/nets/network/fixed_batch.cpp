// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/fixed_batch.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "model/nets/network/token_columns.h"

namespace sojourn {
namespace {

constexpr std::int64_t lengthStep = 8;  ///< fused attention copies its mask where a length is no multiple of 8

/// Four sizes in each doubling: 16, 20, 24, 28, 32, 40 ...
std::int64_t fewSizes(std::int64_t least) {
  const auto wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(least, 16));
  const auto step = std::max(static_cast<std::int64_t>(std::bit_floor(wanted) / 4), std::int64_t{1});
  return (static_cast<std::int64_t>(wanted) + step - 1) / step * step;
}

std::int64_t roundedLength(std::int64_t length) {
  return (length + lengthStep - 1) / lengthStep * lengthStep;
}

/// Where each part of a batch lies in its numbers.
class Layout {
 public:
  explicit Layout(const FixedShape& shape) {
    const auto floats = [](std::int64_t count) { return (count + 1) / 2; };
    tokens = take(static_cast<std::int64_t>(tokenColumns.size()) * shape.tokens);
    sequences = take(static_cast<std::int64_t>(sequenceColumns.size()) * shape.sequences);
    spread = take(shape.sequences * shape.length);
    mask = take(floats(shape.sequences * shape.length));
    if (shape.history < 0) return;
    historyOfSequence = take(shape.sequences);
    historySlot = take(shape.history);
    historyLocation = take(shape.history);
    historyShare = take(floats(shape.history));
    historyClosed = take(floats(shape.sequences * historySlots));
    historyKnown = take(floats(shape.sequences));
  }

  std::int64_t tokens, sequences, spread, mask, historyOfSequence = 0, historySlot = 0, historyLocation = 0,
                                                historyShare = 0, historyClosed = 0, historyKnown = 0;
  std::int64_t size = 0;

 private:
  /// Each part begins where fused kernels read sixteen bytes at once.
  std::int64_t take(std::int64_t count) {
    constexpr std::int64_t alignment = 16 / sizeof(std::int64_t);
    const std::int64_t first = size;
    size += (count + alignment - 1) / alignment * alignment;
    return first;
  }
};

void writeFloats(std::vector<std::int64_t>& numbers, std::int64_t first, std::span<const float> values) {
  if (!values.empty()) std::memcpy(numbers.data() + first, values.data(), values.size_bytes());
}

void writeHistory(const HistoryColumns& columns, const Layout& layout, std::vector<std::int64_t>& numbers) {
  std::ranges::copy(columns.ofSequence, numbers.begin() + layout.historyOfSequence);
  std::ranges::copy(columns.location, numbers.begin() + layout.historyLocation);
  // Filler entries add a share of 0 to the first slot.
  for (std::size_t slot = 0; slot < columns.offsets.size(); ++slot) {
    const auto end = slot + 1 < columns.offsets.size() ? columns.offsets[slot + 1]
                                                       : static_cast<std::int64_t>(columns.location.size());
    std::fill(numbers.begin() + layout.historySlot + columns.offsets[slot], numbers.begin() + layout.historySlot + end,
              static_cast<std::int64_t>(slot));
  }
  writeFloats(numbers, layout.historyShare, columns.share);
  writeFloats(numbers, layout.historyClosed, columns.closed);
  writeFloats(numbers, layout.historyKnown, columns.known);
}

FixedShape shapeOf(const SequenceSet& set, std::span<const std::size_t> rows, const FixedSizes& sizes) {
  std::int64_t longest = 0, visits = 0;
  for (const std::size_t row : rows) {
    longest = std::max(longest, static_cast<std::int64_t>(set.length(row)));
    visits += static_cast<std::int64_t>(set.length(row));
  }
  const std::int64_t half = roundedLength((sizes.longest + 1) / 2);
  FixedShape shape{.sequences = std::max(sizes.sequences, static_cast<std::int64_t>(rows.size())),
                   .length = longest <= half ? half : roundedLength(std::max(longest, sizes.longest)),
                   .tokens = fewSizes(visits + 1)};
  if (shape.sequences * shape.length == visits) shape.length += lengthStep;  // one cell at least is filler
  return shape;
}

}  // namespace

HostBatch packFixed(const SequenceSet& set, std::span<const std::size_t> rows, const FeatureLimits& limits,
                    const FixedSizes& sizes) {
  HostBatch batch{.shape = shapeOf(set, rows, sizes), .numbers = {}};
  FixedShape& shape = batch.shape;
  HistoryColumns history;
  if (limits.history) {
    std::vector<HistorySource> sources;
    for (const std::size_t row : rows)
      sources.push_back({.history = set.history().get(), .user = set.user(row), .row = set.historyRow(row)});
    history = historyColumns(sources);
    shape.history = fewSizes(static_cast<std::int64_t>(history.location.size()));
  }
  const Layout layout(shape);
  batch.numbers.resize(static_cast<std::size_t>(layout.size));
  std::int64_t* const numbers = batch.numbers.data();
  std::int64_t* const spread = numbers + layout.spread;
  const std::int64_t cells = shape.sequences * shape.length, fillerToken = shape.tokens - 1;
  std::fill(spread, spread + cells, fillerToken);
  std::vector<float> mask(static_cast<std::size_t>(cells), 0);
  const auto writeToken = [&](std::int64_t token, const std::array<std::int64_t, tokenColumns.size()>& said) {
    for (std::size_t column = 0; column < said.size(); ++column)
      numbers[layout.tokens + static_cast<std::int64_t>(column) * shape.tokens + token] = said[column];
  };

  std::int64_t token = 0, fillerCell = cells - 1;
  for (std::int64_t k = 0; k < shape.sequences; ++k) {
    std::array<std::int64_t, sequenceColumns.size()> ofSequence{fillerToken, 0, paddingLocation};
    if (k < static_cast<std::int64_t>(rows.size())) {
      const std::size_t row = rows[static_cast<std::size_t>(k)];
      const auto length = static_cast<std::int64_t>(set.length(row));
      for (std::int64_t i = 0; i < length; ++i, ++token) {
        const std::int64_t cell = k * shape.length + i;
        spread[cell] = token;
        writeToken(token, tokenNumbers(limits, set.visit(row, static_cast<std::size_t>(i)), set.user(row),
                                       {.sequence = k, .position = i, .positions = length, .slot = cell}));
      }
      // A sequence of filler has no visit that it could read instead: its cells read each other, and nothing reads
      // them.
      std::fill(mask.begin() + k * shape.length + length, mask.begin() + (k + 1) * shape.length,
                -std::numeric_limits<float>::infinity());
      if (length < shape.length) fillerCell = k * shape.length + length;
      ofSequence = {token - 1, set.user(row), set.target(row)};
    }
    for (std::size_t column = 0; column < ofSequence.size(); ++column)
      numbers[layout.sequences + static_cast<std::int64_t>(column) * shape.sequences + k] = ofSequence[column];
  }
  for (; token < shape.tokens; ++token) {
    std::array<std::int64_t, tokenColumns.size()> filler{};
    filler.back() = fillerCell;
    writeToken(token, filler);
  }
  writeFloats(batch.numbers, layout.mask, mask);
  if (limits.history) writeHistory(history, layout, batch.numbers);
  return batch;
}

std::int64_t numbersOf(const FixedShape& shape) {
  return Layout(shape).size;
}

TokenBatch fixedBatch(const at::Tensor& numbers, const FixedShape& shape) {
  const Layout layout(shape);
  const auto integers = [&](std::int64_t first, std::int64_t count) { return numbers.narrow(0, first, count); };
  const auto floats = [&](std::int64_t first, std::int64_t count) {
    return numbers.narrow(0, first, (count + 1) / 2).view(at::kFloat).narrow(0, 0, count);
  };
  TokenBatch batch;
  batch.sequences = shape.sequences;
  batch.tokens = shape.tokens;
  batch.longest = shape.length;
  batch.lengths.assign(static_cast<std::size_t>(shape.sequences), shape.length);
  batch.fixedShape = true;
  for (std::size_t column = 0; column < tokenColumns.size(); ++column)
    batch.*tokenColumns[column] =
        integers(layout.tokens + static_cast<std::int64_t>(column) * shape.tokens, shape.tokens);
  for (std::size_t column = 0; column < sequenceColumns.size(); ++column)
    batch.*sequenceColumns[column] =
        integers(layout.sequences + static_cast<std::int64_t>(column) * shape.sequences, shape.sequences);
  const std::int64_t cells = shape.sequences * shape.length;
  batch.buckets.push_back({.count = shape.sequences,
                           .length = shape.length,
                           .tokens = shape.tokens,
                           .spread = integers(layout.spread, cells),
                           .gather = batch.slot,
                           .mask = floats(layout.mask, cells).view({shape.sequences, 1, 1, shape.length}),
                           .masksVisits = false,
                           .fixedShape = true});
  batch.bucketTokens.push_back(shape.tokens);
  if (shape.history < 0) return batch;
  batch.history = {.location = integers(layout.historyLocation, shape.history),
                   .share = floats(layout.historyShare, shape.history),
                   .offsets = {},
                   .closed = floats(layout.historyClosed, shape.sequences * historySlots).view({-1, historySlots}),
                   .known = floats(layout.historyKnown, shape.sequences).view({-1, 1}),
                   .ofSequence = integers(layout.historyOfSequence, shape.sequences),
                   .slot = integers(layout.historySlot, shape.history)};
  return batch;
}

}  // namespace sojourn
