// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/pointer_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/pointer/pointer_rows.h"

namespace sojourn::present {
namespace {

constexpr float barHeight = 5;
constexpr float columnGap = 14;

enum Column : std::size_t { Content, Bias, Score, PointerWeight, Copied };
static_assert(Copied + 1 == pointerColumns.size());

class PointerPainter : PointerRows {
 public:
  PointerPainter(const PointerInput& input, const std::vector<PlaceSum>& sums, const Canvas& canvas)
      : PointerRows(input, canvas, input.sample.inspection->sequence.visits.size(), sums.size()),
        m_sums(sums),
        m_scale(scaleAround({inspection().contentScore, inspection().positionBias, inspection().score})) {
    // The bias goes first, which is meant to be small, then what the score is made of.
    constexpr std::array<std::size_t, pointerColumns.size()> byWorth{Copied, PointerWeight, Score, Content, Bias};
    m_columns.assign(byWorth.begin(), byWorth.begin() + static_cast<std::ptrdiff_t>(m_layout.columns));
    std::ranges::sort(m_columns);
  }

  Scene paint() {
    paintHeader();
    for (std::size_t i = 0; i < length(); ++i) paintRow(i, visitRow(i));
    // Above the bars, so that each bar visibly starts there.
    for (const std::size_t c : m_columns) paintZeroLine(c, pointerHeaderHeight, m_layout.rowHeight, length());
    paintSums();
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] std::size_t length() const { return inspection().sequence.visits.size(); }
  [[nodiscard]] double value(std::size_t column, std::size_t i) const {
    return (inspection().*pointerColumns[column].values)[i];
  }

  [[nodiscard]] bool shows(std::size_t column) const { return std::ranges::find(m_columns, column) != m_columns.end(); }

  /// Of a column that is shown.
  [[nodiscard]] float columnRight(std::size_t column) const {
    const auto behind = m_columns.end() - std::ranges::find(m_columns, column) - 1;
    return width() - pointerRightMargin - m_layout.pitch * static_cast<float>(behind);
  }
  /// Where a number may stand: the whole column but a thin gap.
  [[nodiscard]] Rect cellText(std::size_t column, float y, float height) const {
    return {columnRight(column) - m_layout.pitch + 4, y, m_layout.pitch - 4, height};
  }
  [[nodiscard]] float axisX(std::size_t column, double value) const {
    const bool isSigned = column <= Score;
    const double low = isSigned ? m_scale.low : 0, high = isSigned ? m_scale.high : 1;
    const float right = columnRight(column);
    return Axis(low, high, right - m_layout.pitch + columnGap, right)
        .at(std::isfinite(value) ? std::clamp(value, low, high) : 0);
  }

  void paintHeader() {
    const Capabilities& has = m_context.model->capabilities;
    const std::string gate = inspection().gate ? probability(*inspection().gate) : std::string();
    std::string copied = has.gate ? tr("× gate %1", {gate}) : "× " + gate;
    if (m_builder.width(copied, smallFont) > m_layout.pitch - 12) copied = tr("× gate");
    const std::array<std::pair<std::string, std::string>, pointerColumns.size()> titles{
        {{tr("Content"), has.additive ? "v·tanh(k + q)" : "q·k / √d"},
         {m_builder.width(tr("Pos. bias"), boldFont) <= m_layout.pitch - 4 ? tr("Pos. bias") : tr("Bias"),
          has.positionBias ? tr("learned") : tr("none")},
         {tr("Score"), tr("sum")},
         {tr("Weight"), tr("softmax")},
         {tr("Copied"), copied}}};
    paintVisitHead();
    for (const std::size_t c : m_columns) {
      Rect head = cellText(c, 5, 16);
      // Left of the first column there is room below "Visit".
      const float right = head.right();
      if (c == Content) head.x = std::min(head.x, right - m_builder.width(titles[c].first, boldFont) - 1);
      head.width = right - head.x;
      m_builder.text(head, titles[c].first, theme().text, boldFont, Align::Right);
      m_builder.text(cellText(c, 20, 14), titles[c].second, theme().text2, smallFont, Align::Right);
    }
    rule(pointerHeaderHeight - 1, theme().border);
  }

  /// Whether a number reaches the column's zero line: mostly where most scores are negative, or columns narrow.
  [[nodiscard]] bool numbersReachZero(std::size_t column) const {
    const float room = columnRight(column) - axisX(column, 0) - 3;
    for (std::size_t i = 0; i < length(); ++i)
      if (m_builder.width(pointerColumns[column].text(value(column, i)), boldFont) > room) return true;
    return false;
  }

