// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how many visits ago targets were visited last, and who finds them.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/chart/chart.h"
#include "views/present/dataset/dataset_text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

std::string binName(const LastSeenAccuracy& bin) {
  if (bin.from == 0) return tr("never");
  return std::to_string(bin.from) + (bin.to > bin.from ? "+" : "");
}

std::string binTerm(const LastSeenAccuracy& bin) {
  if (bin.from == 0) return "last-seen:0";
  if (bin.to > bin.from) return "last-seen>=" + std::to_string(bin.from);
  return "last-seen:" + std::to_string(bin.from);
}

double accuracyOf(std::size_t right, const LastSeenAccuracy& bin) {
  return bin.n > 0 ? 100.0 * static_cast<double>(right) / static_cast<double>(bin.n) : Table::absent;
}

/// Whole percents; a dash where there is no sample.
std::string wholePercent(double value) {
  return fixedText(value, 0);
}

std::string binLabel(const DatasetInput& input, const LastSeenAccuracy& bin) {
  std::string label =
      bin.from == 0 ? tr("Target not in the window: ") : tr("Target last visited %1 visits ago: ", {binName(bin)});
  label += tr("%1, %2 of them unseen", {countText(bin.n, "sample", "samples"), grouped(bin.unseen)});
  if (input.evaluated && bin.n > 0)
    label += tr("; %1 % right, most frequent place of the window %2 %",
                {percent(accuracyOf(bin.right, bin)), percent(accuracyOf(bin.ruleRight, bin))});
  return label;
}

/// The two rows of accuracies below the bars; the better one is bold.
void paintAccuracies(SceneBuilder& builder, const DatasetInput& input, const Chart& chart, float top) {
  const Theme& theme = builder.theme();
  const std::string model = input.model ? input.model->title : "";
  builder.text({4, top, chart.plot.x - 8, 15}, input.evaluated ? model.substr(model.rfind(' ') + 1) : "", theme.text2,
               smallFont, Align::Right);
  builder.text({4, top + 15, chart.plot.x - 8, 15}, tr("rule"), theme.text2, smallFont, Align::Right);
  for (std::size_t b = 0; b < input.lastSeen.size(); ++b) {
    const LastSeenAccuracy& bin = input.lastSeen[b];
    if (bin.n == 0) continue;
    const float left = chart.xAxis().at(static_cast<double>(b)), right = chart.xAxis().at(static_cast<double>(b + 1));
    const auto row = [&](std::size_t own, std::size_t other, float y) {
      const bool better = input.evaluated && own > other;
      builder.text({left - 3, y, right - left + 6, 15}, wholePercent(accuracyOf(own, bin)),
                   better ? theme.text : theme.text2, better ? Font{.size = 11, .weight = Weight::SemiBold} : smallFont,
                   Align::Center);
    };
    if (input.evaluated) row(bin.right, bin.ruleRight, top);
    row(bin.ruleRight, bin.right, top + 15);
  }
}

/// "65.5 % (57.5 to 71.9)"
std::string shareText(const Estimate& share) {
  const std::string mean = percent(100 * share.mean) + " %";
  if (!share.hasInterval()) return mean;
  return mean + tr(" (%1 to %2)", {percent(100 * share.low), percent(100 * share.high)});
}

}  // namespace

ViewContent lastSeenContent(const DatasetInput& input, const Canvas& canvas) {
  if (auto nothing = nothingCounted(input)) return *nothing;
  if (input.lastSeen.empty()) return EmptyState{.title = tr("Counting")};
  const DatasetFacts& facts = *input.facts;
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = canvas.theme;
  constexpr float axisRoom = 46, foot = 74;
  std::size_t most = 1;
  for (const LastSeenAccuracy& bin : input.lastSeen) most = std::max(most, bin.n);
  Chart chart{.plot = {axisRoom, 10, std::max(20.0F, canvas.size.width - axisRoom - 12),
                       std::max(20.0F, canvas.size.height - 10 - foot)},
              .x = {.from = 0, .to = static_cast<double>(input.lastSeen.size())},
              .y = {.from = 0,
                    .to = static_cast<double>(most) * 1.5,
                    .numbers = ChartNumbers{.gap = 30, .whole = true},
                    .grid = theme.grid},
              .tickColor = theme.text2,
              .legend = true,
              .zoom = ChartZoom::X};
  const float step = chart.plot.width / static_cast<float>(input.lastSeen.size());
  const bool wordFits = builder.width(tr("never"), chartTickFont) / 2 + 16 <= step;
  ChartSeries known{.kind = SeriesKind::Bars, .name = tr("known"), .color = theme.solid, .barWidth = 0.8};
  ChartSeries unseen{.kind = SeriesKind::Bars, .name = tr("unseen"), .color = theme.pale, .barWidth = 0.8};
  for (std::size_t b = 0; b < input.lastSeen.size(); ++b) {
    const LastSeenAccuracy& bin = input.lastSeen[b];
    const double left = static_cast<double>(b) + 0.1;
    chart.x.ticks.push_back({static_cast<double>(b) + 0.5, bin.from == 0 && !wordFits ? tr("no") : binName(bin)});
    known.x.push_back(left);
    known.y.push_back(static_cast<double>(bin.n - bin.unseen));
    unseen.x.push_back(left);
    unseen.low.push_back(known.y.back());
    unseen.y.push_back(static_cast<double>(bin.n));
  }
  chart.series = {std::move(known), std::move(unseen)};
  const Chart drawn = chart;
  const std::size_t place = addChart(scene, builder, std::move(chart));
  const auto say = [&](float y, const std::string& text) {
    builder.text({drawn.plot.x + drawn.plot.width * 0.25F, y, drawn.plot.width * 0.75F - 6, 15}, text, theme.text2,
                 smallFont, Align::Right);
  };
  if (drawn.plot.height > 70) {
    say(drawn.plot.y + 20, tr("within 3 visits %1", {shareText(facts.withinThree)}));
    say(drawn.plot.y + 35, tr("in the window %1", {shareText(facts.inWindow)}));
  }
  {
    const OnChart marks(scene, place);
    paintAccuracies(builder, input, drawn, drawn.plot.bottom() + 18);
  }
  builder.text({12, canvas.size.height - 20, canvas.size.width - 24, 16},
               tr("Acc@1 in %, bold: better. Rule: most frequent in window"), theme.text2, smallFont);
  for (std::size_t b = 0; b < input.lastSeen.size(); ++b) {
    const float left = drawn.xAxis().at(static_cast<double>(b)), right = drawn.xAxis().at(static_cast<double>(b + 1));
    filterHit(builder, {left, drawn.plot.y, right - left, drawn.plot.height + 48}, binLabel(input, input.lastSeen[b]),
              std::to_string(input.lastSeen[b].n), binTerm(input.lastSeen[b]));
  }
  scene.caption = tr("in visits ago, %1", {input.scope});
  scene.summary = tr("Of %1, %2 of targets were visited within the last 3 visits and %3 are in the window.",
                     {input.scope, shareText(facts.withinThree), shareText(facts.inWindow)});
  scene.table.columns = {"visits ago", "samples", "unseen", "model right", "window frequency right"};
  for (const LastSeenAccuracy& bin : input.lastSeen)
    scene.table.add(binName(bin), bin.n, bin.unseen, input.evaluated ? static_cast<double>(bin.right) : Table::absent,
                    bin.ruleRight);
  return scene;
}

}  // namespace sojourn::present
