// SPDX-License-Identifier: GPL-3.0-or-later
// Structs as JSON objects: each lists its members once, and the list reads, checks and writes them.
//
//   struct Range {
//     std::int64_t first = 0, last = 0;
//     std::optional<double> step;
//
//     static void fields(auto& json, auto& range) {  // const while it is written
//       json("first", range.first);
//       json("last", range.last);
//       json.check("last", range.last >= range.first, "is before the first");
//       json.ifAny("step", range.step);
//     }
//   };
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/core/name_table.h"
#include "model/core/result.h"

namespace sojourn {

class JsonWriter;

/// A struct with a list of members as above.
template <class T>
concept JsonStruct = requires(JsonWriter& json, const T& value) {
  T::fields(json, value);
};

/// Values by names that the struct does not know: a map, or a list of pairs in the order of the file.
template <class T>
concept JsonNamedValues = std::same_as<std::remove_const_t<typename T::value_type::first_type>, std::string>;

/// One JSON object within JsonLimits; the caller has bounded its size. `where` names the source in errors.
[[nodiscard]] Result<nlohmann::ordered_json> parseJsonObject(std::string_view text, const std::string& where);

/// A double as JSON has no word for them all: NaN and the infinities as the texts "NaN", "Infinity", "-Infinity".
[[nodiscard]] nlohmann::ordered_json jsonReal(double value);
/// The other way round; nothing where it is neither a number nor one of those texts.
[[nodiscard]] std::optional<double> realOfJson(const nlohmann::ordered_json& value);

/// Reads the members of an object. The first one that is absent, of another type or refused by a check is remembered as
/// the error, and nothing is read after it: read all, then look at error() once. Further members are ignored.
class JsonFields {
 public:
  /// `object` must outlive this. `where` names it in errors; it may be empty.
  JsonFields(const nlohmann::ordered_json& object, std::string where) : m_object(&object), m_where(std::move(where)) {}
  /// One without errors: a member that cannot be read leaves its value as it is.
  [[nodiscard]] static JsonFields lenient(const nlohmann::ordered_json& object) {
    JsonFields fields(object, "");
    fields.m_lenient = true;
    return fields;
  }

  /// A member that must be there: a number, a text, true or false, a list of whole numbers or texts, any object as it
  /// is, a JsonStruct, or JsonNamedValues of these. Whole numbers are from 0 to 10^15.
  template <class T>
  void operator()(const char* key, T& value) {
    if constexpr (JsonStruct<T>) {
      object(key, [&](JsonFields& part) { T::fields(part, value); });
    } else if constexpr (JsonNamedValues<T>) {
      value.clear();
      object(key, [&](JsonFields& all) {
        for (const std::string& name : all.keys()) {
          typename T::value_type::second_type one{};
          all(name.c_str(), one);
          value.insert(value.end(), {name, std::move(one)});
        }
      });
    } else if constexpr (std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, std::int64_t>) {
      auto number = static_cast<std::int64_t>(value);
      read(key, number);
      check(key, std::in_range<T>(number), "is too large");
      if (std::in_range<T>(number)) value = static_cast<T>(number);
    } else {
      read(key, value);
    }
  }
  /// One of the words.
  template <class Enum, std::size_t N>
  void operator()(const char* key, Enum& value, const NameTable<N>& names) {
    if (const auto index = readName(key, names)) value = static_cast<Enum>(*index);
  }
  /// An object whose members `list` reads.
  template <class List>
  void object(const char* key, const List& list) {
    JsonFields part = partAt(key);
    list(part);
    if (!m_error) m_error = part.m_error;
  }

  /// Nothing where the member is absent or null. Written only where there is something.
  template <class T>
  void ifAny(const char* key, std::optional<T>& value) {
    if (has(key)) (*this)(key, value.emplace());
  }
  /// The same; written as null where there is nothing.
  template <class T>
  void orNull(const char* key, std::optional<T>& value, bool present = true) {
    if (present) ifAny(key, value);
  }
  /// Read and written where `present`; null elsewhere.
  template <class T>
  void orNull(const char* key, T& value, bool present) {
    if (present) (*this)(key, value);
  }
  /// As it is where the member is absent or null. Written only where it is not T{}.
  template <class T>
  void ifSet(const char* key, T& value) {
    orDefault(key, value);
  }
  /// As it is where the member is absent or null. Always written.
  template <class T>
  void orDefault(const char* key, T& value) {
    if (has(key)) (*this)(key, value);
  }
  /// As it is also where the number is not a whole one from `least` to `most`.
  template <std::integral T>
  void orDefault(const char* key, T& value, std::int64_t least, std::int64_t most) {
    const auto number = wholeIfAny(key);
    if (number && *number >= least && *number <= most) value = static_cast<T>(*number);
  }
  /// As it is also where the word is none of these.
  template <class Enum, std::size_t N>
  void orDefault(const char* key, Enum& value, const NameTable<N>& names) {
    std::string word;
    orDefault(key, word);
    value = valueNamed<Enum>(names, word).value_or(value);
  }

