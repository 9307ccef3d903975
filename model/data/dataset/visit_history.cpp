// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/visit_history.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "model/data/dataset/dataset.h"
#include "model/data/dataset/sequence_set.h"

namespace sojourn {
namespace {

constexpr std::uint32_t locationBits = 24, locationMask = (1U << locationBits) - 1;
static_assert(largestId <= static_cast<std::int32_t>(locationMask));

std::uint32_t keyOf(LocationId location, std::int32_t startMinute) {
  const std::int32_t slot = std::clamp(startMinute / minutesPerHistorySlot, 0, historySlots - 1);
  return static_cast<std::uint32_t>(slot) << locationBits | (static_cast<std::uint32_t>(location) & locationMask);
}

}  // namespace

/// For each user the locations by slot, and for each of these the windows that have it.
struct VisitHistory::Index {
  struct OfUser {
    std::size_t firstKey = 0, endKey = 0;
    std::uint32_t trainingWindows = 0;
  };
  std::map<UserId, OfUser> users;
  std::vector<std::uint32_t> ordinals;     ///< of each own row: how many windows of its user come before it
  std::vector<std::uint32_t> keys;         ///< by user, ascending
  std::vector<std::size_t> firstWindow{};  ///< [keys + 1] into windows
  std::vector<std::uint32_t> windows;      ///< ordinals, ascending for each key; one a visit
};

VisitHistory::Windows::Windows(const SequenceSet& set) : users(set.users().begin(), set.users().end()) {
  offsets.reserve(set.size() + 1);
  visits.reserve(set.visitCount());
  offsets.push_back(0);
  for (std::size_t row = 0; row < set.size(); ++row) {
    const auto locations = set.locations(row);
    const auto starts = set.startMinutes(row);
    for (std::size_t i = 0; i < locations.size(); ++i) {
      visits.push_back(keyOf(locations[i], starts[i]));
      smallest = std::min(smallest, locations[i]);
      largest = std::max(largest, locations[i]);
    }
    offsets.push_back(visits.size());
  }
}

VisitHistory::VisitHistory(std::shared_ptr<const Windows> training, std::shared_ptr<const Windows> own)
    : m_training(std::move(training)), m_own(std::move(own)) {}

const VisitHistory::Index& VisitHistory::index() const {
  std::call_once(m_once, [&] {
    auto made = std::make_shared<Index>();
    struct Event {
      UserId user;
      std::uint32_t key, window;
    };
    std::vector<Event> events;
    events.reserve(m_training->visits.size() + (m_own == m_training ? 0 : m_own->visits.size()));
    std::map<UserId, std::uint32_t> seen;
    const auto take = [&](const Windows& windows) {
      std::vector<std::uint32_t> ordinals;
      ordinals.reserve(windows.users.size());
      for (std::size_t row = 0; row < windows.users.size(); ++row) {
        const std::uint32_t ordinal = seen[windows.users[row]]++;
        ordinals.push_back(ordinal);
        for (std::size_t i = windows.offsets[row]; i < windows.offsets[row + 1]; ++i)
          events.push_back({windows.users[row], windows.visits[i], ordinal});
      }
      return ordinals;
    };
    made->ordinals = take(*m_training);
    for (const auto& [user, count] : seen) made->users[user].trainingWindows = count;
    if (m_own != m_training) made->ordinals = take(*m_own);
    std::ranges::sort(events, {}, [](const Event& e) { return std::tuple(e.user, e.key, e.window); });
    made->windows.reserve(events.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      const Event& event = events[i];
      const bool otherUser = i == 0 || events[i - 1].user != event.user;
      if (otherUser) made->users[event.user].firstKey = made->keys.size();
      if (otherUser || events[i - 1].key != event.key) {
        made->keys.push_back(event.key);
        made->firstWindow.push_back(i);
      }
      made->users[event.user].endKey = made->keys.size();
      made->windows.push_back(event.window);
    }
    made->firstWindow.push_back(events.size());
    m_index = std::move(made);
  });
  return *m_index;
}

std::vector<HistoryEntry> VisitHistory::before(UserId user, std::optional<std::size_t> row) const {
  const Index& all = index();
  const auto found = all.users.find(user);
  if (found == all.users.end()) return {};
  const bool ownRow = row && *row < m_own->users.size() && m_own->users[*row] == user;
  const std::uint32_t end = ownRow ? all.ordinals[*row] : found->second.trainingWindows;
  std::vector<HistoryEntry> entries;
  if (end == 0) return entries;
  entries.reserve(found->second.endKey - found->second.firstKey);
  for (std::size_t k = found->second.firstKey; k < found->second.endKey; ++k) {
    const auto first = all.windows.begin() + static_cast<std::ptrdiff_t>(all.firstWindow[k]);
    const auto last = all.windows.begin() + static_cast<std::ptrdiff_t>(all.firstWindow[k + 1]);
    const auto count = std::lower_bound(first, last, end) - first;
    if (count > 0)
      entries.push_back({.slot = static_cast<std::int32_t>(all.keys[k] >> locationBits),
                         .location = static_cast<LocationId>(all.keys[k] & locationMask),
                         .count = static_cast<std::int32_t>(count)});
  }
  return entries;
}

bool VisitHistory::hasBefore(std::size_t row) const {
  return index().ordinals[row] > 0;
}

bool VisitHistory::fits(std::int64_t locations) const {
  return m_training->smallest >= 0 && m_own->smallest >= 0 && m_training->largest < locations &&
         m_own->largest < locations;
}

void giveHistory(Dataset& dataset) {
  const SequenceSet* train = dataset.split(Split::Train);
  if (!train) return;
  const auto training = std::make_shared<const VisitHistory::Windows>(*train);
  for (const Split split : allSplits) {
    std::optional<SequenceSet>& set = dataset.splits[static_cast<std::size_t>(split)];
    if (!set) continue;
    const auto own = split == Split::Train ? training : std::make_shared<const VisitHistory::Windows>(*set);
    set->setHistory(std::make_shared<const VisitHistory>(training, own));
  }
}

}  // namespace sojourn
