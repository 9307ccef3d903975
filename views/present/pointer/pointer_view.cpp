// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/pointer_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "model/core/number_text.h"
#include "model/core/text.h"
#include "views/present/pointer/pointer_change.h"
#include "views/present/pointer/pointer_layout.h"
#include "views/present/pointer/pointer_place_row.h"
#include "views/present/pointer/pointer_sums.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {
namespace {

constexpr float barHeight = 5;
constexpr float columnGap = 14;

enum Column : std::size_t { Content, Bias, Score, PointerWeight, Copied, columnCount };
static_assert(columnCount == pointerColumns);

class PointerPainter {
 public:
  PointerPainter(const PointerInput& input, const Canvas& canvas)
      : m_context(input.sample), m_builder(m_scene, canvas), m_sums(sumsPerPlace(inspection())) {
    m_scale = scaleAround({inspection().contentScore, inspection().positionBias, inspection().score});
    m_layout = layOutPointer(canvas.size, pointerWidths(m_context, canvas), length(), m_sums.size(), input.sumsOpen);
    chooseColumns();
    m_layout.applyTo(m_scene, canvas.size);
  }

  Scene paint() {
    paintHeader();
    for (std::size_t i = 0; i < length(); ++i) paintVisit(i);
    // Above the bars, so that each bar visibly starts there.
    for (const std::size_t c : m_columns) paintZeroLine(c, pointerHeaderHeight, m_layout.rowHeight, length());
    paintSums();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Inspection& inspection() const { return *m_context.inspection; }
  [[nodiscard]] std::size_t length() const { return inspection().sequence.visits.size(); }
  [[nodiscard]] const Visit& visit(std::size_t i) const { return inspection().sequence.visits[i]; }
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }

  [[nodiscard]] double value(std::size_t column, std::size_t i) const {
    switch (column) {
      case Content:
        return inspection().contentScore[i];
      case Bias:
        return inspection().positionBias[i];
      case Score:
        return inspection().score[i];
      case PointerWeight:
        return inspection().pointerWeight[i];
      default:
        return inspection().copiedMass[i];
    }
  }

  static std::string valueText(std::size_t column, double value) {
    if (column == Bias) return biasText(value);
    return column == Content || column == Score ? scoreText(value) : probability(value);
  }

  static const char* columnName(std::size_t column) {
    static constexpr std::array names{"content score", "position bias", "score", "weight", "copied mass"};
    return names[column];
  }

  /// The bias goes first, which is meant to be small, then what the score is made of.
  void chooseColumns() {
    constexpr std::array<std::size_t, columnCount> byWorth{Copied, PointerWeight, Score, Content, Bias};
    m_columns.assign(byWorth.begin(), byWorth.begin() + static_cast<std::ptrdiff_t>(m_layout.columns));
    std::ranges::sort(m_columns);
  }
  [[nodiscard]] bool shows(std::size_t column) const { return std::ranges::find(m_columns, column) != m_columns.end(); }

  /// Of a column that is shown.
  [[nodiscard]] float columnRight(std::size_t column) const {
    const auto behind = m_columns.end() - std::ranges::find(m_columns, column) - 1;
    return m_scene.size.width - pointerRightMargin - m_layout.pitch * static_cast<float>(behind);
  }
  /// Where a number may stand: the whole column but a thin gap.
  [[nodiscard]] Rect cellText(std::size_t column, float y, float height) const {
    return {columnRight(column) - m_layout.pitch + 4, y, m_layout.pitch - 4, height};
  }
  [[nodiscard]] float axisX(std::size_t column, double value) const {
    const bool signedColumn = column <= Score;
    const double low = signedColumn ? m_scale.low : 0, high = signedColumn ? m_scale.high : 1;
    const double at = std::isfinite(value) ? std::clamp((value - low) / (high - low), 0.0, 1.0) : -low / (high - low);
    const float width = m_layout.pitch - columnGap;
    return columnRight(column) - width + static_cast<float>(at) * width;
  }

