// SPDX-License-Identifier: GPL-3.0-or-later
// Fingerprints of files: SHA-256 (FIPS 180-4), so that a result can say which bytes it came from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sojourn {

/// Feed any number of pieces, then read the digest once. Uses the processor's SHA instructions where it has them: 15 MB
/// take 10 ms, else 50.
class Sha256 {
 public:
  void update(std::span<const std::byte> bytes);
  /// 64 lower-case hexadecimal digits. The object must not be used afterwards.
  [[nodiscard]] std::string finish();

 private:
  static constexpr std::size_t blockSize = 64;
  std::array<std::uint32_t, 8> m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, blockSize> m_pending{};
  std::size_t m_pendingSize = 0;
  std::uint64_t m_length = 0;
};

[[nodiscard]] std::string sha256(std::span<const std::byte> bytes);

}  // namespace sojourn
