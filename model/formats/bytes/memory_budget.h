// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory reading one file may take, and the arena that lives within it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace sojourn {

/// A sum with a ceiling. Whoever is about to allocate because a file says so asks first.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t bytes) : m_left(bytes) {}
  /// False, and nothing taken, where it would not fit.
  [[nodiscard]] bool take(std::uint64_t bytes) {
    if (bytes > m_left) return false;
    m_left -= bytes;
    return true;
  }
  /// What was taken and is free again.
  void give(std::uint64_t bytes) { m_left += bytes; }
  [[nodiscard]] std::uint64_t left() const { return m_left; }

 private:
  std::uint64_t m_left;
};

/// Memory for many small things that die together. No destructor runs, so a chain of a million values needs no
/// recursion to die.
class Arena {
 public:
  explicit Arena(MemoryBudget& budget) : m_budget(&budget) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() = default;

  /// Uninitialised memory for `count` objects, or nullptr where the budget is spent.
  template <class T>
  [[nodiscard]] T* allocate(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= alignment);
    if (count > maxBytes / sizeof(T)) return nullptr;
    const std::size_t wanted = count == 0 ? 1 : count * sizeof(T);  // never nothing: nullptr means one thing
    const std::size_t bytes = (wanted + alignment - 1) / alignment * alignment;
    if (bytes <= static_cast<std::size_t>(m_end - m_next)) {
      std::byte* place = m_next;
      m_next += bytes;
      return reinterpret_cast<T*>(place);
    }
    return reinterpret_cast<T*>(allocateFromNewChunk(bytes));
  }

  /// How much of the budget it has.
  [[nodiscard]] std::uint64_t taken() const { return m_taken; }
  /// Forgets everything that was made and gives the budget its bytes back.
  void clear() {
    m_budget->give(m_taken);
    m_taken = 0;
    m_chunks.clear();
    m_next = m_end = nullptr;
  }

 private:
  static constexpr std::size_t alignment = 8;
  static constexpr std::size_t maxBytes = std::size_t{1} << 40U;
  static constexpr std::size_t smallestChunk = std::size_t{16} << 10U;
  static constexpr std::size_t largestChunk = std::size_t{1} << 20U;

  /// Large requests get a chunk of their own, and the one in use goes on being filled.
  std::byte* allocateFromNewChunk(std::size_t bytes) {
    const bool alone = bytes > m_chunkSize / 4;
    const std::size_t size = alone ? bytes : m_chunkSize;
    if (!m_budget->take(size)) return nullptr;
    m_taken += size;
    m_chunks.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
    std::byte* place = m_chunks.back().get();
    if (!alone) {
      m_next = place + bytes;
      m_end = place + size;
      if (m_chunkSize < largestChunk) m_chunkSize *= 2;
    }
    return place;
  }

  MemoryBudget* m_budget;
  std::vector<std::unique_ptr<std::byte[]>> m_chunks;
  std::byte* m_next = nullptr;
  std::byte* m_end = nullptr;
  std::size_t m_chunkSize = smallestChunk;
  std::uint64_t m_taken = 0;
};

}  // namespace sojourn
