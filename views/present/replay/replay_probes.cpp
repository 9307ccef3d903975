// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a run's probes, and the ten most probable places of one at B with what they had at A.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/replay/replay_scene.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {
namespace {

constexpr float headHeight = 30;
constexpr float leastRow = 22, mostRow = 26;
constexpr float lineWidth = 36;   // of the small curve
constexpr float valueWidth = 44;  // "<0.001"

/// Whether the model's first answer is the target; absent where the file does not say.
std::optional<bool> answeredRight(const ReplayInput& input, std::size_t epoch, std::size_t probe) {
  const ProbeSnapshot* seen = snapshotIn(input.epochs[epoch].file.get(), probe);
  if (!seen || seen->topLocation.empty()) return std::nullopt;
  if (const auto target = input.probes[probe].target) return seen->topLocation.front() == *target;
  // Without the dataset the target is known by its probability alone.
  if (!seen->targetProbability) return std::nullopt;
  return *seen->targetProbability == seen->topProbability.front();
}

double targetAt(const ReplayInput& input, std::size_t epoch, std::size_t probe) {
  const ProbeSnapshot* seen = snapshotIn(input.epochs[epoch].file.get(), probe);
  return seen && seen->targetProbability ? static_cast<double>(*seen->targetProbability)
                                         : std::numeric_limits<double>::quiet_NaN();
}

/// From 0 at the bottom to 1 at the top, the same for all probes; broken where an epoch is missing.
void paintCurve(SceneBuilder& builder, Scene& scene, const ReplayInput& input, std::size_t probe, Rect area) {
  const std::size_t count = input.epochs.size();
  const auto pointAt = [&](std::size_t epoch, double value) {
    const float share = count > 1 ? static_cast<float>(epoch) / static_cast<float>(count - 1) : 1;
    return Point{area.x + share * area.width, area.bottom() - area.height * toUnit(value)};
  };
  // More points than pixels draw nothing more.
  const std::size_t step = std::max<std::size_t>(1, count / 200);
  std::vector<std::optional<Point>> points;
  for (std::size_t epoch = 0; epoch < count; epoch += step) {
    const double value = targetAt(input, epoch, probe);
    points.push_back(std::isnan(value) ? std::nullopt : std::optional(pointAt(epoch, value)));
  }
  paintPieces(scene, points, builder.theme().solid);
  if (const double now = targetAt(input, input.b, probe); !std::isnan(now))
    builder.circle(pointAt(input.b, now), 2.4F, builder.theme().accent);
}

std::string sentence(const ReplayInput& input, std::size_t probe, std::optional<bool> right) {
  const ReplayProbe& labels = input.probes[probe];
  std::string text = labels.sample;
  if (!labels.targetName.empty()) {
    text += tr(": after %1 went to %2%3",
               {labels.lastVisit, labels.targetName,
                labels.targetInWindow ? tr(", which is in the window") : tr(", which is not in the window")});
  }
  text += tr("; P target ");
  if (!input.beside)
    text += tr("%1 at A (%2), ", {probability(targetAt(input, input.a, probe)), epochText(input, input.a)});
  text += probability(targetAt(input, input.b, probe)) + " " + atB(input);
  const std::string there = input.beside ? tr("there") : tr("at B");
  if (right) text += (*right ? tr("; right ") : tr("; wrong ")) + there;
  return text;
}

void paintRow(SceneBuilder& builder, Scene& scene, const ReplayInput& input, std::size_t probe, Rect row) {
  const Theme& theme = builder.theme();
  const ReplayProbe& text = input.probes[probe];
  const bool chosen = probe == input.probe;
  if (chosen) {
    builder.box(row, theme.soft);
    builder.box({row.x, row.y, 3, row.height}, theme.accent);
  }
  const std::optional<bool> right = answeredRight(input, input.b, probe);
  const float middle = row.y + row.height / 2;
  if (right)
    builder.icon({row.x + 8, std::round(middle - 7), 14, 14}, *right ? "check" : "cross",
                 *right ? theme.ok : theme.err);
  const float valueLeft = row.right() - 10 - valueWidth;
  const float curveLeft = valueLeft - 4 - lineWidth;
  const Font font = chosen ? boldFont : textFont;
  const Rect place{row.x + 26, middle - 8, curveLeft - 6 - row.x - 26, 16};
  builder.placeName(place, text.title(), text.targetName.empty() || text.targetInWindow ? theme.text : theme.text2,
                    font);
  // Where from, as far as there is room for more than a letter of it.
  const float end = place.x + std::ceil(builder.width(text.title(), font)) + 4;
  if (!text.visits.empty() && text.names && end + 40 < place.right())
    builder.text({end, place.y, place.right() - end, 16}, tr("after %1", {text.visits.back().place}), theme.text2,
                 replayCaptionFont);
  paintCurve(builder, scene, input, probe, {curveLeft, row.y + 4, lineWidth, row.height - 8});
  builder.text({valueLeft, middle - 8, valueWidth, 16}, probability(targetAt(input, input.b, probe)), theme.text, font,
               Align::Right);
  builder.hit(row, {}, sentence(input, probe, right), exactText(targetAt(input, input.b, probe))).action =
      SetProbe{probe};
}

Table probeTable(const ReplayInput& input) {
  Table table{.columns = {"Probe", "Sample", "Target", "In window", "Epoch", "P target", "Right"}, .rows = {}};
  for (std::size_t probe = 0; probe < input.probes.size(); ++probe) {
    const ReplayProbe& text = input.probes[probe];
    for (std::size_t epoch = 0; epoch < input.epochs.size(); ++epoch) {
      const auto yesNo = [](bool known, bool yes) { return !known ? "" : yes ? "yes" : "no"; };
      const std::optional<bool> right = answeredRight(input, epoch, probe);
      table.add(probe, text.sample, text.targetName, yesNo(!text.targetName.empty(), text.targetInWindow),
                input.epochs[epoch].epoch(), targetAt(input, epoch, probe), yesNo(right.has_value(), right == true));
    }
  }
  return table;
}

}  // namespace

