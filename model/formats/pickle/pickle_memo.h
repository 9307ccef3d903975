// SPDX-License-Identifier: GPL-3.0-or-later
// The memo of the pickle machine: values by number.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/formats/bytes/memory_budget.h"
#include "model/formats/pickle/pickle_value.h"

namespace sojourn {

/// Pages that appear when they are first written to: numbers usually count up from 0, but nothing promises it.
class PickleMemo {
 public:
  explicit PickleMemo(MemoryBudget& budget) : m_budget(&budget) {}

  /// False where the number is absurd or the budget is spent.
  [[nodiscard]] bool put(std::uint64_t number, const PickleValue& value) {
    if (number >= most) return false;
    const std::size_t page = number / pageSize;
    if (page >= m_pages.size()) m_pages.resize(page + 1);
    if (!m_pages[page] && !addPage(page)) return false;
    const std::size_t at = number % pageSize;
    PickleValue& slot = m_pages[page]->values[at];
    if (slot.is(absent)) {
      if (m_fresh.size() == m_fresh.capacity() && !growFresh()) return false;
      m_fresh.push_back(static_cast<std::uint32_t>(number));
      ++m_pages[page]->taken;
      ++m_size;
    }
    m_pages[page]->used.reset(at);
    slot = value;
    return true;
  }

  /// nullptr where nothing was put, or where it was forgotten.
  [[nodiscard]] const PickleValue* get(std::uint64_t number) {
    const std::size_t page = number / pageSize;
    if (page >= m_pages.size() || !m_pages[page]) return nullptr;
    const std::size_t at = number % pageSize;
    if (m_pages[page]->values[at].is(absent)) return nullptr;
    m_pages[page]->used.set(at);
    return &m_pages[page]->values[at];
  }

  /// How many numbers were taken: the one that MEMOIZE takes next.
  [[nodiscard]] std::uint64_t size() const { return m_size; }

  /// Replaces each value that was put since the last call by keep(value, number, whether somebody asked for it);
  /// nothing: it is forgotten.
  template <class Keep>
  void renew(Keep keep) {
    for (const std::uint32_t number : m_fresh) {
      auto& page = m_pages[number / pageSize];
      const std::size_t at = number % pageSize;
      PickleValue& slot = page->values[at];
      if (const std::optional<PickleValue> kept = keep(slot, number, page->used.test(at))) {
        slot = *kept;
        continue;
      }
      slot = PickleValue::run(absent, {});
      if (--page->taken > 0) continue;
      page.reset();
      m_budget->give(sizeof(Page));
    }
    m_fresh.clear();
  }

 private:
  static constexpr auto absent = static_cast<PickleKind>(0xFF);
  static constexpr std::uint64_t most = std::uint64_t{1} << 26U;
  static constexpr std::size_t pageSize = 512;

  struct Page {
    Page() { values.fill(PickleValue::run(absent, {})); }
    std::array<PickleValue, pageSize> values;
    std::bitset<pageSize> used;
    std::size_t taken = 0;
  };

  bool addPage(std::size_t page) {
    if (!m_budget->take(sizeof(Page))) return false;
    m_pages[page] = std::make_unique<Page>();
    return true;
  }
  bool growFresh() {
    const std::size_t capacity = std::max(pageSize, m_fresh.capacity() * 2);
    if (!m_budget->take((capacity - m_fresh.capacity()) * sizeof(std::uint32_t))) return false;
    m_fresh.reserve(capacity);
    return true;
  }

  MemoryBudget* m_budget;
  std::vector<std::unique_ptr<Page>> m_pages;
  std::vector<std::uint32_t> m_fresh;  ///< numbers put since the last renew()
  std::uint64_t m_size = 0;
};

}  // namespace sojourn
