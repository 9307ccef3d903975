// SPDX-License-Identifier: GPL-3.0-or-later
// The checksum of event files, by tables and by the processor's own instruction.
#include <array>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/tensorboard/tfevents.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace sojourn {
namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// Table k advances the checksum of a byte over k further bytes of zero, so that eight bytes go in one step.
constexpr Tables makeTables() {
  constexpr std::uint32_t reversedPolynomial = 0x82F63B78;
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? reversedPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8U) ^ tables[0][before & 0xFFU];
    }
  }
  return tables;
}

constexpr Tables tables = makeTables();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t crc32cByInstruction(std::span<const std::byte> bytes) {
  std::uint64_t crc = 0xFFFFFFFF;
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) crc = _mm_crc32_u64(crc, readLittle<std::uint64_t>(bytes, at));
  auto rest = static_cast<std::uint32_t>(crc);
  for (; at < bytes.size(); ++at) rest = _mm_crc32_u8(rest, std::to_integer<std::uint8_t>(bytes[at]));
  return ~rest;
}
#endif

}  // namespace

std::uint32_t crc32cByTable(std::span<const std::byte> bytes) {
  std::uint32_t crc = 0xFFFFFFFF;
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    const std::uint64_t eight = readLittle<std::uint64_t>(bytes, at) ^ crc;
    crc = 0;
    for (std::size_t i = 0; i < 8; ++i) crc ^= tables[7 - i][(eight >> (8 * i)) & 0xFFU];
  }
  for (; at < bytes.size(); ++at) {
    crc = (crc >> 8U) ^ tables[0][(crc ^ std::to_integer<std::uint32_t>(bytes[at])) & 0xFFU];
  }
  return ~crc;
}

std::uint32_t crc32c(std::span<const std::byte> bytes) {
#if defined(__x86_64__)
  static const bool hasInstruction = __builtin_cpu_supports("sse4.2") != 0;
  if (hasInstruction) return crc32cByInstruction(bytes);
#endif
  return crc32cByTable(bytes);
}

}  // namespace sojourn
