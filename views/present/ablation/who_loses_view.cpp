// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the difference of a variant to the full model by users.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/ablation/ablation_views.h"
#include "views/present/chart/axis.h"
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
  const Axis axis(-end, end, plot.bottom(), plot.y);
  for (const Tick& tick : numberTicks(axis, 30, true)) {
    const float y = std::round(axis.at(tick.value));
    builder.box({plot.x, y, plot.width, 1}, tick.value == 0 ? theme.mid : theme.grid);
    builder.text({4, y - 8, 36, 16}, tick.value > 0 ? "+" + tick.text : tick.text, theme.text2, smallFont,
                 Align::Right);
  }
  scene.table.columns = {"user", "samples", "difference", "contribution"};
  const float zero = std::round(axis.at(0)), unit = plot.width / static_cast<float>(study.n);
  std::size_t lose = 0, gain = 0;
  float x = plot.x, labelled = plot.x;
  for (const UserDifference& one : variant->byUser) {
    const float wide = unit * static_cast<float>(one.n);
    const double clipped = std::clamp(one.difference, -end, end);
    const float y = axis.at(clipped);
    const Color fill = changeFill(theme, one.difference);
    if (one.difference != 0) {
      // A hair of ground between neighbours where there is room for it.
      const float gap = wide > 4 ? 1 : 0;
      builder.box({x, std::min(y, zero), std::max(0.5F, wide - gap), std::max(1.0F, std::fabs(zero - y))}, fill);
      ++(one.difference < 0 ? lose : gain);
    }
    if (std::fabs(one.difference) > end) {
      const float tip = one.difference < 0 ? plot.bottom() + 2 : plot.y - 2, back = one.difference < 0 ? -6.0F : 6.0F;
      const float middle = x + wide / 2;
      scene.shapes.emplace_back(
          PolygonShape{.points = {{middle, tip}, {middle - 4, tip + back}, {middle + 4, tip + back}}, .fill = fill});
    }
    const std::string user = tr("user %1", {std::to_string(one.user)});
    const float text = builder.width(user, smallFont) + 4,
                from = std::min(x + wide / 2 - text / 2, plot.right() - text);
    if (wide > 18 && from > labelled && one.difference != 0) {
      const float top = one.difference < 0 ? std::max(y, zero) + 2 : std::min(y, zero) - 16;
      builder.text({from, std::min(top, plot.bottom() - 14), text, 14}, user, theme.text, smallFont, Align::Center);
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
