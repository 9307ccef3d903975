// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/records/packed_fixes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace sojourn {
namespace {

constexpr double stepsOfADegree = 1e7;
constexpr std::size_t bytesOfABlock = 1U << 16U;
constexpr std::uint8_t otherUser = 1, rawLatitude = 2, rawLongitude = 4;

std::int64_t inSteps(double degrees) {
  return std::llround(degrees * stepsOfADegree);
}

/// Both are the double that is nearest to the decimal.
bool isExact(std::int64_t steps, double degrees) {
  return std::bit_cast<std::uint64_t>(static_cast<double>(steps) / stepsOfADegree) ==
         std::bit_cast<std::uint64_t>(degrees);
}

/// Seven bits a byte, the lowest first.
void append(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7U) bytes.push_back(static_cast<std::uint8_t>(number | 0x80U));
  bytes.push_back(static_cast<std::uint8_t>(number));
}

/// Small numbers of either sign are short.
void appendDifference(std::vector<std::uint8_t>& bytes, std::int64_t difference) {
  const auto bits = static_cast<std::uint64_t>(difference);
  append(bytes, difference < 0 ? ~(bits << 1U) : bits << 1U);
}

void appendRaw(std::vector<std::uint8_t>& bytes, double value) {
  const auto raw = std::bit_cast<std::array<std::uint8_t, sizeof value>>(value);
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

}  // namespace

void PackedFixes::add(std::uint32_t user, const Fix& fix) {
  if (m_blocks.empty() || m_blocks.back().bytes.size() + 64 > bytesOfABlock) {
    m_blocks.push_back({.lowest = user, .highest = user, .bytes = {}});
    m_blocks.back().bytes.reserve(bytesOfABlock);
    m_last = {};
  }
  Block& block = m_blocks.back();
  block.lowest = std::min(block.lowest, user);
  block.highest = std::max(block.highest, user);
  const Scaled at{inSteps(fix.latitude), inSteps(fix.longitude)};
  const bool latitude = isExact(at.latitude, fix.latitude), longitude = isExact(at.longitude, fix.longitude);
  std::vector<std::uint8_t>& bytes = block.bytes;
  bytes.push_back(static_cast<std::uint8_t>((user != m_last.user ? otherUser : 0) | (latitude ? 0 : rawLatitude) |
                                            (longitude ? 0 : rawLongitude)));
  if (user != m_last.user) append(bytes, user);
  appendDifference(bytes, fix.time - m_last.time);
  latitude ? appendDifference(bytes, at.latitude - m_last.at.latitude) : appendRaw(bytes, fix.latitude);
  longitude ? appendDifference(bytes, at.longitude - m_last.at.longitude) : appendRaw(bytes, fix.longitude);
  m_last.user = user;
  m_last.time = fix.time;
  if (latitude) m_last.at.latitude = at.latitude;
  if (longitude) m_last.at.longitude = at.longitude;
  ++m_rows;
}

std::uint64_t PackedFixes::Reader::number() {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *m_at++;
    number |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) return number;
  }
}

std::int64_t PackedFixes::Reader::difference() {
  const std::uint64_t bits = number();
  return static_cast<std::int64_t>((bits >> 1U) ^ (~(bits & 1U) + 1));
}

void PackedFixes::Reader::degrees(bool raw, std::int64_t& before, double& value) {
  if (raw) {
    std::memcpy(&value, m_at, sizeof value);
    m_at += sizeof value;
  } else {
    before += difference();
    value = static_cast<double>(before) / stepsOfADegree;
  }
}

bool PackedFixes::Reader::next() {
  if (m_at == m_end) return false;
  const std::uint8_t head = *m_at++;
  if ((head & otherUser) != 0) m_row.user = static_cast<std::uint32_t>(number());
  m_row.time += difference();
  m_fix.time = m_row.time;
  degrees((head & rawLatitude) != 0, m_row.at.latitude, m_fix.latitude);
  degrees((head & rawLongitude) != 0, m_row.at.longitude, m_fix.longitude);
  return true;
}

}  // namespace sojourn
