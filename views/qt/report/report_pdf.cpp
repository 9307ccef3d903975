// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/report_pdf.h"

#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/scene.h"
#include "views/qt/scene/export.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr qreal gap = 12;
/// Pictures stand in one row up to this width together; they shrink to the page's then.
constexpr qreal rowWidth = 964;
/// Of a picture with much room: letters are then about as large as in the rows.
constexpr qreal largestScale = 0.85;
/// A picture as narrow as its neighbour above stands under it.
constexpr qreal sameWidth = 40;
constexpr qreal cellGap = 10, rowHeight = 13;
/// Letters of a wide table are at least so large, compared to those of a narrow one.
constexpr qreal smallestCells = 0.75;
constexpr std::size_t keyColumns = 3;
/// A table of more cells is not printed; the web page has it.
constexpr std::size_t mostCells = 1000;
/// Between the columns in which a narrow table runs down the page.
constexpr qreal acrossGap = 24;
/// Share of a page that a section needs to begin on it: a heading, its settings and a first row of pictures.
constexpr qreal roomForSection = 0.4;
/// Pictures shrink so far before they leave the rest of a page empty.
constexpr qreal leastShrinking = 0.7;

constexpr present::Font titleFont{.size = 24, .weight = present::Weight::SemiBold};
constexpr present::Font sectionFont{.size = 17, .weight = present::Weight::SemiBold};
constexpr present::Font headingFont{.size = 12, .weight = present::Weight::SemiBold};
constexpr present::Font bodyFont{.size = 12};
constexpr present::Font cellFont{.size = 9.5F};

