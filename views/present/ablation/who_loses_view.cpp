// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the difference of a variant to the full model by users.
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/ablation/ablation_views.h"
#include "views/present/chart/chart.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

/// Users with fewer samples do not stretch the axis for all.
constexpr double shareOfAxis = 0.01;

double axisEnd(const StudiedVariant& variant, std::size_t n) {
  double end = 0;
  for (const UserDifference& one : variant.byUser)
    if (static_cast<double>(one.n) >= shareOfAxis * static_cast<double>(n))
      end = std::max(end, std::fabs(one.difference));
  return end > 0 ? std::ceil(end / 10) * 10 : 10;
}

/// Bars as wide as the samples of their users, of one colour: the sides of an area that is absent between them. A hair
/// of ground parts neighbours where there is room for it.
ChartSeries barsOf(const StudiedVariant& variant, bool losses, double end, double hair, Color color) {
  ChartSeries bars{.kind = SeriesKind::Area, .color = color};
  double x = 0;
  for (const UserDifference& one : variant.byUser) {
    const auto n = static_cast<double>(one.n);
    const bool own = losses ? one.difference < 0 : one.difference > 0;
    const double y = own ? std::clamp(one.difference, -end, end) : std::numeric_limits<double>::quiet_NaN();
    for (const double side : {x, x + n - (n > 4 * hair ? hair : 0)}) {
      bars.x.push_back(side);
      bars.y.push_back(y);
      bars.low.push_back(0);
    }
    bars.x.push_back(x + n);
    bars.y.push_back(std::numeric_limits<double>::quiet_NaN());
    bars.low.push_back(0);
    x += n;
  }
  return bars;
}

/// So many of the users with most samples, in percent of all samples.
double shareOfLargest(const StudiedVariant& variant, std::size_t users, std::size_t n) {
  std::vector<std::size_t> counts;
  for (const UserDifference& one : variant.byUser) counts.push_back(one.n);
  std::ranges::sort(counts, std::greater<>());
  double sum = 0;
  for (std::size_t i = 0; i < std::min(users, counts.size()); ++i) sum += static_cast<double>(counts[i]);
  return n > 0 ? 100 * sum / static_cast<double>(n) : 0;
}

}  // namespace

ViewContent whoLosesContent(const VariantsInput& input, const Canvas& canvas) {
  if (auto nothing = nothingEvaluated(input)) return *nothing;
  const VariantStudy& study = *input.study;
  const StudiedVariant* variant = variantNamed(study, input.variant);
  if (!variant) return EmptyState{.title = tr("Select a variant"), .detail = tr("Click a row of Ablation study")};
  if (variant == &study.variants.front())
    return EmptyState{.title = tr("Every variant is compared with the full model"),
                      .detail = tr("Click another row of Ablation study")};
  if (variant->byUser.empty())
    return EmptyState{.title = tr("%1 has no trained run yet that can be compared", {variant->name})};
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  const Theme& theme = builder.theme();
  const float foot = canvas.size.height > 130 ? 40 : 8;
  const Rect plot{46, 26, std::max(40.0F, canvas.size.width - 58), std::max(40.0F, canvas.size.height - 30 - foot)};
  const double end = axisEnd(*variant, study.n);
  Chart chart{.plot = plot,
              .x = {.from = 0, .to = static_cast<double>(study.n)},
              .y = {.from = -end, .to = end, .grid = theme.grid},
              .tickColor = theme.text2,
              .zoom = ChartZoom::X};
  const Axis axis = chart.yAxis();
  for (const Tick& tick : numberTicks(axis, 30, true))
    chart.y.ticks.push_back({tick.value, (tick.value > 0 ? "+" : "") + tick.text});
  const float unit = plot.width / static_cast<float>(study.n);
  for (const bool losses : {true, false})
    chart.series.push_back(
        barsOf(*variant, losses, end, 1 / static_cast<double>(unit), changeFill(theme, losses ? -1 : 1)));
  chart.markers = {{.vertical = false, .at = 0, .color = theme.mid}};
  const std::size_t place = addChart(scene, builder, std::move(chart));
  scene.table.columns = {"user", "samples", "difference", "contribution"};
  const float zero = std::round(axis.at(0));
  std::size_t lose = 0, gain = 0;
  float x = plot.x, labelled = plot.x;
  for (const UserDifference& one : variant->byUser) {
    const float wide = unit * static_cast<float>(one.n);
    if (one.difference != 0) ++(one.difference < 0 ? lose : gain);
    const OnChart signs(scene, place, ChartMarks::Kind::Signs);
    if (std::fabs(one.difference) > end) {
      const float tip = one.difference < 0 ? plot.bottom() + 2 : plot.y - 2, back = one.difference < 0 ? -6.0F : 6.0F;
      const float middle = x + wide / 2;
      scene.shapes.emplace_back(
          PolygonShape{.points = {{middle, tip}, {middle - 4, tip + back}, {middle + 4, tip + back}},
                       .fill = changeFill(theme, one.difference)});
    }
    const std::string user = tr("user %1", {std::to_string(one.user)});
    const float text = builder.width(user, smallFont) + 4,
                from = std::min(x + wide / 2 - text / 2, plot.right() - text);
    if (wide > 18 && from > labelled && one.difference != 0) {
      // On the side of the axis where no bar of its neighbours is.
      builder.text({from, one.difference < 0 ? zero - 16 : zero + 2, text, 14}, user, theme.text, smallFont,
                   Align::Center);
      labelled = from + text + 4;
    }
    const double contribution = one.difference * static_cast<double>(one.n) / static_cast<double>(study.n);
    HitArea& hit = builder.hit({x, plot.y, std::max(wide, 1.5F), plot.height}, {},
                               tr("%1: %2 samples, %3 points, %4 of the difference",
                                  {user, grouped(one.n), signedPoints(one.difference), fixedText(contribution, 2)}),
                               exactText(one.difference));
    hit.action = ToggleFilter{"user:" + std::to_string(one.user)};
    scene.table.add(one.user, one.n, one.difference, contribution);
    x += wide;
  }
  const std::size_t alike = variant->byUser.size() - lose - gain;
  const std::string counts = tr("%1 users lose, %2 gain, %3 are the same",
                                {std::to_string(lose), std::to_string(gain), std::to_string(alike)});
  builder.text({plot.x + 4, 4, plot.width - 8, 16}, counts, theme.text, smallFont, Align::Left);
  if (foot > 20) {
    builder.text({12, canvas.size.height - 36, canvas.size.width - 20, 15},
                 tr("The area adds up to the difference, %1 points. Five users hold %2 % of the samples.",
                    {signedPoints(variant->difference.value), fixedText(shareOfLargest(*variant, 5, study.n), 0)}),
                 theme.text2, smallFont);
    builder.text(
        {12, canvas.size.height - 20, canvas.size.width - 20, 15},
        tr("A click filters Samples to the user. The axis ends at %1; a triangle is beyond.", {fixedText(end, 0)}),
        theme.text2, smallFont);
  }
  scene.caption = tr("%1 minus the full model, %2, test; width: samples", {variant->name, metricTitle(study.metric)});
  scene.captionRight = signedPoints(variant->difference.value);
  scene.summary =
      tr("%1 minus the full model: %2 points. %3.", {variant->name, signedPoints(variant->difference.value), counts});
  return scene;
}

}  // namespace sojourn::present
