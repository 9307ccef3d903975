// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/pointer_change.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "views/present/chart/axis.h"
#include "views/present/pointer/pointer_layout.h"
#include "views/present/pointer/pointer_place_row.h"
#include "views/present/pointer/pointer_sums.h"
#include "views/present/samples/change_marks.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

constexpr float gap = 12;
constexpr float axisGap = 24;  // room for the numbers at both axes' ends
constexpr float dotRadius = 3.8F;
constexpr float numbersFrom = 330;  // from this room on the weight now is written, too

/// One digit that holds the largest change: 0.278 ends at 0.3. A float32 that means 0.2 may lie a hair above it.
double changeEnd(double largest) {
  const double least = std::max(largest * (1 - 1e-6), 0.01);
  const double unit = least > 0.1 ? 0.1 : 0.01;
  return std::min(1.0, std::ceil(least / unit - 1e-6) * unit);
}

class PointerChangePainter {
 public:
  PointerChangePainter(const PointerInput& input, const Canvas& canvas)
      : m_context(input.sample),
        m_builder(m_scene, canvas),
        m_rows(comparedVisits(input.sample)),
        m_places(changesPerPlace(inspection(), before())) {
    m_layout =
        layOutPointer(canvas.size, pointerWidths(m_context, canvas), m_rows.size(), m_places.size(), input.sumsOpen);
    m_layout.applyTo(m_scene, canvas.size);
    layOutAxes(canvas.size.width);
  }

  Scene paint() {
    paintHeader();
    const float bottom = pointerHeaderHeight + static_cast<float>(m_rows.size()) * m_layout.rowHeight;
    paintGrid(pointerHeaderHeight, bottom);
    for (std::size_t row = 0; row < m_rows.size(); ++row) paintVisit(row);
    paintZero(pointerHeaderHeight, bottom);
    paintSums();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Inspection& inspection() const { return *m_context.inspection; }
  [[nodiscard]] const Inspection& before() const { return *m_context.reference->inspection; }
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] float right() const { return m_scene.size.width - pointerRightMargin; }

  [[nodiscard]] MassChange compared(const ComparedVisit& row) const {
    MassChange values;
    if (row.now) {
      values.weightNow = inspection().pointerWeight[*row.now];
      values.copiedNow = inspection().copiedMass[*row.now];
    }
    if (row.before) {
      values.weightBefore = before().pointerWeight[*row.before];
      values.copiedBefore = before().copiedMass[*row.before];
    }
    return values;
  }
  [[nodiscard]] const Visit& visit(const ComparedVisit& row) const {
    return row.now ? inspection().sequence.visits[*row.now] : before().sequence.visits[*row.before];
  }

  /// Weights from 0 to 1, changes between symmetric ends that hold the largest one of a visit or place.
  void layOutAxes(float width) {
    const float left = m_layout.visitRight + gap, room = right() - left;
    m_numberWidth = std::ceil(m_builder.width("\u22120.000", pointerMediumFont)) + 2;
    m_weightNumbers = room >= numbersFrom;
    const float numbers = m_numberWidth + (m_weightNumbers ? m_numberWidth : 0);
    const float axes = std::max(24.0F, room - numbers - gap - axisGap);
    const float weightLeft = left + (m_weightNumbers ? m_numberWidth : 0) + dotRadius;
    m_weight = Axis(0, 1, std::round(weightLeft), std::round(weightLeft + axes * 0.56F - dotRadius));
    double largest = 0;
    for (const ComparedVisit& row : m_rows) largest = std::max(largest, std::fabs(compared(row).change()));
    for (const PlaceChange& place : m_places) largest = std::max(largest, std::fabs(place.sums.change()));
    const double end = changeEnd(largest);
    const float changeRight = std::max(right() - m_numberWidth - 2, m_weight.end() + axisGap + 8);
    m_change = Axis(-end, end, m_weight.end() + axisGap, std::min(changeRight, width));
  }

  [[nodiscard]] float clampedX(const Axis& axis, double value) const {
    const float from = std::min(axis.start(), axis.end()), to = std::max(axis.start(), axis.end());
    return std::clamp(axis.at(value), from, to);
  }

  void paintHeader() {
    m_builder.text({12, 5, m_layout.visitRight - 16, 16}, "Visit", theme().text, pointerBoldFont);
    m_builder.text({12, 20, m_layout.visitRight - 16, 14}, "from end", theme().text2, pointerSmallFont);
    const float weightLeft = m_weight.start() - dotRadius - (m_weightNumbers ? m_numberWidth : 0);
    m_builder.text({weightLeft, 5, m_weight.end() + dotRadius - weightLeft, 16}, "Weight", theme().text,
                   pointerBoldFont, Align::Center);
    m_builder.text({m_change.start(), 5, right() - m_change.start(), 16}, "Copied, change", theme().text,
                   pointerBoldFont, Align::Center);
    paintEnd(m_weight.start(), "0");
    paintEnd(m_weight.end(), "1");
    const std::string end = scaleEnd(m_change.to());
    paintEnd(m_change.start(), "\u2212" + end);
    paintEnd(m_change.end(), "+" + end);
    m_builder.box({0, pointerHeaderHeight - 1, m_scene.size.width, 1}, theme().border);
  }

