// SPDX-License-Identifier: GPL-3.0-or-later
// How the pointer differs between an edited sample and its reference.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/pointer/pointer_rows.h"

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

/// Weight and copied mass of a visit or place, before and now; a weight is absent where there was or is no such visit.
struct MassChange {
  std::optional<double> weightNow = {}, weightBefore = {};
  double copiedNow = 0, copiedBefore = 0;
  [[nodiscard]] double change() const { return copiedNow - copiedBefore; }
};

struct PlaceChange {
  LocationId location = 0;
  std::size_t visits = 0;  ///< now
  MassChange sums = {};
};

/// The places of the sequence shown as sumsPerPlace() orders them, then those that only the reference has.
std::vector<PlaceChange> changesPerPlace(const Inspection& now, const Inspection& before) {
  std::vector<PlaceChange> places;
  for (const PlaceSum& sum : sumsPerPlace(now))
    places.push_back({sum.location, sum.visits, {.weightNow = sum.weight, .copiedNow = sum.copied}});
  for (const PlaceSum& sum : sumsPerPlace(before)) {
    auto place = std::ranges::find(places, sum.location, &PlaceChange::location);
    if (place == places.end()) place = places.insert(place, {.location = sum.location});
    place->sums.weightBefore = sum.weight;
    place->sums.copiedBefore = sum.copied;
  }
  return places;
}

class PointerChangePainter : PointerRows {
 public:
  PointerChangePainter(const PointerInput& input, const std::vector<ComparedVisit>& rows,
                       const std::vector<PlaceChange>& places, const Canvas& canvas)
      : PointerRows(input, canvas, rows.size(), places.size()), m_rows(rows), m_places(places) {
    layOutAxes(canvas.size.width);
  }

  Scene paint() {
    paintHeader();
    const float bottom = pointerHeaderHeight + static_cast<float>(m_rows.size()) * m_layout.rowHeight;
    paintGrid(pointerHeaderHeight, bottom);
    for (std::size_t row = 0; row < m_rows.size(); ++row) paintRow(row);
    paintZero(pointerHeaderHeight, bottom);
    paintSums();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Inspection& before() const { return *m_context.reference->inspection; }
  [[nodiscard]] float right() const { return width() - pointerRightMargin; }

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
    paintVisitHead();
    const float weightLeft = m_weight.start() - dotRadius - (m_weightNumbers ? m_numberWidth : 0);
    m_builder.text({weightLeft, 5, m_weight.end() + dotRadius - weightLeft, 16}, tr("Weight"), theme().text, boldFont,
                   Align::Center);
    m_builder.text({m_change.start(), 5, right() - m_change.start(), 16}, tr("Copied, change"), theme().text, boldFont,
                   Align::Center);
    paintEnd(m_weight.start(), "0");
    paintEnd(m_weight.end(), "1");
    const std::string end = scaleEnd(m_change.to());
    paintEnd(m_change.start(), "\u2212" + end);
    paintEnd(m_change.end(), "+" + end);
    rule(pointerHeaderHeight - 1, theme().border);
  }

  /// A number at an end of an axis, its middle there.
  void paintEnd(float x, const std::string& text) {
    const float room = m_builder.width(text, smallFont) + 2;
    m_builder.text({std::clamp(x - room / 2, 0.0F, width() - room), 20, room, 14}, text, theme().text2, smallFont,
                   Align::Center);
  }

  static std::string scaleEnd(double value) {
    const int decimals = value >= 0.0999 ? 1 : 2;
    return fixedText(value, value >= 0.999 ? 0 : decimals);
  }

  void paintGrid(float top, float bottom) {
    for (const double value : {0.0, 0.25, 0.5, 0.75, 1.0})
      m_builder.box({std::round(m_weight.at(value)), top, 1, bottom - top}, theme().grid);
  }
  void paintZero(float top, float bottom) {
    m_builder.box({std::round(m_change.at(0)), top, 1, bottom - top}, theme().mid);
  }

