// SPDX-License-Identifier: GPL-3.0-or-later
// All of learning in one picture: the pointer's weight of every visit after every epoch, and the gate beside it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/chart/color_scale.h"
#include "views/present/replay/replay_scene.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr Font labelFont{.size = 10.5F};
constexpr float labelHeight = 58;       // of the visits' names over the columns
constexpr float leastNamedColumn = 11;  // a narrower column has no room for a name
constexpr float mostColumn = 26, mostPointerRow = 22;
constexpr float rowLabelWidth = 30;
constexpr float gateWidth = 46, gateValueWidth = 36, gateGap = 12;
constexpr float noGate = std::numeric_limits<float>::quiet_NaN();
/// Cells with a sentence each; beyond it rows and columns have one.
constexpr std::size_t mostCellHits = 12'000;

class PointerMatrix {
 public:
  PointerMatrix(const ReplayInput& input, Scene& scene, const Canvas& canvas)
      : m_input(input), m_probe(input.probes[input.probe]), m_scene(scene), m_builder(scene, canvas) {
    m_visits = m_probe.visits.size();
    for (const ReplayEpoch& epoch : input.epochs) {
      const ProbeSnapshot* seen = snapshotIn(epoch.file.get(), input.probe);
      const bool whole = seen && seen->pointerWeight.size() == m_visits;
      m_seen.push_back(whole ? seen : nullptr);
      m_hasGate |= whole && seen->gate.has_value();
    }
    // Locked over the epochs, so that playing never repaints what stays the same.
    m_scale.high = roundedUp(input.beside ? input.beside->pointerHigh : highestPointerWeight(input));
    // Its name and its gate stand over it, with those of the run beside it.
    if (input.beside) {
      m_hasGate = false;
      m_headHeight = 4;
    }
    layOut(canvas.size);
  }

  void paint() {
    if (!m_input.beside) paintHead();
    paintCells();
    paintColumns();
    paintRows();
    if (m_hasGate) paintGate();
    paintChosenVisits(m_builder, m_input.selection, {m_map.x, m_map.y, m_column, m_map.height}, m_visits);
  }

  [[nodiscard]] const ColorScale& scale() const { return m_scale; }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  void layOut(Size size) {
    const auto visits = static_cast<float>(std::max<std::size_t>(m_visits, 1));
    // Rows of two runs are as high as each other.
    const auto epochs = static_cast<float>(std::max(m_seen.size(), m_input.beside ? m_input.beside->epochs : 0));
    const float gate = m_hasGate ? gateGap + gateWidth + gateValueWidth : 0;
    const float left = replayPadding + rowLabelWidth;
    const float width = std::max(visits, size.width - left - gate - replayPadding);
    m_column = std::min(mostColumn, width / visits);
    if (m_column > 4) m_column = std::floor(m_column);
    m_labelled = m_column >= leastNamedColumn;
    const float top = m_headHeight + (m_labelled ? labelHeight : 16);
    const float height = std::max(24.0F, size.height - top - 8);
    m_row = std::min(mostPointerRow, height / epochs);
    if (m_row > 3) m_row = std::floor(m_row);
    m_map = {left, top, m_column * visits, m_row * static_cast<float>(m_seen.size())};
    m_gateLeft = m_map.right() + gateGap;
  }

  [[nodiscard]] float rowY(std::size_t epoch) const { return m_map.y + static_cast<float>(epoch) * m_row; }
  [[nodiscard]] float columnX(std::size_t visit) const { return m_map.x + static_cast<float>(visit) * m_column; }

  [[nodiscard]] std::string numberOf(std::size_t epoch) const { return std::to_string(m_input.epochs[epoch].epoch()); }

  void paintHead() {
    float end = paintReplayTitle(m_builder, m_scene, tr("Pointer weight, epoch by epoch"));
    const std::string high = scaleNumber(m_scale.high);
    const float width = m_builder.width(high, replayTickFont), barWidth = 44;
    end += 14;
    if (end + 10 + barWidth + 6 + width > m_scene.size.width - 4) return;
    m_builder.text({end, 9, 8, 16}, "0", theme().text2, replayTickFont);
    paintColorBar(m_builder, m_scene, {end + 12, 13, barWidth, 8}, m_scale);
    m_builder.text({end + 12 + barWidth + 6, 9, width + 1, 16}, high, theme().text2, replayTickFont);
    m_builder.hit({end, 9, barWidth + 18 + width, 16}, {},
                  tr("Weights from 0 to %1, the largest of this probe over all epochs", {high}), high);
  }