  void paintHeader() {
    const Capabilities& has = m_context.model->capabilities;
    const std::string gate = inspection().gate ? probability(*inspection().gate) : std::string();
    std::string copied = has.gate ? "× gate " + gate : "× " + gate;
    if (m_builder.width(copied, pointerSmallFont) > m_layout.pitch - 12) copied = "× gate";
    const std::array<std::pair<std::string, std::string>, columnCount> titles{
        {{"Content", "q·k / √d"},
         {m_builder.width("Pos. bias", pointerBoldFont) <= m_layout.pitch - 4 ? "Pos. bias" : "Bias",
          has.positionBias ? "learned" : "none"},
         {"Score", "sum"},
         {"Weight", "softmax"},
         {"Copied", copied}}};
    m_builder.text({12, 5, m_layout.visitRight - 16, 16}, "Visit", theme().text, pointerBoldFont);
    m_builder.text({12, 20, m_layout.visitRight - 16, 14}, "from end", theme().text2, pointerSmallFont);
    for (const std::size_t c : m_columns) {
      Rect head = cellText(c, 5, 16);
      // Left of the first column there is room below "Visit".
      if (c == Content) {
        const float right = head.right();
        head.x = std::min(head.x, right - m_builder.width(titles[c].first, pointerBoldFont) - 1);
        head.width = right - head.x;
      }
      m_builder.text(head, titles[c].first, theme().text, pointerBoldFont, Align::Right);
      m_builder.text(cellText(c, 20, 14), titles[c].second, theme().text2, pointerSmallFont, Align::Right);
    }
    m_builder.box({0, pointerHeaderHeight - 1, m_scene.size.width, 1}, theme().border);
  }

  /// Whether a number reaches the column's zero line: mostly where most scores are negative, or columns narrow.
  [[nodiscard]] bool numbersReachZero(std::size_t column) const {
    const float room = columnRight(column) - axisX(column, 0) - 3;
    for (std::size_t i = 0; i < length(); ++i)
      if (m_builder.width(valueText(column, value(column, i)), pointerBoldFont) > room) return true;
    return false;
  }

  /// One line down all rows; where it would cross numbers it is drawn beside the bars only.
  void paintZeroLine(std::size_t column, float top, float rowHeight, std::size_t rows) {
    const float x = std::round(axisX(column, 0));
    if (!numbersReachZero(column)) {
      m_builder.box({x, top, 1, rowHeight * static_cast<float>(rows)}, theme().mid);
      return;
    }
    for (std::size_t row = 0; row < rows; ++row) {
      const float y = top + rowHeight * static_cast<float>(row) + barTop(rowHeight);
      m_builder.box({x, y - 1, 1, barHeight + 2}, theme().mid);
    }
  }

  [[nodiscard]] float barTop(float rowHeight) const { return std::round(rowHeight * 0.66F); }

  void paintCell(std::size_t column, float y, float rowHeight, double number, const Swatch* swatch, Font font) {
    const float top = barTop(rowHeight);
    const float zero = axisX(column, 0), end = axisX(column, number);
    const Rect bar{std::min(zero, end), y + top, std::abs(end - zero), barHeight};
    if (swatch) {
      m_builder.copiedBar(bar, *swatch);
    } else {
      m_builder.box(bar, theme().solid);
    }
    m_builder.text(cellText(column, y, top), valueText(column, number), theme().text, font, Align::Right);
  }

  void paintVisit(std::size_t i) {
    const float y = pointerHeaderHeight + static_cast<float>(i) * m_layout.rowHeight;
    const Rect row{0, y, m_scene.size.width, m_layout.rowHeight};
    const Emphasis emphasis = emphasisOfVisit(m_context, i);
    if (emphasis != Emphasis::None) m_builder.box(row, theme().soft);
    if (emphasis == Emphasis::Locked) m_builder.box({0, y, 3, m_layout.rowHeight}, theme().accent);
    const bool newDay = i > 0 && shownStart(m_context, visit(i)).daysAgo != shownStart(m_context, visit(i - 1)).daysAgo;
    if (newDay) m_builder.box({8, y, m_scene.size.width - 16, 1}, theme().border);

    const bool locked = emphasis == Emphasis::Locked;
    const Swatch swatch = swatchOf(m_context, visit(i).location);
    m_builder.text({4, y, pointerFromEndRight - 4, m_layout.rowHeight}, std::to_string(positionFromEnd(i, length())),
                   theme().text3, pointerSmallFont, Align::Right);
    m_builder.swatch({pointerSwatchLeft, std::round(y + m_layout.rowHeight / 2 - 5)}, swatch);
    const std::string when = whenText(m_context, visit(i));
    const float whenWidth = m_builder.width(when, pointerWhenFont) + 1;
    const float whenLeft = m_layout.visitRight - whenWidth;
    m_builder.placeName({pointerNameLeft, y, std::max(0.0F, whenLeft - 6 - pointerNameLeft), m_layout.rowHeight},
                        placeText(m_context, visit(i).location), theme().text,
                        locked ? pointerBoldFont : pointerTextFont);
    m_builder.text({whenLeft, y, whenWidth, m_layout.rowHeight}, when, theme().text2, pointerWhenFont, Align::Right);
    m_builder.hit(row, focusOnVisit(m_context, i), label(i), exactText(inspection().copiedMass[i]));
    for (const std::size_t c : m_columns) {
      paintCell(c, y, m_layout.rowHeight, value(c, i), c >= PointerWeight ? &swatch : nullptr,
                locked ? pointerBoldFont : pointerTextFont);
      m_builder.hit(
          {columnRight(c) - m_layout.pitch + 4, y, m_layout.pitch, m_layout.rowHeight}, focusOnVisit(m_context, i),
          visitText(m_context, i) + ": " + columnName(c) + " " + exactText(value(c, i)), exactText(value(c, i)));
    }
  }

