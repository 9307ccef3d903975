// SPDX-License-Identifier: GPL-3.0-or-later
// Attention as colours and numbers, and the line above the maps: over what the colours reach, from where to where, and
// whether that is locked.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {
namespace {

/// Largest finite weight; 0 where there is none.
double largest(std::span<const float> weights) {
  float result = 0;
  for (const float weight : weights)
    if (weight > result && std::isfinite(weight)) result = weight;
  return result;
}

/// Of a head. A causal model's first query has nothing but itself to read: its 1 would leave every other row dark, so
/// there only the later half of the queries sets the scale, and earlier ones may lie beyond its end.
double largestOfHead(const AttentionMaps& maps, std::size_t layer, std::size_t head, bool causal) {
  const std::size_t first = causal ? maps.length / 2 : 0;
  return largest({maps.map(layer, head) + first * maps.length, (maps.length - first) * maps.length});
}

/// Symmetric around uniform attention. A visit can be read at most `length` times as much as uniform, so that is where
/// the scale ends at the latest; rarer cells below the other end share its colour. The factor is rounded up.
ColorScale uniformScale(const AttentionMaps& maps, bool causal) {
  double most = 1, least = 1;
  for (std::size_t i = 0; i < maps.layers * maps.heads; ++i) {
    const float* row = maps.map(i / maps.heads, i % maps.heads);
    for (std::size_t query = 0; query < maps.length; ++query, row += maps.length) {
      const std::size_t visible = visibleVisits(query, maps.length, causal);
      for (std::size_t key = 0; key < visible; ++key) {
        const double ratio = static_cast<double>(row[key]) * static_cast<double>(visible);
        if (!std::isfinite(ratio)) continue;
        most = std::max(most, ratio);
        least = std::min(least, ratio);
      }
    }
  }
  const double limit = std::max(2.0, static_cast<double>(maps.length));
  const double factor = std::clamp(std::max(most, least > 0 ? 1 / least : limit), 1.1, limit);
  const double end = std::log(std::min(roundedUp(factor), limit));
  return {.diverging = true, .low = -end, .high = end};
}

/// Around 0; where nothing changed there still is a scale, and everything is its centre.
ColorScale symmetric(double largestChange) {
  const double end = largestChange > 0 ? roundedUp(largestChange) : 0.01;
  return {.diverging = true, .low = -end, .high = end};
}

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

HeadRef chosenHead(const AttentionMaps& maps, const Selection& selection) {
  const auto& selected = selection.selected.head;
  if (selected && selected->layer < maps.layers && selected->head < maps.heads) return *selected;
  return {.layer = maps.layers ? maps.layers - 1 : 0, .head = 0};
}

AttentionColors::AttentionColors(const AttentionMaps& maps, bool causal, const AttentionOptions& options,
                                 const Theme& theme)
    : m_maps(maps),
      m_causal(causal),
      m_scope(options.scale),
      m_ramp(options.scale == AttentionScale::Uniform ? ColorRamp::diverging(theme) : ColorRamp::magnitudes()) {
  const bool diverging = m_scope == AttentionScale::Uniform;
  if (options.pinned && options.pinned->diverging == diverging) {
    m_pinned = options.pinned;
  } else if (diverging) {
    m_model = uniformScale(maps, causal);
  } else if (m_scope == AttentionScale::Head || m_scope == AttentionScale::Model) {
    for (std::size_t i = 0; i < maps.layers * maps.heads; ++i)
      m_headMaximum.push_back(roundedUp(largestOfHead(maps, i / maps.heads, i % maps.heads, causal)));
    if (!m_headMaximum.empty()) m_model = {.high = *std::ranges::max_element(m_headMaximum)};
  }
}

AttentionColors::AttentionColors(const AttentionChange& change, const AttentionOptions& options, const Theme& theme)
    : m_maps(change.maps()),
      m_causal(change.causal()),
      m_change(&change),
      m_scope(options.scale == AttentionScale::Uniform ? AttentionScale::Model : options.scale),
      m_pinned(options.pinnedChange),
      m_ramp(ColorRamp::diverging(theme)) {
  for (std::size_t i = 0; i < m_maps.layers * m_maps.heads; ++i)
    m_headMaximum.push_back(std::fabs(change.largest({.layer = i / m_maps.heads, .head = i % m_maps.heads}).change));
  if (!m_headMaximum.empty()) m_model = symmetric(*std::ranges::max_element(m_headMaximum));
}

ColorScale AttentionColors::scale(HeadRef head, std::size_t query) const {
  if (m_pinned) return *m_pinned;
  if (m_scope == AttentionScale::Head) {
    const double end = m_headMaximum[head.layer * m_maps.heads + head.head];
    return m_change ? symmetric(end) : ColorScale{.high = end};
  }
  if (m_scope != AttentionScale::Row) return m_model;
  if (m_change) return symmetric(std::fabs(m_change->largest(head, query).change));
  const float* row = m_maps.map(head.layer, head.head) + query * m_maps.length;
  return {.high = roundedUp(largest({row, m_maps.length}))};
}

Color AttentionColors::color(const ColorScale& scale, std::size_t query, float weight) const {
  double value = weight;
  if (m_scope == AttentionScale::Uniform)
    value = std::log(value * static_cast<double>(visibleVisits(query, m_maps.length, m_causal)));
  return m_ramp.at(value, scale);
}

ColorScale attentionColorScale(const AttentionMaps& maps, bool causal, const AttentionOptions& options, HeadRef head) {
  return AttentionColors(maps, causal, options, Theme::light()).scale(head, maps.length ? maps.length - 1 : 0);
}

double entropy(std::span<const float> weights) {
  double sum = 0;
  for (const double w : weights)
    if (w != 0) sum -= w * std::log(w);  // the log of a NaN or of a negative number is NaN, and stays
  // Rounding of a weight just above 1 must not make it less than nothing.
  return sum < 0 ? 0 : sum;
}

double effectiveCount(std::span<const float> weights) {
  return weights.empty() ? 0 : std::exp(entropy(weights));
}

ScaleEnds scaleEnds(const ColorScale& scale, bool change) {
  if (change) return {.low = scaleNumber(scale.low), .high = "+" + scaleNumber(scale.high)};
  if (!scale.diverging) return {.low = scaleNumber(scale.low), .high = scaleNumber(scale.high)};
  return {.low = "\u00F7" + scaleNumber(std::exp(-scale.low)), .high = "\u00D7" + scaleNumber(std::exp(scale.high))};
}

float paintAttentionControls(SceneBuilder& builder, Scene& scene, const AttentionOptions& options,
                             const ColorScale& scale, bool pinned, bool causal, bool change, float width) {
  const std::array<Segment, 4> segments{
      Segment{tr("Row"), SetAttentionScale{AttentionScale::Row}, tr("A separate colour scale for each row")},
      Segment{tr("Head"), SetAttentionScale{AttentionScale::Head}, tr("One colour scale for each head")},
      Segment{tr("Model"), SetAttentionScale{AttentionScale::Model}, tr("One colour scale for all layers and heads")},
      Segment{tr("Uniform"), SetAttentionScale{AttentionScale::Uniform},
              tr("Colours around uniform attention: log(weight \u00D7 visits)")}};
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
  paintSegmented(builder, scene, {x, 5}, controlHeight, offered, static_cast<std::size_t>(scope), font);

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
      .action = change ? Action(TogglePinnedChange{scale.high}) : Action(TogglePin{});
  return y + controlHeight;
}

}  // namespace sojourn::present