  /// One line down all rows; where it would cross numbers it is drawn beside the bars only.
  void paintZeroLine(std::size_t column, float top, float rowHeight, std::size_t rows) {
    const float x = std::round(axisX(column, 0));
    if (!numbersReachZero(column)) return m_builder.box({x, top, 1, rowHeight * static_cast<float>(rows)}, theme().mid);
    for (std::size_t row = 0; row < rows; ++row)
      m_builder.box({x, top + rowHeight * static_cast<float>(row) + barTop(rowHeight) - 1, 1, barHeight + 2},
                    theme().mid);
  }

  [[nodiscard]] float barTop(float rowHeight) const { return std::round(rowHeight * 0.66F); }

  void paintCell(std::size_t column, float y, float rowHeight, double number, const Swatch& swatch, Font font) {
    const float top = barTop(rowHeight);
    m_builder.copiedBar(between(axisX(column, 0), axisX(column, number), y + top, barHeight), swatch);
    m_builder.text(cellText(column, y, top), pointerColumns[column].text(number), theme().text, font, Align::Right);
  }

  void paintRow(std::size_t i, const Rect& row) {
    const VisitLabel& visit = m_labels[i];
    const Emphasis emphasis = emphasisOfVisit(m_context, i);
    const bool selected = emphasis == Emphasis::Selected;
    paintGround(row, emphasis, i > 0 && visit.daysAgo != m_labels[i - 1].daysAgo);
    paintVisit(row, visit,
               {.right = m_layout.visitRight,
                .fromEnd = positionFromEnd(i, length()),
                .bold = selected,
                .timeSize = mediumFont.size});
    m_builder.hit(row, focusOnVisit(m_context, i), label(i), exactText(inspection().copiedMass[i]));
    for (const std::size_t c : m_columns) {
      paintCell(c, row.y, row.height, value(c, i), c >= PointerWeight ? visit.swatch : Swatch{},
                selected ? boldFont : textFont);
      const std::string exact = exactText(value(c, i));
      m_builder.hit({columnRight(c) - m_layout.pitch + 4, row.y, m_layout.pitch, row.height},
                    focusOnVisit(m_context, i), visit.full() + ": " + tr(pointerColumns[c].name) + " " + exact, exact);
    }
  }

  [[nodiscard]] std::string label(std::size_t i) const {
    std::string text =
        tr("%1, position from end %2:", {visitText(m_context, i), std::to_string(positionFromEnd(i, length()))});
    for (std::size_t c = 0; c < pointerColumns.size(); ++c)
      text += std::string(c == 0 ? " " : ", ") + tr(pointerColumns[c].name) + " " + exactText(value(c, i));
    return text;
  }

  /// Of the places from the `first` on.
  [[nodiscard]] double sumFrom(std::size_t first, double PlaceSum::*mass) const {
    return std::accumulate(m_sums.begin() + static_cast<std::ptrdiff_t>(first), m_sums.end(), 0.0,
                           [&](double sum, const PlaceSum& place) { return sum + place.*mass; });
  }

  void paintSums() {
    const Rect strip = paintStrip();
    const float titleRight = std::max(m_layout.visitRight, shows(Bias) ? columnRight(Bias) : 0);
    m_builder.text({28, strip.y, titleRight - 28, strip.height}, tr("Summed per place"), theme().text, boldFont);
    if (!m_layout.open) return paintTotals(strip.y, strip.height);
    if (shows(Score)) {
      const Rect note = cellText(Score, strip.y, strip.height);
      if (m_builder.width(tr("same axis"), smallFont) <= note.width)
        m_builder.text(note, tr("same axis"), theme().text2, smallFont, Align::Right);
    }
    float y = strip.bottom();
    for (std::size_t i = 0; i < m_layout.shownSums; ++i, y += m_layout.sumHeight) paintSum(y, m_sums[i]);
    const bool others = m_layout.shownSums < m_sums.size();
    if (others) y = paintOtherSums(y);
    const std::size_t sumRows = m_layout.shownSums + (others ? 1 : 0);
    for (const std::size_t c : {PointerWeight, Copied})
      if (shows(c)) paintZeroLine(c, strip.bottom(), m_layout.sumHeight, sumRows);
    rule(y, theme().border, 8);
    m_builder.text({pointerNameLeft, y + 1, m_layout.visitRight - pointerNameLeft, pointerTotalHeight - 2}, tr("Sum"),
                   theme().text2, textFont);
    paintTotals(y + 1, pointerTotalHeight - 2);
  }

  void paintTotals(float y, float height) {
    for (const auto& [column, mass] :
         {std::pair(PointerWeight, &PlaceSum::weight), std::pair(Copied, &PlaceSum::copied)})
      if (shows(column))
        m_builder.text(cellText(column, y, height), probability(sumFrom(0, mass)), theme().text, pointerMediumFont,
                       Align::Right);
  }

