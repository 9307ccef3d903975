// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/table/row_table.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float headLine = 16, tickHeight = 14, noteHeight = 16;
constexpr float barUnderWords = 4;   ///< of a bar that has words above it
constexpr float wordsShare = 0.66F;  ///< of the row, above such a bar

class TablePainter : RowsPainter {
 public:
  TablePainter(const RowTable& table, const Canvas& canvas) : RowsPainter(canvas), m_table(table) {
    RowHeights heights = table.heights;
    if (!table.notes.empty()) heights.foot = noteTop() + noteHeight * static_cast<float>(table.notes.size());
    fitRows(table.rows.size(), heights);
    layOut();
  }

  DrawnTable paint() {
    for (std::size_t c = 0; c < m_table.columns.size(); ++c)
      if (shown(c)) paintColumn(c);
    if (std::ranges::any_of(m_table.columns, [](const RowColumn& column) { return !column.title.empty(); }))
      line(rowsTop() - 1, theme().border, 0);
    for (std::size_t r = 0; r < m_table.rows.size(); ++r) {
      const Rect whole = row(r);
      paintRow(m_table.rows[r], {m_table.begin, whole.y, whole.width - m_table.begin, whole.height});
    }
    paintNotes();
    std::vector<Axis> axes;
    for (std::size_t c = 0; c < m_places.size(); ++c) axes.push_back(axisOf(c));
    return {std::move(m_scene), std::move(m_places), std::move(axes), rowsTop(), rowsBottom(), row(0).height};
  }

 private:
  [[nodiscard]] bool shown(std::size_t column) const { return m_shown[column]; }
  void line(float y, Color color, float inset) {
    m_builder.box({m_table.begin + inset, y, width() - m_table.begin - 2 * inset, 1}, color);
  }

