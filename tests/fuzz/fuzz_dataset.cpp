// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a split file, as metadata or as the tables beside a dataset, by how they begin. What is accepted must
// keep what the rest of the program relies on, and survive being written and read again.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/data/io/metadata_and_labels.h"
#include "model/data/io/read_split.h"
#include "model/data/statistics/statistics.h"
#include "tests/fuzz/touch.h"

namespace sojourn {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

void touchAll(const std::vector<Problem>& problems) {
  for (const Problem& p : problems) fuzz::touch(Error{ErrorKind::BadInput, p.where, p.what, p.remedy});
}

void checkSet(const SequenceSet& set) {
  require(!set.empty(), "an empty split was accepted");
  for (std::size_t row = 0; row < set.size(); ++row) {
    require(set.length(row) > 0 && set.user(row) >= 0 && set.target(row) >= 0, "a bad row was accepted");
    for (std::size_t i = 0; i < set.length(row); ++i) {
      const Visit visit = set.visit(row, i);
      require(visit.location >= 0 && std::isfinite(visit.durationMinutes), "a bad visit was accepted");
    }
    for (const std::int32_t cause : set.causes(row)) {
      require(cause >= 0 && static_cast<std::size_t>(cause) < set.length(row), "a cause points nowhere");
    }
  }
}

Result<SequenceSet> parse(std::span<const std::byte> bytes, std::vector<Problem>& problems) {
  MemorySource source(bytes);
  PickleLimits limits = splitLimits(1U << 24U);
  // Small pieces and a fold after each batch, so that what large files do happens here too.
  limits.pieceBytes = 64;
  limits.foldBytes = bytes.size() % 2 == 0 ? 1 : limits.foldBytes;
  return readSplit(source, "fuzz.pk", limits, problems);
}

void fuzzSplit(std::span<const std::byte> bytes) {
  std::vector<Problem> problems;
  const auto set = parse(bytes, problems);
  touchAll(problems);
  if (!set) return fuzz::touch(set.error());
  checkSet(*set);
  (void)proposeHomeAndWork(*set, 480);
  if (set->visitCount() > 2000) return;  // what follows is the same for a longer one
  std::vector<Problem> again;
  const auto copy = parse(encodeSequences(*set), again);
  require(copy.ok() && copy->size() == set->size(), "what was written could not be read");
  for (std::size_t row = 0; row < set->size(); ++row) {
    require(copy->sequence(row) == set->sequence(row), "a sequence changed by being written");
    require(std::ranges::equal(copy->causes(row), set->causes(row)), "causes changed by being written");
  }
}

void fuzzTables(std::string_view text) {
  std::vector<Problem> problems;
  const PlaceNames places = placesFromCsv(text, "fuzz.csv", {}, problems);
  const auto names = userNamesFromCsv(text, "fuzz.csv", {.locations = 0, .users = 1000}, problems);
  touchAll(problems);
  std::vector<Problem> again;
  const PlaceNames copy = placesFromCsv(placesAsCsv(places), "again.csv", {}, again);
  require(copy.names() == places.names(), "place names changed by being written");
  require(copy.allCoordinates().size() == places.allCoordinates().size(), "coordinates were lost by being written");
  std::string table = usersAsCsv(names);
  if (!table.empty()) require(userNamesFromCsv(table, "again.csv", {}, again) == names, "user names changed");
}

}  // namespace
}  // namespace sojourn

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  if (size == 0) return 0;
  const auto bytes = std::as_bytes(std::span(data, size));
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (data[0] == 0x80) {  // PROTO, the first instruction of a pickle
    fuzzSplit(bytes);
  } else if (text[0] == '{') {
    std::vector<Problem> problems;
    const auto metadata = metadataFromJson(text, "fuzz.json", problems);
    touchAll(problems);
    if (!metadata) fuzz::touch(metadata.error());
  } else {
    fuzzTables(text);
  }
  return 0;
}