  void paintMasses(const Rect& row, const std::string& text, double weight, double copied, const Swatch& swatch,
                   Focus focus) {
    if (shows(PointerWeight)) paintCell(PointerWeight, row.y, row.height, weight, swatch, textFont);
    if (shows(Copied)) paintCell(Copied, row.y, row.height, copied, swatch, textFont);
    m_builder.hit(row, focus, tr("%1: weight %2, copied mass %3", {text, exactText(weight), exactText(copied)}),
                  exactText(copied));
  }

  void paintSum(float y, const PlaceSum& sum) {
    const PlaceRow row = paintPlace(y, sum.location, sum.visits);
    paintMasses(row.rect, row.text, sum.weight, sum.copied, row.swatch, focusOnPlace(sum.location));
  }

  float paintOtherSums(float y) {
    const Rect row{0, y, width(), m_layout.sumHeight};
    const std::string text = paintOthers(y, m_sums.size());
    paintMasses(row, text, sumFrom(m_layout.shownSums, &PlaceSum::weight),
                sumFrom(m_layout.shownSums, &PlaceSum::copied), {}, {});
    return row.bottom();
  }

  [[nodiscard]] std::string scaleEnd(double value) const {
    return (value < 0 ? "\u2212" : "") + fixedNumber(std::fabs(value), m_scale.decimals);
  }

  void describe() {
    m_scene.caption = scopeText(m_context);
    m_scene.captionRight = tr("scores %1 to %2, weights 0 to 1", {scaleEnd(m_scale.low), scaleEnd(m_scale.high)});
    const auto most = static_cast<std::size_t>(std::ranges::max_element(inspection().pointerWeight) -
                                               inspection().pointerWeight.begin());
    const auto [lowBias, highBias] = std::ranges::minmax(inspection().positionBias);
    const auto [lowContent, highContent] = std::ranges::minmax(inspection().contentScore);
    m_scene.summary =
        tr("Heaviest visit: %1 with weight %2; heaviest place: %3 with %4. Content scores run from %5 to %6, the "
           "position bias from %7 to %8.",
           {visitText(m_context, most), probability(inspection().pointerWeight[most]),
            placeText(m_context, m_sums.front().location), probability(m_sums.front().weight), scoreText(lowContent),
            scoreText(highContent), biasText(lowBias), biasText(highBias)});
    fillTable();
  }

  void fillTable() {
    constexpr double none = Table::absent;
    Table& table = m_scene.table;
    table.columns = {"visit", "position from end", "location", "place", "weekday", "start"};
    for (const PointerColumn& column : pointerColumns) table.columns.emplace_back(column.name);
    for (std::size_t i = 0; i < length(); ++i) {
      const Visit& visit = inspection().sequence.visits[i];
      const ShownCells shown = shownCells(m_context, visit);
      table.add(i, positionFromEnd(i, length()), visit.location, m_labels[i].place, shown.weekday, shown.start);
      for (std::size_t c = 0; c < pointerColumns.size(); ++c) table.extend(value(c, i));
    }
    for (const PlaceSum& sum : m_sums)
      table.add(none, none, sum.location,
                placeText(m_context, sum.location) + ", " + countText(sum.visits, "visit", "visits") + " summed", "",
                "", none, none, none, sum.weight, sum.copied);
  }

  const std::vector<PlaceSum>& m_sums;
  std::vector<VisitLabel> m_labels = visitLabels(m_context);
  Scale m_scale;
  std::vector<std::size_t> m_columns;  ///< that are shown, left to right
};

EmptyState withoutPointer(const ModelDescription& model) {
  const bool maps = model.capabilities.attentionMaps;
  return {.title = tr("%1 has no pointer, so nothing is copied", {model.title}),
          .detail = maps ? tr("See its attention in Attention and its output in Prediction")
                         : tr("See its output in Prediction"),
          .buttonText = maps ? tr("Open Attention") : tr("Open Prediction"),
          .button = OpenView{maps ? "attention" : "prediction"}};
}

}  // namespace

ViewContent pointerContent(const PointerInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (const Capabilities& has = input.sample.model->capabilities; !has.pointer)
    return has.history ? historyContent(input.sample, canvas) : withoutPointer(*input.sample.model);
  const Inspection& inspection = *input.sample.inspection;
  const std::size_t length = inspection.sequence.visits.size();
  // The inspection is of another model while the one now open still computes its own.
  const auto complete = [&](const PointerColumn& column) { return (inspection.*column.values).size() == length; };
  if (!std::ranges::all_of(pointerColumns, complete)) {
    return EmptyState{.title = tr("Inspecting this sample"),
                      .detail = tr("%1 has not returned a result yet", {input.sample.model->title})};
  }
  if (hasReference(input.sample)) return pointerChange(input, canvas);
  return PointerPainter(input, sumsPerPlace(inspection), canvas).paint();
}

}  // namespace sojourn::present
