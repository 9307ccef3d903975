// SPDX-License-Identifier: GPL-3.0-or-later
// The records of a zip archive as the format's specification (APPNOTE.TXT 6.3) lays them out: signatures, sizes, flags.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sojourn::zip {

inline constexpr std::uint32_t localSignature = 0x04034B50;
inline constexpr std::uint32_t centralSignature = 0x02014B50;
inline constexpr std::uint32_t endSignature = 0x06054B50;
inline constexpr std::uint32_t end64Signature = 0x06064B50;
inline constexpr std::uint32_t locator64Signature = 0x07064B50;
inline constexpr std::uint32_t descriptorSignature = 0x08074B50;

inline constexpr std::size_t localSize = 30;
inline constexpr std::size_t centralSize = 46;
inline constexpr std::size_t endSize = 22;
inline constexpr std::size_t end64Size = 56;
inline constexpr std::size_t locator64Size = 20;

inline constexpr std::uint16_t encryptedFlags = 0x0001 | 0x0040 | 0x2000;  ///< plain, strong, masked headers
inline constexpr std::uint16_t descriptorFlag = 0x0008;                    ///< sizes follow the data
inline constexpr std::uint16_t utf8Flag = 0x0800;

inline constexpr std::uint16_t stored = 0;
inline constexpr std::uint16_t deflated = 8;

inline constexpr std::uint16_t extra64 = 0x0001;        ///< the extra field with 64-bit sizes
inline constexpr std::uint32_t elsewhere = 0xFFFFFFFF;  ///< the value is in the 64-bit extra field or record
inline constexpr std::uint16_t elsewhere16 = 0xFFFF;

}  // namespace sojourn::zip
