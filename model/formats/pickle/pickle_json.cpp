// SPDX-License-Identifier: GPL-3.0-or-later
// A recursion that is safe because the reader has bounded the height, and this class the amount.
#include "model/formats/pickle/pickle_json.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/formats/bytes/failure.h"
#include "model/formats/text/json_fields.h"

namespace sojourn {
namespace {

/// Bytes of an integer that is shown in full; the time for its digits grows with the square.
constexpr std::size_t longestInteger = 64;

std::string plainText(std::string_view text) {
  return isValidUtf8(text) ? std::string(text) : escapeForDisplay(text, text.size() * 4);
}

}  // namespace

void appendMember(nlohmann::ordered_json& object, std::string key, nlohmann::ordered_json value) {
  object.get_ref<nlohmann::ordered_json::object_t&>().emplace_back(std::move(key), std::move(value));
}

nlohmann::ordered_json PickleToJson::convert(const PickleValue& value, const std::string& where) {
  m_where = where;
  return unfold(value);
}

void PickleToJson::spend(std::size_t bytes) {
  if (bytes > m_left) {
    throw FormatFailure{{ErrorKind::BadInput, m_where, "unfolds to more data than a checkpoint's settings may hold",
                         "keep only small values beside the tensors"}};
  }
  m_left -= bytes;
}

std::string PickleToJson::keyOf(const PickleValue& key) {
  if (const auto text = key.asText()) {
    spend(text->size());
    return plainText(*text);
  }
  if (const auto number = key.asInteger()) return std::to_string(*number);
  return key.description();
}

nlohmann::ordered_json PickleToJson::unfold(const PickleValue& value) {
  constexpr std::size_t perValue = 64;
  spend(perValue);
  switch (value.kind()) {
    case PickleKind::None:
      return nullptr;
    case PickleKind::Bool:
      return *value.asInteger() != 0;
    case PickleKind::Integer:
      return *value.asInteger();
    case PickleKind::Float:
      return jsonReal(*value.asNumber());
    case PickleKind::BigInteger:
      return value.bytes().size() <= longestInteger ? decimalText(value.bytes()) : value.description();
    case PickleKind::Text:
      spend(value.bytes().size());
      return plainText(*value.asText());
    case PickleKind::List:
    case PickleKind::Tuple:
    case PickleKind::Set: {
      auto array = nlohmann::ordered_json::array();
      for (const PickleValue& item : value.items()) array.push_back(unfold(item));
      return array;
    }
    case PickleKind::Dict: {
      auto object = nlohmann::ordered_json::object();
      for (const PickleEntry& entry : value.entries()) appendMember(object, keyOf(entry.key), unfold(entry.value));
      return object;
    }
    default:
      return value.description();
  }
}

std::string decimalText(std::span<const std::byte> twosComplement) {
  const bool negative = !twosComplement.empty() && (twosComplement.back() & std::byte{0x80}) != std::byte{0};
  // Base 10^9, least significant first: multiply by 256 and add, from the most significant byte down.
  constexpr std::uint64_t base = 1'000'000'000;
  std::vector<std::uint64_t> digits{0};
  std::uint64_t carry = 0;
  const auto addToAll = [&](std::uint64_t factor) {
    for (std::uint64_t& digit : digits) {
      const std::uint64_t value = digit * factor + carry;
      digit = value % base;
      carry = value / base;
    }
    if (carry > 0) digits.push_back(std::exchange(carry, 0));
  };
  for (std::size_t i = twosComplement.size(); i-- > 0;) {
    carry = std::to_integer<std::uint64_t>(negative ? ~twosComplement[i] : twosComplement[i]);
    addToAll(256);
  }
  if (negative) {  // -x = ~x + 1
    carry = 1;
    addToAll(1);
  }
  std::string text = (negative ? "-" : "") + std::to_string(digits.back());
  for (std::size_t i = digits.size() - 1; i-- > 0;) {
    const std::string part = std::to_string(digits[i]);
    text += std::string(9 - part.size(), '0') + part;
  }
  return text;
}

}  // namespace sojourn
