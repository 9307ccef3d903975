// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the attention maps: over what the colours reach, from where to where, and whether that is locked.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {
namespace {

constexpr float controlHeight = 24;

std::string scaleSentence(const AttentionOptions& options, const ColorScale& scale, bool pinned, bool causal,
                          bool change) {
  const ScaleEnds ends = scaleEnds(scale, change);
  const std::string range = tr("%1 to %2", {ends.low, ends.high});
  const std::string half = causal ? tr(", set by the later half of the queries") : "";
  if (pinned) return tr("Colour scale locked at %1", {range});
  switch (options.scale) {
    case AttentionScale::Row:
      return change ? tr("Colours of the change: each row up to its own maximum; the last query's is %1", {range})
                    : tr("Colour scale: each row from 0 to its own largest weight; the last query's is %1", {range});
    case AttentionScale::Head:
      return change
                 ? tr("Colours of the change: each head up to its own maximum; this head's is %1", {range})
                 : tr("Colour scale: each head from 0 to its own largest weight; this head's is %1%2", {range, half});
    case AttentionScale::Uniform:
      if (!change)
        return tr("Colour scale: log(weight \u00D7 visits), %1 of uniform; values beyond the ends have the end colour",
                  {range});
      [[fallthrough]];
    case AttentionScale::Model:
      return change ? tr("Colours of the change: all layers and heads, %1", {range})
                    : tr("Colour scale: all layers and heads, %1%2", {range, half});
  }
  return {};
}

}  // namespace

ScaleEnds scaleEnds(const ColorScale& scale, bool change) {
  if (change) return {.low = scaleNumber(scale.low), .high = "+" + scaleNumber(scale.high)};
  if (!scale.diverging) return {.low = scaleNumber(scale.low), .high = scaleNumber(scale.high)};
  return {.low = "\u00F7" + scaleNumber(std::exp(-scale.low)), .high = "\u00D7" + scaleNumber(std::exp(scale.high))};
}

float paintAttentionControls(SceneBuilder& builder, Scene& scene, const AttentionOptions& options,
                             const ColorScale& scale, bool pinned, bool causal, bool change, float width) {
  const std::array<Segment, 4> segments{
      Segment{tr("Row"), "row", tr("A separate colour scale for each row")},
      Segment{tr("Head"), "head", tr("One colour scale for each head")},
      Segment{tr("Model"), "model", tr("One colour scale for all layers and heads")},
      Segment{tr("Uniform"), "uniform", tr("Colours around uniform attention: log(weight \u00D7 visits)")}};
  const Theme& theme = builder.theme();
  constexpr Font font{.size = 12, .weight = Weight::Medium};
  const float controlWidth = segmentedWidth(builder, segments, font);
  // Of a change there is no distance from uniform: it counts as Model, and the others keep their places.
  const std::span<const Segment> offered = std::span(segments).first(change ? 3 : 4);
  const AttentionScale scope =
      change && options.scale == AttentionScale::Uniform ? AttentionScale::Model : options.scale;
  const ScaleEnds ends = scaleEnds(scale, change);
  const float endsWidth = builder.width(ends.low, mediumFont) + builder.width(ends.high, mediumFont);
  constexpr float leastBar = 36;
  constexpr float pinSide = 16;
  const float caption = std::ceil(builder.width(tr("Colour scale"), {.size = 12})) + 10;
  const float rest = width - 2 * attentionPadding - controlWidth - endsWidth - pinSide - 30;
  const bool withCaption = rest - caption >= leastBar;
  const bool sameLine = withCaption || rest >= leastBar;

  float x = attentionPadding;
  if (withCaption) {
    builder.text({x, 5, caption, controlHeight}, tr("Colour scale"), theme.text2, {.size = 12});
    x += caption;
  }
  paintSegmented(builder, scene, {x, 5}, controlHeight, offered, static_cast<std::size_t>(scope), "setScale", font);

  // The bar and its numbers stand at the right; in a narrow dock below.
  const float y = sameLine ? 5 : 5 + controlHeight + 4;
  const float barWidth = sameLine ? std::min(72.0F, rest - (withCaption ? caption : 0)) : 72.0F;
  float right = width - attentionPadding;
  const Rect pin{right - pinSide, y + 4, pinSide, pinSide};
  const Rect pinHit{right - pinSide - 4, y, pinSide + 8, controlHeight};
  {
    const ControlScope control(scene);
    if (pinned) builder.box(pinHit, theme.soft, 4);
    builder.icon(pin, "pin", pinned ? theme.accent : theme.text2);
  }
  right -= pinSide + 8;
  const float highWidth = std::ceil(builder.width(ends.high, mediumFont)) + 1;
  builder.text({right - highWidth, y, highWidth, controlHeight}, ends.high, theme.text2, mediumFont, Align::Right);
  const Rect bar{std::floor(right - highWidth - 6 - barWidth), y + 6, barWidth, 12};
  paintColorBar(builder, scene, bar, scale);
  const float lowWidth = std::ceil(builder.width(ends.low, mediumFont)) + 1;
  builder.text({bar.x - 6 - lowWidth, y, lowWidth, controlHeight}, ends.low, theme.text2, mediumFont, Align::Right);
  const std::string sentence = scaleSentence(options, scale, pinned, causal, change);
  builder.hit({bar.x - 6 - lowWidth, y, right - bar.x + 6 + lowWidth, controlHeight}, {}, sentence,
              tr("%1 to %2", {ends.low, ends.high}));
  builder
      .hit(pinHit, {},
           pinned ? tr("Unlock the colour scale") : tr("Lock the colour scale so that samples are comparable"))
      .action = change ? Action{.id = "togglePinnedChange", .argument = exactText(scale.high)}
                       : Action{.id = "togglePin", .argument = {}};
  return y + controlHeight;
}

}  // namespace sojourn::present
