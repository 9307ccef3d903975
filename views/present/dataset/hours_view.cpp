// SPDX-License-Identifier: GPL-3.0-or-later
// Draws last visits by weekday and hour.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "model/core/translation.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr int days = 7, hoursOfDay = 24, hoursOfWeek = days * hoursOfDay;
constexpr std::array dayTerms{"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
using Week = std::array<std::array<std::size_t, hoursOfDay>, days>;

/// Counts as a clock so many minutes ahead shows them; of whole hours, which is what can be chosen.
Week shiftedWeek(const Week& recorded, std::int32_t offsetMinutes) {
  Week shown{};
  const auto by = static_cast<int>(floorDivide(offsetMinutes, 60));
  for (int at = 0; at < hoursOfWeek; ++at) {
    const auto to = static_cast<std::size_t>(wrapped(at + by, hoursOfWeek));
    shown[to / hoursOfDay][to % hoursOfDay] =
        recorded[static_cast<std::size_t>(at / hoursOfDay)][static_cast<std::size_t>(at % hoursOfDay)];
  }
  return shown;
}

std::string clockRange(std::size_t hour) {
  const auto begin = static_cast<std::int64_t>(hour) * 60;
  return tr("%1 to %2", {clockText(begin), hour == 23 ? "24:00" : clockText(begin + 60)});
}

std::string zoneText(std::int32_t offsetMinutes) {
  return offsetMinutes == 0 ? tr("as recorded") : tr("%1 h", {offsetText(offsetMinutes)});
}

std::string hourTerm(std::size_t hour) {
  return "hour:" + std::to_string(hour);
}
std::string dayTerm(std::size_t day) {
  return std::string("weekday:") + dayTerms.at(day);
}

/// The hour or the weekday that the filter leaves.
std::optional<std::size_t> filteredTo(const DatasetInput& input, std::string (*termOf)(std::size_t),
                                      std::size_t count) {
  for (std::size_t value = 0; value < count; ++value)
    if (std::ranges::find(input.filterTerms, termOf(value)) != input.filterTerms.end()) return value;
  return std::nullopt;
}

class HoursPainter {
 public:
  HoursPainter(const DatasetInput& input, const Canvas& canvas)
      : m_input(input),
        m_canvas(canvas),
        m_builder(m_scene, canvas),
        m_hour(filteredTo(input, hourTerm, hoursOfDay)),
        m_day(filteredTo(input, dayTerm, days)) {
    const DatasetFacts* whole = input.splits[static_cast<std::size_t>(input.split)];
    m_isWhole = (m_hour || m_day) && whole;
    m_week = shiftedWeek((m_isWhole ? whole : input.facts)->hourWeekday, input.offsetMinutes);
    m_scene.size = m_scene.contentSize = canvas.size;
    for (std::size_t day = 0; day < days; ++day)
      for (std::size_t hour = 0; hour < hoursOfDay; ++hour) {
        m_byDay[day] += m_week[day][hour];
        m_byHour[hour] += m_week[day][hour];
        if (m_week[day][hour] > m_week[m_peakDay][m_peakHour]) m_peakDay = day, m_peakHour = hour;
      }
  }

  Scene paint() {
    const float right = std::clamp(m_canvas.size.width * 0.12F, 24.0F, 60.0F);
    // Lower, the weekdays' names would run into each other: it scrolls.
    constexpr float lowestRow = 12, above = 52, below = 38;
    m_scene.contentSize.height = std::max(m_canvas.size.height, above + days * lowestRow + below);
    m_map = {44, above, m_canvas.size.width - 44 - right - 14, m_scene.contentSize.height - above - below};
    paintLegend();
    paintMap();
    paintSums(right);
    paintText();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] std::size_t peak() const { return m_week[m_peakDay][m_peakHour]; }
  [[nodiscard]] float cellWidth() const { return m_map.width / hoursOfDay; }
  [[nodiscard]] float cellHeight() const { return m_map.height / days; }

  void paintLegend() {
    const std::string most = countText(peak(), "visit", "visits");
    const float width = m_builder.width(most, smallFont) + 2, right = m_map.right();
    m_builder.text({right - width, 2, width, 15}, most, m_canvas.theme.text2, smallFont, Align::Right);
    constexpr int steps = 24;
    auto pixels = std::make_shared<std::vector<Color>>();
    for (int i = 0; i < steps; ++i) pixels->push_back(cividis(static_cast<float>(i) / (steps - 1)));
    m_scene.shapes.emplace_back(ImageShape{{right - width - 78, 5, 72, 9}, steps, 1, std::move(pixels)});
    m_builder.text({right - width - 94, 2, 12, 15}, "0", m_canvas.theme.text2, smallFont, Align::Right);
  }

  void paintMap() {
    auto pixels = std::make_shared<std::vector<Color>>();
    const auto most = static_cast<float>(std::max<std::size_t>(peak(), 1));
    for (const auto& day : m_week)
      for (const std::size_t count : day) pixels->push_back(cividis(static_cast<float>(count) / most));
    m_scene.shapes.emplace_back(ImageShape{m_map, hoursOfDay, days, std::move(pixels)});
    for (std::size_t day = 0; day < days; ++day) {
      const float y = m_map.y + cellHeight() * static_cast<float>(day);
      const std::string name = weekdayText(static_cast<std::int64_t>(day));
      m_builder.text({4, y, m_map.x - 10, cellHeight()}, name, m_canvas.theme.text2, smallFont, Align::Right);
      for (std::size_t hour = 0; hour < hoursOfDay; ++hour) {
        const std::size_t count = m_week[day][hour];
        filterHit(m_builder, {m_map.x + cellWidth() * static_cast<float>(hour), y, cellWidth(), cellHeight()},
                  tr("%1 %2: %3", {name, clockRange(hour), countText(count, "visit", "visits")}), std::to_string(count),
                  hourTerm(hour) + " " + dayTerm(day));
      }
    }
    // What the filter leaves, else the most.
    const std::size_t left = m_hour.value_or(m_isWhole ? 0 : m_peakHour),
                      top = m_day.value_or(m_isWhole ? 0 : m_peakDay);
    m_builder.frame(
        {m_map.x + cellWidth() * static_cast<float>(left), m_map.y + cellHeight() * static_cast<float>(top),
         m_isWhole && !m_hour ? m_map.width : cellWidth(), m_isWhole && !m_day ? m_map.height : cellHeight()},
        m_canvas.theme.accent, m_isWhole ? 2.5F : 1.5F);
    for (int hour = 0; hour <= hoursOfDay; hour += 6) {
      const std::string text = hour == hoursOfDay ? "24 h" : (hour < 10 ? "0" : "") + std::to_string(hour);
      const float x = m_map.x + cellWidth() * static_cast<float>(hour);
      m_builder.text({x - 20, m_map.bottom() + 2, 40, 14}, text, m_canvas.theme.text2, smallFont, Align::Center);
    }
  }

  void paintSums(float room) {
    const auto mostHour = static_cast<float>(std::max<std::size_t>(*std::ranges::max_element(m_byHour), 1));
    const auto mostDay = static_cast<float>(std::max<std::size_t>(*std::ranges::max_element(m_byDay), 1));
    for (std::size_t hour = 0; hour < hoursOfDay; ++hour) {
      const float height = 26 * static_cast<float>(m_byHour[hour]) / mostHour;
      const float x = m_map.x + cellWidth() * static_cast<float>(hour);
      m_builder.box({x + 0.5F, m_map.y - 4 - height, cellWidth() - 1, height}, m_canvas.theme.solid);
      filterHit(m_builder, {x, m_map.y - 32, cellWidth(), 30},
                tr("%1: %2", {clockRange(hour), countText(m_byHour[hour], "visit", "visits")}),
                std::to_string(m_byHour[hour]), hourTerm(hour));
    }
    for (std::size_t day = 0; day < days; ++day) {
      const float length = room * static_cast<float>(m_byDay[day]) / mostDay;
      const float y = m_map.y + cellHeight() * static_cast<float>(day);
      m_builder.box({m_map.right() + 5, y + 1.5F, length, cellHeight() - 3}, m_canvas.theme.solid);
      filterHit(m_builder, {m_map.right() + 5, y, room, cellHeight()},
                tr("%1: %2", {weekdayText(static_cast<std::int64_t>(day)), countText(m_byDay[day], "visit", "visits")}),
                std::to_string(m_byDay[day]), dayTerm(day));
    }
  }

  void paintText() {
    const std::string text = tr("Most: %1 %2, %3", {weekdayText(static_cast<std::int64_t>(m_peakDay)),
                                                    clockRange(m_peakHour), countText(peak(), "visit", "visits")});
    m_builder.text({12, m_scene.contentSize.height - 20, m_canvas.size.width - 24, 16}, text, m_canvas.theme.text2,
                   smallFont);
    m_scene.summary =
        tr("Last visits by hour and weekday, %1, %2. %3.", {zoneText(m_input.offsetMinutes), scope(), text});
  }

  [[nodiscard]] std::string scope() const {
    return m_isWhole ? tr("all samples of the split; framed: the filter's") : m_input.scope;
  }

  void describe() {
    m_scene.caption = tr("last visits, %1, %2", {zoneText(m_input.offsetMinutes), scope()});
    m_scene.table.columns = {"weekday"};
    for (int hour = 0; hour < hoursOfDay; ++hour) m_scene.table.columns.push_back(std::to_string(hour));
    for (std::size_t day = 0; day < days; ++day) {
      m_scene.table.add(weekdayText(static_cast<std::int64_t>(day)));
      for (const std::size_t count : m_week[day]) m_scene.table.extend(count);
    }
  }

  const DatasetInput& m_input;
  const Canvas& m_canvas;
  Scene m_scene;
  SceneBuilder m_builder;
  std::optional<std::size_t> m_hour, m_day;  ///< of the filter
  bool m_isWhole = false;                    ///< of the whole split, since the filter is of hours or weekdays
  Week m_week{};
  std::array<std::size_t, days> m_byDay{};
  std::array<std::size_t, hoursOfDay> m_byHour{};
  std::size_t m_peakDay = 0, m_peakHour = 0;
  Rect m_map;
};

}  // namespace

ViewContent hoursContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingCounted(input)) return *nothing;
  return HoursPainter(input, canvas).paint();
}

}  // namespace sojourn::present