  /// The weight's way as a line between a hollow and a full dot, and the change of copied mass as a bar.
  void paintMarks(float y, float height, const MassChange& values, const Swatch& swatch, Font font) {
    const float middle = std::round(y + height / 2);
    const double now = values.weightNow.value_or(0), was = values.weightBefore.value_or(0);
    const float nowX = clampedX(m_weight, now), wasX = clampedX(m_weight, was);
    if (std::fabs(nowX - wasX) >= 0.5F)
      m_builder.box(between(nowX, wasX, middle - 1, 2), changeFill(theme(), now - was));
    if (values.weightBefore) m_builder.circle({wasX, middle}, dotRadius - 0.2F, theme().panel, theme().text2, 1.3F);
    if (values.weightNow)
      m_builder.circle({nowX, middle}, dotRadius, swatch.color.value_or(theme().mid), theme().panel);
    if (m_weightNumbers && values.weightNow) {
      m_builder.text({m_weight.start() - dotRadius - m_numberWidth - 4, y, m_numberWidth, height},
                     probability(*values.weightNow), theme().text, font, Align::Right);
    }
    const double change = values.change();
    const float zero = std::round(m_change.at(0)), end = clampedX(m_change, change);
    if (std::fabs(end - zero) >= 0.5F) m_builder.box(between(zero, end, middle - 6, 12), changeFill(theme(), change));
    m_builder.text({right() - m_numberWidth, y, m_numberWidth, height}, signedProbability(change),
                   changeColor(theme(), change), changeFont(change, 12), Align::Right);
  }

  void paintRow(std::size_t index) {
    const ComparedVisit& row = m_rows[index];
    const Rect area = visitRow(index);
    const Emphasis emphasis = row.now ? emphasisOfVisit(m_context, *row.now) : Emphasis::None;
    const bool selected = emphasis == Emphasis::Selected;
    const auto day = [&](std::size_t at) { return shownStart(m_context, visit(m_rows[at])).daysAgo; };
    paintGround(area, emphasis, index > 0 && day(index) != day(index - 1));
    paintText(area, row, selected);
    const MassChange values = compared(row);
    paintMarks(area.y, area.height, values, swatchOf(m_context, visit(row).location), selected ? boldFont : textFont);
    m_builder.hit(area, row.now ? focusOnVisit(m_context, *row.now) : Focus{}, label(row), exactText(values.change()));
  }

  /// Position from end, place and time: accent where they changed, struck where the visit is gone.
  void paintText(Rect area, const ComparedVisit& row, bool selected) {
    const Visit& shown = visit(row);
    const bool changed = row.now && isChanged(m_context, *row.now);
    const Visit* was = changed && row.before ? &before().sequence.visits[*row.before] : nullptr;
    VisitCell cell{.right = m_layout.visitRight, .bold = selected, .timeSize = mediumFont.size};
    if (row.now) cell.fromEnd = positionFromEnd(*row.now, inspection().sequence.visits.size());
    cell.removed = !row.now;
    cell.newPlace = changed && (!was || was->location != shown.location);
    cell.newTime = changed && (!was || was->startMinute != shown.startMinute || was->weekday != shown.weekday ||
                               was->daysAgo != shown.daysAgo);
    paintVisit(area, visitLabel(m_context, shown), cell);
  }

  [[nodiscard]] std::string label(const ComparedVisit& row) const {
    const MassChange values = compared(row);
    if (!row.now) return tr("Removed: %1", {referenceVisitText(m_context, *row.before)}) + ": " + valuesText(values);
    const std::string change = recordChangeText(m_context, *row.now);
    return visitText(m_context, *row.now) + (change.empty() ? "" : ", " + change) + ": " + valuesText(values);
  }

  static std::string valuesText(const MassChange& values) {
    const auto number = [](const std::optional<double>& weight) { return weight ? exactText(*weight) : tr("none"); };
    return tr("weight %1 to %2, copied mass %3 to %4, change %5",
              {number(values.weightBefore), number(values.weightNow), exactText(values.copiedBefore),
               exactText(values.copiedNow), exactText(values.change())});
  }

  /// Of the places from the `first` on.
  [[nodiscard]] MassChange sumFrom(std::size_t first) const {
    MassChange sum{.weightNow = 0, .weightBefore = 0};
    for (std::size_t i = first; i < m_places.size(); ++i) {
      const MassChange& one = m_places[i].sums;
      *sum.weightNow += one.weightNow.value_or(0);
      *sum.weightBefore += one.weightBefore.value_or(0);
      sum.copiedNow += one.copiedNow;
      sum.copiedBefore += one.copiedBefore;
    }
    return sum;
  }
  [[nodiscard]] std::string totalText() const {
    return m_context.model->capabilities.gate ? tr("Sum, equals the change of gate") : tr("Sum");
  }

  void paintTotal(float y, float height) {
    const double change = sumFrom(0).change();
    m_builder.text({right() - m_numberWidth, y, m_numberWidth, height}, signedProbability(change),
                   changeColor(theme(), change), pointerMediumFont, Align::Right);
  }