  /// The member "schema" must be this: "sojourn.run/1".
  void schema(std::string_view name);
  /// Refuses the member with `what` unless it is `right`.
  void check(const char* key, bool right, std::string_view what) {
    if (!right) refuse(key, std::string(what));
  }

  /// Whether the member is there and not null.
  [[nodiscard]] bool has(const char* key) const;
  [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

 private:
  template <class T>
  void read(const char* key, T& value);
  [[nodiscard]] std::optional<std::size_t> readName(const char* key, std::span<const std::string_view> names);
  /// The number, where it is a whole one; refused where there is anything else than a number.
  [[nodiscard]] std::optional<std::int64_t> wholeIfAny(const char* key);

  [[nodiscard]] const nlohmann::ordered_json* find(const char* key);
  /// The object under `key`; an empty one where there is an error.
  [[nodiscard]] JsonFields partAt(const char* key);
  [[nodiscard]] std::vector<std::string> keys() const;
  /// "run.json, key dataset".
  [[nodiscard]] std::string placeOf(const char* key) const;
  /// Remembers `what` about a member as the error, unless there is one already.
  void refuse(const char* key, const std::string& what);

  const nlohmann::ordered_json* m_object;
  std::string m_where;
  std::optional<Error> m_error;
  bool m_lenient = false;
};

/// The rules of JsonFields for a class that writes single members by its operator() and null().
template <class Writer>
class JsonWriterRules {
 public:
  template <class T>
  void ifAny(const char* key, const std::optional<T>& value) {
    if (value) self()(key, *value);
  }
  template <class T>
  void orNull(const char* key, const std::optional<T>& value, bool present = true) {
    if (value && present)
      self()(key, *value);
    else
      self().null(key);
  }
  template <class T>
  void orNull(const char* key, const T& value, bool present) {
    orNull(key, std::optional<T>(value), present);
  }
  template <class T>
  void ifSet(const char* key, const T& value) {
    if (!(value == T{})) self()(key, value);
  }
  template <class T, class... Limits>
  void orDefault(const char* key, const T& value, const Limits&... limits) {
    if constexpr (std::is_enum_v<T>)
      self()(key, value, limits...);
    else
      self()(key, value);
  }
  void schema(std::string_view name) { self()("schema", name); }
  void check(const char*, bool, std::string_view) {}
  [[nodiscard]] bool has(const char*) const { return true; }

 private:
  Writer& self() { return static_cast<Writer&>(*this); }
};

/// Puts the members of an object together.
class JsonWriter : public JsonWriterRules<JsonWriter> {
 public:
  /// What becomes of NaN and the infinities: the texts of jsonReal(), null, or numbers that no text of JSON holds.
  enum class NotFinite { Text, Null, Keep };

  explicit JsonWriter(NotFinite notFinite = NotFinite::Text);
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;
  ~JsonWriter();

  template <class T>
  void operator()(const char* key, const T& value) {
    if constexpr (JsonStruct<T>) {
      object(key, [&](JsonWriter& part) { T::fields(part, value); });
    } else if constexpr (JsonNamedValues<T>) {
      object(key, [&](JsonWriter& all) {
        for (const auto& [name, one] : value) all(name.c_str(), one);
      });
    } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
      put(key, static_cast<std::int64_t>(value));
    } else {
      put(key, value);
    }
  }
  template <class Enum, std::size_t N>
  void operator()(const char* key, Enum value, const NameTable<N>& names) {
    put(key, nameIn(names, value));
  }
  template <class List>
  void object(const char* key, const List& list) {
    JsonWriter part(m_notFinite);
    list(part);
    put(key, part.json());
  }
  void null(const char* key) { put(key, nullptr); }

  [[nodiscard]] const nlohmann::ordered_json& json() const { return *m_json; }
  /// In one line, or indented; bytes that are no UTF-8 become U+FFFD.
  [[nodiscard]] std::string text(int indent = -1) const;

 private:
  template <class T>
  void put(const char* key, const T& value);

  NotFinite m_notFinite;
  std::unique_ptr<nlohmann::ordered_json> m_json;
};

/// The struct as a value; the caller includes <nlohmann/json.hpp>.
template <JsonStruct T>
[[nodiscard]] auto jsonOf(const T& value, JsonWriter::NotFinite notFinite = JsonWriter::NotFinite::Text) {
  JsonWriter json(notFinite);
  T::fields(json, value);
  return json.json();
}

/// The struct as the text of a file: in one line, or indented.
template <JsonStruct T>
[[nodiscard]] std::string jsonFileText(const T& value, int indent = -1) {
  JsonWriter json;
  T::fields(json, value);
  return json.text(indent) + "\n";
}

/// Reads a struct. Errors (ErrorKind::BadInput) name `where` and the key.
template <JsonStruct T>
[[nodiscard]] Result<T> structOf(const nlohmann::ordered_json& json, const std::string& where) {
  JsonFields fields(json, where);
  T value;
  T::fields(fields, value);
  if (fields.error()) return *fields.error();
  return value;
}

}  // namespace sojourn
