// SPDX-License-Identifier: GPL-3.0-or-later
// CRC-32C (Castagnoli), the checksum of TensorBoard's event files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sojourn {

/// The checksum of RFC 3720, appendix B.4: of "123456789" it is 0xE3069283. Uses the processor's instruction where it
/// has one (SSE 4.2), tables elsewhere.
[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes);

/// The same by tables, on every machine.
[[nodiscard]] std::uint32_t crc32cByTable(std::span<const std::byte> bytes);

}  // namespace sojourn