  /// One pixel a cell. Where epochs are more than pixels, each pixel shows one of them; A and B are framed in any case.
  void paintCells() {
    const std::size_t rows =
        std::min(m_seen.size(), static_cast<std::size_t>(std::max(1.0F, std::floor(m_map.height))));
    const ColorRamp& ramp = ColorRamp::magnitudes();
    m_scene.shapes.emplace_back(imageOf(m_map, m_visits, rows, [&](std::size_t visit, std::size_t row) {
      const ProbeSnapshot* seen = m_seen[row * m_seen.size() / rows];
      return seen ? ramp.at(seen->pointerWeight[visit], m_scale) : theme().panel;
    }));
    m_builder.frame(m_map.inset(-1), theme().border);
    for (std::size_t epoch = 0; epoch < m_seen.size(); ++epoch) {
      if (m_seen[epoch] || m_row < 3) continue;
      const Rect row{m_map.x, rowY(epoch), m_map.width, m_row};
      m_builder.hatch(row, theme().pale);
      const std::optional<Error>& problem = m_input.epochs[epoch].problem;
      const std::string why = problem ? tr(" cannot be read: %1", {problem->sentence()}) : tr(" is being read");
      m_builder.hit(row, {}, tr("Epoch %1%2", {numberOf(epoch), why}));
    }
    if (m_seen.size() * m_visits <= mostCellHits) addCellHits();
  }

  void addCellHits() {
    for (std::size_t epoch = 0; epoch < m_seen.size(); ++epoch) {
      if (!m_seen[epoch]) continue;
      const std::string begin = tr("Epoch %1: ", {numberOf(epoch)});
      for (std::size_t visit = 0; visit < m_visits; ++visit) {
        const auto weight = static_cast<double>(m_seen[epoch]->pointerWeight[visit]);
        m_builder.hit({columnX(visit), rowY(epoch), m_column, m_row}, focusOn(visit),
                      tr("%1%2, weight %3", {begin, m_probe.visitName(visit), weightText(weight)}), exactText(weight));
      }
    }
  }

  [[nodiscard]] Focus focusOn(std::size_t visit) const {
    Focus focus;
    focus.visit = visit;
    if (m_probe.names) focus.location = m_probe.visits[visit].location;
    return focus;
  }

  void paintColumns() {
    const float bottom = m_map.y - 4;
    for (std::size_t visit = 0; visit < m_visits; ++visit) {
      const bool selected = m_input.selection.selected.visit == visit;
      if (m_labelled) {
        m_scene.shapes.emplace_back(TextShape{
            .rect = {columnX(visit), bottom - labelHeight + 6, m_column, labelHeight - 6},
            .text = m_probe.names ? m_builder.fittingName(m_probe.visits[visit].place, labelHeight - 6, labelFont)
                                  : std::to_string(visit + 1),
            .font = {labelFont.size, selected ? Weight::SemiBold : Weight::Regular},
            .color = selected ? theme().accent : theme().text,
            .upwards = true});
      }
      const ProbeSnapshot* now = m_seen[m_input.b];
      std::string label = m_probe.visitName(visit);
      if (now) label += tr(", weight %1 %2", {weightText(now->pointerWeight[visit]), atB(m_input)});
      m_builder.hit({columnX(visit), m_headHeight, m_column, m_map.y - m_headHeight}, focusOn(visit), std::move(label),
                    now ? exactText(now->pointerWeight[visit]) : std::string());
    }
    if (m_labelled || m_visits < 2) return;
    m_builder.text({m_map.x, bottom - 14, m_map.width / 2, 14}, tr("oldest visit"), theme().text2, replayTickFont);
    m_builder.text({m_map.x + m_map.width / 2, bottom - 14, m_map.width / 2, 14}, tr("last"), theme().text2,
                   replayTickFont, Align::Right);
  }

