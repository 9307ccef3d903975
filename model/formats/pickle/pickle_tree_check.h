// SPDX-License-Identifier: GPL-3.0-or-later
// The last look at a pickle's values before anybody walks them: no cycle, no abyss, no key twice.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "model/formats/bytes/little_endian.h"
#include "model/formats/pickle/pickle_value.h"

namespace sojourn {

/// Visits every container once, however often it is shared, without recursion: its own stack never grows beyond the
/// height that is allowed.
class PickleTreeCheck {
 public:
  explicit PickleTreeCheck(std::uint32_t greatestHeight)
      : m_greatestHeight(greatestHeight), m_hashSeed((std::uint64_t{std::random_device{}()} << 32U) | 1U) {}

  /// What is wrong with the tree, as a sentence fragment; nothing where all is well.
  [[nodiscard]] std::optional<std::string> check(const PickleValue& root) {
    bool fine = visit(root);
    while (fine && !m_path.empty()) {
      Frame& top = m_path.back();
      const std::size_t children = std::size_t{top.facts->size} * (top.container.is(PickleKind::Dict) ? 2 : 1);
      if (top.next == children) {
        leave();
      } else {
        fine = visit(childAt(top.container, top.next++));
      }
    }
    if (fine) return std::nullopt;
    return m_finding;
  }

 private:
  struct Frame {
    PickleValue container;
    PickleContainer* facts = nullptr;
    std::size_t next = 0;      ///< the child to look at next; in a dict keys and values in turn
    std::uint32_t height = 0;  ///< of the highest child so far
  };

  static const PickleValue& childAt(const PickleValue& container, std::size_t index) {
    if (!container.is(PickleKind::Dict)) return container.items()[index];
    const PickleEntry& entry = container.entries()[index / 2];
    return index % 2 == 0 ? entry.key : entry.value;
  }

  /// Keys as Python compares them: 1, 1.0 and True are one key. Kinds that are not compared here (None, tuples, bytes,
  /// names) never count as equal.
  static bool sameKey(const PickleValue& a, const PickleValue& b) {
    if (const auto text = a.asText()) return text == b.asText();
    const auto wholeA = a.asInteger();
    const auto wholeB = b.asInteger();
    if (wholeA && wholeB) return *wholeA == *wholeB;
    const auto numberA = a.asNumber();
    return numberA && numberA == b.asNumber();
  }

  static std::uint64_t hashOf(const PickleValue& key, std::uint64_t seed) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;
    const auto mix = [](std::uint64_t state, std::uint64_t word) {
      state = (state ^ word) * factor;
      return state ^ (state >> 29U);
    };
    std::uint64_t state = mix(seed, static_cast<std::uint64_t>(key.is(PickleKind::Text)));
    if (const auto number = key.asNumber()) return mix(state, std::bit_cast<std::uint64_t>(*number + 0.0));
    auto bytes = key.bytes();
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) state = mix(state, readLittle<std::uint64_t>(bytes, 0));
    std::uint64_t last = bytes.size();
    for (const std::byte byte : bytes) last = (last << 8U) | static_cast<std::uint64_t>(byte);
    return mix(mix(state, last), seed);
  }

  bool fail(std::string finding) {
    m_finding = std::move(finding);
    return false;
  }

  /// Goes into a container that was not seen yet; else takes its height.
  bool visit(const PickleValue& value) {
    PickleContainer* const facts = value.container();
    if (!facts) return true;
    if (facts->open) return fail("holds " + std::string(nameOf(value.kind())) + " that contains itself");
    if (m_path.size() + std::max(facts->height, 1U) > m_greatestHeight)
      return fail("nests containers more than " + std::to_string(m_greatestHeight) + " deep");
    if (facts->height > 0) {
      raise(facts->height);
      return true;
    }
    if (!checkKeys(value.entries())) return false;
    facts->open = true;
    m_path.push_back({.container = value, .facts = facts});
    return true;
  }

  void leave() {
    const Frame done = m_path.back();
    m_path.pop_back();
    done.facts->open = false;
    done.facts->height = done.height + 1;
    raise(done.facts->height);
  }

  /// The container that is being visited has a child of this height.
  void raise(std::uint32_t height) {
    if (!m_path.empty()) m_path.back().height = std::max(m_path.back().height, height);
  }

  bool checkKeys(std::span<const PickleEntry> entries) {
    constexpr std::size_t few = 16;
    for (const PickleEntry& entry : entries) {
      const PickleValue& key = entry.key;
      if ((key.container() && !key.is(PickleKind::Tuple)) || key.is(PickleKind::Array))
        return fail("uses " + key.description() + " as a key");
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

  bool checkManyKeys(std::span<const PickleEntry> entries) {
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

  std::uint32_t m_greatestHeight;
  std::uint64_t m_hashSeed;  ///< unknown to whoever wrote the file, so that keys cannot be made to collide
  std::vector<Frame> m_path;
  std::vector<std::uint32_t> m_slots;  ///< hash table of checkManyKeys: 1 + the entry's index, 0 = free
  std::string m_finding;
};

}  // namespace sojourn
