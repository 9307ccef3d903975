// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/changes.h"

#include <algorithm>
#include <vector>

namespace sojourn::session {

struct Observers::Entry {
  ChangeCallback callback;
};

/// Shared with the registrations, so that one that outlives the observed object finds an empty list and not nothing.
struct Observers::List {
  std::vector<std::shared_ptr<Entry>> entries;
};

Observers::Observers() : m_list(std::make_shared<List>()) {}
Observers::~Observers() = default;

Subscription Observers::subscribe(ChangeCallback callback) {
  auto entry = std::make_shared<Entry>(Entry{std::move(callback)});
  m_list->entries.push_back(entry);
  // The handle is a pointer whose deleter takes the entry off the list.
  std::weak_ptr<List> list = m_list;
  Entry* raw = entry.get();
  return Subscription(std::shared_ptr<void>(raw, [list, raw](void*) {
    const auto alive = list.lock();
    if (!alive) return;
    std::erase_if(alive->entries, [raw](const std::shared_ptr<Entry>& held) {
      if (held.get() != raw) return false;
      held->callback = nullptr;  // a delivery that is under way skips it
      return true;
    });
  }));
}

void Observers::announce(Changes changes) {
  m_pending |= changes;
  deliver();
}

void Observers::deliver() {
  if (m_batches > 0 || m_delivering) return;
  m_delivering = true;
  while (!m_pending.empty()) {
    const Changes changes = std::exchange(m_pending, {});
    const auto entries = m_list->entries;  // callbacks may subscribe and unsubscribe
    for (const auto& entry : entries) {
      // A copy, because a callback that ends its own subscription must not destroy the function it runs in.
      const ChangeCallback callback = entry->callback;
      if (callback) callback(changes);
    }
  }
  m_delivering = false;
}

}  // namespace sojourn::session
