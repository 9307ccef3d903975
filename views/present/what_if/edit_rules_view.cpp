// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/what_if/edit_rules_view.h"

#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/scene/type_scale.h"

namespace sojourn::present {
namespace {

constexpr float left = 12, right = 12, lineHeight = 20, headHeight = 26, column = 58;

std::string grouped(std::size_t count) {
  return groupThousands(static_cast<long long>(count));
}

std::string signedCount(const PlaceChange& place) {
  return place.after >= place.before ? "+" + grouped(place.after - place.before)
                                     : "\u2212" + grouped(place.before - place.after);
}

std::string signedFigure(double change, int decimals) {
  const std::string words = fixedText(change, decimals);
  return change > 0 && words.find_first_of("123456789") != std::string::npos ? "+" + words : words;
}

class RulesPainter {
 public:
  RulesPainter(const EditRulesInput& input, const Canvas& canvas)
      : m_input(input), m_effect(*input.effect), m_builder(m_scene, canvas) {
    m_scene.size = canvas.size;
    m_scene.table.columns = {"figure", "before", "after", "change"};
  }

  Scene paint() {
    paintHead();
    paintFigures();
    paintChanged();
    paintPlaces("Predicted more often", m_effect.gainers);
    paintPlaces("Predicted less often", m_effect.losers);
    m_scene.contentSize = {m_scene.size.width, std::max(m_scene.size.height, m_y + 8)};
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] float width() const { return m_scene.size.width; }
  /// Before, after and change stand at the right.
  [[nodiscard]] Rect cell(int number) const {
    return {width() - right - column * static_cast<float>(3 - number), m_y, column - 4, lineHeight};
  }
  [[nodiscard]] float labelWidth() const { return std::max(40.0F, width() - left - right - 3 * column - 6); }
  void rule() { m_builder.box({0, m_y - 1, width(), 1}, theme().line); }

  void paintHead() {
    m_y = 6;
    m_builder.text({left, m_y, labelWidth(), lineHeight}, m_effect.rule, theme().text, boldFont);
    const char* heads[] = {"before", "after", "change"};
    for (int i = 0; i < 3; ++i) m_builder.text(cell(i), heads[i], theme().text2, mediumFont, Align::Right);
    m_y += headHeight - 4;
    rule();
  }

  void figure(const std::string& name, double before, double after, int decimals) {
    const double change = after - before;
    const std::string words = std::isfinite(change) ? signedFigure(change, decimals) : "\u2013";
    m_builder.text({left, m_y, labelWidth(), lineHeight}, name, theme().text, textFont);
    m_builder.text(cell(0), fixedText(before, decimals), theme().text2, textFont, Align::Right);
    m_builder.text(cell(1), fixedText(after, decimals), theme().text, textFont, Align::Right);
    const bool none = words.find_first_of("123456789") == std::string::npos;
    m_builder.text(cell(2), words,
                   none         ? theme().text2
                   : change < 0 ? theme().less
                                : theme().more,
                   textFont, Align::Right);
    m_builder.hit({0, m_y, width(), lineHeight}, {},
                  name + ": " + fixedText(before, decimals) + " before, " + fixedText(after, decimals) + " after",
                  exactText(change));
    m_scene.table.rows.push_back({name, before, after, change});
    m_y += lineHeight;
  }

  void paintFigures() {
    const auto accuracies = [&](const char* of, const RightCounts& before, const RightCounts& after) {
      const std::string n = ", " + grouped(before.samples);
      figure("Acc@1 %, " + std::string(of) + n, before.percent(before.within1), after.percent(after.within1), 1);
      figure("Acc@5 %, " + std::string(of), before.percent(before.within5), after.percent(after.within5), 1);
      figure("Acc@10 %, " + std::string(of), before.percent(before.within10), after.percent(after.within10), 1);
    };
    accuracies("all", m_effect.before, m_effect.after);
    accuracies("known", m_effect.beforeKnown, m_effect.afterKnown);
    if (std::isfinite(m_effect.gateBefore)) figure("Mean gate", m_effect.gateBefore, m_effect.gateAfter, 3);
  }

