// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/text.h"
#include "views/present/gate/gate_charts.h"
#include "views/present/samples/change_marks.h"
#include "views/present/scene/format.h"
#include "views/present/scene/type_scale.h"

namespace sojourn::present {
namespace {

constexpr Font word{.size = 11.5F, .weight = Weight::Medium};
constexpr float axisHeight = 15;
constexpr float wordRoom = 20;  ///< of "right" above and "wrong" below the zero line

std::string count(std::size_t n) {
  return groupThousands(static_cast<long long>(n));
}

std::string binSentence(const GateBin& bin) {
  std::string text = "Gate " + probability(bin.from) + " to " + probability(bin.to) + ": " + count(bin.right) +
                     " right, " + count(bin.wrong) + " wrong";
  if (bin.n() > 0) text += ", " + percent(bin.accuracy()) + " % right";
  return text;
}

/// Accuracy of the bins that hold enough samples; the line breaks where one does not.
void paintAccuracy(SceneBuilder& builder, Scene& scene, const std::vector<GateBin>& bins, const UnitAxis& x,
                   Rect area) {
  const Theme& theme = builder.theme();
  const std::size_t most = std::ranges::max(bins, {}, &GateBin::n).n();
  builder.box({area.x, area.y, area.width, 1}, theme.grid);
  builder.box({area.x, area.bottom(), area.width, 1}, theme.grid);
  builder.text({area.x - gateAxisWidth, area.y - 8, gateAxisWidth - 8, 16}, "100 %", theme.text2, smallFont,
               Align::Right);
  builder.text({area.x - gateAxisWidth, area.bottom() - 8, gateAxisWidth - 8, 16}, "0", theme.text2, smallFont,
               Align::Right);
  if (area.height >= gateAxisWithWord) {
    builder.text({area.x - gateAxisWidth, area.y + area.height / 2 - 8, gateAxisWidth - 8, 16}, "Acc@1", theme.text,
                 word, Align::Right);
  }
  std::vector<Point> run;
  const auto flush = [&] {
    if (run.size() > 1) scene.shapes.emplace_back(LineShape{.points = run, .color = theme.mid, .width = 1.2F});
    run.clear();
  };
  std::vector<CircleShape> dots;
  for (const GateBin& bin : bins) {
    if (bin.n() < fewestForAccuracy) {
      flush();
      continue;
    }
    run.push_back(
        {x.at((bin.from + bin.to) / 2), area.bottom() - area.height * static_cast<float>(bin.accuracy() / 100)});
    dots.push_back({.center = run.back(), .radius = countRadius(bin.n(), most), .fill = theme.solid, .stroke = {}});
  }
  flush();
  for (const CircleShape& dot : dots) scene.shapes.emplace_back(dot);
}

}  // namespace

float countRadius(std::size_t n, std::size_t most) {
  if (most == 0) return 0;
  return std::max(1.3F, 4 * std::sqrt(static_cast<float>(n) / static_cast<float>(most)));
}

void paintGateBefore(SceneBuilder& builder, const GateMarks& marks, const UnitAxis& axis, float from, float to,
                     bool upright) {
  if (!marks.now || !marks.before) return;
  const float was = std::round(axis.at(*marks.before)), now = std::round(axis.at(*marks.now));
  const float low = std::min(was, now), way = std::fabs(now - was);
  const Color color = changeFill(builder.theme(), *marks.now - *marks.before);
  if (upright) {
    builder.line({was + 0.5F, from}, {was + 0.5F, to}, builder.theme().text, 1, true);
    if (way >= 1) builder.box({low, from, way, 4}, color);
  } else {
    builder.line({from, was + 0.5F}, {to, was + 0.5F}, builder.theme().text, 1, true);
    if (way >= 1) builder.box({from, low, 4, way}, color);
  }
}

void paintGateHistogram(SceneBuilder& builder, Scene& scene, const GateData& data, const GateMarks& gate, Rect area) {
  const Theme& theme = builder.theme();
  const std::vector<GateBin>& bins = data.summary.bins;
  const UnitAxis x{.from = area.x + gateAxisWidth, .to = area.right()};
  const float width = x.to - x.from;
  const float bottom = area.bottom() - axisHeight;
  // In a low dock the bars with their words matter more than the accuracy, which the marks name as well.
  const float room = bottom - area.y - 4;
  const float wantedAccuracy = std::clamp(std::floor(area.height * 0.22F), gateAxisWithWord, 80.0F);
  const bool hasAccuracy = room - wantedAccuracy - 6 >= 2 * wordRoom;
  const float accuracyHeight = hasAccuracy ? wantedAccuracy : 0;
  const float plotHeight = hasAccuracy ? room - accuracyHeight - 6 : room;

  std::size_t tallestRight = 0;
  std::size_t tallestWrong = 0;
  for (const GateBin& bin : bins) {
    tallestRight = std::max(tallestRight, bin.right);
    tallestWrong = std::max(tallestWrong, bin.wrong);
  }
  const std::size_t tallest = tallestRight + tallestWrong;
  // One unit for both sides, yet each keeps room for its word, however lopsided the counts are.
  const float least = std::min(wordRoom, plotHeight / 2);
  const float share = tallest > 0 ? static_cast<float>(tallestRight) / static_cast<float>(tallest) : 0.5F;
  const float above = std::clamp(plotHeight * share, least, plotHeight - least);
  float unit = plotHeight;
  if (tallestRight > 0) unit = std::min(unit, above / static_cast<float>(tallestRight));
  if (tallestWrong > 0) unit = std::min(unit, (plotHeight - above - 1) / static_cast<float>(tallestWrong));
  const float zero = std::round(area.y + above);
  for (const GateBin& bin : bins) {
    const float left = x.at(bin.from);
    const float barWidth = std::max(1.0F, x.at(bin.to) - left - 1);
    const float up = unit * static_cast<float>(bin.right);
    if (bin.right > 0) builder.box({left, zero - up, barWidth, up}, theme.solid);
    if (bin.wrong > 0) builder.box({left, zero + 1, barWidth, unit * static_cast<float>(bin.wrong)}, theme.pale);
  }
  builder.box({x.from, zero, width, 1}, theme.mid);
  if (plotHeight >= 2 * wordRoom - 6) {
    builder.text({area.x, zero - 18, gateAxisWidth - 8, 16}, "right", theme.text, word, Align::Right);
    builder.text({area.x, zero + 3, gateAxisWidth - 8, 16}, "wrong", theme.text2, word, Align::Right);
  }
  if (tallest > 0) {
    builder.text({x.from + 3, area.y - 3, 110, 14}, "tallest " + count(std::max(tallestRight, tallestWrong)),
                 theme.text2, smallFont);
    if (hasAccuracy)
      paintAccuracy(builder, scene, bins, x, {x.from, bottom - accuracyHeight - 3, width, accuracyHeight});
  } else {
    builder.text({x.from, zero + 6, width, 16}, "Nothing evaluated yet", theme.text2, {.size = 11.5F}, Align::Center);
  }
  constexpr std::array ticks{0.0, 0.25, 0.5, 0.75, 1.0};
  constexpr std::array words{"0", "0.25", "0.5", "0.75", "1"};
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    builder.text({x.at(ticks[i]) - 20, bottom, 40, axisHeight}, words[i], theme.text2, smallFont, Align::Center);
  }
  for (const GateBin& bin : bins) {
    builder.hit({x.at(bin.from), area.y, x.at(bin.to) - x.at(bin.from), bottom - area.y}, {}, binSentence(bin),
                std::to_string(bin.right) + "\t" + std::to_string(bin.wrong));
  }
  paintGateBefore(builder, gate, x, area.y, bottom - 3, true);
  if (gate.before) {
    builder.hit({x.at(*gate.before) - 3, area.y, 6, plotHeight}, {},
                "The reference's gate " + probability(*gate.before), exactText(*gate.before));
  }
  if (gate.now) {
    builder.box({std::round(x.at(*gate.now)) - 1, area.y, 2, bottom - 3 - area.y}, theme.accent);
    builder.hit({x.at(*gate.now) - 3, area.y, 6, plotHeight}, {}, "This sample's gate " + probability(*gate.now),
                exactText(*gate.now));
  }
}

}  // namespace sojourn::present