  [[nodiscard]] std::string label(std::size_t i) const {
    std::string words =
        visitText(m_context, i) + ", position from end " + std::to_string(positionFromEnd(i, length())) + ":";
    for (std::size_t c = 0; c < columnCount; ++c) {
      words += std::string(c == 0 ? " " : ", ") + columnName(c) + " " + exactText(value(c, i));
    }
    return words;
  }

  [[nodiscard]] double totalWeight() const {
    double sum = 0;
    for (const PlaceSum& place : m_sums) sum += place.weight;
    return sum;
  }
  [[nodiscard]] double totalCopied() const {
    double sum = 0;
    for (const PlaceSum& place : m_sums) sum += place.copied;
    return sum;
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
    const float titleRight = std::max(m_layout.visitRight, shows(Bias) ? columnRight(Bias) : 0);
    m_builder.text({28, strip.y, titleRight - 28, strip.height}, "Summed per place", theme().text, pointerBoldFont);
    m_scene.hits.push_back({.rect = strip,
                            .focus = {},
                            .label = m_layout.open ? "Hide the sums per place" : "Show the sums per place",
                            .value = {},
                            .action = Action{.id = "toggleSums", .argument = m_layout.open ? "fold" : "open"}});
    if (!m_layout.open) {
      paintTotals(strip.y, strip.height);
      return;
    }
    if (shows(Score)) {
      const Rect note = cellText(Score, strip.y, strip.height);
      if (m_builder.width("same axis", pointerSmallFont) <= note.width)
        m_builder.text(note, "same axis", theme().text2, pointerSmallFont, Align::Right);
    }
    float y = strip.bottom();
    for (std::size_t i = 0; i < m_layout.shownSums; ++i, y += pointerSumHeight) paintSum(y, m_sums[i]);
    if (m_layout.shownSums < m_sums.size()) {
      paintOtherSums(y);
      y += pointerSumHeight;
    }
    const std::size_t sumRows = m_layout.shownSums + (m_layout.shownSums < m_sums.size() ? 1 : 0);
    for (const std::size_t c : {PointerWeight, Copied})
      if (shows(c)) paintZeroLine(c, strip.bottom(), pointerSumHeight, sumRows);
    m_builder.box({8, y, m_scene.size.width - 16, 1}, theme().border);
    m_builder.text({pointerNameLeft, y + 1, m_layout.visitRight - pointerNameLeft, pointerTotalHeight - 2}, "Sum",
                   theme().text2, pointerTextFont);
    paintTotals(y + 1, pointerTotalHeight - 2);
  }

  void paintTotals(float y, float height) {
    for (const auto& [column, total] : {std::pair(PointerWeight, totalWeight()), std::pair(Copied, totalCopied())}) {
      if (!shows(column)) continue;
      m_builder.text(cellText(column, y, height), probability(total), theme().text, pointerMediumFont, Align::Right);
    }
  }

  void paintSumCells(float y, double weight, double copied, const Swatch& swatch) {
    if (shows(PointerWeight)) paintCell(PointerWeight, y, pointerSumHeight, weight, &swatch, pointerTextFont);
    if (shows(Copied)) paintCell(Copied, y, pointerSumHeight, copied, &swatch, pointerTextFont);
  }

  void paintSum(float y, const PlaceSum& sum) {
    const PlaceRow row = paintPlaceRow(m_builder, m_context, m_layout, y, sum.location, sum.visits);
    paintSumCells(y, sum.weight, sum.copied, row.swatch);
    m_builder.hit(row.rect, focusOnPlace(sum.location),
                  row.words + ": weight " + exactText(sum.weight) + ", copied mass " + exactText(sum.copied),
                  exactText(sum.copied));
  }

