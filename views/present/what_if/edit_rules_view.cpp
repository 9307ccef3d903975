// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/what_if/edit_rules_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/samples/change_marks.h"
#include "views/present/scene/format.h"
#include "views/present/scene/type_scale.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float ruleLeft = 12, right = 12, ruleLine = 20, ruleHead = 26, column = 58;

bool isNothing(const std::string& figure) {
  return figure.find_first_of("123456789") == std::string::npos;
}

class RulesPainter : RowsPainter {
 public:
  RulesPainter(const EditRulesInput& input, const Canvas& canvas)
      : RowsPainter(canvas), m_input(input), m_effect(*input.effect) {
    m_scene.table.columns = {"figure", "before", "after", "change"};
  }

  Scene paint() {
    paintHead();
    paintFigures();
    section();
    paintCount(tr("Prediction changed"), m_effect.changed);
    paintCount(tr("Rule does not apply"), m_effect.leftAlone);
    paintPlaces("Predicted more often", m_effect.gainers);
    paintPlaces("Predicted less often", m_effect.losers);
    m_scene.contentSize.height = std::max(m_scene.size.height, m_y + 8);
    describe();
    return std::move(m_scene);
  }

 private:
  /// Before, after and change stand at the right.
  [[nodiscard]] Rect cell(std::size_t number) const {
    return {width() - right - column * static_cast<float>(3 - number), m_y, column - 4, ruleLine};
  }
  [[nodiscard]] Rect label() const {
    return {ruleLeft, m_y, std::max(40.0F, width() - ruleLeft - right - 3 * column - 6), ruleLine};
  }
  void section() {
    m_y += 4;
    rule(m_y - 1, theme().line);
  }

  void paintHead() {
    m_builder.text(label(), m_effect.rule, theme().text, boldFont);
    const char* heads[] = {"before", "after", "change"};
    for (std::size_t i = 0; i < 3; ++i) m_builder.text(cell(i), tr(heads[i]), theme().text2, mediumFont, Align::Right);
    m_y += ruleHead - 4;
    rule(m_y - 1, theme().line);
  }

  /// A row's numbers before, after and of the change, its hit area and its line of the table.
  void finishRow(const std::string& name, const std::array<std::string, 3>& written, Color changeInk,
                 const std::string& words, const std::string& value, double before, double after, double change) {
    const std::array inks{theme().text2, theme().text, changeInk};
    for (std::size_t i = 0; i < 3; ++i)
      if (!written[i].empty()) m_builder.text(cell(i), written[i], inks[i], textFont, Align::Right);
    m_builder.hit({0, m_y, width(), ruleLine}, {}, words, value);
    m_scene.table.add(name, before, after, change);
    m_y += ruleLine;
  }

  void figure(const std::string& name, double before, double after, int decimals) {
    const double change = after - before;
    const std::string was = fixedText(before, decimals), now = fixedText(after, decimals);
    std::string written = std::isfinite(change) ? fixedText(change, decimals) : "\u2013";
    const bool none = isNothing(written);
    if (change > 0 && !none) written.insert(0, "+");
    m_builder.text(label(), name, theme().text, textFont);
    finishRow(name, {was, now, written}, none ? theme().text2 : changeFill(theme(), change),
              tr("%1: %2 before, %3 after", {name, was, now}), exactText(change), before, after, change);
  }

  void paintFigures() {
    const auto accuracies = [&](const std::string& of, const RightCounts& before, const RightCounts& after) {
      figure(tr("Acc@1 %, %1, %2", {of, grouped(before.samples)}), before.percent(before.within1),
             after.percent(after.within1), 1);
      figure(tr("Acc@5 %, %1", {of}), before.percent(before.within5), after.percent(after.within5), 1);
      figure(tr("Acc@10 %, %1", {of}), before.percent(before.within10), after.percent(after.within10), 1);
    };
    accuracies(tr("all"), m_effect.before, m_effect.after);
    accuracies(tr("known"), m_effect.beforeKnown, m_effect.afterKnown);
    if (std::isfinite(m_effect.gateBefore)) figure(tr("Mean gate"), m_effect.gateBefore, m_effect.gateAfter, 3);
  }

  void paintCount(const std::string& name, std::size_t count) {
    const double all = static_cast<double>(m_effect.samples), many = static_cast<double>(count);
    const std::string share = percent(all == 0 ? 0 : 100 * many / all) + " %";
    Rect room = label();
    room.width += column;
    m_builder.text(room, name, theme().text, textFont);
    finishRow(name, {"", grouped(count), share}, theme().text2, name + ": " + grouped(count) + ", " + share,
              std::to_string(count), Table::absent, many, Table::absent);
  }

  void paintPlaces(const char* title, const std::vector<PlaceChange>& places) {
    section();
    m_builder.text({ruleLeft, m_y + 2, width() - ruleLeft - right, ruleLine}, tr(title), theme().text, boldFont);
    m_y += ruleHead - 2;
    if (places.empty()) {
      m_builder.text({ruleLeft, m_y, width() - ruleLeft - right, ruleLine}, tr("None"), theme().text2, textFont);
      m_y += ruleLine;
    }
    for (const PlaceChange& place : places) {
      const std::string name = m_input.place(place.location);
      const bool less = place.after < place.before;
      const double before = static_cast<double>(place.before), after = static_cast<double>(place.after);
      m_builder.placeName(label(), name, theme().text, textFont);
      finishRow(tr("Predicted: %1", {name}),
                {grouped(place.before), grouped(place.after),
                 less ? "\u2212" + grouped(place.before - place.after) : "+" + grouped(place.after - place.before)},
                less ? theme().less : theme().more,
                tr("%1: predicted %2 times before, %3 after", {name, grouped(place.before), grouped(place.after)}),
                std::to_string(place.location), before, after, after - before);
    }
  }

  void describe() {
    m_scene.caption = m_input.samples;
    if (m_effect.samples < m_effect.asked)
      m_scene.captionRight = tr("stopped after %1 of %2", {grouped(m_effect.samples), grouped(m_effect.asked)});
    else if (m_input.outdated)
      m_scene.captionRight = tr("from another filter");
    m_scene.summary = tr("%1, %2: accuracy at 1 %3 % before, %4 % after; %5 predictions changed.",
                         {m_effect.rule, m_input.samples, percent(m_effect.before.percent(m_effect.before.within1)),
                          percent(m_effect.after.percent(m_effect.after.within1)), grouped(m_effect.changed)});
  }

  const EditRulesInput& m_input;
  const RuleEffect& m_effect;
  float m_y = 6;
};

}  // namespace

ViewContent editRulesContent(const EditRulesInput& input, const Canvas& canvas) {
  if (input.effect) return RulesPainter(input, canvas).paint();
  if (input.running)
    return EmptyState{.title = tr("Evaluating the samples"), .detail = tr("Cancel keeps the results so far")};
  return EmptyState{.title = tr("No rule run yet"),
                    .detail = tr("Run applies the rule above to every filtered sample and evaluates it again")};
}

}  // namespace sojourn::present