  void line(const std::string& name, std::size_t count) {
    const double share = m_effect.samples == 0 ? 0 : 100.0 * static_cast<double>(count) / double(m_effect.samples);
    m_builder.text({left, m_y, labelWidth() + column, lineHeight}, name, theme().text, textFont);
    m_builder.text(cell(1), grouped(count), theme().text, textFont, Align::Right);
    m_builder.text(cell(2), percent(share) + " %", theme().text2, textFont, Align::Right);
    m_builder.hit({0, m_y, width(), lineHeight}, {}, name + ": " + grouped(count) + ", " + percent(share) + " %",
                  std::to_string(count));
    m_scene.table.rows.push_back({name, std::nan(""), static_cast<double>(count), std::nan("")});
    m_y += lineHeight;
  }

  void paintChanged() {
    m_y += 4;
    rule();
    line("Prediction changed", m_effect.changed);
    line("Rule does not apply", m_effect.leftAlone);
  }

  void paintPlaces(const char* title, const std::vector<PlaceChange>& places) {
    m_y += 4;
    rule();
    m_builder.text({left, m_y + 2, width() - left - right, lineHeight}, title, theme().text, boldFont);
    m_y += headHeight - 2;
    if (places.empty()) {
      m_builder.text({left, m_y, width() - left - right, lineHeight}, "None", theme().text2, textFont);
      m_y += lineHeight;
    }
    for (const PlaceChange& place : places) {
      const std::string name = m_input.place(place.location);
      m_builder.placeName({left, m_y, labelWidth(), lineHeight}, name, theme().text, textFont);
      m_builder.text(cell(0), grouped(place.before), theme().text2, textFont, Align::Right);
      m_builder.text(cell(1), grouped(place.after), theme().text, textFont, Align::Right);
      m_builder.text(cell(2), signedCount(place), place.after < place.before ? theme().less : theme().more, textFont,
                     Align::Right);
      m_builder.hit({0, m_y, width(), lineHeight}, {},
                    name + ": predicted " + grouped(place.before) + " times before, " + grouped(place.after) + " after",
                    std::to_string(place.location));
      m_scene.table.rows.push_back({"Predicted: " + name, static_cast<double>(place.before),
                                    static_cast<double>(place.after),
                                    static_cast<double>(place.after) - static_cast<double>(place.before)});
      m_y += lineHeight;
    }
  }

  void describe() {
    m_scene.caption = m_input.samples;
    if (m_effect.samples < m_effect.asked)
      m_scene.captionRight = "stopped after " + grouped(m_effect.samples) + " of " + grouped(m_effect.asked);
    else if (m_input.outdated)
      m_scene.captionRight = "from another filter";
    m_scene.summary = m_effect.rule + ", " + m_input.samples + ": accuracy at 1 " +
                      percent(m_effect.before.percent(m_effect.before.within1)) + " % before, " +
                      percent(m_effect.after.percent(m_effect.after.within1)) + " % after; " +
                      grouped(m_effect.changed) + " predictions changed.";
  }

  const EditRulesInput& m_input;
  const RuleEffect& m_effect;
  Scene m_scene;
  SceneBuilder m_builder;
  float m_y = 0;
};

}  // namespace

ViewContent editRulesContent(const EditRulesInput& input, const Canvas& canvas) {
  if (input.effect) return RulesPainter(input, canvas).paint();
  if (input.running)
    return EmptyState{
        .title = "Evaluating the samples", .detail = "Cancel keeps the results so far", .buttonText = "", .button = {}};
  return EmptyState{.title = "No rule run yet",
                    .detail = "Run applies the rule above to every filtered sample and evaluates it again",
                    .buttonText = "",
                    .button = {}};
}

}  // namespace sojourn::present
