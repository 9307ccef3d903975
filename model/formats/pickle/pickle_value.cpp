// SPDX-License-Identifier: GPL-3.0-or-later
// Reading single values, and naming them in messages.
#include "model/formats/pickle/pickle_value.h"

#include "model/core/text.h"
#include "model/formats/pickle/pickle_allow_list.h"

namespace sojourn {

const char* nameOf(PickleKind kind) {
  switch (kind) {
    case PickleKind::None:
      return "None";
    case PickleKind::Bool:
      return "a boolean";
    case PickleKind::Integer:
    case PickleKind::BigInteger:
      return "an integer";
    case PickleKind::Float:
      return "a float";
    case PickleKind::Complex:
      return "a complex number";
    case PickleKind::Text:
      return "a text";
    case PickleKind::Binary:
      return "bytes";
    case PickleKind::List:
      return "a list";
    case PickleKind::Tuple:
      return "a tuple";
    case PickleKind::Set:
      return "a set";
    case PickleKind::Dict:
      return "a dict";
    case PickleKind::Array:
      return "an array";
    case PickleKind::NumpyType:
      return "a NumPy type";
    case PickleKind::Name:
      return "a class or function";
    case PickleKind::Opaque:
      return "an object";
    case PickleKind::External:
      return "a tensor";
  }
  return "a value";
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

const PickleValue* PickleValue::find(std::string_view key) const {
  for (const PickleEntry& entry : entries()) {
    if (const auto text = entry.key.asText(); text && *text == key) return &entry.value;
  }
  return nullptr;
}

std::string PickleValue::description() const {
  const auto raw = bytes();
  const std::string_view text(reinterpret_cast<const char*>(raw.data()), raw.size());
  switch (m_kind) {
    case PickleKind::Bool:
      return m_integer != 0 ? "True" : "False";
    case PickleKind::Integer:
      return "the integer " + std::to_string(m_integer);
    case PickleKind::BigInteger:
      return "an integer of " + std::to_string(raw.size()) + " bytes";
    case PickleKind::Text:
      return "the text \"" + escapeForDisplay(text, 60) + "\"";
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
      return escapeForDisplay(text, 60);
    default:
      return nameOf(m_kind);
  }
}

}  // namespace sojourn
