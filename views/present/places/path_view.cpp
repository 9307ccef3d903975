// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the path: the days of the window as a strip of time.
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/present/places/map_views.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

constexpr float pathMargin = 12, pathHead = 22;

class PathPainter {
 public:
  PathPainter(const PathInput& input, const Canvas& canvas)
      : m_input(input), m_sample(input.sample), m_builder(m_scene, canvas), m_span(pathSpan(input.sample)) {
    m_scene.size = m_scene.contentSize = canvas.size;
    const std::int64_t days =
        -floorDivide(m_span.first, minutesPerDay) + floorDivide(m_span.last - 1, minutesPerDay) + 1;
    m_begin = floorDivide(m_span.first, minutesPerDay) * minutesPerDay;
    m_perMinute = (canvas.size.width - 2 * pathMargin - 8) / static_cast<float>(days * minutesPerDay);
    const float height = std::clamp(canvas.size.height - pathHead - 30, 12.0F, 26.0F);
    m_strip = {pathMargin, pathHead, static_cast<float>(days * minutesPerDay) * m_perMinute, height};
  }

  Scene paint() {
    m_builder.box(m_strip, theme().track);
    paintDays();
    for (std::size_t i = 0; i < visits().size(); ++i) paintVisit(i);
    paintHandle();
    const float top = m_strip.bottom() + 8;
    const std::string text = sentence();
    paintLines(m_builder, {pathMargin, top}, m_scene.size.width - 2 * pathMargin, text, theme().text2, mediumFont, 16);
    describe(text);
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] const std::vector<Visit>& visits() const { return m_sample.inspection->sequence.visits; }
  [[nodiscard]] float xOf(std::int64_t minute) const {
    return m_strip.x + static_cast<float>(minute - m_begin) * m_perMinute;
  }
  [[nodiscard]] std::int64_t moment() const { return m_input.options.moment.value_or(m_span.last); }

  void paintDays() {
    const Visit& last = visits().back();
    const ShownStart shown = shownStart(m_sample, last);
    for (std::int64_t day = m_begin; xOf(day) < m_strip.right() - 2; day += minutesPerDay) {
      const std::int64_t ago = -day / minutesPerDay;
      const auto weekday = static_cast<std::int32_t>(wrapped(shown.weekday + shown.daysAgo - ago, 7));
      const float x = std::round(xOf(day)), room = minutesPerDay * m_perMinute - 6;
      if (day > m_begin) m_builder.box({x, m_strip.y, 1, m_strip.height}, theme().line);
      const std::string name = weekdayText(weekday);
      m_builder.text({x + 2, 3, room, 16}, name, theme().text, mediumBoldFont);
      const float used = m_builder.width(name, mediumBoldFont) + 6;
      const std::string when = daysAgoText(static_cast<std::int32_t>(ago));
      if (used + m_builder.width(when, smallFont) < room)
        m_builder.text({x + 2 + used, 3, room - used, 16}, when, theme().text2, smallFont);
    }
  }

  void paintVisit(std::size_t i) {
    const Visit& visit = visits()[i];
    const std::int64_t begins = momentOf(m_sample, visit);
    const float left = xOf(begins);
    const float wide = static_cast<float>(std::clamp(visit.durationMinutes, 0.0, 2.0 * minutesPerDay)) * m_perMinute;
    const Rect block{left, m_strip.y, std::clamp(wide, 2.0F, std::max(2.0F, m_strip.right() - left)), m_strip.height};
    const Swatch swatch = swatchOf(m_sample, visit.location);
    m_builder.placeFill(block, swatch);
    if (begins > moment()) {
      const Color veil = theme().panel;
      m_builder.box(block, Color{veil.r, veil.g, veil.b, 170});
    }
    const Emphasis emphasis = emphasisOfVisit(m_sample, i);
    if (emphasis != Emphasis::None)
      m_builder.frame(block.inset(-1.5F), theme().accent, emphasis == Emphasis::Selected ? 2.0F : 1.0F, 2);
    m_builder.hit(block, focusOnVisit(m_sample, i), visitText(m_sample, i) + ", " + durationText(visit.durationMinutes),
                  placeText(m_sample, visit.location));
  }

