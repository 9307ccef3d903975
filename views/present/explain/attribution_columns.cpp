// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/explain/attribution_columns.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr std::size_t boldScores = 3;

/// The three highest scores, none of them 0: a visit that counts for nothing is never one of the best.
std::vector<bool> topThreeOf(const std::vector<double>& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return scores[i]; });
  std::vector<bool> top(scores.size(), false);
  for (std::size_t k = 0; k < std::min(boldScores, order.size()); ++k) top[order[k]] = scores[order[k]] > 0;
  return top;
}

/// So many that the largest number keeps two digits, and no column runs full of zeros.
int decimalsFor(double largest) {
  if (!(largest > 0)) return 2;
  const int magnitude = static_cast<int>(std::floor(std::log10(largest)));
  return std::clamp(magnitude >= 1 ? 2 - magnitude : magnitude >= -1 ? 2 : 1 - magnitude, 0, 4);
}

}  // namespace

std::vector<AttributionColumn> attributionColumns(const ExplanationContext& context) {
  std::vector<AttributionColumn> columns;
  const bool ratherThan = context.explained->explanation.target.ratherThan.has_value();
  for (const ShownMethod& shown : shownMethods(context)) {
    AttributionColumn& column = columns.emplace_back();
    column.shown = shown;
    column.words = methodLabels(shown.method->name, ratherThan);
    column.faded = !beatsRandom(shown.summary, context.removal);
    double low = 0, high = 0;
    for (const double score : shown.method->scores) {
      if (!std::isfinite(score)) continue;
      low = std::min(low, score);
      high = std::max(high, score);
    }
    column.isSigned = low < 0;
    column.low = low;
    column.high = high > low ? high : low + 1;
    column.decimals = decimalsFor(std::max(high, -low));
    column.topThree = topThreeOf(shown.method->scores);
  }
  return columns;
}

std::string scoreText(const AttributionColumn& column, double score) {
  if (score == 0) return "\u2013";
  std::string text = fixedText(score, column.decimals);
  const bool nothing = text.find_first_of("123456789") == std::string::npos;
  if (nothing) return fixedText(0, column.decimals);
  return column.isSigned && score > 0 ? "+" + text : text;
}

}  // namespace sojourn::present
