// SPDX-License-Identifier: GPL-3.0-or-later
// The memo of the pickle machine: values by number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/formats/memory_budget.h"
#include "model/formats/pickle_value.h"

namespace sojourn {

/// Pages that appear when they are first written to: numbers usually count up from 0, but nothing promises it.
class PickleMemo {
 public:
  explicit PickleMemo(Arena& arena) : m_arena(&arena) {}

  /// False where the number is absurd or the budget is spent.
  [[nodiscard]] bool put(std::uint64_t number, const PickleValue& value) {
    if (number >= most) return false;
    const std::size_t page = number / pageSize;
    if (page >= m_pages.size()) m_pages.resize(page + 1);
    if (!m_pages[page]) {
      auto* fresh = m_arena->allocate<PickleValue>(pageSize);
      if (!fresh) return false;
      std::uninitialized_fill_n(fresh, pageSize, PickleValue::run(absent, {}));
      m_pages[page] = fresh;
    }
    PickleValue& slot = m_pages[page][number % pageSize];
    if (slot.is(absent)) ++m_size;
    slot = value;
    return true;
  }

  /// nullptr where nothing was put.
  [[nodiscard]] const PickleValue* get(std::uint64_t number) const {
    const std::size_t page = number / pageSize;
    if (page >= m_pages.size() || !m_pages[page]) return nullptr;
    const PickleValue& slot = m_pages[page][number % pageSize];
    return slot.is(absent) ? nullptr : &slot;
  }

  /// How many numbers are taken: the one that MEMOIZE takes next.
  [[nodiscard]] std::uint64_t size() const { return m_size; }

 private:
  static constexpr auto absent = static_cast<PickleKind>(0xFF);
  static constexpr std::uint64_t most = std::uint64_t{1} << 26U;
  static constexpr std::size_t pageSize = 512;

  Arena* m_arena;
  std::vector<PickleValue*> m_pages;
  std::uint64_t m_size = 0;
};

}  // namespace sojourn