  void paintOtherSums(float y) {
    double weight = 0, copied = 0;
    for (std::size_t i = m_layout.shownSums; i < m_sums.size(); ++i) {
      weight += m_sums[i].weight;
      copied += m_sums[i].copied;
    }
    const std::string words = countText(m_sums.size() - m_layout.shownSums, "other place", "other places");
    m_builder.text({pointerNameLeft, y, m_layout.visitRight - pointerNameLeft, pointerSumHeight}, words, theme().text2,
                   pointerTextFont);
    paintSumCells(y, weight, copied, {});
    m_builder.hit({0, y, m_scene.size.width, pointerSumHeight}, {},
                  words + " together: weight " + exactText(weight) + ", copied mass " + exactText(copied),
                  exactText(copied));
  }

  [[nodiscard]] std::string scaleEnd(double value) const {
    return (value < 0 ? "\u2212" : "") + fixedNumber(std::fabs(value), m_scale.decimals);
  }

  void describe() {
    m_scene.caption = scopeText(m_context);
    m_scene.captionRight = "scores " + scaleEnd(m_scale.low) + " to " + scaleEnd(m_scale.high) + ", weights 0 to 1";
    const auto most = static_cast<std::size_t>(std::ranges::max_element(inspection().pointerWeight) -
                                               inspection().pointerWeight.begin());
    const auto [lowBias, highBias] = std::ranges::minmax(inspection().positionBias);
    const auto [lowContent, highContent] = std::ranges::minmax(inspection().contentScore);
    m_scene.summary = "Heaviest visit: " + visitText(m_context, most) + " with weight " +
                      probability(inspection().pointerWeight[most]) +
                      "; heaviest place: " + placeText(m_context, m_sums.front().location) + " with " +
                      probability(m_sums.front().weight) + ". Content scores run from " + scoreText(lowContent) +
                      " to " + scoreText(highContent) + ", the position bias from " + biasText(lowBias) + " to " +
                      biasText(highBias) + ".";
    fillTable();
  }

  void fillTable() {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    m_scene.table.columns = {"visit", "position from end", "location", "place", "weekday", "start minute"};
    for (std::size_t c = 0; c < columnCount; ++c) m_scene.table.columns.emplace_back(columnName(c));
    for (std::size_t i = 0; i < length(); ++i) {
      std::vector<Table::Cell> row{static_cast<double>(i),
                                   static_cast<double>(positionFromEnd(i, length())),
                                   static_cast<double>(visit(i).location),
                                   placeText(m_context, visit(i).location),
                                   static_cast<double>(visit(i).weekday),
                                   static_cast<double>(visit(i).startMinute)};
      for (std::size_t c = 0; c < columnCount; ++c) row.emplace_back(value(c, i));
      m_scene.table.rows.push_back(std::move(row));
    }
    for (const PlaceSum& sum : m_sums) {
      m_scene.table.rows.push_back(
          {none, none, static_cast<double>(sum.location),
           placeText(m_context, sum.location) + ", " + countText(sum.visits, "visit", "visits") + " summed", none, none,
           none, none, none, sum.weight, sum.copied});
    }
  }

  const SampleContext& m_context;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<PlaceSum> m_sums;
  Scale m_scale;
  PointerLayout m_layout;
  std::vector<std::size_t> m_columns;  ///< that are shown, left to right
};

EmptyState withoutPointer(const ModelDescription& model) {
  const bool maps = model.capabilities.attentionMaps;
  return {
      .title = model.title + " has no pointer, so nothing is copied",
      .detail = maps ? "See its attention in Attention and its output in Prediction" : "See its output in Prediction",
      .buttonText = maps ? "Open Attention" : "Open Prediction",
      .button = {.id = "openView", .argument = maps ? "attention" : "prediction"}};
}

}  // namespace

ViewContent pointerContent(const PointerInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (!input.sample.model->capabilities.pointer) return withoutPointer(*input.sample.model);
  const Inspection& inspection = *input.sample.inspection;
  const std::size_t length = inspection.sequence.visits.size();
  for (const auto* column : {&inspection.contentScore, &inspection.positionBias, &inspection.score,
                             &inspection.pointerWeight, &inspection.copiedMass}) {
    // The inspection is of another model while the one now open still computes its own.
    if (column->size() != length) {
      return EmptyState{.title = "Inspecting this sample",
                        .detail = input.sample.model->title + " has not returned a result yet",
                        .buttonText = {},
                        .button = {}};
    }
  }
  return hasReference(input.sample) ? pointerChange(input, canvas) : PointerPainter(input, canvas).paint();
}

}  // namespace sojourn::present
