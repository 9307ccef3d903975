// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/scene/format.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <system_error>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/results/comparison.h"
#include "model/results/explanation_summary.h"

namespace sojourn::present {
namespace {

constexpr const char* minus = "\u2212";
constexpr const char* noValue = "\u2013";

std::string fixed(double value, int decimals) {
  if (std::isnan(value)) return noValue;
  if (std::isinf(value)) return value > 0 ? "\u221E" : std::string(minus) + "\u221E";
  char text[64];
  // to_chars, since some pictures write thousands of numbers; what has no room in 64 digits is no number to read.
  const auto written =
      std::to_chars(text, text + sizeof text - 1, std::fabs(value), std::chars_format::fixed, decimals);
  if (written.ec != std::errc{}) return exactText(value);
  *written.ptr = 0;
  // A value that rounds to nothing carries no sign.
  bool nothing = true;
  for (const char* c = text; *c; ++c) nothing = nothing && (*c == '0' || *c == '.');
  return value < 0 && !nothing ? minus + std::string(text) : std::string(text);
}

}  // namespace

std::string probability(double value) {
  if (value == 0) return "0";
  if (value > 0 && value < 0.0005) return "<0.001";
  return fixed(value, 3);
}

std::string shortProbability(double value) {
  if (!(value >= 0.005)) return {};
  return value >= 0.995 ? fixed(value, 1) : fixed(value, 2).substr(1);
}

std::string exactText(double value) {
  if (!std::isfinite(value)) return fixed(value, 0);
  char text[48];
  const auto written = std::to_chars(text, text + sizeof text, std::fabs(value), std::chars_format::general, 6);
  return (value < 0 ? minus : "") + std::string(text, written.ptr);
}

std::string fixedText(double value, int decimals) {
  return fixed(value, decimals);
}
std::string weightText(double value) {
  return fixed(value, 4);
}
std::string scoreText(double value) {
  return fixed(value, 2);
}
std::string biasText(double value) {
  return fixed(value, 3);
}
std::string signedPoints(double points) {
  const std::string text = fixedText(points, 1);
  return points >= 0.05 ? "+" + text : text;
}

std::string differenceText(const PairedDifference& difference) {
  std::string text = signedPoints(difference.value);
  if (std::isfinite(difference.low))
    text += tr(" (%1 to %2, p %3 after Holm)",
               {fixedText(difference.low, 1), fixedText(difference.high, 1), probability(difference.pHolm)});
  return text;
}

std::string grouped(std::size_t count) {
  return groupThousands(static_cast<long long>(count));
}
std::string percent(double value) {
  return fixed(value, 1);
}

std::string signedProbability(double value) {
  if (std::isnan(value)) return noValue;
  if (std::fabs(value) < 0.0005) return "0";
  return value > 0 ? "+" + fixed(value, 3) : fixed(value, 3);
}

std::string shortSignedProbability(double value) {
  const std::string size = shortProbability(std::fabs(value));
  return size.empty() ? size : (value < 0 ? minus : "+") + size;
}

std::string noIntervalText(std::size_t users) {
  const std::string who = users == 1                      ? tr("one user")
                          : users < fewestUsersOfInterval ? tr("%1 users", {std::to_string(users)})
                                                          : tr("too few users");
  return tr("%1: no interval", {who});
}

std::string intervalText(const Estimate& estimate, std::size_t users) {
  if (!estimate.hasInterval()) return noIntervalText(users);
  return tr("95 % %1 to %2", {exactText(estimate.low), exactText(estimate.high)});
}

}  // namespace sojourn::present
