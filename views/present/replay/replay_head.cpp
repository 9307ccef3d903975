// SPDX-License-Identifier: GPL-3.0-or-later
// One head of the learning replay, large: its map at A, at B and their difference, cell by cell.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"
#include "views/present/chart/color_scale.h"
#include "views/present/replay/replay_scene.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr float headLine = 18;  // "B 7, 12.9 effective visits" over a map
constexpr float mapGap = 16;
constexpr float leastLabelled = 12;  // px a cell
constexpr float labelWidth = 84;
/// Maps of longer sequences are described row by row.
constexpr std::size_t longestWithCells = 60;

class HeadPainter {
 public:
  HeadPainter(SceneBuilder& builder, Scene& scene, const ReplayInput& input, HeadRef head, const ReplayScales& scales)
      : m_builder(builder),
        m_scene(scene),
        m_input(input),
        m_probe(input.probes[input.probe]),
        m_head(head),
        m_scales(scales),
        m_bands(replayBands(input)),
        m_length(snapshotIn(anyFile(input), input.probe)->length),
        m_maps(input, head, m_length) {
    for (const ProbeFile* file : {mapsA(input), mapsB(input)}) {
      const ProbeSnapshot* seen = snapshotIn(file, input.probe);
      m_causal |= seen && looksCausal(*seen);
    }
  }

