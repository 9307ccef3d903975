// SPDX-License-Identifier: GPL-3.0-or-later
// One record of a split file, from what its pickle says to checked columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/formats/pickle/pickle_value.h"

namespace sojourn {

/// The extra key under which the demo city keeps which visits caused the target; other readers ignore it.
inline constexpr const char* causesKey = "cause_visits";

/// Decodes record after record into the same columns, whose memory is used again. Accepts what occurs in the wild (SPEC
/// 2): arrays of any plain number, lists and tuples, whole numbers kept as floats, extra keys.
class RecordDecoder {
 public:
  explicit RecordDecoder(std::string file) : m_file(std::move(file)) {}

  /// The number of visits, read before anything is converted. Errors: not a dict, X missing or empty or no column.
  [[nodiscard]] Result<std::size_t> length(const PickleValue& record, std::size_t number) const;

  /// Fills the columns. Errors, each with file, record, key and remedy: missing keys, keys that differ in length, what
  /// is no number or no whole number, ids that are negative or beyond largestId, durations that are not finite.
  [[nodiscard]] Status decode(const PickleValue& record, std::size_t number);

  std::vector<std::int64_t> locations, users, weekdays, startMinutes, daysAgo;
  std::vector<double> durations;
  std::int64_t target = 0;
  /// Indices of visits; what does not point into the record is left out and counted in `strayCauses`.
  std::vector<std::int32_t> causes;
  std::size_t strayCauses = 0;

 private:
  [[nodiscard]] Error error(std::size_t number, const char* key, std::string what, std::string remedy) const;
  [[nodiscard]] Error noColumn(std::size_t number, const char* key, const PickleValue& value) const;
  [[nodiscard]] Result<const PickleValue*> find(const PickleValue& record, std::size_t number, const char* key) const;
  [[nodiscard]] Result<std::size_t> columnLength(const PickleValue& value, std::size_t number, const char* key) const;
  template <class T>
  [[nodiscard]] Status column(const PickleValue& record, std::size_t number, const char* key, std::vector<T>& out);
  [[nodiscard]] Status checkIds(const std::vector<std::int64_t>& ids, std::size_t number, const char* key,
                                const char* kind) const;
  [[nodiscard]] Status readTarget(const PickleValue& record, std::size_t number);
  void readCauses(const PickleValue& record);

  std::string m_file;
};

}  // namespace sojourn
