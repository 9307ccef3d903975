// SPDX-License-Identifier: GPL-3.0-or-later
// Split files for tests, one record at a time, right or wrong in any way a test wants.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "model/formats/pickle/pickle_writer.h"

namespace sojourn::test {

/// Writes one value.
using Put = std::function<void(PickleWriter&)>;

inline Put wholes(std::vector<std::int64_t> values) {
  return [values](PickleWriter& pickle) { pickle.array(std::span<const std::int64_t>(values)); };
}
inline Put reals(std::vector<double> values) {
  return [values](PickleWriter& pickle) { pickle.array(std::span<const double>(values)); };
}
inline Put integer(std::int64_t value) {
  return [value](PickleWriter& pickle) { pickle.integer(value); };
}
template <class T>
Put typed(DType type, std::vector<T> values) {
  return [type, values](PickleWriter& pickle) {
    const std::int64_t shape[] = {static_cast<std::int64_t>(values.size())};
    pickle.array(type, shape, std::as_bytes(std::span<const T>(values)));
  };
}
inline Put list(std::vector<std::int64_t> values) {
  return [values](PickleWriter& pickle) {
    pickle.beginList();
    for (const std::int64_t value : values) pickle.integer(value);
    pickle.end();
  };
}
inline Put text(std::string value) {
  return [value](PickleWriter& pickle) { pickle.text(value); };
}

/// The seven keys; a test replaces, adds or removes some.
using Record = std::map<std::string, Put>;

/// Three visits of user 4, to 2, 3 and 2, and then 5.
inline Record goodRecord() {
  return {{"X", wholes({2, 3, 2})},
          {"user_X", wholes({4, 4, 4})},
          {"weekday_X", wholes({0, 1, 6})},
          {"start_min_X", wholes({0, 600, 1439})},
          {"dur_X", reals({30, 45.5, 2880})},
          {"diff", wholes({7, 6, 0})},
          {"Y", integer(5)}};
}

inline Bytes splitOf(const std::vector<Record>& records) {
  PickleWriter pickle;
  pickle.beginList();
  for (const Record& record : records) {
    pickle.beginDict();
    for (const auto& [key, put] : record) {
      pickle.text(key);
      put(pickle);
    }
    pickle.end();
  }
  pickle.end();
  return pickle.finish();
}

}  // namespace sojourn::test
