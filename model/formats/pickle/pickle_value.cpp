// SPDX-License-Identifier: GPL-3.0-or-later
// Reading single values, and naming them in messages.
#include "model/formats/pickle/pickle_value.h"

#include <array>

#include "model/core/text.h"
#include "model/formats/pickle/pickle_allow_list.h"

namespace sojourn {

const char* nameOf(PickleKind kind) {
  // By kind.
  static constexpr std::array names{
      "None",      "a boolean", "an integer", "an integer", "a float",  "a text",       "bytes",
      "a list",    "a tuple",   "a set",      "a dict",     "an array", "a NumPy type", "a class or function",
      "an object", "a tensor"};
  return names[static_cast<std::size_t>(kind)];
}

NdArray PickleArray::toNdArray() const {
  return {.dtype = dtype, .shape = {shape.begin(), shape.end()}, .data = {data.begin(), data.end()}};
}

std::span<const std::byte> PickleValue::bytes() const {
  switch (m_kind) {
    case PickleKind::Text:
    case PickleKind::Binary:
    case PickleKind::BigInteger:
    case PickleKind::Opaque:
      return {m_bytes, m_size};
    default:
      return {};
  }
}

PickleContainer* PickleValue::container() const {
  if (is(PickleKind::Dict)) return m_dict;
  return isSequence() || is(PickleKind::Set) ? m_node : nullptr;
}

const PickleValue* PickleValue::find(std::string_view key) const {
  for (const PickleEntry& entry : entries()) {
    if (entry.key.asText() == key) return &entry.value;
  }
  return nullptr;
}

std::string PickleValue::description() const {
  const auto raw = bytes();
  switch (m_kind) {
    case PickleKind::Bool:
      return m_integer != 0 ? "True" : "False";
    case PickleKind::Integer:
      return "the integer " + std::to_string(m_integer);
    case PickleKind::BigInteger:
      return "an integer of " + std::to_string(raw.size()) + " bytes";
    case PickleKind::Text:
      return "the text \"" + escapeForDisplay(sojourn::asText(raw), 60) + "\"";
    case PickleKind::Binary:
      return humanBytes(raw.size()) + " of bytes";
    case PickleKind::List:
    case PickleKind::Tuple:
    case PickleKind::Set:
      return std::string(nameOf(m_kind)) + " of " + std::to_string(m_node->size);
    case PickleKind::Dict:
      return "a dict of " + std::to_string(m_dict->size);
    case PickleKind::Array:
      if (!m_array->otherType.empty()) return "an array of NumPy type " + escapeForDisplay(m_array->otherType, 20);
      return std::string("an array ") + sojourn::nameOf(m_array->dtype) + " " + sojourn::shapeText(m_array->shape);
    case PickleKind::Name:
      return qualifiedName(*m_name);
    case PickleKind::Opaque:
      return escapeForDisplay(sojourn::asText(raw), 60);
    default:
      return nameOf(m_kind);
  }
}

}  // namespace sojourn
