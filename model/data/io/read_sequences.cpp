// SPDX-License-Identifier: GPL-3.0-or-later
// A split file into columns, record after record.
#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "model/data/dataset/dataset.h"
#include "model/data/dataset/saturate_cast.h"
#include "model/data/io/read_split.h"
#include "model/data/io/record_decoder.h"
#include "model/formats/pickle/pickle_reader.h"

namespace sojourn {
namespace {

/// What a value may be without making a record unusable: the models clamp it (SPEC 8.3).
struct DataWarning {
  const char* key;
  const char* what;  ///< follows "is "
  const char* remedy;
};

enum DataWarningKind : std::size_t {
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

constexpr std::array<DataWarning, 9> dataWarnings{{
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

/// Counts the records with each data warning and remembers the first.
class DataWarningCounts {
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
    for (std::size_t kind = 0; kind < dataWarnings.size(); ++kind) {
      const Seen& seen = m_seen[kind];
      if (seen.records == 0) continue;
      const std::string records =
          seen.records == 1 ? "1 record" : std::to_string(seen.records) + " records, this the first";
      problems.push_back({Severity::Warning,
                          file + ", record " + std::to_string(seen.first) + ", key " + dataWarnings[kind].key,
                          std::string("is ") + dataWarnings[kind].what + " in " + records, dataWarnings[kind].remedy});
    }
  }

 private:
  struct Seen {
    std::size_t records = 0;
    std::size_t first = 0;
  };
  void note(DataWarningKind kind, bool odd, std::size_t number) {
    if (!odd) return;
    if (m_seen[kind].records++ == 0) m_seen[kind].first = number;
  }
  std::array<Seen, dataWarnings.size()> m_seen{};
};

void store(const RecordDecoder& record, SequenceSet& set) {
  // What lies beyond 16 or 32 bits has its warning; the nearest number is out of range for every model too.
  const SequenceSet::NewRow row =
      set.appendRow(saturateCast<UserId>(record.users.front()), saturateCast<LocationId>(record.target),
                    record.locations.size(), record.causes);
  std::ranges::transform(record.locations, row.locations.begin(), saturateCast<LocationId>);
  std::ranges::transform(record.weekdays, row.weekdays.begin(), saturateCast<std::int16_t>);
  std::ranges::transform(record.startMinutes, row.startMinutes.begin(), saturateCast<std::int16_t>);
  std::ranges::copy(record.durations, row.durations.begin());
  std::ranges::transform(record.daysAgo, row.daysAgo.begin(), saturateCast<std::int16_t>);
}

/// How many visits a file of this size may hold: six numbers a visit take six bytes at the least. More come from arrays
/// to which a pickle refers again and again; a little of that is harmless.
std::size_t mostVisits(std::uint64_t fileBytes) {
  return std::max<std::size_t>(1'000'000, fileBytes / 6);
}

/// Folds each record into the columns as soon as the pickle has it complete.
class SplitReader final : public PickleElements {
 public:
  SplitReader(const std::string& file, std::uint64_t fileBytes, std::uint64_t memoryBytes, std::size_t most)
      : m_file(file), m_fileBytes(fileBytes), m_most(most), m_decoder(file) {
    // Room for all that may come, so that no column ever has to move: what is not written to takes no memory.
    constexpr std::uint64_t leastRecordBytes = 40;
    m_set.reserve(std::min(fileBytes / leastRecordBytes, memoryBytes / SequenceSet::rowBytes),
                  std::min(fileBytes / 6, memoryBytes / SequenceSet::visitBytes));
  }

  Status take(std::span<const PickleValue> records, MemoryBudget& budget) override {
    for (const PickleValue& record : records) {
      if (const Status taken = takeRecord(record, budget); !taken) return taken;
    }
    return {};
  }

  Status takeOther(const PickleValue& root) override {
    return Error{ErrorKind::BadInput, m_file, "holds " + root.description() + ", not a list of records",
                 "save a list of dicts, one per sequence"};
  }

  Result<SequenceSet> finish(std::vector<Problem>& problems) {
    if (m_set.empty()) {
      return Error{ErrorKind::BadInput, m_file, "holds no sequence",
                   "check the step that wrote it; a split needs one at least"};
    }
    m_dataWarnings.report(m_file, problems);
    return std::move(m_set);
  }

 private:
  Status takeRecord(const PickleValue& record, MemoryBudget& budget) {
    const std::size_t number = m_set.size();
    const auto length = m_decoder.length(record, number);
    if (!length) return length.error();
    const auto refuse = [&](std::string what, std::string remedy) {
      return Error{ErrorKind::BadInput, m_file + ", record " + std::to_string(number), std::move(what),
                   std::move(remedy)};
    };
    if (number == m_most) {
      return refuse("is one more than the " + std::to_string(m_most) + " that one split may hold",
                    "split the dataset, or leave out sequences");
    }
    if (const std::size_t visits = m_set.visitCount() + *length; visits > mostVisits(m_fileBytes)) {
      return refuse("brings the visits to " + std::to_string(visits) + ", more than a file of its size can hold",
                    "save every record with arrays of its own");
    }
    if (const Status decoded = m_decoder.decode(record, number); !decoded) return decoded;
    if (!budget.take(SequenceSet::rowBytes + *length * SequenceSet::visitBytes +
                     m_decoder.causes.size() * SequenceSet::causeBytes)) {
      return refuse(
          "is beyond what one dataset may take in memory, after " + std::to_string(m_set.visitCount()) + " visits",
          "split the dataset, or leave out sequences");
    }
    m_dataWarnings.look(m_decoder, number);
    store(m_decoder, m_set);
    return {};
  }

  const std::string& m_file;
  std::uint64_t m_fileBytes;
  std::size_t m_most;
  RecordDecoder m_decoder;
  DataWarningCounts m_dataWarnings;
  SequenceSet m_set;
};

}  // namespace

Result<SequenceSet> readSplit(ByteSource& source, const std::string& file, const PickleLimits& limits,
                              std::vector<Problem>& problems, std::size_t most) {
  try {
    SplitReader reader(file, source.size(), limits.memoryBytes, most);
    if (const Status read = readPickleElements(source, file, reader, limits); !read) return read.error();
    return reader.finish(problems);
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::Failed, file, "needs more memory than there is", "close other programs"};
  }
}

Result<SequenceSet> readSequences(const std::filesystem::path& file, std::vector<Problem>& problems) {
  const auto source = FileSource::open(file, largestSplitFile);
  if (!source) return source.error();
  return readSplit(**source, file.string(), splitLimits(datasetMemory), problems);
}

}  // namespace sojourn