ViewContent replayProbesContent(const ReplayInput& input, const Canvas& canvas) {
  if (input.probes.empty()) return anyFile(input) ? EmptyState{.title = tr("No probes")} : replayReading();
  Scene scene = replayScene(input, canvas);
  std::set<std::string> places;
  for (const ReplayProbe& probe : input.probes) places.insert(probe.title());
  const ShortNames brief = shortNamesOf({places.begin(), places.end()});
  Canvas named = canvas;
  named.shortNames = &brief;
  SceneBuilder builder(scene, named);
  const Theme& theme = builder.theme();
  const auto count = static_cast<float>(input.probes.size());
  const float row = std::clamp(std::floor((canvas.size.height - headHeight - 4) / count), leastRow, mostRow);
  std::size_t right = 0;
  for (std::size_t probe = 0; probe < input.probes.size(); ++probe) {
    paintRow(builder, scene, input, probe, {0, headHeight + row * static_cast<float>(probe), canvas.size.width, row});
    if (answeredRight(input, input.b, probe) == true) ++right;
  }
  builder.text({replayPadding, 9, 60, 16}, tr("Probe"), theme.text, replayTitleFont);
  const float valueRight = canvas.size.width - 10;
  builder.text({valueRight - 80, 9, 80, 16}, input.beside ? tr("P target") : tr("P target at B"), theme.text2,
               replayCaptionFont, Align::Right);
  scene.contentSize.height = std::max(canvas.size.height, headHeight + row * count + 4);
  if (scene.contentSize.height > canvas.size.height) scene.pinnedTop = headHeight;
  scene.summary = tr("%1 probe sequences of %2; %3, %4 are predicted correctly.",
                     {std::to_string(input.probes.size()), input.run, atB(input), std::to_string(right)});
  if (input.withTables) scene.table = probeTable(input);
  return scene;
}

