// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a Protocol Buffers message, as its wire format has them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/formats/bytes/little_endian.h"

namespace sojourn {

// The little of Protocol Buffers' wire format that event files need (protobuf.dev/programming-guides/encoding).

enum class WireType : std::uint8_t { Varint = 0, Fixed64 = 1, Sized = 2, Fixed32 = 5 };

/// Walks over the fields of one message. Nothing outside the message is touched, whatever its lengths say.
class ProtobufReader {
 public:
  explicit ProtobufReader(std::span<const std::byte> message) : m_left(message) {}

  /// Steps to the next field. False at the end, and where the message is broken: then failed() is true.
  [[nodiscard]] bool next() {
    if (m_left.empty()) return false;
    m_failed = true;
    const auto key = varint();
    if (!key || *key >> 3U == 0) return false;
    m_field = *key >> 3U;
    m_wire = static_cast<WireType>(*key & 7U);
    switch (m_wire) {
      case WireType::Varint: {
        const auto value = varint();
        if (!value) return false;
        m_number = *value;
        break;
      }
      case WireType::Fixed64:
        if (!take(8)) return false;
        m_number = readLittle<std::uint64_t>(m_bytes, 0);
        break;
      case WireType::Fixed32:
        if (!take(4)) return false;
        m_number = readLittle<std::uint32_t>(m_bytes, 0);
        break;
      case WireType::Sized: {
        const auto size = varint();
        if (!size || !take(*size)) return false;
        break;
      }
      default:
        return false;
    }
    m_failed = false;
    return true;
  }
  [[nodiscard]] bool failed() const { return m_failed; }

  [[nodiscard]] std::uint64_t field() const { return m_field; }
  [[nodiscard]] WireType wire() const { return m_wire; }
  /// Whether the current field is this one in this form.
  [[nodiscard]] bool is(std::uint64_t field, WireType wire) const { return m_field == field && m_wire == wire; }

  /// The value of a Varint, Fixed64 or Fixed32 field.
  [[nodiscard]] std::uint64_t number() const { return m_number; }
  /// The content of a Sized field.
  [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }
  [[nodiscard]] std::string_view text() const { return asText(m_bytes); }

 private:
  [[nodiscard]] std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < m_left.size() && i < 10; ++i) {
      const auto byte = std::to_integer<std::uint64_t>(m_left[i]);
      value |= (byte & 0x7FU) << (7 * i);
      if (byte < 0x80) {
        m_left = m_left.subspan(i + 1);
        return value;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] bool take(std::uint64_t size) {
    if (size > m_left.size()) return false;
    m_bytes = m_left.first(size);
    m_left = m_left.subspan(size);
    return true;
  }

  std::span<const std::byte> m_left;
  std::uint64_t m_field = 0;
  WireType m_wire = WireType::Varint;
  std::uint64_t m_number = 0;
  std::span<const std::byte> m_bytes;
  bool m_failed = false;
};

/// Appends fields to a message.
inline void putVarint(Bytes& message, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7U) message.push_back(static_cast<std::byte>(value | 0x80U));
  message.push_back(static_cast<std::byte>(value));
}
inline void putKey(Bytes& message, std::uint64_t field, WireType wire) {
  putVarint(message, field << 3U | static_cast<std::uint64_t>(wire));
}
inline void putBytes(Bytes& message, std::uint64_t field, std::span<const std::byte> content) {
  putKey(message, field, WireType::Sized);
  putVarint(message, content.size());
  appendBytes(message, content);
}

}  // namespace sojourn
