// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "views/session/workspace/banner.h"
#include "views/session/workspace/changes.h"

namespace sojourn::session {

BannerId Banners::add(Error error, Severity severity, std::vector<BannerAction> actions, BannerTopic topic) {
  // Cancelling is no error; a banner that stands there already need not come twice.
  if (error.kind == ErrorKind::Cancelled) return 0;
  const auto same = std::ranges::find_if(m_banners, [&](const Banner& banner) {
    return banner.error.where == error.where && banner.error.what == error.what && banner.error.remedy == error.remedy;
  });
  if (same != m_banners.end()) return same->id;
  m_banners.insert(m_banners.begin(), Banner{++m_last, severity, std::move(error), std::move(actions), topic});
  m_observers.announce(Change::Banners);
  return m_banners.front().id;
}

void Banners::retract(BannerTopic topic) {
  if (std::erase_if(m_banners, [topic](const Banner& banner) { return banner.topic == topic; }) > 0)
    m_observers.announce(Change::Banners);
}

void Banners::dismiss(BannerId id) {
  const auto found = std::ranges::find(m_banners, id, &Banner::id);
  if (found == m_banners.end()) return;
  const BannerTopic topic = found->topic;
  m_banners.erase(found);
  if (m_dismissed) m_dismissed(topic);
  m_observers.announce(Change::Banners);
}

}  // namespace sojourn::session