  /// A number at an end of an axis, its middle there.
  void paintEnd(float x, const std::string& words) {
    const float width = m_builder.width(words, pointerSmallFont) + 2;
    const float left = std::clamp(x - width / 2, 0.0F, m_scene.size.width - width);
    m_builder.text({left, 20, width, 14}, words, theme().text2, pointerSmallFont, Align::Center);
  }

  static std::string scaleEnd(double value) {
    const int decimals = value >= 0.0999 ? 1 : 2;
    return fixedText(value, value >= 0.999 ? 0 : decimals);
  }

  void paintGrid(float top, float bottom) {
    for (const double value : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      m_builder.box({std::round(m_weight.at(value)), top, 1, bottom - top}, theme().grid);
    }
  }
  void paintZero(float top, float bottom) {
    m_builder.box({std::round(m_change.at(0)), top, 1, bottom - top}, theme().mid);
  }

  /// The weight's way as a line between a hollow and a full dot, and the change of copied mass as a bar.
  void paintMarks(float y, float height, const MassChange& values, const Swatch& swatch, Font font) {
    const float middle = std::round(y + height / 2);
    const double now = values.weightNow.value_or(0), was = values.weightBefore.value_or(0);
    const float nowX = clampedX(m_weight, now), wasX = clampedX(m_weight, was);
    if (std::fabs(nowX - wasX) >= 0.5F) {
      m_builder.box({std::min(nowX, wasX), middle - 1, std::fabs(nowX - wasX), 2}, changeFill(theme(), now - was));
    }
    if (values.weightBefore) {
      m_scene.shapes.emplace_back(CircleShape{.center = {wasX, middle},
                                              .radius = dotRadius - 0.2F,
                                              .fill = theme().panel,
                                              .stroke = theme().text2,
                                              .strokeWidth = 1.3F});
    }
    if (values.weightNow) {
      m_scene.shapes.emplace_back(CircleShape{.center = {nowX, middle},
                                              .radius = dotRadius,
                                              .fill = swatch.color.value_or(theme().mid),
                                              .stroke = theme().panel,
                                              .strokeWidth = 1});
    }
    if (m_weightNumbers && values.weightNow) {
      m_builder.text({m_weight.start() - dotRadius - m_numberWidth - 4, y, m_numberWidth, height},
                     probability(*values.weightNow), theme().text, font, Align::Right);
    }
    const double change = values.change();
    const float zero = std::round(m_change.at(0)), end = clampedX(m_change, change);
    if (std::fabs(end - zero) >= 0.5F) {
      m_builder.box({std::min(zero, end), middle - 6, std::fabs(end - zero), 12}, changeFill(theme(), change));
    }
    m_builder.text({right() - m_numberWidth, y, m_numberWidth, height}, signedProbability(change),
                   changeColor(theme(), change), changeFont(change, 12), Align::Right);
  }

  void paintVisit(std::size_t index) {
    const ComparedVisit& row = m_rows[index];
    const float y = pointerHeaderHeight + static_cast<float>(index) * m_layout.rowHeight;
    const Rect area{0, y, m_scene.size.width, m_layout.rowHeight};
    const Emphasis emphasis = row.now ? emphasisOfVisit(m_context, *row.now) : Emphasis::None;
    if (emphasis != Emphasis::None) m_builder.box(area, theme().soft);
    if (emphasis == Emphasis::Locked) m_builder.box({0, y, 3, area.height}, theme().accent);
    const auto day = [&](std::size_t at) { return shownStart(m_context, visit(m_rows[at])).daysAgo; };
    if (index > 0 && day(index) != day(index - 1)) m_builder.box({8, y, m_scene.size.width - 16, 1}, theme().border);
    const bool locked = emphasis == Emphasis::Locked;
    paintWords(area, row, locked);
    const MassChange values = compared(row);
    paintMarks(y, area.height, values, swatchOf(m_context, visit(row).location),
               locked ? pointerBoldFont : pointerTextFont);
    m_builder.hit(area, row.now ? focusOnVisit(m_context, *row.now) : Focus{}, label(row), exactText(values.change()));
  }

