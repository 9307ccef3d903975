// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pickle/pickle_input.h"

#include <algorithm>

#include "model/formats/bytes/failure.h"

namespace sojourn {

bool PickleInput::refill(std::uint64_t count) {
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
  const auto got = m_source->read({bytes + rest.size(), size - rest.size()});
  if (!got) throw FormatFailure{got.error()};
  m_piece = {bytes, rest.size() + *got};
  m_at = 0;
  return count <= m_piece.size();
}

std::span<const std::byte> PickleInput::ahead(std::uint64_t most) {
  const std::uint64_t count = std::min(most, left());
  if (count > m_piece.size() - m_at) static_cast<void>(refill(count));
  return m_piece.subspan(m_at, std::min<std::uint64_t>(count, m_piece.size() - m_at));
}

void PickleInput::dropTaken() {
  if (m_pieces.size() < 2) return;
  std::swap(m_pieces.front(), m_pieces.back());
  m_pieces.resize(1);
  m_budget->give(m_held - m_pieces.front().size);
  m_held = m_pieces.front().size;
}

}  // namespace sojourn
