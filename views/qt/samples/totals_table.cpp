// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/totals_table.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QPainter>
#include <array>
#include <limits>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/canvas.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"
#include "views/qt/scene/export.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
constexpr float headHeight = 26, totalsRow = 20, tableHeight = headHeight + 4 * totalsRow + 8;

float heightOf(const SamplesSummary& summary) {
  return tableHeight + (summary.wholeErrors.measured > 0 ? totalsRow : 0);
}

}  // namespace

present::Scene totalsScene(const SamplesSummary& summary, float width, const present::Theme& theme) {
  const session::SampleTotals& totals = summary.totals;
  const bool filtered = summary.filtered;
  using present::Align;
  present::Scene scene;
  scene.size = scene.contentSize = {width, heightOf(summary)};
  const present::Canvas canvas{scene.size, theme, measurer()};
  present::SceneBuilder builder(scene, canvas);
  // Right edges of the columns; the head's words never touch, whatever the width. Where what a line is called would
  // have no room, the columns in the middle go.
  const bool few = width < 240;
  const float inner = width - (few ? 44.0F : 120.0F);
  const std::array<float, 5> edges{inner - 46, inner, width - 84, width - 44, width - 8};
  const bool narrow = width < 290;  // "Filtered, known" stands under "Filtered" then, and needs only its second word
  const std::array<const char*, 5> heads{"n", "Acc@1", "@5", "@10", "MRR"};
  for (std::size_t i = 0; i < heads.size(); ++i) {
    if (few && (i == 2 || i == 3)) continue;
    builder.text({edges[i] - 60, 4, 60, headHeight - 6}, tr(heads[i]), theme.text2, {.size = 11}, Align::Right);
  }
  builder.line({8, headHeight - 1}, {width - 8, headHeight - 1}, theme.line);
  scene.table.columns = {"set",    "n",   "evaluated", "acc@1",     "acc@5",
                         "acc@10", "mrr", "measured",  "median_km", "mean_km"};
  const std::array<std::pair<const char*, const session::RankTotals*>, 4> rows{
      {{"Filtered", &totals.filtered},
       {narrow ? "known" : "Filtered, known", &totals.filteredKnown},
       {narrow ? "Whole" : "Whole split", &totals.whole},
       {narrow ? "known" : "Whole, known", &totals.wholeKnown}}};
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto& [name, set] = rows[r];
    const float y = headHeight + 4 + static_cast<float>(r) * totalsRow;
    const bool whole = r >= 2;
    const present::Color ink = whole ? theme.text2 : theme.text;
    const present::Font face{.size = 12,
                             .weight = r == 0 && filtered ? present::Weight::Medium : present::Weight::Regular};
    const float left = narrow && r % 2 == 1 ? 16 : 8;
    // While the pass runs, the figures are of as many samples as it has reached: that number, and no other, stands
    // here.
    const bool partly = set->evaluated() > 0 && set->evaluated() < set->samples();
    const std::string title = partly ? tr("%1, so far", {tr(name)}) : tr(name);
    builder.text({left, y, edges[0] - 36 - left, totalsRow}, title, ink, face);
    builder.text({edges[0] - 60, y, 60, totalsRow},
                 groupThousands(static_cast<long long>(partly ? set->evaluated() : set->samples())),
                 partly ? theme.accent : ink, face, Align::Right);
    const std::array<std::optional<double>, 4> figures{set->accuracy(1), set->accuracy(5), set->accuracy(10),
                                                       set->mrr()};
    std::vector<present::Table::Cell> cells{tr(name), static_cast<double>(set->samples()),
                                            static_cast<double>(set->evaluated())};
    for (std::size_t i = 0; i < figures.size(); ++i) {
      const double figure = figures[i].value_or(std::numeric_limits<double>::quiet_NaN());
      if (!few || i == 0 || i == 3)
        builder.text({edges[i + 1] - 60, y, 60, totalsRow}, figures[i] ? present::percent(figure) : "\u2013", ink, face,
                     Align::Right);
      cells.emplace_back(figure);
    }
    if (r == 0 && figures[0]) {
      const auto count = [](std::size_t n) { return groupThousands(static_cast<long long>(n)); };
      const std::string samples =
          partly ? tr("so far %1 of %2", {count(set->evaluated()), count(set->samples())}) : count(set->samples());
      scene.summary = tr("%1 samples, %2 % right at rank 1", {samples, present::percent(*figures[0])});
    }
    // Only known targets have coordinates, so that both lines of a set have the same errors.
    const DistanceErrors& errors = whole ? summary.wholeErrors : summary.filteredErrors;
    for (const std::optional<double>& one :
         {std::optional(static_cast<double>(errors.measured)), errors.median.value, errors.mean.value})
      cells.push_back(present::Table::cell(one));
    scene.table.rows.push_back(std::move(cells));
  }
  if (summary.wholeErrors.measured == 0) return scene;
  const auto distances = [](const DistanceErrors& errors) {
    if (errors.measured == 0) return std::string("\u2013");
    return tr("median %1, mean %2 km",
              {present::fixedText(*errors.median.value, 1), present::fixedText(*errors.mean.value, 1)});
  };
  const DistanceErrors& shown = filtered ? summary.filteredErrors : summary.wholeErrors;
  const present::Rect line{8, headHeight + 4 + 4 * totalsRow, width - 16, totalsRow};
  builder.text({line.x, line.y, 60, line.height}, tr("Error"), theme.text, {.size = 12});
  builder.text({line.x + 60, line.y, line.width - 60, line.height}, distances(shown), theme.text, {.size = 12},
               Align::Right);
  builder.hit(
      line, {},
      tr("Distance of the first place to the target, right ones with 0 km, over the %1 samples whose places both "
         "have coordinates: %2",
         {present::grouped(shown.measured), distances(shown)}) +
          (filtered ? "; " + tr("whole split: %1", {distances(summary.wholeErrors)}) : std::string()),
      distances(shown));
  return scene;
}

TotalsTable::TotalsTable(QWidget* parent) : QWidget(parent) {
  setFixedHeight(static_cast<int>(tableHeight));
  setAccessibleName(tr("Totals"));
}

void TotalsTable::setSummary(const SamplesSummary& summary) {
  m_summary = summary;
  setFixedHeight(scaledPixels(static_cast<int>(heightOf(summary))));
  rebuild();
  setAccessibleDescription(toText(m_scene.summary));
}

void TotalsTable::rebuild() {
  m_scene = totalsScene(m_summary, static_cast<float>(width() / textFactor()), Appearance::theme());
  setToolTip(m_scene.hits.empty() ? QString() : toText(m_scene.hits.front().label));
  update();
}

void TotalsTable::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), toColor(Appearance::theme().panel));
  painter.scale(textFactor(), textFactor());
  paintScene(painter, m_scene);
}

void TotalsTable::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Copy table"), this,
                 [this] { QGuiApplication::clipboard()->setText(tabSeparated(m_scene.table)); });
  menu.exec(event->globalPos());
}

}  // namespace sojourn::qt
