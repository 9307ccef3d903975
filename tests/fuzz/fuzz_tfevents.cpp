// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a TensorBoard event file, whole and in pieces: both ways give the same.
#include <algorithm>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/tensorboard/tfevents.h"
#include "tests/fuzz/touch.h"

namespace {

using sojourn::TfEvents;

std::size_t pointsIn(const TfEvents& events) {
  std::size_t points = 0;
  for (const auto& series : events.series) {
    if (series.value.size() != series.step.size() || series.value.size() != series.wall.size()) {
      throw std::logic_error("a curve whose columns differ in length");
    }
    sojourn::fuzz::touch(sojourn::asBytes(series.tag));
    points += series.value.size();
  }
  return points;
}

/// One record with good checksums around any bytes, so that the message inside is reached.
sojourn::Bytes framed(std::span<const std::byte> message) {
  sojourn::Bytes record;
  sojourn::appendLittle<std::uint64_t>(record, message.size());
  sojourn::appendLittle(record, sojourn::tfevents::maskedCrc(record));
  record.insert(record.end(), message.begin(), message.end());
  sojourn::appendLittle(record, sojourn::tfevents::maskedCrc(message));
  return record;
}

void readBothWays(std::span<const std::byte> bytes, std::size_t piece) {
  sojourn::TfEventsParser whole;
  whole.feed(bytes);
  sojourn::TfEventsParser pieces;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    pieces.feed(bytes.subspan(at, std::min(piece, bytes.size() - at)));
  }
  const TfEvents& a = whole.events();
  const TfEvents& b = pieces.events();
  if (pointsIn(a) != pointsIn(b) || a.records != b.records || a.badRecords != b.badRecords ||
      a.otherValues != b.otherValues || a.tornBytes != b.tornBytes) {
    throw std::logic_error("pieces are read otherwise than the whole");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const std::size_t piece = 1 + (size > 0 ? data[size - 1] : 0U);
  readBothWays(bytes, piece);
  readBothWays(framed(bytes), piece);
  return 0;
}