namespace {

constexpr float mostPlaceRow = 22, leastPlaceRow = 17;
constexpr float moveWidth = 38;         // "new", an arrow and a rank
constexpr float probabilityWidth = 40;  // "<0.001"
constexpr float changeWidth = 48;       // "+0.078"
constexpr double absent = Table::absent;

struct Row {
  LocationId location = 0;
  std::optional<std::size_t> rankA, rankB;  ///< from 1; absent beyond the ten
  double a = absent, b = absent;
};

std::vector<Row> rowsOf(const ProbeSnapshot* a, const ProbeSnapshot* b) {
  std::vector<Row> rows;
  const auto rowFor = [&](std::int64_t location) -> Row& {
    const auto id = static_cast<LocationId>(std::min<std::int64_t>(location, largestId));
    const auto found = std::ranges::find(rows, id, &Row::location);
    return found != rows.end() ? *found : rows.emplace_back(Row{.location = id, .rankA = {}, .rankB = {}});
  };
  for (std::size_t i = 0; b && i < b->topLocation.size(); ++i) {
    Row& row = rowFor(b->topLocation[i]);
    row.rankB = i + 1;
    row.b = static_cast<double>(b->topProbability[i]);
  }
  for (std::size_t i = 0; a && i < a->topLocation.size(); ++i) {
    Row& row = rowFor(a->topLocation[i]);
    row.rankA = i + 1;
    row.a = static_cast<double>(a->topProbability[i]);
  }
  return rows;
}

class TopPainter {
 public:
  TopPainter(const ReplayInput& input, const ReplayProbe& probe, Scene& scene, const Canvas& canvas)
      : m_input(input), m_probe(probe), m_scene(scene), m_builder(scene, canvas) {
    m_rows =
        rowsOf(snapshotIn(epochA(input).file.get(), input.probe), snapshotIn(epochB(input).file.get(), input.probe));
    m_shown =
        static_cast<std::size_t>(std::ranges::count_if(m_rows, [](const Row& row) { return row.rankB.has_value(); }));
  }

  void paint() {
    paintReplayTitle(m_builder, m_scene, tr("Top ten at B"),
                     m_probe.targetName.empty() ? "" : tr("target %1", {m_probe.targetName}));
    paintReplayPart(m_builder, m_scene, m_input, true);
    const float width = m_scene.size.width;
    const auto count = static_cast<float>(std::max<std::size_t>(m_shown, 1));
    const float row =
        std::clamp(std::floor((m_scene.size.height - replayTitleHeight - 22) / count), leastPlaceRow, mostPlaceRow);
    m_changes = width >= 290;
    const float right = width - replayPadding;
    m_changeRight = right;
    m_valueRight = right - (m_changes ? changeWidth : 0);
    const float nameLeft = replayPadding + 18 + moveWidth;
    const float room = m_valueRight - probabilityWidth - nameLeft;
    m_nameLeft = nameLeft;
    m_nameWidth = std::max(40.0F, std::floor(room * (room > 200 ? 0.55F : 0.7F)));
    m_bar = {nameLeft + m_nameWidth + 8, 0, std::max(4.0F, room - m_nameWidth - 14), row};
    for (std::size_t i = 0; i < m_shown; ++i) paintRow(m_rows[i], replayTitleHeight + row * static_cast<float>(i), row);
    const float bottom = replayTitleHeight + row * count;
    paintLeft(bottom + 3);
    m_scene.contentSize.height = std::max(m_scene.size.height, bottom + 20);
    if (m_scene.contentSize.height > m_scene.size.height) m_scene.pinnedTop = replayTitleHeight;
  }

