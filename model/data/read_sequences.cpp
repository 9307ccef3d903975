// SPDX-License-Identifier: GPL-3.0-or-later
// A split file into columns: everything is checked before anything is kept.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "model/core/files.h"
#include "model/data/dataset.h"
#include "model/data/read_split.h"
#include "model/data/record_decoder.h"
#include "model/formats/pickle_reader.h"

namespace sojourn {
namespace {

/// What a value may be without making a record unusable: the models clamp it (SPEC 8.3).
struct Oddity {
  const char* key;
  const char* what;  ///< follows "is "
  const char* remedy;
};

enum OddityKind : std::size_t {
  Weekday,
  StartMinute,
  Duration,
  DaysAgo,
  PaddingVisit,
  PaddingTarget,
  MixedUsers,
  PaddingUser,
  Causes
};

constexpr std::array<Oddity, 9> oddities{{
    {"weekday_X", "outside 0 (Monday) to 6 (Sunday)", "correct the weekday; models clamp it to their table"},
    {"start_min_X", "outside 0 to 1439", "correct the minute of the day; models clamp it to their table"},
    {"dur_X", "outside 0 to 2880 minutes", "correct the duration; models clamp it to their table"},
    {"diff", "outside 0 to 7 days", "correct the days between visit and target; models clamp them to their table"},
    {"X", "0, the id of padding", "number places from 2; such visits mean nothing to a model"},
    {"Y", "0, the id of padding", "number places from 2; losses leave such targets out"},
    {"user_X", "not the same for all visits", "save one user per record; the first one is used"},
    {"user_X", "0, the id of padding", "number users from 1"},
    {causesKey, "not a list of indices of visits", "correct it; what points nowhere is left out"},
}};

/// Counts the records with each oddity and remembers the first.
class OddityCounts {
 public:
  void look(const RecordDecoder& record, std::size_t number) {
    const auto outside = [](const auto& values, auto least, auto most) {
      return std::ranges::any_of(values, [=](auto value) { return value < least || value > most; });
    };
    note(Weekday, outside(record.weekdays, 0, 6), number);
    note(StartMinute, outside(record.startMinutes, 0, 1439), number);
    note(Duration, outside(record.durations, 0.0, 2880.0), number);
    note(DaysAgo, outside(record.daysAgo, 0, 7), number);
    note(PaddingVisit, std::ranges::find(record.locations, 0) != record.locations.end(), number);
    note(PaddingTarget, record.target == 0, number);
    note(MixedUsers, std::ranges::any_of(record.users, [&](auto id) { return id != record.users.front(); }), number);
    note(PaddingUser, record.users.front() == 0, number);
    note(Causes, record.strayCauses > 0, number);
  }

  void report(const std::string& file, std::vector<Problem>& problems) const {
    for (std::size_t kind = 0; kind < oddities.size(); ++kind) {
      const Seen& seen = m_seen[kind];
      if (seen.records == 0) continue;
      const std::string records =
          seen.records == 1 ? "1 record" : std::to_string(seen.records) + " records, this the first";
      problems.push_back({Severity::Warning,
                          file + ", record " + std::to_string(seen.first) + ", key " + oddities[kind].key,
                          std::string("is ") + oddities[kind].what + " in " + records, oddities[kind].remedy});
    }
  }

 private:
  struct Seen {
    std::size_t records = 0;
    std::size_t first = 0;
  };
  void note(OddityKind kind, bool odd, std::size_t number) {
    if (!odd) return;
    if (m_seen[kind].records++ == 0) m_seen[kind].first = number;
  }
  std::array<Seen, oddities.size()> m_seen{};
};

/// Values beyond 32 bits were counted as oddities; clamped here they stay out of range for every model.
std::int32_t narrow(std::int64_t value) {
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, Limits::min(), Limits::max()));
}

void store(const RecordDecoder& record, SequenceSet& set) {
  const SequenceSet::NewRow row =
      set.appendRow(narrow(record.users.front()), narrow(record.target), record.locations.size(), record.causes);
  std::ranges::transform(record.locations, row.locations.begin(), narrow);
  std::ranges::transform(record.weekdays, row.weekdays.begin(), narrow);
  std::ranges::transform(record.startMinutes, row.startMinutes.begin(), narrow);
  std::ranges::copy(record.durations, row.durations.begin());
  std::ranges::transform(record.daysAgo, row.daysAgo.begin(), narrow);
}

/// How many visits a file of this size may hold: six numbers a visit take six bytes at the least. More come from arrays
/// to which a pickle refers again and again; a little of that is harmless.
std::size_t mostVisits(std::size_t fileBytes) {
  return std::max<std::size_t>(1'000'000, fileBytes / 6);
}

}  // namespace

Result<SequenceSet> sequencesOf(const PickleDocument& document, const std::string& file,
                                std::vector<Problem>& problems) {
  if (!document.root().isSequence()) {
    return Error{ErrorKind::BadInput, file, "holds " + document.root().description() + ", not a list of records",
                 "save a list of dicts, one per sequence"};
  }
  const auto records = document.root().items();
  if (records.empty()) {
    return Error{ErrorKind::BadInput, file, "holds no sequence",
                 "check the step that wrote it; a split needs one at least"};
  }
  RecordDecoder decoder(file);
  OddityCounts oddityCounts;
  std::size_t visits = 0;
  // First everything is checked, then it is kept: a bad record at the end costs no memory, and columns are made once.
  for (std::size_t number = 0; number < records.size(); ++number) {
    const auto length = decoder.length(records[number], number);
    if (!length) return length.error();
    visits += *length;
    if (visits > mostVisits(document.bytes().size())) {
      return Error{ErrorKind::BadInput, file + ", record " + std::to_string(number),
                   "brings the visits to " + std::to_string(visits) + ", more than a file of its size can hold",
                   "save every record with arrays of its own"};
    }
    if (const Status decoded = decoder.decode(records[number], number); !decoded) return decoded.error();
    oddityCounts.look(decoder, number);
  }
  SequenceSet set;
  set.reserve(records.size(), visits);
  for (std::size_t number = 0; number < records.size(); ++number) {
    if (const Status decoded = decoder.decode(records[number], number); !decoded) return decoded.error();
    store(decoder, set);
  }
  oddityCounts.report(file, problems);
  return set;
}

Result<PickleDocument> readSplitPickle(const std::filesystem::path& file, std::uint64_t memoryBytes) {
  Result<Bytes> bytes = readFile(file, std::min(largestPickleFile, memoryBytes));
  if (!bytes) return bytes.error();
  const PickleLimits limits{.memoryBytes = memoryBytes - bytes->size()};
  return readPickle(std::move(*bytes), file.string(), limits);
}

Result<SequenceSet> readSequences(const std::filesystem::path& file, std::vector<Problem>& problems) {
  const auto document = readSplitPickle(file, datasetMemory);
  if (!document) return document.error();
  return sequencesOf(*document, file.string(), problems);
}

}  // namespace sojourn
