// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training/training_curves_state.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>

#include "views/present/chart/smoothing.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {
namespace {

constexpr std::size_t mostRuns = 200;

std::string encoded(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text;
  for (const char letter : name) {
    const auto code = static_cast<unsigned char>(letter);
    const bool plain = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') || (code >= '0' && code <= '9') ||
                       std::string_view("-_./").find(letter) != std::string_view::npos;
    if (plain)
      text += letter;
    else
      text += {'%', digits[code >> 4], digits[code & 15]};
  }
  return text;
}

std::string decoded(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    const bool isCode = text[i] == '%' && i + 2 < text.size() &&
                        std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16).ptr == text.data() + i + 3;
    name += isCode ? static_cast<char>(code) : text[i];
    if (isCode) i += 2;
  }
  return name;
}

void eachPart(std::string_view text, char separator, const std::function<void(std::string_view)>& take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::optional<double> numberIn(std::string_view text) {
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

void take(CurveState& state, std::string_view key, std::string_view value) {
  CurveOptions& options = state.options;
  if (key == "x") options.x = curveXNamed(value).value_or(options.x);
  if (key == "smoothing")
    options.smoothing = std::clamp(numberIn(value).value_or(options.smoothing), 0.0, strongestSmoothing);
  if (key == "log") options.logarithmicLoss = value == "on";
  if (key == "seeds") options.grouped = value != "single", options.seedLines = value != "band";
  if (key == "enlarged") options.enlarged = curveMetricNamed(value);
  if (key == "cursor") options.cursor = numberIn(value);
  if (key == "range") {
    const std::size_t comma = std::min(value.find(','), value.size());
    const auto from = numberIn(value.substr(0, comma));
    const auto to = numberIn(value.substr(std::min(comma + 1, value.size())));
    if (from && to && *from < *to) options.visible = CurveRange{.from = *from, .to = *to};
  }
  if (key == "panels") {
    std::vector<CurveMetric> shown;
    eachPart(value, ',', [&](std::string_view name) {
      const auto metric = curveMetricNamed(name);
      if (metric && std::ranges::find(shown, *metric) == shown.end()) shown.push_back(*metric);
    });
    if (!shown.empty()) options.shown = shown;
  }
  if (key == "runs") {
    eachPart(value, ',', [&](std::string_view name) {
      if (state.runs.size() < mostRuns) state.runs.push_back(decoded(name));
    });
  }
}

}  // namespace

std::string curveStateText(const CurveState& state) {
  const CurveOptions& options = state.options;
  std::string text = "x=" + std::string(curveXName(options.x)) + " smoothing=" + fullNumber(options.smoothing) +
                     " log=" + (options.logarithmicLoss ? "on" : "off") + " seeds=" +
                     (!options.grouped    ? "single"
                      : options.seedLines ? "lines"
                                          : "band") +
                     " panels=";
  for (const CurveMetric metric : options.shown)
    text += (metric == options.shown.front() ? "" : ",") + std::string(curveMetricName(metric));
  if (options.enlarged) text += " enlarged=" + std::string(curveMetricName(*options.enlarged));
  if (options.cursor) text += " cursor=" + fullNumber(*options.cursor);
  if (options.visible) text += " range=" + fullNumber(options.visible->from) + "," + fullNumber(options.visible->to);
  for (std::size_t i = 0; i < state.runs.size(); ++i) text += (i == 0 ? " runs=" : ",") + encoded(state.runs[i]);
  return text;
}

CurveState curveStateFrom(std::string_view text) {
  CurveState state;
  state.options.smoothing = usualSmoothing;
  state.options.grouped = true;
  eachPart(text, ' ', [&](std::string_view word) {
    const std::size_t sign = word.find('=');
    if (sign != std::string_view::npos) take(state, word.substr(0, sign), word.substr(sign + 1));
  });
  return state;
}

}  // namespace sojourn::present