  void paint(Rect room) {
    paintTitle(room);
    const float top = room.y + replayTitleHeight + headLine;
    const auto visits = static_cast<float>(std::max<std::size_t>(m_length, 1));
    const auto cellFor = [&](float left) {
      const auto maps = static_cast<float>(m_bands.size());
      const float across = (room.width - left - replayPadding - (maps - 1) * mapGap) / maps;
      return std::min(across, room.bottom() - top - 4) / visits;
    };
    float left = replayPadding;
    float cell = cellFor(left + labelWidth);
    const bool labelled = cell >= leastLabelled;
    if (labelled)
      left += labelWidth;
    else
      cell = cellFor(left);
    if (cell > 1) cell = std::floor(cell);
    m_cell = cell;
    const float side = cell * visits;
    if (labelled) paintRowNames(left, top);
    for (std::size_t at = 0; at < m_bands.size(); ++at)
      paintMap(m_bands[at], fullBandText(m_input, m_bands[at]),
               {left + static_cast<float>(at) * (side + mapGap), top, side, side});
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  void paintTitle(Rect room) {
    const float end = paintReplayTitle(
        m_builder, m_scene, tr("Layer %1, head %2", {std::to_string(m_head.layer), std::to_string(m_head.head)}));
    const ProbeSnapshot& any = *snapshotIn(anyFile(m_input), m_input.probe);
    const std::size_t heads = any.layers * any.heads;
    const std::size_t at = m_head.layer * any.heads + m_head.head;
    const auto headAt = [&](std::size_t head) { return HeadRef{.layer = head / any.heads, .head = head % any.heads}; };
    float x = end + 10;
    const ControlScope control(m_scene);
    const auto button = [&](const char* icon, const std::string& label, HeadRef to) {
      const Rect rect{x, room.y + 6, 22, 20};
      m_builder.frame(rect, theme().border, 1, 4);
      m_builder.icon({rect.x + 3, rect.y + 2, 16, 16}, icon, theme().text2);
      m_builder.hit(rect, {}, label).action = EnlargeHead{to};
      x += 26;
    };
    button("left", tr("Previous head"), headAt((at + heads - 1) % heads));
    button("right", tr("Next head"), headAt((at + 1) % heads));
    const std::string all = tr("All heads");
    const float width = std::ceil(m_builder.width(all, replayCaptionFont)) + 16;
    const Rect rect{x + 4, room.y + 6, width, 20};
    m_builder.frame(rect, theme().border, 1, 4);
    m_builder.text(rect, all, theme().text, replayCaptionFont, Align::Center);
    m_builder.hit(rect, {}, tr("Back to all heads (Escape)")).action = EnlargeHead{};
  }

  void paintRowNames(float mapLeft, float top) {
    for (std::size_t query = 0; query < m_length; ++query) {
      const bool selected = m_input.selection.selected.visit == query;
      const std::string& place = m_probe.visits[query].place;
      m_builder.placeName(
          {replayPadding, top + (static_cast<float>(query) + 0.5F) * m_cell - 7, mapLeft - replayPadding - 6, 14},
          place, selected ? theme().accent : theme().text2,
          {.size = 10.5F, .weight = selected ? Weight::SemiBold : Weight::Regular});
    }
  }

  void paintMap(std::size_t band, const std::string& name, Rect rect) {
    constexpr Font font{.size = 11, .weight = Weight::Medium};
    // As many words as there is room for.
    std::string text = name;
    for (const std::string& more : m_maps.has(band) ? captions(band) : std::vector<std::string>{}) {
      if (m_builder.width(name + more, font) > rect.width) continue;
      text += more;
      break;
    }
    m_builder.text({rect.x, rect.y - headLine, rect.width, 15}, text, bandColor(theme(), band), font);
    m_builder.frame(rect.inset(-1), theme().border);
    if (!m_maps.has(band)) return;
    const ColorScale scale = bandScale(m_scales, band);
    const ColorRamp& ramp = ColorRamp::of(scale, theme());
    m_scene.shapes.emplace_back(imageOf(rect, m_length, m_length, [&](std::size_t key, std::size_t query) {
      const std::size_t cell = query * m_length + key;
      return isMasked(cell) ? theme().panel : ramp.at(m_maps.at(band, cell), scale);
    }));
    if (m_causal) hatchMasked(m_scene, {rect.x, rect.y}, m_cell, m_length, theme().pale);
    paintChosenVisits(m_builder, m_input.selection, {rect.x, rect.y, m_cell, rect.height}, m_length);
    addHits(band, name, rect);
  }

  /// What stands beside a map's name, the longest first.
  [[nodiscard]] std::vector<std::string> captions(std::size_t band) const {
    if (band == 2) return {tr(", last query moved %1", {weightText(moved())}), tr(", moved %1", {weightText(moved())})};
    const std::string visits = fixedText(effectiveCount((band == 0 ? m_maps.a : m_maps.b).last(m_length)), 1);
    return {tr(", last query reads %1 effective visits", {visits}), tr(", %1 effective visits", {visits}),
            tr(", %1 effective", {visits})};
  }

  /// Half the summed absolute change of the last query's row: the attention that went elsewhere.
  [[nodiscard]] double moved() const {
    double sum = 0;
    for (std::size_t cell = m_length * (m_length - 1); cell < m_length * m_length; ++cell)
      sum += std::abs(m_maps.at(2, cell));
    return sum / 2;
  }

  void addHits(std::size_t band, const std::string& name, Rect rect) {
    const bool cells = m_length <= longestWithCells;
    for (std::size_t query = 0; query < m_length; ++query) {
      const std::string reader = m_probe.visitName(query);
      const float y = rect.y + static_cast<float>(query) * m_cell;
      if (!cells) {
        m_builder.hit({rect.x, y, rect.width, m_cell}, {}, tr("%1: row of %2", {name, reader}));
        continue;
      }
      for (std::size_t key = 0; key < m_length; ++key) {
        const double value = m_maps.at(band, query * m_length + key);
        m_builder.hit({rect.x + static_cast<float>(key) * m_cell, y, m_cell, m_cell},
                      {.visit = key, .query = query, .location = {}, .head = m_head},
                      isMasked(query * m_length + key)
                          ? tr("%1: %2 cannot look at the later %3", {name, reader, m_probe.visitName(key)})
                          : tr("%1: %2 looks at %3: %4", {name, reader, m_probe.visitName(key),
                                                          band == 2 ? signedText(value) : weightText(value)}),
                      exactText(value));
      }
    }
  }
  [[nodiscard]] bool isMasked(std::size_t cell) const { return m_causal && cell % m_length > cell / m_length; }
  static std::string signedText(double value) { return (value > 0 ? "+" : "") + weightText(value); }

  SceneBuilder& m_builder;
  Scene& m_scene;
  const ReplayInput& m_input;
  const ReplayProbe& m_probe;
  HeadRef m_head;
  const ReplayScales& m_scales;
  std::vector<std::size_t> m_bands;
  std::size_t m_length;
  ReplayHeadMaps m_maps;
  bool m_causal = false;
  float m_cell = 1;
};

}  // namespace

void paintReplayHead(SceneBuilder& builder, Scene& scene, const ReplayInput& input, HeadRef head,
                     const ReplayScales& scales, Rect room) {
  HeadPainter(builder, scene, input, head, scales).paint(room);
}

}  // namespace sojourn::present
