// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/samples/samples_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr Font currentFont{.size = 12, .weight = Weight::Medium};
constexpr float margin = 8;
constexpr float rowHeight = 24, totalsRowHeight = 20;
constexpr float readableNameWidth = 100, mostNameWidth = 220, leastNameWidth = 36;

std::string yesOrNo(bool value) {
  return value ? tr("yes") : tr("no");
}

std::string numberOrNothing(float value) {
  return std::isnan(value) ? std::string() : probability(value);
}

/// `answer` is what the model says; empty before it has.
struct ColumnSpec {
  SampleCell cell;
  const char* title;
  float width;  ///< 0: a name, which shares what is left
  Align align;
  std::string (*record)(const SampleLine&);
  std::string (*answer)(const SampleLine&, const Outcome&) = nullptr;
  [[nodiscard]] bool isName() const { return width == 0; }
  [[nodiscard]] bool always() const { return cell < SampleCell::Gate; }
};
using Line = const SampleLine&;
using Answer = const Outcome&;
const std::array<ColumnSpec, 12> columns{{
    {SampleCell::Index, "Index", 46, Align::Right, [](Line line) { return std::to_string(line.index); }},
    {SampleCell::Length, "Len", 32, Align::Right, [](Line line) { return std::to_string(line.length); }},
    {SampleCell::Mark, "", 26, Align::Center, nullptr,
     [](Line, Answer answer) { return answer.rank == 1 ? tr("right") : tr("wrong"); }},
    {SampleCell::Target, "Target", 0, Align::Left, [](Line line) { return escapeForDisplay(line.target, 120); }},
    {SampleCell::Prediction, "Predicted", 0, Align::Left, nullptr,
     [](Line line, Answer) { return escapeForDisplay(line.prediction, 120); }},
    {SampleCell::TargetProbability, "P target", 56, Align::Right, nullptr,
     [](Line, Answer answer) { return numberOrNothing(answer.targetProbability); }},
    {SampleCell::Rank, "Rank", 44, Align::Right, nullptr,
     [](Line, Answer answer) { return groupThousands(answer.rank); }},
    {SampleCell::Gate, "Gate", 52, Align::Right, nullptr,
     [](Line, Answer answer) { return numberOrNothing(answer.gate); }},
    {SampleCell::InHistory, "In history", 70, Align::Left, [](Line line) { return yesOrNo(line.inHistory); }},
    {SampleCell::Unseen, "Unseen", 58, Align::Left, [](Line line) { return yesOrNo(line.unseen); }},
    {SampleCell::User, "User", 64, Align::Left, [](Line line) { return escapeForDisplay(line.user, 120); }},
    {SampleCell::CopyShare, "Copy share", 80, Align::Right, nullptr,
     [](Line, Answer answer) { return numberOrNothing(answer.copyShare); }},
}};

struct PlacedColumn {
  const ColumnSpec* spec;
  float x, width;
};

std::vector<PlacedColumn> placeColumns(float canvasWidth) {
  const float room = canvasWidth - 2 * margin;
  float used = 0;
  std::vector<const ColumnSpec*> chosen;
  for (const ColumnSpec& spec : columns) {
    // Names get a readable width before columns beyond the usual ones come in.
    const float needed = spec.isName() ? readableNameWidth : spec.width;
    if (!spec.always() && used + needed > room) break;
    used += needed;
    chosen.push_back(&spec);
  }
  const auto forNames = [&] {
    return std::accumulate(chosen.begin(), chosen.end(), room,
                           [](float rest, const ColumnSpec* spec) { return rest - spec->width; });
  };
  // A column goes before a digit or the last letters of a name do.
  for (const SampleCell dropped : {SampleCell::Rank, SampleCell::Length}) {
    if (forNames() >= 2 * leastNameWidth) break;
    std::erase_if(chosen, [&](const ColumnSpec* spec) { return spec->cell == dropped; });
  }
  const float nameWidth = std::clamp(std::floor(forNames() / 2), 20.0F, mostNameWidth);
  std::vector<PlacedColumn> placed;
  float x = margin;
  for (const ColumnSpec* spec : chosen) {
    const float width = spec->isName() ? nameWidth : spec->width;
    placed.push_back({spec, x, std::min(width, std::max(0.0F, canvasWidth - margin - x))});
    x += width;
  }
  return placed;
}

