// SPDX-License-Identifier: GPL-3.0-or-later
// A split file into columns, record after record.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include "model/data/dataset/dataset.h"
#include "model/data/dataset/sequence.h"
#include "model/data/io/read_split.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/pickle/pickle_reader.h"

namespace sojourn {
namespace {

constexpr const char* recordRemedy =
    "save a list of dicts with the keys X, user_X, weekday_X, start_min_X, dur_X, diff and Y";

/// A whole number, also where it is kept as a float.
std::optional<std::int64_t> wholeNumber(const PickleValue& value) {
  if (const auto integer = value.asInteger()) return integer;
  const auto number = value.asNumber();
  constexpr double limit = 9007199254740992.0;  // 2^53: up to here a double counts in ones
  if (!number || !(std::abs(*number) <= limit) || std::trunc(*number) != *number) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

bool convert(const PickleArray& array, std::vector<std::int64_t>& out) {
  return copyAsIntegers(array.dtype, array.data, out);
}

bool convert(const PickleArray& array, std::vector<double>& out) {
  copyAsDoubles(array.dtype, array.data, out);
  return true;
}

bool convert(const PickleValue& value, std::int64_t& out) {
  const auto number = wholeNumber(value);
  out = number.value_or(0);
  return number.has_value();
}

bool convert(const PickleValue& value, double& out) {
  const auto number = value.asNumber();
  out = number.value_or(0);
  return number.has_value();
}

/// Decodes record after record into the same columns, whose memory is used again. Accepts what occurs in the wild (SPEC
/// 2): arrays of any plain number, lists and tuples, whole numbers kept as floats, extra keys. Throws a FormatFailure,
/// each with file, record, key and remedy.
class RecordDecoder {
 public:
  explicit RecordDecoder(const std::string& file) : m_file(file) {}

  /// The number of visits, read before anything is converted. Fails where it is no dict, X is missing or empty or no
  /// column.
  std::size_t begin(const PickleValue& record, std::size_t number) {
    m_record = &record;
    m_number = number;
    if (!record.is(PickleKind::Dict)) fail(nullptr, "is " + record.description() + ", not a dict", recordRemedy);
    m_length = columnLength(find("X"), "X");
    if (m_length == 0) fail("X", "holds no visit", "leave out sequences without visits");
    return m_length;
  }

  /// Fills the columns of the record that was begun. Fails for missing keys, keys that differ in length, what is no
  /// number or no whole number, ids that are negative or beyond largestId, durations that are not finite.
  void decode() {
    column("X", locations);
    column("user_X", users);
    column("weekday_X", weekdays);
    column("start_min_X", startMinutes);
    column("diff", daysAgo);
    column("dur_X", durations);
    checkIds(locations, "X", "location");
    checkIds(users, "user_X", "user");
    if (!std::ranges::all_of(durations, [](double minutes) { return std::isfinite(minutes); }))
      fail("dur_X", "holds a duration that is not a finite number", "save durations in minutes");
    readTarget();
    readCauses();
  }

  [[noreturn]] void fail(const char* key, std::string what, std::string remedy) const {
    std::string where = m_file + ", record " + std::to_string(m_number);
    if (key) where += std::string(", key ") + key;
    throw FormatFailure{{ErrorKind::BadInput, std::move(where), std::move(what), std::move(remedy)}};
  }

  std::vector<std::int64_t> locations, users, weekdays, startMinutes, daysAgo;
  std::vector<double> durations;
  std::int64_t target = 0;
  /// Indices of visits; what does not point into the record is left out and counted in `strayCauses`.
  std::vector<std::int32_t> causes;
  std::size_t strayCauses = 0;

 private:
  const PickleValue& find(const char* key) const {
    const PickleValue* value = m_record->find(key);
    if (!value) fail(nullptr, std::string("has no key ") + key, recordRemedy);
    return *value;
  }

  std::size_t columnLength(const PickleValue& value, const char* key) const {
    if (value.isSequence()) return value.items().size();
    const PickleArray* array = value.asArray();
    if (!array) {
      fail(key, "is " + value.description() + ", not an array or a list of numbers", "save one number per visit");
    }
    if (array->shape.size() == 1) return array->elements();
    fail(key, "is an array of shape " + shapeText(array->shape), "save it with one dimension");
  }

  template <class T>
  void column(const char* key, std::vector<T>& out) const {
    const PickleValue& value = find(key);
    out.resize(m_length);
    if (const std::size_t count = columnLength(value, key); count != m_length) {
      fail(key, "holds " + std::to_string(count) + " values, but X holds " + std::to_string(m_length),
           "give every key of a record one value per visit");
    }
    bool usable = true;
    if (const PickleArray* array = value.asArray()) {
      usable = convert(*array, out);
    } else {
      const auto items = value.items();
      for (std::size_t i = 0; i < items.size() && usable; ++i) usable = convert(items[i], out[i]);
    }
    if (usable) return;
    const char* expected = std::is_same_v<T, double> ? "a number" : "a whole number that 64 bits hold";
    fail(key, std::string("holds something that is not ") + expected, "correct the value");
  }

  void checkIds(std::span<const std::int64_t> ids, const char* key, const char* kind) const {
    const auto bad = std::ranges::find_if(ids, [](std::int64_t id) { return id < 0 || id > largestId; });
    if (bad == ids.end()) return;
    const std::string limit =
        *bad < 0 ? "" : " without large gaps; ids up to " + std::to_string(largestId) + " are read";
    fail(key, std::string("holds the ") + kind + " id " + std::to_string(*bad),
         std::string("number ") + kind + "s from 0" + limit);
  }

  void readTarget() {
    const PickleValue& value = find("Y");
    std::optional<std::int64_t> whole = wholeNumber(value);
    if (const PickleArray* array = value.asArray(); array && array->elements() == 1) {
      std::vector<std::int64_t> one(1);
      if (convert(*array, one)) whole = one[0];
    }
    if (!whole) fail("Y", "is " + value.description() + ", not a location id", "save one whole number");
    target = *whole;
    checkIds({&target, 1}, "Y", "location");
  }

  void readCauses() {
    causes.clear();
    strayCauses = 0;
    const PickleValue* value = m_record->find(causesKey);
    if (!value) return;
    const auto add = [&](std::int64_t index) {
      if (index >= 0 && static_cast<std::uint64_t>(index) < m_length) {
        causes.push_back(static_cast<std::int32_t>(index));
      } else {
        ++strayCauses;
      }
    };
    if (const PickleArray* array = value->asArray(); array && array->elements() <= m_length) {
      std::vector<std::int64_t> indices(array->elements());
      if (!convert(*array, indices)) return void(++strayCauses);
      std::ranges::for_each(indices, add);
    } else if (value->isSequence() && value->items().size() <= m_length) {
      for (const PickleValue& item : value->items()) add(wholeNumber(item).value_or(-1));
    } else {
      ++strayCauses;
    }
  }

  const std::string& m_file;
  const PickleValue* m_record = nullptr;
  std::size_t m_number = 0;
  std::size_t m_length = 0;
};

bool outside(const auto& values, auto least, auto most) {
  return std::ranges::any_of(values, [=](auto value) { return value < least || value > most; });
}

/// What a record may hold without being unusable: the models clamp it (SPEC 8.3).
struct DataWarning {
  const char* key;
  const char* what;  ///< follows "is "
  const char* remedy;
  bool (*holds)(const RecordDecoder& record);
};

constexpr std::array<DataWarning, 9> dataWarnings{{
    {"weekday_X", "outside 0 (Monday) to 6 (Sunday)", "correct the weekday; models clamp it to their table",
     [](const RecordDecoder& record) { return outside(record.weekdays, 0, 6); }},
    {"start_min_X", "outside 0 to 1439", "correct the minute of the day; models clamp it to their table",
     [](const RecordDecoder& record) { return outside(record.startMinutes, 0, 1439); }},
    {"dur_X", "outside 0 to 2880 minutes", "correct the duration; models clamp it to their table",
     [](const RecordDecoder& record) { return outside(record.durations, 0.0, 2880.0); }},
    {"diff", "outside 0 to 7 days", "correct the days between visit and target; models clamp them to their table",
     [](const RecordDecoder& record) { return outside(record.daysAgo, 0, 7); }},
    {"X", "0, the id of padding", "number places from 2; such visits mean nothing to a model",
     [](const RecordDecoder& record) { return std::ranges::count(record.locations, 0) > 0; }},
    {"Y", "0, the id of padding", "number places from 2; losses leave such targets out",
     [](const RecordDecoder& record) { return record.target == 0; }},
    {"user_X", "not the same for all visits", "save one user per record; the first one is used",
     [](const RecordDecoder& record) { return outside(record.users, record.users.front(), record.users.front()); }},
    {"user_X", "0, the id of padding", "number users from 1",
     [](const RecordDecoder& record) { return record.users.front() == 0; }},
    {causesKey, "not a list of indices of visits", "correct it; what points nowhere is left out",
     [](const RecordDecoder& record) { return record.strayCauses > 0; }},
}};

/// Counts the records with each data warning and remembers the first.
class DataWarningCounts {
 public:
  void look(const RecordDecoder& record, std::size_t number) {
    for (std::size_t kind = 0; kind < dataWarnings.size(); ++kind)
      if (dataWarnings[kind].holds(record) && m_seen[kind].records++ == 0) m_seen[kind].first = number;
  }

  void report(const std::string& file, std::vector<Problem>& problems) const {
    for (std::size_t kind = 0; kind < dataWarnings.size(); ++kind) {
      const auto& [records, first] = m_seen[kind];
      if (records == 0) continue;
      const std::string where = file + ", record " + std::to_string(first) + ", key " + dataWarnings[kind].key;
      const std::string howMany = records == 1 ? "1 record" : std::to_string(records) + " records, this the first";
      problems.push_back({Severity::Warning, where, std::string("is ") + dataWarnings[kind].what + " in " + howMany,
                          dataWarnings[kind].remedy});
    }
  }

 private:
  struct Seen {
    std::size_t records = 0;
    std::size_t first = 0;
  };
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
    for (const PickleValue& record : records) takeRecord(record, budget);
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
  void takeRecord(const PickleValue& record, MemoryBudget& budget) {
    const std::size_t number = m_set.size();
    const std::size_t length = m_decoder.begin(record, number);
    if (number == m_most) {
      m_decoder.fail(nullptr, "is one more than the " + std::to_string(m_most) + " that one split may hold",
                     "split the dataset, or leave out sequences");
    }
    if (const std::size_t visits = m_set.visitCount() + length; visits > mostVisits(m_fileBytes)) {
      m_decoder.fail(nullptr,
                     "brings the visits to " + std::to_string(visits) + ", more than a file of its size can hold",
                     "save every record with arrays of its own");
    }
    m_decoder.decode();
    if (!budget.take(SequenceSet::rowBytes + length * SequenceSet::visitBytes +
                     m_decoder.causes.size() * SequenceSet::causeBytes)) {
      m_decoder.fail(
          nullptr,
          "is beyond what one dataset may take in memory, after " + std::to_string(m_set.visitCount()) + " visits",
          "split the dataset, or leave out sequences");
    }
    m_dataWarnings.look(m_decoder, number);
    store(m_decoder, m_set);
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
  return errorsAsValues(file, [&]() -> Result<SequenceSet> {
    SplitReader reader(file, source.size(), limits.memoryBytes, most);
    if (const Status read = readPickleElements(source, file, reader, limits); !read) return read.error();
    return reader.finish(problems);
  });
}

}  // namespace sojourn
