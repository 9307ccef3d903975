// SPDX-License-Identifier: GPL-3.0-or-later
// What a Python pickle says, as plain values: 16 bytes each, in an arena, with texts and arrays left where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/core/files.h"
#include "model/formats/bytes/nd_array.h"

namespace sojourn {

class PickleValue;
struct PickleEntry;
struct PickleName;

enum class PickleKind : std::uint8_t {
  None,
  Bool,
  Integer,     ///< fits in 64 bits, signed
  BigInteger,  ///< any other; its little-endian two's complement bytes
  Float,
  Text,    ///< str; not checked to be valid UTF-8
  Binary,  ///< bytes or bytearray
  List,
  Tuple,
  Set,
  Dict,       ///< also OrderedDict and its like; order kept, no key twice
  Array,      ///< a NumPy array; asArray() has those of plain numbers
  NumpyType,  ///< a NumPy dtype object
  Name,       ///< a class or function that was named and not called
  Opaque,     ///< known and harmless, but not taken apart; its bytes say what it is
  External,   ///< what an allow list keeps itself (a torch storage or tensor), by tag and number
};

/// "a list", "a text", ...: for messages.
[[nodiscard]] const char* nameOf(PickleKind kind);

/// What is noted of a list, tuple, set or dict while it grows and is checked.
struct PickleContainer {
  std::uint32_t size = 0;
  std::uint32_t capacity = 0;
  std::uint32_t height = 0;  ///< how many levels of containers hang here, this one included; 0 until checked
  bool open = false;         ///< the check is below this node: meeting it again means a cycle
};

/// Elements of a container. The same node may be reached from many places.
template <class Item>
struct PickleNode : PickleContainer {
  Item* items = nullptr;
};

/// A NumPy array. `data` are the elements in C order, little-endian, at any alignment: a view on the pickle's own bytes
/// wherever they already have that form.
struct PickleArray {
  DType dtype = DType::UInt8;
  std::span<const std::int64_t> shape{};
  std::span<const std::byte> data{};
  std::string_view otherType{};  ///< NumPy's code of a type that is no plain number ("U12", "O"); then without data

  [[nodiscard]] std::size_t elements() const { return data.size() / sizeOf(dtype); }
  [[nodiscard]] NdArray toNdArray() const;
};

/// A NumPy dtype while a pickle builds it.
struct PickleNumpyType {
  std::string_view code;         ///< as pickled: "i8", "f4", "U12", "O"
  std::optional<DType> element;  ///< nothing: not a plain number
  bool bigEndian = false;
};

/// One value of a pickle. Trivially copyable; valid as long as its PickleDocument and the bytes that were read.
class PickleValue {
 public:
  PickleValue() : PickleValue(PickleKind::None, std::int64_t{0}) {}

  [[nodiscard]] static PickleValue boolean(bool value) { return {PickleKind::Bool, value ? 1 : 0}; }
  [[nodiscard]] static PickleValue integer(std::int64_t value) { return {PickleKind::Integer, value}; }
  [[nodiscard]] static PickleValue real(double value) {
    PickleValue result{PickleKind::Float, 0};
    result.m_real = value;
    return result;
  }
  /// Text, Binary, BigInteger or Opaque: anything that is a run of bytes, shorter than 4 GiB.
  [[nodiscard]] static PickleValue run(PickleKind kind, std::span<const std::byte> bytes) {
    PickleValue result{kind, 0, static_cast<std::uint32_t>(bytes.size())};
    result.m_bytes = bytes.data();
    return result;
  }
  [[nodiscard]] static PickleValue external(std::uint32_t tag, std::int64_t number) {
    return {PickleKind::External, number, tag};
  }

  [[nodiscard]] PickleKind kind() const { return m_kind; }
  [[nodiscard]] bool is(PickleKind kind) const { return m_kind == kind; }
  [[nodiscard]] bool isNone() const { return m_kind == PickleKind::None; }
  /// Lists and tuples.
  [[nodiscard]] bool isSequence() const { return is(PickleKind::List) || is(PickleKind::Tuple); }

  /// Integers and booleans.
  [[nodiscard]] std::optional<std::int64_t> asInteger() const {
    return is(PickleKind::Integer) || is(PickleKind::Bool) ? std::optional(m_integer) : std::nullopt;
  }
  /// Floats, integers and booleans.
  [[nodiscard]] std::optional<double> asNumber() const {
    if (is(PickleKind::Float)) return m_real;
    const auto whole = asInteger();
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
  }
  [[nodiscard]] std::optional<std::string_view> asText() const {
    return is(PickleKind::Text) ? std::optional(sojourn::asText({m_bytes, m_size})) : std::nullopt;
  }
  /// The bytes of Text, Binary, BigInteger and Opaque; else empty.
  [[nodiscard]] std::span<const std::byte> bytes() const;
  /// Elements of a list, tuple or set; else empty.
  [[nodiscard]] std::span<const PickleValue> items() const {
    if (!is(PickleKind::List) && !is(PickleKind::Tuple) && !is(PickleKind::Set)) return {};
    return {m_node->items, m_node->size};
  }
  /// Entries of a dict in their order; else empty.
  [[nodiscard]] std::span<const PickleEntry> entries() const;
  /// The value under a text key of a dict, or nullptr. Linear: made for dicts of a few dozen keys.
  [[nodiscard]] const PickleValue* find(std::string_view key) const;
  /// Arrays of plain numbers.
  [[nodiscard]] const PickleArray* asArray() const {
    return is(PickleKind::Array) && m_array->otherType.empty() ? m_array : nullptr;
  }
  [[nodiscard]] const PickleNumpyType* asNumpyType() const { return is(PickleKind::NumpyType) ? m_type : nullptr; }
  [[nodiscard]] const PickleName* asName() const { return is(PickleKind::Name) ? m_name : nullptr; }
  /// Tag and number of External.
  [[nodiscard]] std::uint32_t tag() const { return m_size; }
  [[nodiscard]] std::int64_t number() const { return m_integer; }

  /// "a list of 3", "the text "abc"", "an array int64 [29]": for messages; escaped and short.
  [[nodiscard]] std::string description() const;

 private:
  friend class PickleBuilder;
  friend class Unpickler;
  friend class PickleTreeCheck;

  PickleValue(PickleKind kind, std::int64_t integer, std::uint32_t size = 0)
      : m_integer(integer), m_size(size), m_kind(kind) {}
  /// Of a list, tuple, set or dict; else nullptr.
  [[nodiscard]] PickleContainer* container() const;

  union {
    std::int64_t m_integer;
    double m_real;
    const std::byte* m_bytes;
    PickleNode<PickleValue>* m_node;
    PickleNode<PickleEntry>* m_dict;
    PickleArray* m_array;
    PickleNumpyType* m_type;
    const PickleName* m_name;
  };
  std::uint32_t m_size = 0;  ///< bytes of a run; tag of External; 1 in a Dict of attributes
  PickleKind m_kind = PickleKind::None;
};
static_assert(sizeof(PickleValue) == 16);

struct PickleEntry {
  PickleValue key;
  PickleValue value;
};

inline std::span<const PickleEntry> PickleValue::entries() const {
  if (!is(PickleKind::Dict)) return {};
  return {m_dict->items, m_dict->size};
}

}  // namespace sojourn