  /// Position from end, place and time: accent where they changed, struck where the visit is gone.
  void paintWords(Rect area, const ComparedVisit& row, bool locked) {
    const Visit& shown = visit(row);
    const bool removed = !row.now, changed = row.now && isChanged(m_context, *row.now);
    const Visit* was = changed && row.before ? &before().sequence.visits[*row.before] : nullptr;
    if (row.now) {
      m_builder.text({4, area.y, pointerFromEndRight - 4, area.height},
                     std::to_string(positionFromEnd(*row.now, inspection().sequence.visits.size())), theme().text3,
                     pointerSmallFont, Align::Right);
    }
    m_builder.swatch({pointerSwatchLeft, std::round(area.y + area.height / 2 - 5)},
                     swatchOf(m_context, shown.location));
    const std::string when = whenText(m_context, shown);
    const bool newTime = changed && (!was || was->startMinute != shown.startMinute || was->weekday != shown.weekday ||
                                     was->daysAgo != shown.daysAgo);
    const Font whenFont = newTime ? Font{.size = 11.5F, .weight = Weight::SemiBold} : pointerWhenFont;
    const float whenWidth = m_builder.width(when, whenFont) + 1;
    const float whenLeft = m_layout.visitRight - whenWidth;
    const Rect name{pointerNameLeft, area.y, std::max(0.0F, whenLeft - 6 - pointerNameLeft), area.height};
    const Rect time{whenLeft, area.y, whenWidth, area.height};
    const std::string place = placeText(m_context, shown.location);
    if (removed) {
      m_builder.struck(name, m_builder.fittingName(place, name.width, pointerTextFont), theme().text3, pointerTextFont);
      m_builder.struck(time, when, theme().text3, whenFont, Align::Right);
      return;
    }
    const bool newPlace = changed && (!was || was->location != shown.location);
    m_builder.placeName(name, place, newPlace ? theme().accent : theme().text,
                        locked ? pointerBoldFont : pointerTextFont);
    m_builder.text(time, when, newTime ? theme().accent : theme().text2, whenFont, Align::Right);
  }

  [[nodiscard]] std::string label(const ComparedVisit& row) const {
    const MassChange values = compared(row);
    std::string words =
        row.now ? visitText(m_context, *row.now) : "Removed: " + referenceVisitText(m_context, *row.before);
    if (row.now) {
      if (const std::string change = recordChangeText(m_context, *row.now); !change.empty()) words += ", " + change;
    }
    return words + ": " + valuesText(values);
  }

  static std::string valuesText(const MassChange& values) {
    const auto number = [](const std::optional<double>& weight) {
      return weight ? exactText(*weight) : std::string("none");
    };
    return "weight " + number(values.weightBefore) + " to " + number(values.weightNow) + ", copied mass " +
           exactText(values.copiedBefore) + " to " + exactText(values.copiedNow) + ", change " +
           exactText(values.change());
  }

  [[nodiscard]] double totalChange() const {
    double sum = 0;
    for (const PlaceChange& place : m_places) sum += place.sums.change();
    return sum;
  }
  [[nodiscard]] const char* totalWords() const {
    return m_context.model->capabilities.gate ? "Sum, equals the change of gate" : "Sum";
  }

  void paintTotal(float y, float height) {
    const double change = totalChange();
    m_builder.text({right() - m_numberWidth, y, m_numberWidth, height}, signedProbability(change),
                   changeColor(theme(), change), pointerMediumFont, Align::Right);
  }

  void paintSums() {
    const Rect strip{0, m_layout.sumsTop, m_scene.size.width, pointerStripHeight};
    m_builder.box(strip, theme().title);
    m_builder.box({0, strip.y, strip.width, 1}, theme().border);
    m_builder.box({0, strip.bottom() - 1, strip.width, 1}, theme().border);
    {
      const ControlScope control(m_scene);
      m_builder.icon({10, strip.y + 5, 14, 14}, m_layout.open ? "down" : "right", theme().text2);
    }
    m_scene.hits.push_back({.rect = strip,
                            .focus = {},
                            .label = m_layout.open ? "Hide the sums per place" : "Show the sums per place",
                            .value = {},
                            .action = Action{.id = "toggleSums", .argument = m_layout.open ? "fold" : "open"}});
    const float wordsRoom = right() - m_numberWidth - 4 - 28;
    if (!m_layout.open) {
      // Folded, the strip is the sum.
      m_builder.text({28, strip.y, wordsRoom, strip.height}, totalWords(), theme().text, pointerBoldFont);
      paintTotal(strip.y, strip.height);
      return;
    }
    m_builder.text({28, strip.y, wordsRoom, strip.height}, "Summed per place", theme().text, pointerBoldFont);
    float y = strip.bottom();
    const bool others = m_layout.shownSums < m_places.size();
    const float bottom = y + static_cast<float>(m_layout.shownSums + (others ? 1 : 0)) * pointerSumHeight;
    paintGrid(y, bottom);
    for (std::size_t i = 0; i < m_layout.shownSums; ++i, y += pointerSumHeight) paintSum(y, m_places[i]);
    if (others) paintOthers(y);
    paintZero(strip.bottom(), bottom);
    m_builder.box({8, bottom, m_scene.size.width - 16, 1}, theme().border);
    m_builder.text({pointerNameLeft, bottom + 1, right() - m_numberWidth - 4 - pointerNameLeft, pointerTotalHeight - 2},
                   totalWords(), theme().text2, pointerTextFont);
    paintTotal(bottom + 1, pointerTotalHeight - 2);
  }

