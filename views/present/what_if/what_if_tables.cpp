// SPDX-License-Identifier: GPL-3.0-or-later
// The Nearest training samples and Edit rules views: rows of words and figures.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/table/row_table.h"
#include "views/present/what_if/what_if_views.h"

namespace sojourn::present {
namespace {

constexpr float nearestMargin = 12, groupHead = 26, columnHead = 22, sampleHeight = 22;

TableRow rowOf(const Neighbour& one, const NearestInput& input, const Theme& theme) {
  const SampleContext& context = input.sample;
  const bool right = one.prediction == one.target;
  const std::string target = placeText(context, one.target), prediction = placeText(context, one.prediction);
  const std::string name = tr("training sample %1", {grouped(one.row)});
  TableRow row;
  row.cells = {
      {.icon = std::pair{right ? "check" : "cross", right ? theme.ok : theme.err}},
      {.text = target, .swatch = swatchOf(context, one.target)},
      {.text = prediction, .ink = right ? theme.text2 : theme.text, .swatch = swatchOf(context, one.prediction)},
      {.text = probability(one.probability)},
      {.text = std::to_string(one.user), .ink = theme.text2},
      {.text = std::to_string(one.length), .ink = theme.text2},
      {.text = fixedText(one.distance, 3)}};
  if (input.selected == one.row) row.emphasis = Emphasis::Selected;
  const std::string predicted = right ? tr("predicted, ") : tr("predicted %1, ", {prediction});
  row.hit = hitOf(focusOnPlace(one.target),
                  tr("%1: target %2, %3%4; user %5, %6; distance %7; double-click to open it",
                     {name, target, predicted, probability(one.probability), std::to_string(one.user),
                      countText(one.length, "visit", "visits"), exactText(one.distance)}),
                  exactText(one.distance));
  row.hit->action = SelectTraining{one.row};
  row.hit->open = OpenTraining{one.row};
  row.hit->openLabel = tr("Open %1", {name});
  return row;
}

Scene nearestScene(const NearestInput& input, const Canvas& canvas) {
  const Neighbours& found = *input.neighbours;
  const SampleContext& context = input.sample;
  Scene scene;
  scene.size = scene.contentSize = canvas.size;
  SceneBuilder builder(scene, canvas);
  scene.table.columns = {"list",   "training sample", "distance",   "user",
                         "visits", "target",          "prediction", "probability"};
  float y = 0;
  const auto addGroup = [&](const std::string& title, const char* name, const std::vector<Neighbour>& group) {
    // px of the picture: names are whole before there are more figures.
    constexpr float probabilityFrom = 300, figuresFrom = 420;
    const float width = canvas.size.width;
    builder.text({nearestMargin, y + 6, width - 2 * nearestMargin, 16}, title, canvas.theme.text, boldFont);
    RowTable table{.columns = {{.width = fixedWidth(14)},
                               {.title = tr("Target"), .width = restWidth(30)},
                               {.title = tr("Predicted"), .width = restWidth(30)},
                               {.title = tr("P"), .width = fixedWidth(42, probabilityFrom), .align = Align::Right},
                               {.title = tr("user"), .width = fixedWidth(38, figuresFrom), .align = Align::Right},
                               {.title = tr("visits"), .width = fixedWidth(38, figuresFrom), .align = Align::Right},
                               {.title = tr("distance"), .width = fixedWidth(50), .align = Align::Right}},
                   .heights = {.head = columnHead, .least = sampleHeight, .most = sampleHeight},
                   .right = nearestMargin};
    for (const Neighbour& one : group) {
      table.rows.push_back(rowOf(one, input, canvas.theme));
      scene.table.add(name, one.row, one.distance, one.user, one.length, placeText(context, one.target),
                      placeText(context, one.prediction), one.probability);
    }
    if (group.empty()) table.rows = {{.cells = {{}, {.text = tr("None"), .ink = canvas.theme.text2}}}};
    y = drawTable(std::move(table), canvas, {0, y + groupHead}, width, scene) + 8;
  };
  addGroup(tr("Nearest training samples"), "nearest", found.nearest);
  addGroup(tr("Nearest with another prediction"), "another prediction", found.otherwise);
  scene.contentSize.height = std::max(canvas.size.height, y);
  const std::string by =
      found.similarity == SimilarityMeasure::Context ? tr("by model embedding") : tr("by visit edit distance");
  scene.caption = scopeText(context) + ", " + by;
  scene.captionRight = tr("among %1", {countText(found.rows, "training sample", "training samples")});
  scene.summary = tr("%1: nearest training samples %2.", {scopeText(context), by});
  scene.summary += tr(" The nearest went to %1.", {placeText(context, found.nearest.front().target)});
  return scene;
}

}  // namespace

ViewContent nearestContent(const NearestInput& input, const Canvas& canvas) {
  if (auto nothing = nothingInspected(input.sample)) return *nothing;
  if (!input.neighbours)
    return EmptyState{.title = tr("Reading the training split"),
                      .detail = tr("Once for this model; after that, each sample is compared immediately")};
  if (input.neighbours->nearest.empty()) return EmptyState{.title = tr("The training split has no other sample")};
  return nearestScene(input, canvas);
}

namespace {

bool isNothing(const std::string& figure) {
  return figure.find_first_of("123456789") == std::string::npos;
}

/// A rule's effect in rows: figures, counts, places.
class RuleRows {
 public:
  RuleRows(const EditRulesInput& input, const Canvas& canvas)
      : m_input(input), m_effect(*input.effect), m_canvas(canvas) {}

