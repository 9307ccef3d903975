// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/import/place_card.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr double mostOfTheTime = 2.0 / 3;
constexpr int minutesPerHour = 60;
constexpr std::int32_t longestCounted = 2880;  // minutes; what lies beyond says nothing of hours

void addHours(const PreparedVisit& visit, std::array<double, 24>& hours) {
  std::int32_t left = std::min(visit.minutes, longestCounted);
  for (std::int32_t minute = visit.minute; left > 0;) {
    const std::int32_t step = std::min(left, minutesPerHour - minute % minutesPerHour);
    hours[static_cast<std::size_t>(minute / minutesPerHour % 24)] += static_cast<double>(step) / minutesPerHour;
    minute += step;
    left -= step;
  }
}

std::string usersText(const PlaceFacts& facts) {
  constexpr std::size_t named = 2;
  std::string text;
  for (std::size_t i = 0; i < std::min(named, facts.users.size()); ++i)
    text +=
        (i > 0 ? ", " : "") + escapeForDisplay(facts.users[i].first, 20) + " (" + grouped(facts.users[i].second) + ")";
  if (facts.users.size() > named) text += tr(" and %1 more", {grouped(facts.users.size() - named)});
  return text;
}

/// The corner of the map, beside its scale and buttons, that is furthest from the place.
Rect cardAwayFrom(Point at, Rect area) {
  constexpr float width = 260, height = 136, edge = 14, buttons = 40, scale = 30, grid = 26;
  const float left = area.x + edge, right = area.right() - width - edge;
  const float top = area.y + edge + scale, bottom = area.bottom() - height - edge - grid;
  const std::array<Rect, 4> corners{Rect{left, top, width, height}, Rect{right - buttons, top, width, height},
                                    Rect{left, bottom, width, height}, Rect{right, bottom, width, height}};
  return std::ranges::max(corners, {}, [at](const Rect& card) {
    const float x = at.x - std::clamp(at.x, card.x, card.right()), y = at.y - std::clamp(at.y, card.y, card.bottom());
    return x * x + y * y;
  });
}

}  // namespace

PlaceFacts placeFacts(const Preparation& made, std::size_t place) {
  PlaceFacts facts;
  std::map<std::uint32_t, std::size_t> users;
  std::vector<std::int32_t> minutes;
  for (const PreparedVisit& visit : made.visits) {
    if (visit.place != place) continue;
    ++facts.visits;
    ++users[visit.user];
    minutes.push_back(visit.minutes);
    addHours(visit, facts.hours);
  }
  for (const auto& [user, visits] : users) facts.users.emplace_back(made.users[user], visits);
  std::ranges::stable_sort(facts.users, std::greater(), [](const auto& user) { return user.second; });
  if (minutes.empty()) return facts;
  const auto middle = minutes.begin() + std::ssize(minutes) / 2;
  std::ranges::nth_element(minutes, middle);
  facts.medianHours = static_cast<double>(*middle) / minutesPerHour;
  const double all = std::accumulate(facts.hours.begin(), facts.hours.end(), 0.0);
  while (all > 0 && facts.busiestShare < mostOfTheTime && facts.busiestHours < 24) {
    ++facts.busiestHours;
    for (std::size_t from = 0; from < 24; ++from) {
      double sum = 0;
      for (std::size_t i = 0; i < facts.busiestHours; ++i) sum += facts.hours[(from + i) % 24];
      if (sum / all <= facts.busiestShare) continue;
      facts.busiestShare = sum / all;
      facts.busiestFrom = from;
    }
  }
  return facts;
}

void paintPlaceCard(SceneBuilder& builder, const PlaceFacts& facts, const std::string& name,
                    const std::string& timeZone, Color color, Point at, Rect area) {
  const Theme& theme = builder.theme();
  constexpr float margin = 12;
  const Rect card = cardAwayFrom(at, area);
  const Point corner{std::clamp(at.x, card.x, card.right()), std::clamp(at.y, card.y, card.bottom())};
  builder.line(at, corner, theme.accent);
  builder.frame(card, theme.border, 1, 4, theme.panel);
  const Rect inner = card.inset(margin);
  builder.box({inner.x, inner.y + 3, 10, 10}, color, 2);
  const std::string visits = tr("%1 visits", {grouped(facts.visits)});
  const float right = builder.width(visits, smallFont);
  builder.text({inner.x + 16, inner.y, inner.width - 22 - right, 16},
               builder.fittingName(name, inner.width - 22 - right, boldFont), theme.text, boldFont);
  builder.text({inner.x, inner.y, inner.width, 16}, visits, theme.text2, smallFont, Align::Right);
  builder.text({inner.x, inner.y + 18, inner.width, 15},
               tr("%1; median stay %2 h", {usersText(facts), fixedNumber(facts.medianHours, 1)}), theme.text2,
               smallFont);
  builder.text({inner.x, inner.y + 34, inner.width, 15}, tr("hours spent, by the clock of %1", {timeZone}), theme.text2,
               smallFont);
  const Rect bars{inner.x, inner.y + 52, inner.width, 30};
  const double most = std::ranges::max(facts.hours);
  const float step = bars.width / 24;
  for (std::size_t hour = 0; hour < 24; ++hour) {
    const bool busiest = (hour + 24 - facts.busiestFrom) % 24 < facts.busiestHours;
    const auto share = static_cast<float>(most > 0 ? facts.hours[hour] / most : 0);
    const float tall = std::max(1.0F, bars.height * share);
    builder.box({bars.x + step * static_cast<float>(hour), bars.bottom() - tall, step - 1, tall},
                busiest ? theme.solid : theme.mid);
  }
  for (const int hour : {0, 6, 12, 18, 24}) {
    const float x = bars.x + step * static_cast<float>(hour);
    const Align align = hour == 0 ? Align::Left : hour == 24 ? Align::Right : Align::Center;
    builder.text({hour == 0    ? x
                  : hour == 24 ? x - 30
                               : x - 15,
                  bars.bottom() + 1, 30, 13},
                 std::to_string(hour), theme.text2, smallFont, align);
  }
  builder.text(
      {inner.x, bars.bottom() + 16, inner.width, 15},
      tr("%1 % of the time from %2 to %3", {fixedNumber(100 * facts.busiestShare, 0), std::to_string(facts.busiestFrom),
                                            std::to_string((facts.busiestFrom + facts.busiestHours) % 24)}),
      theme.text, smallFont);
}

}  // namespace sojourn::present
