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

  void call(Changes changes) const {
    const auto called = entries;  // callbacks may subscribe and unsubscribe
    for (const auto& entry : called) {
      // A copy, because a callback that ends its own subscription must not destroy the function it runs in.
      const ChangeCallback callback = entry->callback;
      if (callback) callback(changes);
    }
  }
};

Observers::Observers() : m_list(std::make_shared<List>()), m_views(std::make_shared<List>()) {}
Observers::~Observers() = default;

Subscription Observers::subscribe(ChangeCallback callback) {
  return subscribe(m_list, std::move(callback));
}

Subscription Observers::subscribeView(ChangeCallback callback) {
  return subscribe(m_views, std::move(callback));
}

Subscription Observers::subscribe(const std::shared_ptr<List>& list, ChangeCallback callback) {
  auto entry = std::make_shared<Entry>(Entry{std::move(callback)});
  list->entries.push_back(entry);
  // The handle is a pointer whose deleter takes the entry off the list.
  Entry* raw = entry.get();
  return Subscription(std::shared_ptr<void>(raw, [kept = std::weak_ptr<List>(list), raw](void*) {
    const auto alive = kept.lock();
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
    Changes all;
    while (!m_pending.empty()) {
      const Changes changes = std::exchange(m_pending, {});
      all |= changes;
      m_list->call(changes);
    }
    m_views->call(all);
  }
  m_delivering = false;
}

}  // namespace sojourn::session
