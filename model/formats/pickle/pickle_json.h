// SPDX-License-Identifier: GPL-3.0-or-later
// The plain data of a pickle as JSON: configurations and counters of a checkpoint.
#pragma once

#include <nlohmann/json.hpp>

#include "model/formats/pickle/pickle_value.h"

namespace sojourn {

/// Adds a member whose key is known to be new: ordered_json itself would search through all members before it.
void appendMember(nlohmann::ordered_json& object, std::string key, nlohmann::ordered_json value);

/// Unfolds values into JSON within a ceiling: a pickle may share one list a million times, JSON cannot.
class PickleToJson {
 public:
  /// Tuples and sets become arrays; keys that are no texts their description; NaN and infinities the texts "NaN",
  /// "Infinity", "-Infinity"; arrays and whatever else is no plain data its description. Texts are valid UTF-8.
  /// Throws a FormatFailure with this place where the whole would pass the ceiling.
  [[nodiscard]] nlohmann::ordered_json convert(const PickleValue& value, const std::string& where);

 private:
  nlohmann::ordered_json unfold(const PickleValue& value);
  std::string keyOf(const PickleValue& key);
  void spend(std::size_t bytes);

  std::string m_where;
  std::size_t m_left = std::size_t{32} << 20U;  ///< bytes of JSON values and texts still allowed
};

/// The decimal digits of a BigInteger's little-endian two's complement bytes.
[[nodiscard]] std::string decimalText(std::span<const std::byte> twosComplement);

}  // namespace sojourn