  Scene scene() {
    m_table = {.columns = {{.width = restWidth(40)}}, .heights = {.head = 26, .least = 20, .most = 20, .margin = 8}};
    for (const char* title : {"before", "after", "change"})
      m_table.columns.push_back({.title = tr(title), .width = fixedWidth(52), .align = Align::Right});
    row({.text = m_effect.rule, .font = boldFont});
    const auto accuracies = [&](const std::string& of, const RightCounts& before, const RightCounts& after) {
      figure(tr("Acc@1 %, %1, %2", {of, grouped(before.samples)}), before.percent(before.within1),
             after.percent(after.within1), 1);
      figure(tr("Acc@5 %, %1", {of}), before.percent(before.within5), after.percent(after.within5), 1);
      figure(tr("Acc@10 %, %1", {of}), before.percent(before.within10), after.percent(after.within10), 1);
    };
    accuracies(tr("all"), m_effect.before, m_effect.after);
    accuracies(tr("known"), m_effect.beforeKnown, m_effect.afterKnown);
    if (std::isfinite(m_effect.gateBefore)) figure(tr("Mean gate"), m_effect.gateBefore, m_effect.gateAfter, 3);
    m_begins = true;
    count(tr("Prediction changed"), m_effect.changed);
    count(tr("Rule does not apply"), m_effect.leftAlone);
    places("Predicted more often", m_effect.gainers);
    places("Predicted less often", m_effect.losers);
    Scene scene = drawTable(m_table, m_canvas).scene;
    scene.table = std::move(m_values);
    scene.caption = m_input.samples;
    if (m_effect.samples < m_effect.asked)
      scene.captionRight = tr("stopped after %1 of %2", {grouped(m_effect.samples), grouped(m_effect.asked)});
    else if (m_input.outdated)
      scene.captionRight = tr("from another filter");
    scene.summary = tr("%1, %2: accuracy at 1 %3 % before, %4 % after; %5 predictions changed.",
                       {m_effect.rule, m_input.samples, percent(m_effect.before.percent(m_effect.before.within1)),
                        percent(m_effect.after.percent(m_effect.after.within1)), grouped(m_effect.changed)});
    return scene;
  }

 private:
  TableRow& row(RowCell name) {
    TableRow& made = m_table.rows.emplace_back();
    if (std::exchange(m_begins, false)) made.rule = m_canvas.theme.line;
    made.cells.push_back(std::move(name));
    return made;
  }

  /// A row with its numbers before, after and of the change.
  void add(const std::string& name, const RowCell& first, const std::array<std::string, 3>& written, Color changeInk,
           const std::string& text, const std::string& value, const std::array<double, 3>& numbers) {
    TableRow& made = row(first);
    const std::array inks{m_canvas.theme.text2, m_canvas.theme.text, changeInk};
    for (std::size_t i = 0; i < 3; ++i) made.cells.push_back({.text = written[i], .ink = inks[i]});
    made.hit = hitOf({}, text, value);
    m_values.add(name, numbers[0], numbers[1], numbers[2]);
  }

  void figure(const std::string& name, double before, double after, int decimals) {
    const double change = after - before;
    const std::string was = fixedText(before, decimals), now = fixedText(after, decimals);
    std::string written = std::isfinite(change) ? fixedText(change, decimals) : "\u2013";
    const bool none = isNothing(written);
    if (change > 0 && !none) written.insert(0, "+");
    add(name, {.text = name}, {was, now, written}, none ? m_canvas.theme.text2 : changeFill(m_canvas.theme, change),
        tr("%1: %2 before, %3 after", {name, was, now}), exactText(change), {before, after, change});
  }

  void count(const std::string& name, std::size_t count) {
    const double all = static_cast<double>(m_effect.samples), many = static_cast<double>(count);
    const std::string share = percent(all == 0 ? 0 : 100 * many / all) + " %";
    add(name, {.text = name}, {"", grouped(count), share}, m_canvas.theme.text2,
        name + ": " + grouped(count) + ", " + share, std::to_string(count), {Table::absent, many, Table::absent});
  }

  void places(const char* title, const std::vector<PlaceChange>& places) {
    m_begins = true;
    row({.text = tr(title), .font = boldFont});
    if (places.empty()) row({.text = tr("None"), .ink = m_canvas.theme.text2});
    for (const PlaceChange& place : places) {
      const std::string name = m_input.place(place.location);
      const bool less = place.after < place.before;
      const double before = static_cast<double>(place.before), after = static_cast<double>(place.after);
      add(tr("Predicted: %1", {name}), {.text = name, .name = true},
          {grouped(place.before), grouped(place.after),
           less ? "\u2212" + grouped(place.before - place.after) : "+" + grouped(place.after - place.before)},
          less ? m_canvas.theme.less : m_canvas.theme.more,
          tr("%1: predicted %2 times before, %3 after", {name, grouped(place.before), grouped(place.after)}),
          std::to_string(place.location), {before, after, after - before});
    }
  }

  const EditRulesInput& m_input;
  const RuleEffect& m_effect;
  const Canvas& m_canvas;
  RowTable m_table;
  Table m_values{.columns = {"figure", "before", "after", "change"}, .rows = {}};
  bool m_begins = false;  ///< the next row has a line above it
};

}  // namespace

ViewContent editRulesContent(const EditRulesInput& input, const Canvas& canvas) {
  if (input.effect) return RuleRows(input, canvas).scene();
  if (input.running)
    return EmptyState{.title = tr("Evaluating the samples"), .detail = tr("Cancel keeps the results so far")};
  return EmptyState{.title = tr("No rule run yet"),
                    .detail = tr("Run applies the rule above to every filtered sample and evaluates it again")};
}

}  // namespace sojourn::present
