// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a track of GeoLife: whatever is read is in range, and every row is counted.
#include <tuple>

#include "tests/fuzz/raw_input_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  MemorySource source(std::as_bytes(std::span(data, size)));
  const Progress noProgress;
  const CancelToken cancel;
  ReadWatch watch(size, noProgress, cancel);
  ReadTally tally;
  const RowChecks checks(*TimeZone::find("Europe/Zurich"), false, tally);
  std::vector<PltFix> fixes;
  const bool read = fuzz::accepted([&] {
    TextLines lines(watch);
    lines.begin(source, "bytes");
    readPlt(lines, "user", checks, tally, fixes);
  });
  if (!read) return 0;
  for (const PltFix& row : fixes) {
    fuzz::check(row.fix);
    fuzz::require(std::isfinite(row.altitude), "an altitude that cannot be compared");
  }
  const OrderCounts counts = putInOrder(
      fixes, true, [](const PltFix& row) { return row.fix.time; },
      [](const PltFix& row) { return std::tuple(row.fix.latitude, row.fix.longitude, row.altitude); });
  tallyFixes(tally, counts, "user", fixes.size());
  fuzz::check(tally);
  return 0;
}