  /// Numbers of the epochs at the left, as many as have room; A and B always.
  void paintRows() {
    constexpr float pitch = 13;
    const auto middle = [&](std::size_t epoch) { return rowY(epoch) + m_row / 2; };
    const auto free = [&](std::size_t epoch, std::size_t handle) {
      return std::abs(middle(epoch) - middle(handle)) >= pitch;
    };
    const auto write = [&](std::size_t epoch, Color color, Weight weight) {
      m_builder.text({replayPadding - 6, std::round(middle(epoch) - 7), rowLabelWidth, 14}, numberOf(epoch), color,
                     {labelFont.size, weight}, Align::Right);
    };
    // Every epoch, or every second, fifth, tenth, ...
    const auto every = static_cast<std::size_t>(roundStep(static_cast<double>(pitch / std::max(m_row, 0.01F))));
    for (std::size_t epoch = 0; epoch < m_seen.size(); epoch += std::max<std::size_t>(every, 1)) {
      if ((m_input.beside || free(epoch, m_input.a)) && free(epoch, m_input.b))
        write(epoch, theme().text2, Weight::Regular);
    }
    write(m_input.b, theme().accent, Weight::SemiBold);
    if (!m_input.beside && m_input.a != m_input.b && free(m_input.a, m_input.b))
      write(m_input.a, theme().accent, Weight::SemiBold);
    for (const std::size_t handle : {m_input.a, m_input.b}) {
      if (m_input.beside && handle != m_input.b) continue;
      const float height = std::max(m_row, 3.0F);
      m_builder.frame(Rect{m_map.x, middle(handle) - height / 2, m_map.width, height}.inset(-2), theme().accent, 1.5F);
    }
    const std::string set = m_input.beside ? tr("Show ") : tr("Set B to ");
    for (std::size_t epoch = 0; epoch < m_seen.size(); ++epoch)
      m_builder.hit({0, rowY(epoch), m_map.x - 3, m_row}, {}, set + epochText(m_input, epoch)).action = SetEpoch{epoch};
  }

  void paintGate() {
    const auto at = [&](float gate) { return m_gateLeft + gateWidth * toUnit(gate); };
    m_builder.text({m_gateLeft + 6, m_map.y - 17, gateWidth - 12, 14}, tr("gate"), theme().text2, replayTickFont,
                   Align::Center);
    m_builder.text({m_gateLeft - 8, m_map.y - 17, 16, 14}, "0", theme().text2, replayTickFont, Align::Center);
    m_builder.text({m_gateLeft + gateWidth - 8, m_map.y - 17, 16, 14}, "1", theme().text2, replayTickFont,
                   Align::Center);
    for (const float x : {m_gateLeft, m_gateLeft + gateWidth})
      m_builder.box({std::round(x), m_map.y, 1, m_map.height}, theme().grid);
    std::vector<std::optional<Point>> points(m_seen.size());
    for (std::size_t epoch = 0; epoch < m_seen.size(); ++epoch) {
      const float gate = gateAt(epoch);
      if (std::isnan(gate)) continue;
      points[epoch] = {at(gate), rowY(epoch) + m_row / 2};
      m_builder
          .hit({m_gateLeft, rowY(epoch), gateWidth + gateValueWidth, m_row}, {},
               tr("Epoch %1: gate %2", {numberOf(epoch), probability(gate)}), exactText(gate))
          .action = SetEpoch{epoch};
    }
    paintPieces(m_scene, points, theme().solid);
    float taken = -1e9F;
    for (const std::size_t handle : {m_input.b, m_input.a}) {
      const float gate = gateAt(handle);
      if (std::isnan(gate)) continue;
      const float y = rowY(handle) + m_row / 2;
      m_builder.circle({at(gate), y}, 2.6F, theme().accent);
      if (std::abs(y - taken) < 13) continue;
      taken = y;
      m_builder.text({m_gateLeft + gateWidth + 6, std::round(y - 7), gateValueWidth - 2, 14}, probability(gate),
                     theme().accent, replayTickFont);
    }
  }

  [[nodiscard]] float gateAt(std::size_t epoch) const {
    return m_seen[epoch] && m_seen[epoch]->gate ? *m_seen[epoch]->gate : noGate;
  }

