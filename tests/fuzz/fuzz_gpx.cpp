// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a GPX file: whatever is read is in range, and every row is counted.
#include "tests/fuzz/raw_input_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  MemorySource source(std::as_bytes(std::span(data, size)));
  const Progress noProgress;
  const CancelToken cancel;
  ReadWatch watch(size, noProgress, cancel);
  ReadTally tally;
  const RowChecks checks(*TimeZone::find("Europe/Zurich"), false, tally);
  std::vector<Fix> fixes;
  if (!fuzz::accepted([&] { readGpx(source, "bytes", "user", watch, checks, tally, fixes); })) return 0;
  for (const Fix& fix : fixes) fuzz::check(fix);
  const OrderCounts counts = putInOrder(
      fixes, true, [](const Fix& fix) { return fix.time; },
      [](const Fix& fix) { return std::pair(fix.latitude, fix.longitude); });
  fuzz::require(std::ranges::is_sorted(fixes, {}, &Fix::time), "fixes out of order");
  tallyFixes(tally, counts, "user", fixes.size());
  fuzz::check(tally);
  return 0;
}