QString shown(std::string_view text) {
  return toText(escapeForDisplay(text, 20'000));
}

/// A number with six digits: more of them push columns out of the page, and the web page has all.
QString cellWords(const present::Table::Cell& cell) {
  const auto* number = std::get_if<double>(&cell);
  return number && std::isfinite(*number) ? toText(shortNumber(*number, 6)) : shown(present::cellText(cell));
}

/// How often a table of that width stands beside itself, running down the page in several columns.
std::size_t blocksAcross(qreal page, qreal width) {
  return std::max<std::size_t>(1, static_cast<std::size_t>((page + acrossGap) / (width + acrossGap)));
}

/// How a table is laid out: columns, the blocks that they stand in, and how high it is on one page.
struct TableLayout {
  std::vector<qreal> widths;
  std::vector<std::vector<std::size_t>> blocks;
  qreal cellScale = 1, height = 0;
};

TableLayout layOut(const present::Table& values, qreal page) {
  TableLayout made;
  const qreal heading = sceneMetrics(headingFont).height() + 2;
  if (values.rows.size() * values.columns.size() > mostCells) {
    made.height = heading + sceneMetrics(pdfSmallFont).height() + gap;
    return made;
  }
  const QFontMetricsF& measure = sceneMetrics(cellFont);
  for (std::size_t column = 0; column < values.columns.size(); ++column) {
    qreal widest = measure.horizontalAdvance(shown(tr(values.columns[column])));
    for (const auto& row : values.rows)
      if (column < row.size()) widest = std::max(widest, measure.horizontalAdvance(cellWords(row[column])));
    made.widths.push_back(std::min(widest, page / 2));
  }
  qreal whole = -cellGap;
  for (const qreal width : made.widths) whole += width + cellGap;
  // A little too wide: smaller letters. Else the columns without room stand in further blocks, each under the first
  // ones again, which say what a row is of.
  made.cellScale = std::clamp(page / whole, smallestCells, 1.0);
  const qreal room = page / made.cellScale;
  made.height = heading + 4;
  for (std::size_t next = 0; next < made.widths.size();) {
    std::vector<std::size_t> block;
    qreal used = 0;
    const auto add = [&](std::size_t column) {
      block.push_back(column);
      used += made.widths[column] + cellGap;
    };
    for (std::size_t column = 0; next > 0 && column < std::min(next, keyColumns); ++column) add(column);
    do add(next++);
    while (next < made.widths.size() && used + made.widths[next] <= room);
    const std::size_t across = blocksAcross(page, (used - cellGap) * made.cellScale);
    const std::size_t down = (values.rows.size() + across - 1) / across;
    made.height += std::max(rowHeight * made.cellScale * static_cast<qreal>(down + 1), 3 * rowHeight) + gap;
    made.blocks.push_back(std::move(block));
  }
  return made;
}

}  // namespace

PdfReport::PdfReport(present::ReportHead head, bool letter)
    : m_head(std::move(head)), m_pages(shown(m_head.title), shown(m_head.author), *m_head.theme, letter) {
  const present::Theme& theme = *m_head.theme;
  m_pages.text(shown(m_head.title), sceneFont(titleFont), theme.text, 6);
  m_pages.text(shown(m_head.author.empty() ? m_head.date : m_head.author + " \u00B7 " + m_head.date),
               sceneFont(bodyFont), theme.text2, 12);
  for (const QString& line : toText(m_head.notes).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
    m_pages.text(shown(line.toStdString()), sceneFont(bodyFont), theme.text, 6);
  m_pages.skip(6);
  if (!m_head.overview.rows.empty()) table(toText(tr("Samples")), m_head.overview);
  m_pages.text(toText(tr("Provenance")), sceneFont(headingFont), theme.text, 4);
  facts(m_head.facts);
}

void PdfReport::facts(const present::ReportFacts& all) {
  constexpr qreal names = 150;
  for (const auto& [name, value] : all) {
    m_pages.need(rowHeight);
    const qreal top = m_pages.y();
    const int page = m_pages.page();
    m_pages.text(shown(value), sceneFont(pdfSmallFont), m_head.theme->text, 2, names);
    // Beside the value's first line, which is on this page still unless the value began a new one.
    if (page != m_pages.page()) continue;
    const QFontMetricsF& measure = sceneMetrics(pdfSmallFont);
    QPainter& painter = m_pages.painter();
    painter.setFont(sceneFont(pdfSmallFont));
    painter.setPen(toColor(m_head.theme->text2));
    painter.drawText(QPointF(m_pages.body().left(), top + measure.ascent()),
                     measure.elidedText(shown(name), Qt::ElideRight, names - 8));
  }
  m_pages.skip(gap);
}

void PdfReport::beginSection(const present::ReportSection& section) {
  while (drawPending()) {
  }
  const present::Theme& theme = *m_head.theme;
  m_pages.setTitle(shown(section.title));
  if (m_pages.left() < m_pages.body().height() * roomForSection) {
    m_pages.newPage();
  } else {
    m_pages.painter().fillRect(QRectF(m_pages.body().left(), m_pages.y(), m_pages.body().width(), 1),
                               toColor(theme.line));
    m_pages.skip(gap);
  }
  m_pages.text(shown(section.title), sceneFont(sectionFont), theme.text, 6);
  for (const std::string& sentence : section.summary) m_pages.text(shown(sentence), sceneFont(bodyFont), theme.text, 4);
  if (!section.edits.empty()) m_pages.text(toText(tr("Edits")), sceneFont(headingFont), theme.text, 2);
  for (std::size_t i = 0; i < section.edits.size(); ++i)
    m_pages.text(QStringLiteral("%1. ").arg(i + 1) + shown(section.edits[i]), sceneFont(bodyFont), theme.text, 2, 12);
  m_pages.skip(4);
  facts(section.facts);
}

void PdfReport::addPicture(const present::ReportPicture& picture) {
  if (const auto* state = std::get_if<present::EmptyState>(&picture.picture)) {
    const std::string text = state->detail.empty() ? state->title : state->title + ". " + state->detail;
    m_sentences.emplace_back(shown(picture.title), shown(text));
    return;
  }
  const auto& scene = std::get<present::Scene>(picture.picture);
  if (m_head.tables && !scene.table.rows.empty()) m_tables.emplace_back(shown(picture.title), scene.table);
  present::Scene framed = framedScene(
      {.title = toText(picture.title), .content = picture.picture, .theme = m_head.theme, .provenance = {}});
  framed.table = {};
  const auto width = static_cast<qreal>(framed.contentSize.width);
  const auto height = static_cast<qreal>(framed.contentSize.height);
  const QSizeF used = rowSize();
  const bool below = m_row.size() > 1 && std::abs(m_row.back().width - width) <= sameWidth &&
                     m_row.back().height + gap + height <= used.height();
  if (below) {
    m_row.back().height += gap + height;
    m_row.back().width = std::max(m_row.back().width, width);
    m_row.back().scenes.push_back(std::move(framed));
    return;
  }
  if (!m_row.empty() && used.width() + gap + width > rowWidth) flushRow();
  m_row.push_back({.scenes = {}, .width = width, .height = height});
  m_row.back().scenes.push_back(std::move(framed));
}

QSizeF PdfReport::rowSize() const {
  QSizeF size(-gap, 0);
  for (const Column& column : m_row) size = {size.width() + column.width + gap, std::max(size.height(), column.height)};
  return size;
}

void PdfReport::flushRow() {
  if (m_row.empty()) return;
  const qreal width = rowSize().width(), height = rowSize().height();
  qreal scale = std::min({largestScale, m_pages.body().width() / width, m_pages.body().height() / height});
  const qreal left = m_pages.left();
  if (height * scale > left && height * scale * leastShrinking <= left) scale = (left - 0.01) / height;
  // Tables that are whole on what is left of this page come before pictures that begin the next one.
  const bool next = height * scale > m_pages.left();
  for (auto it = m_tables.begin(); next && it != m_tables.end();) {
    // As much as a table asks for before it begins, even where it is lower.
    if (std::max(layOut(it->second, m_pages.body().width()).height, 5 * rowHeight) > m_pages.left()) {
      ++it;
      continue;
    }
    table(it->first, it->second);
    it = m_tables.erase(it);
  }
  m_pages.need(height * scale);
  QPainter& painter = m_pages.painter();
  qreal x = m_pages.body().left();
  for (const Column& column : m_row) {
    qreal y = m_pages.y();
    for (const present::Scene& scene : column.scenes) {
      const QSizeF size(static_cast<qreal>(scene.contentSize.width), static_cast<qreal>(scene.contentSize.height));
      const QRectF area(QPointF(x, y), size * scale);
      painter.save();
      painter.translate(x, y);
      painter.scale(scale, scale);
      paintScene(painter, scene, {.textAsPaths = false, .vectorTarget = true});
      painter.restore();
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(toColor(m_head.theme->border), 0.75));
      painter.drawRect(area);
      m_placed.push_back({.page = m_pages.page(), .area = area});
      y += area.height() + gap * scale;
    }
    x += (column.width + gap) * scale;
  }
  m_pages.skip(height * scale + gap);
  m_row.clear();
}

void PdfReport::sentences() {
  for (const auto& [title, text] : std::exchange(m_sentences, {})) {
    m_pages.need(3 * rowHeight);
    m_pages.text(title, sceneFont(headingFont), m_head.theme->text, 2);
    m_pages.text(text, sceneFont(bodyFont), m_head.theme->text2, gap);
  }
}

bool PdfReport::drawPending() {
  if (!m_row.empty() || !m_sentences.empty()) {
    flushRow();
    sentences();
  } else if (!m_tables.empty()) {
    const auto [title, values] = std::move(m_tables.front());
    m_tables.pop_front();
    table(title, values);
  } else {
    return false;
  }
  return true;
}

void PdfReport::table(const QString& title, const present::Table& values) {
  const present::Theme& theme = *m_head.theme;
  m_pages.need(5 * rowHeight);
  m_pages.text(title, sceneFont(headingFont), theme.text, 2);
  if (values.rows.size() * values.columns.size() > mostCells) {
    m_pages.text(toText(tr("%1 rows of %2 columns: in the web page of this report, and in the view's own table",
                           {std::to_string(values.rows.size()), std::to_string(values.columns.size())})),
                 sceneFont(pdfSmallFont), theme.text2, gap);
    return;
  }
  const TableLayout made = layOut(values, m_pages.body().width());
  m_cellScale = made.cellScale;
  for (const std::vector<std::size_t>& block : made.blocks) tableBlock(values, block, made.widths);
  m_pages.skip(4);
}

void PdfReport::tableBlock(const present::Table& values, const std::vector<std::size_t>& columns,
                           const std::vector<qreal>& widths) {
  const present::Theme& theme = *m_head.theme;
  const QFontMetricsF& measure = sceneMetrics(cellFont);
  QPainter& painter = m_pages.painter();
  qreal left = m_pages.body().left();
  const auto line = [&](const auto& cellOf, present::Color color) {
    qreal x = 0;
    painter.save();
    painter.translate(left, m_pages.y());
    painter.scale(m_cellScale, m_cellScale);
    painter.setFont(sceneFont(cellFont));
    painter.setPen(toColor(color));
    for (const std::size_t column : columns) {
      const auto [text, right] = cellOf(column);
      const QString fitting = measure.elidedText(text, Qt::ElideRight, widths[column] + 0.5);
      const qreal start = right ? x + widths[column] - measure.horizontalAdvance(fitting) : x;
      painter.drawText(QPointF(start, measure.ascent()), fitting);
      x += widths[column] + cellGap;
    }
    painter.fillRect(QRectF(0, rowHeight - 2, x - cellGap, 0.5), toColor(theme.line));
    painter.restore();
    m_pages.skip(rowHeight * m_cellScale);
  };
  const auto number = [&](std::size_t row, std::size_t column) {
    return column < values.rows[row].size() && std::holds_alternative<double>(values.rows[row][column]);
  };
  const auto head = [&](std::size_t column) {
    return std::pair(shown(tr(values.columns[column])), !values.rows.empty() && number(0, column));
  };
  const auto cells = [&](std::size_t row) {
    return [&values, &number, row](std::size_t column) {
      const bool there = column < values.rows[row].size();
      return std::pair(there ? cellWords(values.rows[row][column]) : QString(), number(row, column));
    };
  };
  // A narrow table runs down the page in several columns.
  qreal width = -cellGap;
  for (const std::size_t column : columns) width += widths[column] + cellGap;
  const qreal step = width * m_cellScale + acrossGap, height = rowHeight * m_cellScale;
  const std::size_t across = blocksAcross(m_pages.body().width(), width * m_cellScale);
  for (std::size_t row = 0; row == 0 || row < values.rows.size();) {
    m_pages.need(3 * rowHeight);
    const auto room = static_cast<std::size_t>(std::max(1.0, m_pages.left() / height - 1));
    const std::size_t down = std::min(room, (values.rows.size() - row + across - 1) / across);
    const qreal top = m_pages.y();
    for (std::size_t piece = 0; piece < across && (row == 0 || row < values.rows.size()); ++piece) {
      m_pages.moveTo(top);
      left = m_pages.body().left() + step * static_cast<qreal>(piece);
      line(head, theme.text2);
      for (std::size_t i = 0; i < down && row < values.rows.size(); ++i) line(cells(row++), theme.text);
      if (values.rows.empty()) break;
    }
    m_pages.moveTo(top + height * static_cast<qreal>(down + 1));
    if (values.rows.empty()) break;
    if (row < values.rows.size()) m_pages.newPage();
  }
  m_pages.skip(gap);
}

QByteArray PdfReport::finish(const std::string& reveals) {
  while (drawPending()) {
  }
  if (!reveals.empty()) {
    m_pages.skip(12);
    m_pages.text(toText(tr("What this report reveals")), sceneFont(headingFont), m_head.theme->text, 4);
    m_pages.text(shown(reveals), sceneFont(bodyFont), m_head.theme->text, 6);
  }
  return m_pages.finish();
}

}  // namespace sojourn::qt
