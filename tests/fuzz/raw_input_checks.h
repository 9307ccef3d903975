// SPDX-License-Identifier: GPL-3.0-or-later
// What holds of all that the readers of `sojourn prepare` hand out, whatever the bytes were.
#pragma once

#include <cmath>
#include <stdexcept>

#include "model/core/text.h"
#include "model/data/records/readers.h"
#include "model/data/records/stamps.h"
#include "model/formats/bytes/failure.h"
#include "tests/fuzz/touch.h"

namespace sojourn::fuzz {

inline void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

inline void check(double latitude, double longitude) {
  require(std::abs(latitude) <= 90 && std::abs(longitude) <= 180, "a position off the earth");
}

inline void check(const Fix& fix) {
  require(isTimeInRange(fix.time), "a time out of range");
  check(fix.latitude, fix.longitude);
}

/// Every row is kept or counted as dropped, once.
inline void check(const ReadTally& tally) {
  std::int64_t dropped = 0;
  for (const std::int64_t count : tally.dropped) dropped += count;
  require(tally.rows == tally.points + dropped, "rows that are neither kept nor dropped");
  require((dropped == tally.dropped[static_cast<std::size_t>(DropReason::Duplicate)]) == tally.ledger.first().empty(),
          "a dropped row without a place");
  require(tally.outOfOrder <= tally.points, "more rows out of order than rows");
}

/// Reads, and checks the error where it is refused. Answers whether it was not.
template <class Read>
bool accepted(const Read& read) {
  const Status done = errorsAsValues("bytes", [&]() -> Status {
    read();
    return {};
  });
  if (!done) touch(done.error());
  return done.ok();
}

}  // namespace sojourn::fuzz
