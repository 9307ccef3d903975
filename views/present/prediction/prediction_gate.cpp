// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/prediction/prediction_gate.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "model/core/translation.h"
#include "views/present/samples/change_marks.h"
#include "views/present/scene/format.h"
#include "views/present/scene/type_scale.h"

namespace sojourn::present {
namespace {

constexpr Font insideFont{.size = 11.5F, .weight = Weight::Medium};

float axisX(const PredictionGate& g, double value) {
  return g.bar.x + toUnit(value) * g.bar.width;
}

/// The signed change in words; returns how much room it took.
float paintChangeText(SceneBuilder& builder, const PredictionGate& g, Rect room) {
  const double change = g.change->gateChange();
  const std::string words = signedProbability(change);
  const Font font = changeFont(change, 12);
  const float width = builder.width(words, font) + 1;
  if (width > room.width) return 0;
  builder.text({room.x, room.y, width, room.height}, words, changeColor(builder.theme(), change), font);
  return width + 8;
}

void paintWords(SceneBuilder& builder, const PredictionGate& g) {
  const std::string words = tr("gate %1", {probability(g.gate)});
  const float width = builder.width(words, boldFont) + 8;
  if (g.beside) {
    builder.text({predictionMargin, g.bar.y, g.wordsRight - predictionMargin, g.bar.height}, words,
                 builder.theme().text, boldFont);
    if (g.change)
      paintChangeText(builder, g,
                      {predictionMargin + width, g.bar.y, g.wordsRight - predictionMargin - width, g.bar.height});
    return;
  }
  const float used =
      width + (g.change ? paintChangeText(builder, g, {predictionMargin + width, 6, g.bar.width - width, 18}) : 0);
  builder.text({predictionMargin, 6, width, 18}, words, builder.theme().text, boldFont);
  builder.text({predictionMargin + used, 6, std::max(0.0F, g.bar.width - used), 18}, tr("pointer | generation"),
               builder.theme().text2, smallFont, Align::Right);
}

/// Where the reference's gate stood, and the way from there.
void paintReference(SceneBuilder& builder, const PredictionGate& g, float now) {
  const float was = axisX(g, g.change->gateBefore());
  if (std::fabs(now - was) >= 1) {
    builder.box({std::min(was, now), g.bar.y + 5, std::fabs(now - was), g.bar.height - 10},
                changeFill(builder.theme(), g.change->gateChange()));
  }
  builder.box({std::clamp(std::round(was) - 1, g.bar.x, g.bar.right() - 2), g.bar.y - 3, 2, g.bar.height + 6},
              builder.theme().text);
}

/// Both shares inside the bar, as far as the way from the reference leaves them room.
void paintShares(SceneBuilder& builder, const PredictionGate& g, float split) {
  const Theme& theme = builder.theme();
  const float was = g.change ? axisX(g, g.change->gateBefore()) : split;
  const std::string left = tr("pointer %1", {probability(g.gate)});
  if (builder.width(left, insideFont) + 16 <= std::min(split, was) - g.bar.x) {
    builder.text({g.bar.x + 8, g.bar.y, split - g.bar.x - 12, g.bar.height}, left, theme.panel, insideFont);
  }
  const std::string right = probability(1 - g.gate);
  const float width = builder.width(right, insideFont);
  if (width + 20 > g.bar.right() - std::max(split, was)) return;
  builder.box({g.bar.right() - width - 12, g.bar.y + 2, width + 8, g.bar.height - 4}, theme.panel, 2);
  builder.text({g.bar.right() - width - 9, g.bar.y, width + 1, g.bar.height}, right, theme.text, insideFont,
               Align::Right);
}

std::string label(const PredictionGate& g) {
  std::string words =
      tr("Gate %1: the pointer's distribution has weight %2, the generated one %3. This is not the copied share of one "
         "candidate",
         {exactText(g.gate), exactText(g.gate), exactText(1 - g.gate)});
  if (g.change) {
    words +=
        tr("; %1 in the reference, change %2", {exactText(g.change->gateBefore()), exactText(g.change->gateChange())});
  }
  return words;
}

}  // namespace

void paintPredictionGate(SceneBuilder& builder, const PredictionGate& g) {
  const Theme& theme = builder.theme();
  const float split = axisX(g, g.gate);
  paintWords(builder, g);
  builder.box({g.bar.x, g.bar.y, split - g.bar.x, g.bar.height}, theme.solid);
  if (g.bar.right() - split > 1) builder.hatch({split, g.bar.y, g.bar.right() - split, g.bar.height}, theme.mid);
  builder.frame(g.bar, theme.mid);
  if (g.change) paintReference(builder, g, split);
  paintShares(builder, g, split);
  builder.hit({predictionMargin, 4, g.width - 2 * predictionMargin, g.bar.bottom() - 4}, {}, label(g),
              exactText(g.gate));
}

}  // namespace sojourn::present
