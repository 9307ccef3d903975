// SPDX-License-Identifier: GPL-3.0-or-later
// The fixes of a table in the order of its rows, in a third of the memory: a table as large as all of GeoLife is kept
// until its last row is read, as the rows of a user may lie anywhere.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "model/data/records/records.h"

namespace sojourn {

/// Each row as its difference from the row before, exactly: positions in steps of 1e-7 degrees where they are such
/// decimals, else as they are. Seven bytes a row where users have their rows together and a fix every few seconds.
class PackedFixes {
 public:
  void add(std::uint32_t user, const Fix& fix);
  [[nodiscard]] std::size_t size() const { return m_rows; }

  /// Calls `each` with user and fix of every row in their order, but not for blocks of rows of which `mayHold` says, by
  /// their lowest and highest user, that they hold none that is wanted.
  template <class MayHold, class Each>
  void forEach(const MayHold& mayHold, const Each& each) const {
    for (const Block& block : m_blocks) {
      if (!mayHold(block.lowest, block.highest)) continue;
      Reader reader(block);
      while (reader.next()) each(reader.user(), reader.fix());
    }
  }

 private:
  struct Scaled {
    std::int64_t latitude = 0, longitude = 0;
  };
  /// Its first row is the difference from a row of zeros.
  struct Block {
    std::uint32_t lowest = 0, highest = 0;
    std::vector<std::uint8_t> bytes;
  };
  struct Row {
    std::uint32_t user = 0;
    EpochMs time = 0;
    Scaled at;
  };
  class Reader {
   public:
    explicit Reader(const Block& block) : m_at(block.bytes.data()), m_end(m_at + block.bytes.size()) {}
    [[nodiscard]] bool next();
    [[nodiscard]] std::uint32_t user() const { return m_row.user; }
    [[nodiscard]] const Fix& fix() const { return m_fix; }

   private:
    [[nodiscard]] std::uint64_t number();
    [[nodiscard]] std::int64_t difference();
    void degrees(bool raw, std::int64_t& before, double& value);

    const std::uint8_t *m_at, *m_end;
    Row m_row;
    Fix m_fix;
  };

  std::deque<Block> m_blocks;
  Row m_last;
  std::size_t m_rows = 0;
};

}  // namespace sojourn
