// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/pointer/bias_effect.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "model/core/text.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

/// Population standard deviation; NaN of nothing.
double deviation(std::span<const float> values) {
  if (values.empty()) return Table::absent;
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double sum = 0;
  for (const float value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

/// "content ... 1.69" over its bar, with a mark where this sample lies. Returns the bottom.
float paintDeviation(SceneBuilder& builder, const std::string& scope, const Rect& at, const char* name, double mean,
                     double sample, double end) {
  const Theme& theme = builder.theme();
  builder.text({at.x, at.y, at.width, 15}, tr(name), theme.text, mediumFont);
  builder.text({at.x, at.y, at.width, 15}, smallNumber(mean), theme.text, {mediumFont.size, Weight::Medium},
               Align::Right);
  const float y = at.y + 16;
  builder.box({at.x, y, at.width, 5}, theme.track);
  const auto length = [&](double value) {
    return end > 0 && std::isfinite(value) ? at.width * static_cast<float>(value / end) : 0.0F;
  };
  builder.box({at.x, y, std::max(length(mean), 0.5F), 5}, theme.solid);
  std::string label =
      tr("Standard deviation of %1 within a sample: %2, mean over %3", {tr(name), smallNumber(mean), scope});
  if (std::isfinite(sample)) {
    builder.box({at.x + std::min(length(sample), at.width - 2), y - 2, 2, 9}, theme.accent);
    label += tr("; in this sample %1", {smallNumber(sample)});
  }
  builder.hit({at.x, at.y, at.width, 23}, {}, label, smallNumber(mean));
  return at.y + 24;
}

}  // namespace

std::string smallNumber(double value) {
  if (std::isnan(value)) return "\u2013";
  if (value == 0) return "0";
  if (value >= 0.1) return fixedText(value, 2);
  return value < 0.0001 ? shortNumber(value, 1) : fixedText(value, value < 0.001 ? 5 : 4);
}

void paintBiasEffect(SceneBuilder& builder, const Inspection* sample, const PositionBiasData& data, const Rect& area) {
  const Theme& theme = builder.theme();
  const PositionBiasSummary& effect = data.effect;
  float y = area.y;
  builder.text({area.x, y, area.width, 15}, tr("sd within a sample"), theme.text2, mediumFont);
  y += 16;
  if (effect.n == 0) return builder.text({area.x, y, area.width, 15}, data.nothing, theme.text2, mediumFont);
  const double sampleContent = sample ? deviation(sample->contentScore) : Table::absent;
  const double sampleBias = sample ? deviation(sample->positionBias) : Table::absent;
  const double end = std::fmax(std::max(effect.contentDeviation, effect.biasDeviation), sampleContent);
  const auto row = [&](const char* name, double mean, double own) {
    y = paintDeviation(builder, data.scope, {area.x, y, area.width, 0}, name, mean, own, end);
  };
  row("content", effect.contentDeviation, sampleContent);
  row("bias", effect.biasDeviation, sampleBias);
  // What is worth least goes first in a low dock: the scope, which the other views name, then KL.
  const auto rows = static_cast<int>((area.bottom() + 2 - y) / 15);
  const auto figure = [&](const char* name, const std::string& value, const std::string& label) {
    builder.text({area.x, y, area.width, 15}, tr(name), theme.text2, mediumFont);
    builder.text({area.x, y, area.width, 15}, value, theme.text, mediumFont, Align::Right);
    builder.hit({area.x, y, area.width, 15}, {}, label, value);
    y += 15;
  };
  if (rows >= 2)
    figure("KL, nats", smallNumber(effect.divergence),
           tr("KL(weights, weights without the bias): %1 nats, mean over %2",
              {smallNumber(effect.divergence), data.scope}));
  if (rows >= 1)
    figure("changed", percent(effect.changedShare) + " %",
           tr("%1 of %2 predictions change without the bias, %3 %",
              {grouped(effect.changed), grouped(effect.n), percent(effect.changedShare)}));
  if (rows >= 3 && builder.width(data.scope, smallFont) <= area.width)
    builder.text({area.x, y, area.width, 15}, data.scope, theme.text3, smallFont);
}

}  // namespace sojourn::present
