// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes that the pickle machine reads: all at once, or in pieces that are dropped when nothing refers to them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/core/files.h"
#include "model/formats/bytes/failure.h"
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
  [[nodiscard]] std::span<const std::byte> ahead(std::uint64_t most) {
    const std::uint64_t count = std::min(most, left());
    if (count > m_piece.size() - m_at) static_cast<void>(refill(count));
    return m_piece.subspan(m_at, std::min<std::uint64_t>(count, m_piece.size() - m_at));
  }
  void skip(std::size_t count) { m_at += count; }

  [[nodiscard]] std::uint64_t offset() const { return m_before + m_at; }
  [[nodiscard]] std::uint64_t left() const { return m_size - offset(); }
  /// How much memory the pieces take.
  [[nodiscard]] std::uint64_t held() const { return m_held; }
  /// Forgets all pieces but the one being read: views on the others die.
  void dropTaken() {
    if (m_pieces.size() < 2) return;
    std::swap(m_pieces.front(), m_pieces.back());
    m_pieces.resize(1);
    m_budget->give(m_held - m_pieces.front().size);
    m_held = m_pieces.front().size;
  }

 private:
  bool refill(std::uint64_t count) {
    if (!m_source || count > left()) return false;
    // An instruction that began in one piece goes on in the next: what is left of it moves there.
    const auto rest = m_piece.subspan(m_at);
    const auto size =
        static_cast<std::size_t>(std::min(left(), std::max<std::uint64_t>(count, rest.size() + m_pieceBytes)));
    if (!m_budget->take(size)) {
      throw FormatFailure{{ErrorKind::BadInput, m_where + ", byte " + std::to_string(offset()),
                           "its values need more memory than one file may take", "split the file into smaller ones"}};
    }
    m_held += size;
    m_before += m_at;
    m_pieces.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size});
    std::byte* bytes = m_pieces.back().bytes.get();
    std::ranges::copy(rest, bytes);
    m_piece = {bytes, rest.size() + valueOrThrow(m_source->read({bytes + rest.size(), size - rest.size()}))};
    m_at = 0;
    return count <= m_piece.size();
  }

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