class SamplesPainter {
 public:
  SamplesPainter(const SamplesInput& input, const Canvas& canvas)
      : m_input(input), m_columns(placeColumns(canvas.size.width)), m_builder(m_scene, canvas) {
    m_scene.size = m_scene.contentSize = canvas.size;
  }

  Scene paint() {
    float y = paintFilter(8);
    y = paintTotals(y + 6);
    y = paintHeader(y + 6);
    for (const SampleLine& line : m_input.lines) {
      if (y + rowHeight > m_scene.size.height) break;
      paintLine(line, y);
      y += rowHeight;
    }
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] float width() const { return m_scene.size.width; }

  float paintFilter(float y) {
    if (m_input.filter.empty()) return y;
    const Rect field{margin, y, width() - 2 * margin, 24};
    m_builder.frame(field, theme().border, 1, 4, theme().field);
    m_builder.icon({field.x + 6, y + 5, 14, 14}, "filter", theme().text2);
    m_builder.text({field.x + 26, y, field.width - 32, 24}, escapeForDisplay(m_input.filter), theme().text, textFont);
    return field.bottom();
  }

  float paintTotals(float y) {
    if (m_input.totals.empty()) return y;
    constexpr std::array heads{"n", "Acc@1", "@5", "@10", "MRR"};
    const float right = width() - margin;
    const std::array<float, 5> edges{right - 150, right - 106, right - 71, right - 36, right};
    float countWidth = 20;
    for (const TotalsLine& line : m_input.totals)
      countWidth = std::max(countWidth, m_builder.width(grouped(line.samples), textFont) + 2);
    const auto cell = [&](std::size_t column, float top, float height) {
      const float cellWidth = column == 0 ? countWidth : column == 1 ? 42.0F : 34.0F;
      return Rect{edges[column] - cellWidth, top, cellWidth, height};
    };
    for (std::size_t c = 0; c < heads.size(); ++c)
      m_builder.text(cell(c, y, 18), tr(heads[c]), theme().text2, smallFont, Align::Right);
    m_builder.box({margin, y + 20, width() - 2 * margin, 1}, theme().line);
    y += 23;
    for (const TotalsLine& line : m_input.totals) {
      const Color ink = &line == &m_input.totals.front() ? theme().text : theme().text2;
      m_builder.text({margin, y, std::max(0.0F, edges[0] - countWidth - 4 - margin), totalsRowHeight}, line.name, ink,
                     textFont);
      m_builder.text(cell(0, y, totalsRowHeight), grouped(line.samples), ink, textFont, Align::Right);
      for (std::size_t f = 0; f < line.figures.size(); ++f) {
        m_builder.text(cell(f + 1, y, totalsRowHeight), line.figures[f] ? percent(*line.figures[f]) : "\u2013", ink,
                       textFont, Align::Right);
      }
      y += totalsRowHeight;
    }
    return y;
  }

  /// Cells keep 3 px free at either side, so that neighbours never touch.
  [[nodiscard]] static Rect cellRect(const PlacedColumn& column, float y) {
    return {column.x + 3, y, std::max(0.0F, column.width - 6), rowHeight};
  }

  float paintHeader(float y) {
    m_builder.box({0, y, width(), rowHeight}, theme().title);
    for (const PlacedColumn& column : m_columns) {
      if (column.spec->cell == SampleCell::Mark) continue;
      const Rect rect = cellRect(column, y);
      const std::string title = tr(column.spec->title);
      const bool tight = column.spec->cell == SampleCell::Prediction && m_builder.width(title, smallFont) > rect.width;
      m_builder.text(rect, tight ? tr("Pred.") : title, theme().text2, smallFont, column.spec->align);
    }
    m_builder.box({0, y + rowHeight - 1, width(), 1}, theme().line);
    return y + rowHeight;
  }