  void paintSums() {
    const Rect strip = paintStrip();
    const float textRoom = right() - m_numberWidth - 4 - 28;
    // Folded, the strip is the sum.
    m_builder.text({28, strip.y, textRoom, strip.height}, m_layout.open ? tr("Summed per place") : totalText(),
                   theme().text, boldFont);
    if (!m_layout.open) return paintTotal(strip.y, strip.height);
    float y = strip.bottom();
    const bool others = m_layout.shownSums < m_places.size();
    const float bottom = y + static_cast<float>(m_layout.shownSums + (others ? 1 : 0)) * m_layout.sumHeight;
    paintGrid(y, bottom);
    for (std::size_t i = 0; i < m_layout.shownSums; ++i, y += m_layout.sumHeight) paintSum(y, m_places[i]);
    if (others) paintOtherSums(y);
    paintZero(strip.bottom(), bottom);
    rule(bottom, theme().border, 8);
    m_builder.text({pointerNameLeft, bottom + 1, right() - m_numberWidth - 4 - pointerNameLeft, pointerTotalHeight - 2},
                   totalText(), theme().text2, textFont);
    paintTotal(bottom + 1, pointerTotalHeight - 2);
  }

  void paintSum(float y, const PlaceChange& place) {
    const PlaceRow row = paintPlace(y, place.location, place.visits);
    paintMarks(y, m_layout.sumHeight, place.sums, row.swatch, textFont);
    m_builder.hit(row.rect, focusOnPlace(place.location), row.text + ": " + valuesText(place.sums),
                  exactText(place.sums.change()));
  }

  void paintOtherSums(float y) {
    const MassChange sums = sumFrom(m_layout.shownSums);
    const std::string text = paintOthers(y, m_places.size());
    paintMarks(y, m_layout.sumHeight, sums, {}, textFont);
    m_builder.hit({0, y, width(), m_layout.sumHeight}, {}, text + ": " + valuesText(sums), exactText(sums.change()));
  }

  void describe() {
    m_scene.caption = tr("weight: reference to now, %1", {scopeText(m_context)});
    m_scene.captionRight = tr("hollow: reference, filled: now");
    const auto largest = std::ranges::max_element(
        m_rows, {}, [this](const ComparedVisit& row) { return std::fabs(compared(row).change()); });
    m_scene.summary = tr("Pointer, %1. The largest change of copied mass: %2. All changes sum to %3%4",
                         {comparedWithText(m_context), label(*largest), signedProbability(sumFrom(0).change()),
                          m_context.model->capabilities.gate ? tr(", the change of gate.") : "."});
    fillTable();
  }

  void fillTable() {
    constexpr double none = Table::absent;
    Table& table = m_scene.table;
    table.columns = {"visit", "reference visit", "location", "place", "weekday", "start"};
    for (const PointerColumn& column : pointerColumns) {
      table.columns.emplace_back(column.name);
      table.columns.push_back(std::string("reference ") + column.name);
    }
    table.columns.emplace_back("change of copied mass");
    for (const ComparedVisit& row : m_rows) {
      const Visit& shown = visit(row);
      const ShownCells cells = shownCells(m_context, shown);
      table.add(row.now, row.before, shown.location,
                placeText(m_context, shown.location) + (row.now ? "" : ", removed"), cells.weekday, cells.start);
      for (const PointerColumn& column : pointerColumns)
        table.extend(row.now ? double{(inspection().*column.values)[*row.now]} : none,
                     row.before ? double{(before().*column.values)[*row.before]} : none);
      table.extend(compared(row).change());
    }
    for (const PlaceChange& place : m_places)
      table.add(none, none, place.location, placeText(m_context, place.location) + ", summed", none, none, none, none,
                none, none, none, none, place.sums.weightNow.value_or(0), place.sums.weightBefore.value_or(0),
                place.sums.copiedNow, place.sums.copiedBefore, place.sums.change());
  }

  const std::vector<ComparedVisit>& m_rows;
  const std::vector<PlaceChange>& m_places;
  Axis m_weight, m_change;
  float m_numberWidth = 0;
  bool m_weightNumbers = false;
};

}  // namespace

Scene pointerChange(const PointerInput& input, const Canvas& canvas) {
  const SampleContext& sample = input.sample;
  return PointerChangePainter(input, comparedVisits(sample),
                              changesPerPlace(*sample.inspection, *sample.reference->inspection), canvas)
      .paint();
}

}  // namespace sojourn::present