  void layOut() {
    m_places.resize(m_table.columns.size());
    m_shown.resize(m_table.columns.size());
    float taken = m_table.begin + m_table.left + m_table.right - m_table.gap, least = 0, shares = 0;
    for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
      const ColumnWidth& rule = m_table.columns[c].width;
      if (width() < rule.needed) continue;
      m_places[c].width = rule.rest ? rule.least : widthOf(c);
      m_shown[c] = rule.rest || m_places[c].width > 0;
      if (!shown(c)) continue;
      taken += m_table.gap + (rule.rest ? 0 : m_places[c].width);
      if (!rule.rest) continue;
      ++shares;
      least += rule.least;
    }
    // Words give way before numbers do.
    float missing = taken + least - width();
    for (std::size_t c = 0; c < m_table.columns.size() && missing > 0; ++c) {
      const ColumnWidth& rule = m_table.columns[c].width;
      if (!shown(c) || rule.share == 0) continue;
      const float given = std::min(missing, std::max(0.0F, m_places[c].width - rule.least));
      m_places[c].width -= given;
      taken -= given;
      missing -= given;
    }
    float left = m_table.begin + m_table.left;
    for (std::size_t c = 0; c < m_table.columns.size(); ++c) {
      const ColumnWidth& rule = m_table.columns[c].width;
      if (rule.rest && shown(c)) {
        const float most = rule.most > 0 ? rule.most : width();
        m_places[c].width = std::clamp(std::floor((width() - taken) / shares), rule.least, std::max(rule.least, most));
      }
      m_places[c].left = left;
      if (shown(c)) left += m_places[c].width + m_table.gap;
    }
  }

  [[nodiscard]] float widthOf(std::size_t column) const {
    const RowColumn& of = m_table.columns[column];
    float wanted = of.width.share * width();
    if (of.width.fits) {
      float widest = m_builder.width(of.title, smallFont);
      for (const TableRow& row : m_table.rows)
        if (column < row.cells.size())
          widest = std::max(widest, m_builder.width(row.cells[column].text, row.cells[column].font));
      wanted = std::min(wanted, std::ceil(widest) + 2);
    }
    const float most = of.width.most > 0 ? of.width.most : width();
    return std::clamp(wanted, std::min(of.width.least, most), most);
  }

  [[nodiscard]] Axis axisOf(std::size_t column) const {
    const ColumnScale scale = m_table.columns[column].scale.value_or(ColumnScale{});
    const CellColumn& place = m_places[column];
    const float words = scale.beside ? m_builder.width(probability(1e-9), textFont) + 6 : 0;
    return {scale.from, scale.to, place.left, std::max(place.left, place.left + place.width - words)};
  }

  void paintColumn(std::size_t column) {
    const RowColumn& of = m_table.columns[column];
    CellColumn place = m_places[column];
    // A head has the room of columns that have none themselves.
    for (std::size_t next = column + 1; of.align == Align::Left && next < m_places.size(); ++next) {
      if (!m_table.columns[next].title.empty() || !m_table.columns[next].unit.empty()) break;
      if (shown(next)) place.width = m_places[next].left + m_places[next].width - place.left;
    }
    if (m_table.upwards && !of.title.empty()) {
      const float height = m_builder.width(of.title, smallFont) + 4;
      m_scene.shapes.emplace_back(TextShape{.rect = {place.left, rowsTop() - 4 - height, place.width, height},
                                            .text = of.title,
                                            .font = smallFont,
                                            .color = theme().text2,
                                            .upwards = true});
      return;
    }
    if (of.align == Align::Center) place = {place.left - m_table.gap / 2 + 1, place.width + m_table.gap - 2};
    const bool two = std::ranges::any_of(m_table.columns, [](const RowColumn& one) { return !one.unit.empty(); });
    const float top = std::max(2.0F, rowsTop() - (two ? 2 * headLine : headLine) - 5);
    const Rect head{0, top, 0, headLine};
    m_builder.text(place.at(head), of.title, two ? theme().text : theme().text2,
                   fitted(of.title, two ? boldFont : smallFont, 8, place.width), of.align);
    if (!of.unit.empty())
      m_builder.text(place.at({0, top + headLine - 1, 0, headLine}), of.unit, theme().text2, smallFont, of.align);
    if (of.scale) paintScale(*of.scale, axisOf(column));
  }

  void paintScale(const ColumnScale& scale, const Axis& axis) {
    const float height = rowsBottom() - rowsTop();
    if (scale.band)
      m_builder.box(between(axis.at(scale.band->first), axis.at(scale.band->second), rowsTop(), height),
                    mix(theme().pale, theme().panel, 0.35F));
    float written = -1;
    for (const Tick& tick :
         scale.tickGap > 0 ? numberTicks(axis, scale.tickGap, scale.differences) : std::vector<Tick>{}) {
      const std::string number = (scale.differences && tick.value > 0 ? "+" : "") + tick.text;
      const float x = std::round(axis.at(tick.value)), words = m_builder.width(number, smallFont) + 1;
      m_builder.box({x, rowsTop(), 1, height}, theme().grid);
      // A number that has no room is left out whole.
      const float left =
          std::clamp(x - words / 2, axis.start() - 6, std::max(axis.start() - 6, axis.end() + 6 - words));
      if (left < written + 4) continue;
      m_builder.text({left, rowsBottom() + 1, words, tickHeight}, number, theme().text2, smallFont);
      written = left + words;
    }
    if (scale.zero && (scale.from < *scale.zero || scale.beside || scale.line)) {
      const float x = std::round(axis.at(*scale.zero));
      m_builder.box({x, rowsTop(), 1, height}, theme().mid);
      if (!scale.zeroWords.empty())
        m_builder.text({x - 20, rowsBottom() + 1, 40, tickHeight}, scale.zeroWords, theme().text2, smallFont,
                       Align::Center);
    }
    if (!scale.dashed) return;
    const float x = std::round(axis.at(*scale.dashed)) + 0.5F;
    m_builder.line({x, rowsTop()}, {x, rowsBottom()}, theme().mid, 1, true);
    const float words = m_builder.width(scale.dashedWords, smallFont) + 2;
    m_builder.text(
        {std::clamp(x - words / 2, axis.start(), std::max(axis.start(), axis.end() - words)), 3, words, headLine},
        scale.dashedWords, theme().text2, smallFont, Align::Center);
  }

  void paintRow(const TableRow& of, const Rect& area) {
    if (of.fill) m_builder.box(area, *of.fill);
    ground(area, of.emphasis);
    if (of.rule) line(area.y, *of.rule, 8);
    if (of.hit) addHit(*of.hit, area);
    for (std::size_t c = 0; c < std::min(of.cells.size(), m_places.size()); ++c)
      if (shown(c)) paintCell(of.cells[c], c, roomOf(of, c).at(area));
  }

  [[nodiscard]] CellColumn roomOf(const TableRow& of, std::size_t column) const {
    CellColumn room = m_places[column];
    for (std::size_t next = column + 1; of.cells[column].spans && next < m_places.size(); ++next) {
      if (next < of.cells.size() && !of.cells[next].isEmpty()) break;
      if (shown(next)) room.width = m_places[next].left + m_places[next].width - room.left;
    }
    for (std::size_t before = column; of.cells[column].reaches && before-- > 0 && of.cells[before].isEmpty();) {
      if (!shown(before)) continue;
      room = {m_places[before].left, room.left + room.width - m_places[before].left};
    }
    return room;
  }

  /// A font in which words have room, but for what is below `least`.
  [[nodiscard]] Font fitted(const std::string& words, Font font, float least, float room) const {
    while (least > 0 && font.size > least && m_builder.width(words, font) > room) font.size -= 0.5F;
    return font;
  }

  void addHit(HitArea hit, const Rect& area) {
    hit.rect = area;
    m_scene.hits.push_back(std::move(hit));
  }

  void paintCell(const RowCell& cell, std::size_t column, const Rect& area) {
    const bool words = !cell.text.empty() && !(cell.whole && m_builder.width(cell.text, cell.font) > area.width);
    if (cell.fill) m_builder.box({area.x, area.y + 1, area.width, area.height - 2}, *cell.fill, 2);
    if (cell.visit) paintVisit(area, *cell.visit, {.swatchLeft = area.x, .right = area.right(), .leastName = 48});
    if (cell.bar) paintBar(*cell.bar, column, area, words);
    for (const CellDot& dot : cell.dots) paintDot(dot, axisOf(column), std::round(area.y + area.height * dot.lane));
    Rect room = area;
    const auto takeLeft = [&room](float width) { room.x += width, room.width = std::max(0.0F, room.width - width); };
    const float middle = area.y + area.height / 2;
    if (cell.model) paintModelMark(m_builder, {room.x, std::round(middle - 8)}, *cell.model), takeLeft(22);
    if (cell.icon) {
      const float left = cell.swatch ? room.right() - 14 : room.x;
      m_builder.icon({left, std::round(middle - 7), 14, 14}, cell.icon->first, cell.icon->second);
      if (cell.swatch)
        room.width = std::max(0.0F, room.width - 18);
      else
        takeLeft(20);
    }
    if (cell.bar && words && !besideBars(column)) room.height = std::round(area.height * wordsShare);
    const Color ink = cell.ink.value_or(theme().text);
    if (cell.swatch) {
      m_builder.swatch({room.x, std::round(room.y + room.height / 2 - 5)}, *cell.swatch);
      const float more = cell.more.empty() ? 0 : m_builder.width(cell.more, smallFont) + 6;
      m_builder.placeName({room.x + 15, room.y, std::max(0.0F, room.width - 15 - more), room.height}, cell.text, ink,
                          cell.font);
      if (more > 0) m_builder.text(room, cell.more, theme().text2, smallFont, Align::Right);
    } else if (words) {
      const Font font = fitted(cell.text, cell.font, cell.least, room.width);
      const std::string text = cell.name ? m_builder.fittingName(cell.text, room.width, font) : cell.text;
      m_builder.text(room, text, ink, font, m_table.columns[column].align);
      if (cell.sign != 0) paintSign(cell.sign, {room.right() - m_builder.width(text, font) - 9, middle});
    }
    if (cell.hit) addHit(*cell.hit, {area.x - m_table.gap / 2, area.y, area.width + m_table.gap, area.height});
  }

  void paintSign(int sign, Point at) {
    const float up = sign > 0 ? 4 : -4;
    m_scene.shapes.emplace_back(
        PolygonShape{.points = {{at.x - 4, at.y + up}, {at.x + 4, at.y + up}, {at.x, at.y - up}},
                     .fill = sign > 0 ? theme().less : theme().more});
  }

  void paintBar(const CellBar& bar, std::size_t column, const Rect& area, bool words) {
    const Axis axis = axisOf(column);
    const double zero = m_table.columns[column].scale.value_or(ColumnScale{}).zero.value_or(0);
    const bool below = words && !besideBars(column);
    const float top = below ? area.y + std::round(area.height * wordsShare) : area.y + 4;
    const Rect rect = between(axis.at(zero), axis.at(bar.to), top, below ? barUnderWords : area.height - 8);
    if (axis.length() > 12 && std::isfinite(bar.to)) {
      if (bar.outlined)
        m_builder.frame({rect.x, rect.y, std::max(1.0F, rect.width), rect.height}, theme().text2, 1, 0, theme().track);
      else if (bar.copied)
        m_builder.copiedBar(rect, *bar.copied);
      else
        m_builder.box(rect, bar.fill);
      const float on = bar.generated ? axis.at(*bar.generated) - axis.at(bar.to) : 0;
      if (on > 0.5F) m_builder.generatedBar({axis.at(bar.to), rect.y, on, rect.height}, bar.copied.value_or(Swatch{}));
    }
    if (below) m_builder.box({std::round(axis.at(zero)), rect.y - 1, 1, rect.height + 2}, theme().mid);
    if (bar.mark)
      m_builder.box({std::clamp(axis.at(*bar.mark), axis.start(), axis.end()) - 1, rect.y - 1, 2, rect.height + 2},
                    theme().mid);
  }

  [[nodiscard]] bool besideBars(std::size_t column) const {
    return m_table.columns[column].scale && m_table.columns[column].scale->beside;
  }

  void paintDot(const CellDot& dot, const Axis& axis, float middle) {
    const auto onScale = [&axis](double value) { return std::clamp(axis.at(value), axis.start(), axis.end()); };
    if (dot.other) m_builder.circle({axis.at(*dot.other), middle + 4}, 2.5F, theme().panel, theme().mid);
    if (dot.low && dot.high) {
      interval(onScale(*dot.low), onScale(*dot.high), middle, dot.fill, dot.thickness);
      if (*dot.low < axis.from()) paintBeyond(m_scene, {axis.start(), middle}, false, dot.fill);
      if (*dot.high > axis.to()) paintBeyond(m_scene, {axis.end(), middle}, true, dot.fill);
    }
    if (!std::isfinite(dot.at)) return;
    const Point at{onScale(dot.at), middle};
    if (dot.diamond) return paintClaimMark(m_scene, theme(), at, dot.radius);
    m_builder.circle(at, dot.radius, dot.open ? theme().panel : dot.inside.value_or(dot.fill),
                     dot.edge.value_or(dot.fill), 1.2F);
  }

  /// Below the rows and, where there are any, the numbers of their scales.
  [[nodiscard]] bool hasTicks() const {
    return std::ranges::any_of(m_table.columns, [](const RowColumn& column) {
      return column.scale && (column.scale->tickGap > 0 || !column.scale->zeroWords.empty());
    });
  }
  [[nodiscard]] float noteTop() const { return hasTicks() ? 2 + tickHeight : 2; }

  void paintNotes() {
    if (!hasTicks() && !m_table.notes.empty()) rule(rowsBottom(), theme().border);
    float top = rowsBottom() + noteTop();
    for (const std::string& note : m_table.notes) {
      const float left = m_table.begin + m_table.left;
      m_builder.text({left, top, width() - left - m_table.right, noteHeight}, note, theme().text2, smallFont);
      top += noteHeight;
    }
  }

  const RowTable& m_table;
  std::vector<CellColumn> m_places;  ///< 0 wide where a column is absent
  std::vector<bool> m_shown;
};

}  // namespace

HitArea hitOf(const Focus& focus, std::string label, std::string value) {
  return {.rect = {}, .focus = focus, .label = std::move(label), .value = std::move(value), .action = {}};
}

RowCell matrixCell(const Theme& theme, double share, std::string text, Color ink) {
  return {.text = std::move(text),
          .ink = matrixInk(theme, share, ink),
          .font = smallFont,
          .fill = matrixFill(theme, share),
          .whole = true};
}

DrawnTable drawTable(const RowTable& table, const Canvas& canvas) {
  return TablePainter(table, canvas).paint();
}

float drawTable(RowTable table, const Canvas& canvas, Point topLeft, float width, Scene& scene) {
  table.begin = topLeft.x;
  table.heights.head += topLeft.y;
  Canvas own = canvas;
  own.size.width = topLeft.x + width;
  DrawnTable drawn = drawTable(table, own);
  std::ranges::move(drawn.scene.shapes, std::back_inserter(scene.shapes));
  std::ranges::move(drawn.scene.hits, std::back_inserter(scene.hits));
  return drawn.rowsBottom + table.heights.foot;
}

}  // namespace sojourn::present
