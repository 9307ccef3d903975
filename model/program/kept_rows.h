// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of probabilities that a program has answered last.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

/// All that a model reads of a sequence, as bytes.
inline std::string contentOf(const Sequence& sequence) {
  std::string content(reinterpret_cast<const char*>(&sequence.user), sizeof sequence.user);
  for (const Visit& visit : sequence.visits) {
    const auto add = [&](const auto& value) { content.append(reinterpret_cast<const char*>(&value), sizeof value); };
    add(visit.location);
    add(visit.weekday);
    add(visit.startMinute);
    add(visit.durationMinutes);
    add(visit.daysAgo);
  }
  return content;
}

using Row = std::shared_ptr<const std::vector<float>>;

/// The rows asked for last. Safe from any thread.
class KeptRows {
 public:
  [[nodiscard]] Row find(const std::string& content) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_rows.find(content);
    if (found == m_rows.end()) return nullptr;
    m_order.splice(m_order.begin(), m_order, found->second.second);
    return found->second.first;
  }
  void keep(const std::string& content, Row row) {
    const std::lock_guard lock(m_mutex);
    if (m_rows.contains(content)) return;
    m_bytes += content.size() * 2 + row->size() * sizeof(float);
    m_order.push_front(content);
    m_rows[content] = {std::move(row), m_order.begin()};
    while (m_bytes > mostBytes && m_order.size() > 1) {
      const auto oldest = m_rows.find(m_order.back());
      m_bytes -= oldest->first.size() * 2 + oldest->second.first->size() * sizeof(float);
      m_rows.erase(oldest);
      m_order.pop_back();
    }
  }

 private:
  static constexpr std::size_t mostBytes = 1'000'000'000;
  using Order = std::list<std::string>;
  std::mutex m_mutex;
  Order m_order;  ///< the last used first
  std::unordered_map<std::string, std::pair<Row, Order::iterator>> m_rows;
  std::size_t m_bytes = 0;
};

}  // namespace sojourn
