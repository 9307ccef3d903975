// SPDX-License-Identifier: GPL-3.0-or-later
// The compression function twice: in plain C++, and with the SHA instructions of x86.
#include "model/core/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace sojourn {
namespace {

using State = std::array<std::uint32_t, 8>;

constexpr std::array<std::uint32_t, 64> roundConstants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void compressPlain(State& state, const std::byte* data, std::size_t blocks) {
  for (; blocks > 0; --blocks, data += 64) {
    std::array<std::uint32_t, 64> w;
    for (std::size_t i = 0; i < 16; ++i) {
      std::uint32_t word = 0;
      std::memcpy(&word, data + 4 * i, 4);
      w[i] = __builtin_bswap32(word);
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3U);
      const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10U);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
      const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + roundConstants[i] + w[i];
      const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
      const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + t1;
      d = c;
      c = b;
      b = a;
      a = t1 + t2;
    }
    const State worked{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < 8; ++i) state[i] += worked[i];
  }
}

#if defined(__x86_64__)

bool hasShaInstructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (b & (1U << 29U)) == 0) return false;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & (1U << 19U)) != 0;  // SSE 4.1, for the byte shuffles
}

/// Four rounds an iteration. The instructions keep the state as the rows ABEF and CDGH.
__attribute__((target("sha,sse4.1,ssse3"))) void compressSha(State& state, const std::byte* data, std::size_t blocks) {
  const auto load = [](const void* at) __attribute__((target("sha,sse4.1,ssse3"))) {
    return _mm_loadu_si128(static_cast<const __m128i*>(at));
  };
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  const __m128i dcba = load(state.data());
  const __m128i hgfe = load(state.data() + 4);
  const __m128i cdab = _mm_shuffle_epi32(dcba, 0xB1);
  const __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);

  for (; blocks > 0; --blocks, data += 64) {
    const __m128i abefBefore = abef;
    const __m128i cdghBefore = cdgh;
    __m128i w[4];
    for (std::size_t i = 0; i < 16; ++i) {
      __m128i& now = w[i % 4];
      if (i < 4) {
        now = _mm_shuffle_epi8(load(data + 16 * i), swap);
      } else {  // w[t] = w[t-16] + s0(w[t-15]) + w[t-7] + s1(w[t-2]), four words at once
        const __m128i& last = w[(i + 3) % 4];
        const __m128i seventh = _mm_alignr_epi8(last, w[(i + 2) % 4], 4);
        now = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(now, w[(i + 1) % 4]), seventh), last);
      }
      const __m128i sum = _mm_add_epi32(now, load(roundConstants.data() + 4 * i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
    }
    abef = _mm_add_epi32(abef, abefBefore);
    cdgh = _mm_add_epi32(cdgh, cdghBefore);
  }

  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data()), _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(state.data() + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#endif

void compress(State& state, const std::byte* data, std::size_t blocks) {
#if defined(__x86_64__)
  static const bool fast = hasShaInstructions();
  if (fast) return compressSha(state, data, blocks);
#endif
  compressPlain(state, data, blocks);
}

}  // namespace

void Sha256::update(std::span<const std::byte> data) {
  m_length += data.size();
  if (m_pendingSize > 0) {
    const std::size_t some = std::min(data.size(), blockSize - m_pendingSize);
    std::copy_n(data.begin(), some, m_pending.begin() + static_cast<std::ptrdiff_t>(m_pendingSize));
    m_pendingSize += some;
    data = data.subspan(some);
    if (m_pendingSize < blockSize) return;
    compress(m_state, m_pending.data(), 1);
    m_pendingSize = 0;
  }
  const std::size_t blocks = data.size() / blockSize;
  compress(m_state, data.data(), blocks);
  const auto rest = data.subspan(blocks * blockSize);
  std::ranges::copy(rest, m_pending.begin());
  m_pendingSize = rest.size();
}

std::string Sha256::finish() {
  const std::uint64_t bits = __builtin_bswap64(m_length * 8);
  std::array<std::byte, 2 * blockSize> tail{};
  tail[0] = std::byte{0x80};
  const std::size_t zeros = (m_pendingSize < 56 ? 56 : 120) - m_pendingSize;
  std::memcpy(tail.data() + zeros, &bits, sizeof bits);
  update(std::span(tail).first(zeros + sizeof bits));
  std::string hex;
  for (const std::uint32_t word : m_state) {
    for (unsigned shift = 32; shift > 0; shift -= 4) hex += "0123456789abcdef"[(word >> (shift - 4)) & 0xFU];
  }
  return hex;
}

std::string sha256(std::span<const std::byte> data) {
  Sha256 hash;
  hash.update(data);
  return hash.finish();
}

}  // namespace sojourn
