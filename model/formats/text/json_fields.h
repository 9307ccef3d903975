// SPDX-License-Identifier: GPL-3.0-or-later
// JSON from outside, held to what is expected of it: bounded depth, typed members, errors that name the key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/result.h"

namespace sojourn {

/// One JSON object within JsonLimits; the caller has bounded its size. `where` names the source in errors.
[[nodiscard]] Result<nlohmann::ordered_json> parseJsonObject(std::string_view text, const std::string& where);

/// A double as JSON has no word for them all: NaN and the infinities as the texts "NaN", "Infinity", "-Infinity".
[[nodiscard]] nlohmann::ordered_json jsonReal(double value);
/// The other way round; nothing where it is neither a number nor one of those texts.
[[nodiscard]] std::optional<double> realOfJson(const nlohmann::ordered_json& value);

/// Takes members out of an object by key and type. The first that is absent or of another type is remembered as the
/// error, and every later question gets an empty answer: ask for all, then look at error() once.
class JsonFields {
 public:
  /// `object` must outlive this. `where` names it in errors.
  JsonFields(const nlohmann::ordered_json& object, std::string where) : m_object(&object), m_where(std::move(where)) {}

  /// A whole number from 0 to 10^15.
  [[nodiscard]] std::int64_t count(const char* key);
  [[nodiscard]] double real(const char* key);
  [[nodiscard]] std::string text(const char* key);
  [[nodiscard]] bool truth(const char* key);
  [[nodiscard]] std::vector<std::int64_t> counts(const char* key);
  [[nodiscard]] std::vector<std::string> texts(const char* key);
  /// The object under `key`; an empty one where there is an error.
  [[nodiscard]] JsonFields object(const char* key);

  /// Nothing where the member is absent or null.
  [[nodiscard]] std::optional<std::int64_t> countIfAny(const char* key);
  [[nodiscard]] std::optional<double> realIfAny(const char* key);
  /// Whether the member is there and not null.
  [[nodiscard]] bool has(const char* key) const;

  /// Remembers `what` about a member as the error, unless there is one already.
  void refuse(const char* key, const std::string& what);
  /// Takes over the error of a part.
  void take(const JsonFields& part);
  [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
  [[nodiscard]] const std::string& where() const { return m_where; }

 private:
  [[nodiscard]] const nlohmann::ordered_json* find(const char* key);

  const nlohmann::ordered_json* m_object;
  std::string m_where;
  std::optional<Error> m_error;
};

}  // namespace sojourn