  void paintHandle() {
    const float x = std::round(xOf(std::clamp(moment(), m_begin, m_span.last)));
    const auto moved = [left = m_strip.x, perMinute = m_perMinute, begin = m_begin,
                        span = m_span](const Motion& motion) -> std::optional<Action> {
      if (motion.kind != Motion::Kind::Pan || !(perMinute > 0)) return std::nullopt;
      const double at = static_cast<double>((motion.at.x - left) / perMinute) + static_cast<double>(begin);
      return MovePath{static_cast<std::int64_t>(
          std::clamp(std::round(at), static_cast<double>(span.first), static_cast<double>(span.last)))};
    };
    m_scene.movables.push_back({{0, 0, m_scene.size.width, m_strip.bottom() + 4}, "path", moved});
    m_builder.box({x - 1, m_strip.y - 4, 2, m_strip.height + 8}, theme().accent);
    m_builder.circle({x, m_strip.y + m_strip.height / 2}, 5.5F, theme().panel, theme().accent, 2);
    const std::string text = momentText();
    const float wide = m_builder.width(text, mediumBoldFont) + 2;
    const bool right = x + 12 + wide < m_scene.size.width - 4;
    const Rect label{right ? x + 12 : x - 12 - wide, m_strip.y + m_strip.height / 2 - 8, wide, 16};
    m_builder.box(label.inset(-2), theme().panel, 3);
    m_builder.text(label, text, theme().accent, mediumBoldFont);
    const Rect grip{x - 8, m_strip.y - 4, 16, m_strip.height + 8};
    m_builder.hit(grip, {}, tr("Drag to move the maps through the window, Space plays"));
    m_scene.movables.push_back({grip, "path", moved});
  }

  [[nodiscard]] std::string momentText() const {
    const Visit& last = visits().back();
    const ShownStart shown = shownStart(m_sample, last);
    const std::int64_t day = floorDivide(moment(), minutesPerDay);
    const std::string clock = clockText(static_cast<std::int32_t>(wrapped(moment(), minutesPerDay)));
    if (!m_input.options.moment) return tr("now, %1", {clock});
    return weekdayText(static_cast<std::int32_t>(wrapped(shown.weekday + shown.daysAgo + day, 7))) + " " + clock;
  }

  /// What the models expect near the target, and how far their wrong first places are.
  [[nodiscard]] std::string sentence() const {
    std::string text, medians, shares;
    const auto join = [](std::string& list, const std::string& part) { list += (list.empty() ? "" : ", ") + part; };
    std::string errors, puts;
    for (const PathModel& model : m_input.models) {
      if (model.error) join(errors, model.letter + " " + distanceText(*model.error));
      if (model.nearTarget)
        join(puts,
             (puts.empty() ? tr("%1 puts %2 within 200 m of the target", {model.letter, probability(*model.nearTarget)})
                           : tr("%1 %2", {model.letter, probability(*model.nearTarget)})));
      if (model.median) join(medians, model.letter + " " + distanceText(*model.median));
      if (model.withinShare) join(shares, model.letter + " " + percent(100 * *model.withinShare) + " %");
    }
    if (!errors.empty()) text = tr("Error of the first place: %1. ", {errors});
    if (!puts.empty()) text += puts + ". ";
    if (!medians.empty())
      text += tr("Wrong first places, with coordinates on both sides, median over %1: %2; within 200 m: %3.",
                 {m_input.scope, medians, shares});
    if (text.empty() && m_sample.inspection->sequence.target == unseenLocation)
      text = tr("The target is unseen: it has no position.");
    return text;
  }

  void describe(const std::string& text) {
    m_scene.caption =
        tr("user %1, %2; drag the handle, Space plays",
           {std::to_string(m_sample.inspection->sequence.user), countText(visits().size(), "visit", "visits")});
    if (m_input.kilometresToTarget)
      m_scene.captionRight = tr("last visit to target %1", {distanceText(*m_input.kilometresToTarget)});
    m_scene.summary = m_scene.caption + "." + (text.empty() ? "" : " " + text);
    Table& table = m_scene.table;
    table.columns = {"visit", "location", "place", "begins", "minutes", "latitude", "longitude"};
    for (std::size_t i = 0; i < visits().size(); ++i) {
      const Visit& visit = visits()[i];
      const MapPlace* place = m_input.places ? m_input.places->find(visit.location) : nullptr;
      table.add(i + 1, visit.location, placeText(m_sample, visit.location), whenText(m_sample, visit),
                visit.durationMinutes, place ? place->position.latitude : Table::absent,
                place ? place->position.longitude : Table::absent);
    }
  }

  const PathInput& m_input;
  const SampleContext& m_sample;
  Scene m_scene;
  SceneBuilder m_builder;
  PathSpan m_span;
  std::int64_t m_begin = 0;
  float m_perMinute = 0;
  Rect m_strip{};
};

}  // namespace

std::int64_t momentOf(const SampleContext& context, const Visit& visit) {
  const ShownStart start = shownStart(context, visit);
  return -static_cast<std::int64_t>(start.daysAgo) * minutesPerDay + start.minute;
}

PathSpan pathSpan(const SampleContext& context) {
  constexpr auto longest = std::int64_t{9} * minutesPerDay;
  PathSpan span{0, -longest};
  for (const Visit& visit : context.inspection->sequence.visits) {
    const std::int64_t begins = std::clamp(momentOf(context, visit), -longest, longest);
    span.first = std::min(span.first, begins);
    const double stay = std::clamp(visit.durationMinutes, 1.0, 2.0 * minutesPerDay);
    span.last = std::max(span.last, begins + static_cast<std::int64_t>(stay));
  }
  span.last = std::max(span.last, span.first + 1);
  return span;
}

ViewContent pathContent(const PathInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  return PathPainter(input, canvas).paint();
}

}  // namespace sojourn::present
