// SPDX-License-Identifier: GPL-3.0-or-later
// A depth-first walk over shared nodes, and the search for keys that stand twice.
#include "model/formats/pickle/pickle_tree_check.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

namespace sojourn {
namespace {

bool isContainer(const PickleValue& value) {
  return value.isSequence() || value.is(PickleKind::Set) || value.is(PickleKind::Dict);
}

std::size_t childCount(const PickleValue& container) {
  return container.is(PickleKind::Dict) ? container.entries().size() * 2 : container.items().size();
}

const PickleValue& childAt(const PickleValue& container, std::size_t index) {
  if (!container.is(PickleKind::Dict)) return container.items()[index];
  const PickleEntry& entry = container.entries()[index / 2];
  return index % 2 == 0 ? entry.key : entry.value;
}

/// Keys as Python compares them: 1, 1.0 and True are one key. Kinds that are not compared here (None, tuples, bytes,
/// names) never count as equal.
bool sameKey(const PickleValue& a, const PickleValue& b) {
  if (const auto text = a.asText()) return text == b.asText();
  const auto wholeA = a.asInteger();
  const auto wholeB = b.asInteger();
  if (wholeA && wholeB) return *wholeA == *wholeB;
  const auto numberA = a.asNumber();
  return numberA && numberA == b.asNumber();
}

std::uint64_t hashOf(const PickleValue& key, std::uint64_t seed) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;
  const auto mix = [](std::uint64_t state, std::uint64_t word) {
    state = (state ^ word) * factor;
    return state ^ (state >> 29U);
  };
  std::uint64_t state = mix(seed, static_cast<std::uint64_t>(key.is(PickleKind::Text)));
  if (const auto number = key.asNumber()) return mix(state, std::bit_cast<std::uint64_t>(*number + 0.0));
  auto bytes = key.bytes();
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), 8);
    state = mix(state, word);
  }
  std::uint64_t last = bytes.size();
  for (const std::byte byte : bytes) last = (last << 8U) | static_cast<std::uint64_t>(byte);
  return mix(mix(state, last), seed);
}

bool mayBeKey(const PickleValue& value) {
  switch (value.kind()) {
    case PickleKind::List:
    case PickleKind::Set:
    case PickleKind::Dict:
    case PickleKind::Array:
      return false;
    default:
      return true;
  }
}

}  // namespace

PickleTreeCheck::PickleTreeCheck(std::uint32_t greatestHeight)
    : m_greatestHeight(greatestHeight), m_hashSeed((std::uint64_t{std::random_device{}()} << 32U) | 1U) {}

std::optional<std::string> PickleTreeCheck::check(const PickleValue& root) {
  bool fine = visit(root);
  while (fine && !m_path.empty()) {
    Frame& top = m_path.back();
    if (top.next == childCount(top.container)) {
      fine = leave();
    } else {
      fine = visit(childAt(top.container, top.next++));
    }
  }
  if (fine) return std::nullopt;
  return m_finding;
}

bool PickleTreeCheck::fail(std::string finding) {
  m_finding = std::move(finding);
  return false;
}

/// Goes into a container that was not seen yet; else takes its height.
bool PickleTreeCheck::visit(const PickleValue& value) {
  if (!isContainer(value)) return true;
  const bool isDict = value.is(PickleKind::Dict);
  bool& open = isDict ? value.m_dict->open : value.m_node->open;
  const std::uint32_t height = isDict ? value.m_dict->height : value.m_node->height;
  if (open) return fail("holds " + std::string(nameOf(value.kind())) + " that contains itself");
  const bool tooHigh = m_path.size() + std::max(height, 1U) > m_greatestHeight;
  if (tooHigh) return fail("nests containers more than " + std::to_string(m_greatestHeight) + " deep");
  if (height > 0) {
    if (!m_path.empty()) m_path.back().height = std::max(m_path.back().height, height);
    return true;
  }
  if (!checkKeys(value.entries())) return false;
  open = true;
  m_path.push_back({.container = value});
  return true;
}

bool PickleTreeCheck::leave() {
  const Frame done = m_path.back();
  m_path.pop_back();
  const std::uint32_t height = done.height + 1;
  if (done.container.is(PickleKind::Dict)) {
    done.container.m_dict->open = false;
    done.container.m_dict->height = height;
  } else {
    done.container.m_node->open = false;
    done.container.m_node->height = height;
  }
  if (!m_path.empty()) m_path.back().height = std::max(m_path.back().height, height);
  return true;
}

bool PickleTreeCheck::checkKeys(std::span<const PickleEntry> entries) {
  constexpr std::size_t few = 16;
  for (const PickleEntry& entry : entries) {
    if (!mayBeKey(entry.key)) return fail("uses " + entry.key.description() + " as a key");
  }
  if (entries.size() > few) return checkManyKeys(entries);
  for (std::size_t i = 1; i < entries.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (sameKey(entries[i].key, entries[j].key)) {
        return fail("holds a dict with " + entries[i].key.description() + " twice as a key");
      }
    }
  }
  return true;
}

bool PickleTreeCheck::checkManyKeys(std::span<const PickleEntry> entries) {
  const std::size_t mask = std::bit_ceil(entries.size() * 2) - 1;
  m_slots.assign(mask + 1, 0);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const PickleValue& key = entries[i].key;
    if (!key.asText() && !key.asNumber()) continue;
    std::size_t slot = hashOf(key, m_hashSeed) & mask;
    for (; m_slots[slot] != 0; slot = (slot + 1) & mask) {
      if (sameKey(entries[m_slots[slot] - 1].key, key)) {
        return fail("holds a dict with " + key.description() + " twice as a key");
      }
    }
    m_slots[slot] = static_cast<std::uint32_t>(i + 1);
  }
  return true;
}

}  // namespace sojourn
