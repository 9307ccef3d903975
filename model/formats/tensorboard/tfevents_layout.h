// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of an event file's layout, for its reader and its writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sojourn {

/// CRC-32C (Castagnoli) as in RFC 3720, appendix B.4: of "123456789" it is 0xE3069283. Uses the processor's
/// instruction where it has one (SSE 4.2), tables elsewhere.
[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes);
/// The same by tables, on every machine.
[[nodiscard]] std::uint32_t crc32cByTable(std::span<const std::byte> bytes);

namespace tfevents {

/// A record: length (8 bytes), checksum of these 8 bytes, data, checksum of the data.
inline constexpr std::size_t headerBytes = 12;
inline constexpr std::size_t footerBytes = 4;

/// TFRecord stores checksums turned and shifted, so that a checksum of bytes that hold checksums stays a good one.
[[nodiscard]] inline std::uint32_t maskedCrc(std::span<const std::byte> bytes) {
  const std::uint32_t crc = crc32c(bytes);
  return ((crc >> 15U) | (crc << 17U)) + 0xA282EAD8U;
}

inline constexpr std::string_view fileVersion = "brain.Event:2";

/// Field numbers of the messages.
namespace event {
inline constexpr std::uint64_t wallTime = 1, step = 2, fileVersion = 3, summary = 5;
}
namespace summary {
inline constexpr std::uint64_t value = 1;
}
namespace value {
inline constexpr std::uint64_t tag = 1, simpleValue = 2, tensor = 8;
}
namespace tensor {
inline constexpr std::uint64_t dtype = 1, content = 4, floats = 5, doubles = 6;
inline constexpr std::uint64_t dtypeFloat = 1, dtypeDouble = 2;
}  // namespace tensor

}  // namespace tfevents
}  // namespace sojourn