  void paintLine(const SampleLine& line, float y) {
    const bool current = m_input.current == line.index;
    if (current) {
      m_builder.box({0, y, width(), rowHeight}, theme().soft);
      m_builder.box({0, y, 3, rowHeight}, theme().accent);
    }
    m_builder.box({0, y + rowHeight - 1, width(), 1}, theme().line);
    const Font font = current ? currentFont : textFont;
    for (const PlacedColumn& column : m_columns) {
      const SampleCell cell = column.spec->cell;
      const std::string words = sampleCellText(line, cell);
      const Rect rect = cellRect(column, y);
      if (words.empty()) continue;
      if (cell == SampleCell::Mark) {
        const bool right = line.outcome->rank == 1;
        m_builder.icon({rect.x + rect.width / 2 - 7, y + 5, 14, 14}, right ? "check" : "cross",
                       right ? theme().ok : theme().err);
      } else if (column.spec->isName()) {
        m_builder.placeName(rect, words, theme().text, font);
      } else {
        const bool quiet = cell == SampleCell::Length || cell == SampleCell::Rank;
        m_builder.text(rect, words, quiet ? theme().text2 : theme().text, font, column.spec->align);
      }
    }
    const std::string index = std::to_string(line.index);
    m_builder.hit({0, y, width(), rowHeight}, {}, label(line), index).action = Action{"openSample", index};
  }

  static std::string label(const SampleLine& line) {
    std::string words = tr("Sample %1, user %2, %3, target %4",
                           {std::to_string(line.index), escapeForDisplay(line.user),
                            countText(line.length, "visit", "visits"), escapeForDisplay(line.target)});
    if (!line.outcome) return tr("%1: not evaluated yet", {words});
    return tr("%1, predicted %2: %3, P of the target %4, rank %5",
              {words, escapeForDisplay(line.prediction), sampleCellText(line, SampleCell::Mark),
               exactText(line.outcome->targetProbability), std::to_string(line.outcome->rank)});
  }

  void describe() {
    m_scene.caption = m_input.scope;
    m_scene.captionRight = countText(m_input.rows, "row", "rows");
    m_scene.summary = countText(m_input.rows, "sample", "samples") + ", " + m_input.scope;
    if (!m_input.totals.empty() && m_input.totals.front().figures[0])
      m_scene.summary += tr("; %1 % right at rank 1", {percent(*m_input.totals.front().figures[0])});
    m_scene.summary += ".";
    fillTable();
  }

  void fillTable() {
    m_scene.table.columns = {"index", "user", "length",     "target",     "prediction", "correct", "target probability",
                             "rank",  "gate", "copy share", "in history", "unseen"};
    for (const SampleLine& line : m_input.lines) {
      m_scene.table.add(line.index, line.user, line.length, line.target, line.prediction);
      if (const auto& outcome = line.outcome)
        m_scene.table.extend(outcome->rank == 1, outcome->targetProbability, outcome->rank, outcome->gate,
                             outcome->copyShare);
      else
        m_scene.table.extend(Table::absent, Table::absent, Table::absent, Table::absent, Table::absent);
      m_scene.table.extend(line.inHistory, line.unseen);
    }
  }

  const SamplesInput& m_input;
  std::vector<PlacedColumn> m_columns;
  Scene m_scene;
  SceneBuilder m_builder;
};

}  // namespace

std::string sampleCellText(const SampleLine& line, SampleCell cell) {
  const ColumnSpec& column = columns[static_cast<std::size_t>(cell)];
  if (column.record) return column.record(line);
  return line.outcome ? column.answer(line, *line.outcome) : std::string();
}

ViewContent samplesContent(const SamplesInput& input, const Canvas& canvas) {
  if (input.lines.empty() && input.totals.empty()) {
    return EmptyState{.title = tr("No dataset is open"),
                      .detail = tr("Its sequences appear here"),
                      .buttonText = tr("Open dataset\u2026"),
                      .button = {.id = "openDataset", .argument = {}}};
  }
  return SamplesPainter(input, canvas).paint();
}

}  // namespace sojourn::present
