// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes that the pickle machine reads: all at once, or in pieces that are dropped when nothing refers to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/core/byte_source.h"
#include "model/formats/bytes/memory_budget.h"

namespace sojourn {

class PickleInput {
 public:
  /// Bytes that outlive what is read of them.
  explicit PickleInput(std::span<const std::byte> all) : m_piece(all), m_size(all.size()) {}
  /// Reads `source` in pieces of at least `pieceBytes`, which count in the budget. `where` names it in errors.
  PickleInput(ByteSource& source, MemoryBudget& budget, std::size_t pieceBytes, std::string where)
      : m_size(source.size()),
        m_source(&source),
        m_budget(&budget),
        m_pieceBytes(pieceBytes),
        m_where(std::move(where)) {}

  /// The next bytes; a null view where fewer are left. They stay valid until dropTaken(). Throws FormatFailure where
  /// the source cannot be read or a piece does not fit the budget.
  [[nodiscard]] std::span<const std::byte> take(std::uint64_t count) {
    if (count > m_piece.size() - m_at && !refill(count)) return {};
    const auto taken = m_piece.subspan(m_at, count);
    m_at += count;
    return taken;
  }
  /// What comes next, at most `most` bytes, without taking it.
  [[nodiscard]] std::span<const std::byte> ahead(std::uint64_t most);
  void skip(std::size_t count) { m_at += count; }

  [[nodiscard]] std::uint64_t offset() const { return m_before + m_at; }
  [[nodiscard]] std::uint64_t left() const { return m_size - offset(); }
  /// How much memory the pieces take.
  [[nodiscard]] std::uint64_t held() const { return m_held; }
  /// Forgets all pieces but the one being read: views on the others die.
  void dropTaken();

 private:
  bool refill(std::uint64_t count);

  std::span<const std::byte> m_piece;
  std::size_t m_at = 0;
  std::uint64_t m_before = 0;  ///< bytes before m_piece
  std::uint64_t m_size = 0;

  ByteSource* m_source = nullptr;
  MemoryBudget* m_budget = nullptr;
  std::size_t m_pieceBytes = 0;
  std::string m_where;
  struct Piece {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
  };
  std::vector<Piece> m_pieces;
  std::uint64_t m_held = 0;
};

}  // namespace sojourn