  const ReplayInput& m_input;
  const ReplayProbe& m_probe;
  Scene& m_scene;
  SceneBuilder m_builder;
  std::size_t m_visits = 0;
  std::vector<const ProbeSnapshot*> m_seen;  ///< by epoch; null where there is nothing to draw
  bool m_hasGate = false;
  ColorScale m_scale{.diverging = false, .low = 0, .high = 0};
  float m_headHeight = replayTitleHeight;
  float m_column = 0, m_row = 0, m_gateLeft = 0;
  bool m_labelled = false;
  Rect m_map;
};

Table tableOf(const ReplayInput& input) {
  const ReplayProbe& probe = input.probes[input.probe];
  Table table{.columns = {"Epoch", "Gate"}, .rows = {}};
  for (std::size_t visit = 0; visit < probe.visits.size(); ++visit) {
    const VisitLabel& label = probe.visits[visit];
    table.columns.push_back(std::to_string(visit + 1) + (probe.names ? " " + label.full() : std::string()));
  }
  for (const ReplayEpoch& epoch : input.epochs) {
    const ProbeSnapshot* seen = snapshotIn(epoch.file.get(), input.probe);
    table.add(epoch.epoch(), seen ? seen->gate : std::nullopt);
    for (std::size_t visit = 0; visit < probe.visits.size(); ++visit)
      table.extend(seen && visit < seen->pointerWeight.size() ? seen->pointerWeight[visit] : noGate);
  }
  return table;
}

std::string summaryOf(const ReplayInput& input, const ReplayProbe& probe) {
  std::string text = tr("Pointer weights of %1 visits over %2 epochs.",
                        {std::to_string(probe.visits.size()), std::to_string(input.epochs.size())});
  for (const auto& [handle, index] : {std::pair('A', input.a), std::pair('B', input.b)}) {
    const ProbeSnapshot* seen = snapshotIn(input.epochs[index].file.get(), input.probe);
    if (!seen || seen->pointerWeight.empty() || seen->pointerWeight.size() != probe.visits.size()) continue;
    if (input.beside && handle == 'A') continue;
    const auto most = std::ranges::max_element(seen->pointerWeight);
    const auto visit = static_cast<std::size_t>(most - seen->pointerWeight.begin());
    text += tr("%1%2, most is on %3 with %4", {input.beside ? tr(" At ") : tr(" At ") + handle + ", ",
                                               epochText(input, index), probe.visitName(visit), weightText(*most)});
    if (seen->gate) text += tr(", gate %1", {probability(*seen->gate)});
    text += ".";
  }
  return text;
}

}  // namespace

double highestPointerWeight(const ReplayInput& input) {
  const ReplayProbe* probe = chosenProbe(input);
  double high = 0;
  for (const ReplayEpoch& epoch : input.epochs) {
    const ProbeSnapshot* seen = snapshotIn(epoch.file.get(), input.probe);
    if (!probe || !seen || seen->pointerWeight.size() != probe->visits.size()) continue;
    for (const float weight : seen->pointerWeight) high = std::max(high, static_cast<double>(weight));
  }
  return high;
}

ViewContent replayPointerContent(const ReplayInput& input, const Canvas& canvas) {
  const ProbeFile* file = anyFile(input);
  const ReplayProbe* probe = chosenProbe(input);
  if (!file || !probe) return replayReading();
  const ProbeSnapshot* seen = snapshotIn(file, input.probe);
  if (!seen || seen->pointerWeight.empty())
    return EmptyState{.title = tr("%1 has no pointer, so nothing is copied", {input.model}),
                      .detail = seen && seen->layers == 0
                                    ? tr("The panels next to this one show its predictions.")
                                    : tr("The panels next to this one show its attention maps and predictions.")};
  Scene scene = replayScene(input, canvas);
  std::set<std::string> places;
  for (const VisitLabel& visit : probe->visits) places.insert(visit.place);
  const ShortNames brief = shortNamesOf({places.begin(), places.end()});
  Canvas named = canvas;
  named.shortNames = &brief;
  PointerMatrix(input, scene, named).paint();
  scene.summary = summaryOf(input, *probe);
  if (input.withTables) scene.table = tableOf(input);
  return scene;
}

}  // namespace sojourn::present