  [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
  [[nodiscard]] std::string nameOf(LocationId location) const {
    return escapeForDisplay(m_probe.names ? m_probe.names->name(location) : PlaceNames{}.name(location), 120);
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  [[nodiscard]] bool isTarget(const Row& row) const { return m_probe.target == row.location; }

  void paintRow(const Row& row, float y, float height) {
    const float middle = y + height / 2;
    const Font font = isTarget(row) ? boldFont : textFont;
    const Color color = isTarget(row) ? theme().accent : theme().text;
    m_builder.text({replayPadding, middle - 8, 16, 16}, std::to_string(*row.rankB), theme().text2, replayTickFont,
                   Align::Right);
    paintMove(row, middle);
    m_builder.placeName({m_nameLeft, middle - 8, m_nameWidth, 16}, nameOf(row.location), color, font);
    const Rect bar{m_bar.x, y + 4, m_bar.width, height - 8};
    m_builder.box(bar, theme().track);
    m_builder.box({bar.x, bar.y, bar.width * toUnit(row.b), bar.height}, theme().solid);
    if (row.a > 0) m_builder.frame({bar.x, bar.y - 2, bar.width * toUnit(row.a), bar.height + 4}, theme().mid, 1);
    m_builder.text({m_valueRight - probabilityWidth, middle - 8, probabilityWidth, 16}, probability(row.b),
                   theme().text, font, Align::Right);
    if (m_changes && !std::isnan(row.a)) {
      const double change = row.b - row.a;
      m_builder.text({m_changeRight - changeWidth, middle - 8, changeWidth, 16}, signedProbability(change),
                     std::abs(change) < 0.0005 ? theme().text2
                     : change > 0              ? theme().more
                                               : theme().less,
                     replayCaptionFont, Align::Right);
    }
    m_builder.hit({0, y, m_scene.size.width, height}, {.visit = {}, .query = {}, .location = focusOf(row), .head = {}},
                  sentence(row), exactText(row.b));
  }

  /// Where the dataset is gone its ids mean nothing to the rest of the program.
  [[nodiscard]] std::optional<LocationId> focusOf(const Row& row) const {
    return m_probe.names ? std::optional(row.location) : std::nullopt;
  }

  void paintMove(const Row& row, float middle) {
    const float x = replayPadding + 20;
    if (!row.rankA) {
      m_builder.text({x, middle - 8, moveWidth - 4, 16}, tr("new"), theme().text2, replayTickFont);
      return;
    }
    if (*row.rankA == *row.rankB) return;
    const bool rose = *row.rankA > *row.rankB;
    m_builder.icon({x, std::round(middle - 6), 12, 12}, rose ? "up" : "down", rose ? theme().more : theme().less);
    m_builder.text({x + 13, middle - 8, moveWidth - 17, 16}, std::to_string(*row.rankA), theme().text2, replayTickFont);
  }

  [[nodiscard]] std::string sentence(const Row& row) const {
    std::string text = nameOf(row.location) + (isTarget(row) ? tr(", the target") : "");
    text += tr(": rank %1 with %2 at B (%3); ",
               {std::to_string(*row.rankB), weightText(row.b), epochText(m_input, m_input.b)});
    text +=
        row.rankA ? tr("rank %1 with %2", {std::to_string(*row.rankA), weightText(row.a)}) : tr("not in the top ten");
    return tr("%1 at A (%2)", {text, epochText(m_input, m_input.a)});
  }

  void paintLeft(float y) {
    std::string names;
    for (std::size_t i = m_shown; i < m_rows.size(); ++i)
      names += (names.empty() ? "" : ", ") + nameOf(m_rows[i].location);
    if (names.empty()) return;
    const std::string text = tr("No longer in the top ten: %1", {names});
    const Rect place{replayPadding, y, m_scene.size.width - 2 * replayPadding, 15};
    m_builder.text(place, text, theme().text2, replayTickFont);
    m_builder.hit(place, {}, tr("%1 (at A, not at B)", {text}));
  }

  const ReplayInput& m_input;
  const ReplayProbe& m_probe;
  Scene& m_scene;
  SceneBuilder m_builder;
  std::vector<Row> m_rows;  ///< those of B's ten first
  std::size_t m_shown = 0;
  bool m_changes = false;
  float m_nameLeft = 0, m_nameWidth = 0, m_valueRight = 0, m_changeRight = 0;
  Rect m_bar;
};

}  // namespace

ViewContent replayTopContent(const ReplayInput& input, const Canvas& canvas) {
  const ReplayProbe* probe = chosenProbe(input);
  if (!probe || !anyFile(input)) return replayReading();
  Scene scene = replayScene(input, canvas);
  TopPainter painter(input, *probe, scene, canvas);
  painter.paint();
  const auto& rows = painter.rows();
  scene.summary = tr("The most probable places for %1 at B, %2.", {probe->sample, epochText(input, input.b)});
  if (!rows.empty() && rows.front().rankB)
    scene.summary += tr(" First is %1 with %2.", {painter.nameOf(rows.front().location), weightText(rows.front().b)});
  if (input.withTables) {
    scene.table.columns = {"Location", "Place", "Rank at A", "P at A", "Rank at B", "P at B", "Change"};
    for (const Row& row : rows)
      scene.table.add(row.location, painter.nameOf(row.location), row.rankA, row.a, row.rankB, row.b, row.b - row.a);
  }
  return scene;
}

}  // namespace sojourn::present