  void paintSum(float y, const PlaceChange& place) {
    const PlaceRow row = paintPlaceRow(m_builder, m_context, m_layout, y, place.location, place.visits);
    paintMarks(y, pointerSumHeight, place.sums, row.swatch, pointerTextFont);
    m_builder.hit(row.rect, focusOnPlace(place.location), row.words + ": " + valuesText(place.sums),
                  exactText(place.sums.change()));
  }

  void paintOthers(float y) {
    MassChange sums{.weightNow = 0, .weightBefore = 0};
    for (std::size_t i = m_layout.shownSums; i < m_places.size(); ++i) {
      const MassChange& one = m_places[i].sums;
      *sums.weightNow += one.weightNow.value_or(0);
      *sums.weightBefore += one.weightBefore.value_or(0);
      sums.copiedNow += one.copiedNow;
      sums.copiedBefore += one.copiedBefore;
    }
    const std::string words = countText(m_places.size() - m_layout.shownSums, "other place", "other places");
    m_builder.text({pointerNameLeft, y, m_layout.visitRight - pointerNameLeft, pointerSumHeight}, words, theme().text2,
                   pointerTextFont);
    paintMarks(y, pointerSumHeight, sums, {}, pointerTextFont);
    m_builder.hit({0, y, m_scene.size.width, pointerSumHeight}, {}, words + " together: " + valuesText(sums),
                  exactText(sums.change()));
  }

  void describe() {
    m_scene.caption = "weight: reference to now, " + scopeText(m_context);
    m_scene.captionRight = "hollow: reference, filled: now";
    const auto largest = std::ranges::max_element(
        m_rows, {}, [this](const ComparedVisit& row) { return std::fabs(compared(row).change()); });
    m_scene.summary = "Pointer, " + comparedWithText(m_context) +
                      ". The largest change of copied mass: " + label(*largest) + ". All changes sum to " +
                      signedProbability(totalChange()) +
                      (m_context.model->capabilities.gate ? ", the change of gate." : ".");
    fillTable();
  }

  void fillTable() {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    m_scene.table.columns = {"visit",
                             "reference visit",
                             "location",
                             "place",
                             "weekday",
                             "start minute",
                             "content score",
                             "reference content score",
                             "position bias",
                             "reference position bias",
                             "score",
                             "reference score",
                             "weight",
                             "reference weight",
                             "copied mass",
                             "reference copied mass",
                             "change of copied mass"};
    for (const ComparedVisit& row : m_rows) {
      const Visit& shown = visit(row);
      std::vector<Table::Cell> cells{row.now ? static_cast<double>(*row.now) : none,
                                     row.before ? static_cast<double>(*row.before) : none,
                                     static_cast<double>(shown.location),
                                     placeText(m_context, shown.location) + (row.now ? "" : ", removed"),
                                     static_cast<double>(shown.weekday),
                                     static_cast<double>(shown.startMinute)};
      for (const auto column : {&Inspection::contentScore, &Inspection::positionBias, &Inspection::score,
                                &Inspection::pointerWeight, &Inspection::copiedMass}) {
        cells.emplace_back(row.now ? double{(inspection().*column)[*row.now]} : none);
        cells.emplace_back(row.before ? double{(before().*column)[*row.before]} : none);
      }
      cells.emplace_back(compared(row).change());
      m_scene.table.rows.push_back(std::move(cells));
    }
    for (const PlaceChange& place : m_places) {
      m_scene.table.rows.push_back(
          {none, none, static_cast<double>(place.location), placeText(m_context, place.location) + ", summed", none,
           none, none, none, none, none, none, none, place.sums.weightNow.value_or(0),
           place.sums.weightBefore.value_or(0), place.sums.copiedNow, place.sums.copiedBefore, place.sums.change()});
    }
  }

  const SampleContext& m_context;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<ComparedVisit> m_rows;
  std::vector<PlaceChange> m_places;
  PointerLayout m_layout;
  Axis m_weight, m_change;
  float m_numberWidth = 0;
  bool m_weightNumbers = false;
};

}  // namespace

Scene pointerChange(const PointerInput& input, const Canvas& canvas) {
  return PointerChangePainter(input, canvas).paint();
}

}  // namespace sojourn::present
