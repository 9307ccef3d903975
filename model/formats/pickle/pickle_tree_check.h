// SPDX-License-Identifier: GPL-3.0-or-later
// The last look at a pickle's values before anybody walks them: no cycle, no abyss, no key twice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/formats/pickle/pickle_value.h"

namespace sojourn {

/// Visits every container once, however often it is shared, without recursion: its own stack never grows beyond the
/// height that is allowed.
class PickleTreeCheck {
 public:
  explicit PickleTreeCheck(std::uint32_t greatestHeight);

  /// What is wrong with the tree, as a sentence fragment; nothing where all is well.
  [[nodiscard]] std::optional<std::string> check(const PickleValue& root);

 private:
  struct Frame {
    PickleValue container;
    PickleContainer* facts = nullptr;
    std::size_t next = 0;      ///< the child to look at next; in a dict keys and values in turn
    std::uint32_t height = 0;  ///< of the highest child so far
  };

  bool visit(const PickleValue& value);
  void leave();
  void raise(std::uint32_t height);
  bool checkKeys(std::span<const PickleEntry> entries);
  bool checkManyKeys(std::span<const PickleEntry> entries);
  bool fail(std::string finding);

  std::uint32_t m_greatestHeight;
  std::uint64_t m_hashSeed;  ///< unknown to whoever wrote the file, so that keys cannot be made to collide
  std::vector<Frame> m_path;
  std::vector<std::uint32_t> m_slots;  ///< hash table of checkManyKeys: 1 + the entry's index, 0 = free
  std::string m_finding;
};

}  // namespace sojourn
