// SPDX-License-Identifier: GPL-3.0-or-later
// The attention of all heads at A, at B, and what changed between them, as small maps under each other.
#include <algorithm>
#include <array>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"
#include "views/present/chart/color_scale.h"
#include "views/present/replay/replay_scene.h"
#include "views/present/scene/format.h"
#include "views/present/scene/segmented_control.h"

namespace sojourn::present {
namespace {

constexpr float handleWidth = 34;  // "B−A" at the left
constexpr float layerHeight = 17;  // of the line that names a layer
constexpr float footHeight = 26;   // scales
constexpr float gap = 3, layerGap = 10;
constexpr float smallestSide = 36;  // of a thumbnail, where there are so many that they must scroll

/// Thumbnails beside each other and how they break into lines.
struct Grid {
  float side = 0;
  std::size_t layersPerLine = 1, headsPerLine = 1;
  std::size_t bands = 3;  ///< maps under each other
  [[nodiscard]] float lineHeight() const { return layerHeight + static_cast<float>(bands) * (side + gap) + 6; }
};

Grid gridFor(std::size_t layers, std::size_t heads, std::size_t bands, Size room) {
  const auto sideIn = [&](std::size_t perLine, std::size_t lines) {
    const auto columns = static_cast<float>(perLine * heads);
    const float across = (room.width - layerGap * static_cast<float>(perLine - 1)) / columns - gap;
    const float down = (room.height / static_cast<float>(lines) - layerHeight - 6) / static_cast<float>(bands) - gap;
    return std::floor(std::min(across, down));
  };
  Grid best{.bands = bands};
  for (std::size_t perLine = layers; perLine >= 1; --perLine) {
    const std::size_t lines = (layers + perLine - 1) / perLine;
    const float side = sideIn(perLine, lines);
    if (side > best.side) best = {.side = side, .layersPerLine = perLine, .headsPerLine = heads, .bands = bands};
  }
  if (best.side >= smallestSide) return best;
  // They scroll: as many as the width takes, heads broken where even one layer is too wide.
  best.side = smallestSide;
  const float pitch = smallestSide + gap;
  best.headsPerLine = std::clamp<std::size_t>(static_cast<std::size_t>(std::max(1.0F, room.width / pitch)), 1, heads);
  best.layersPerLine =
      best.headsPerLine < heads
          ? 1
          : std::clamp<std::size_t>(
                static_cast<std::size_t>((room.width + layerGap) / (pitch * static_cast<float>(heads) + layerGap)), 1,
                layers);
  return best;
}

/// Colours of a thumbnail of at most `most` pixels a side. Where a pixel stands for several cells it shows the largest.
class Thumbnail {
 public:
  Thumbnail(std::size_t length, float side) : m_length(length) {
    const auto whole = static_cast<std::size_t>(side);
    m_pixels = std::min(length, whole);
    // Cells of whole pixels, unless that would leave a fifth of the room unused.
    const std::size_t even = m_pixels > 0 ? whole / m_pixels * m_pixels : 0;
    m_side = static_cast<float>(5 * even < 4 * whole ? whole : even);
  }

  [[nodiscard]] float side() const { return m_side; }

  template <class ValueAt>
  ImageShape paint(Point topLeft, const ColorRamp& ramp, const ColorScale& scale, std::optional<Color> masked,
                   const ValueAt& valueAt) const {
    return imageOf({topLeft.x, topLeft.y, m_side, m_side}, m_pixels, m_pixels, [&](std::size_t x, std::size_t y) {
      return masked && isMasked(x, y) ? *masked : ramp.at(largest(x, y, valueAt), scale);
    });
  }

 private:
  /// All cells behind the pixel lie above the diagonal.
  [[nodiscard]] bool isMasked(std::size_t x, std::size_t y) const {
    return x * m_length / m_pixels >= (y + 1) * m_length / m_pixels;
  }

  template <class ValueAt>
  [[nodiscard]] double largest(std::size_t x, std::size_t y, const ValueAt& valueAt) const {
    double found = 0;
    for (std::size_t query = y * m_length / m_pixels; query < (y + 1) * m_length / m_pixels; ++query) {
      for (std::size_t key = x * m_length / m_pixels; key < (x + 1) * m_length / m_pixels; ++key) {
        const double value = valueAt(query * m_length + key);
        if (std::abs(value) >= std::abs(found)) found = value;
      }
    }
    return found;
  }

  std::size_t m_length, m_pixels = 0;
  float m_side = 0;
};

class MapsPainter {
 public:
  MapsPainter(const ReplayInput& input, const ReplayScales& scales, Scene& scene, const Canvas& canvas)
      : m_input(input),
        m_a(snapshotIn(mapsA(input), input.probe)),
        m_b(snapshotIn(mapsB(input), input.probe)),
        m_bands(replayBands(input)),
        m_scales(scales),
        m_scene(scene),
        m_builder(scene, canvas) {
    const ProbeSnapshot& any = *snapshotIn(anyFile(input), input.probe);
    m_layers = any.layers;
    m_heads = any.heads;
    m_length = any.length;
    m_causal = (m_a && looksCausal(*m_a)) || (m_b && looksCausal(*m_b));
  }

  void paint() {
    const Size size = m_scene.size;
    const Size room{size.width - 2 * replayPadding - handleWidth, size.height - replayTitleHeight - footHeight};
    Grid grid = gridFor(m_layers, m_heads, m_bands.size(), room);
    const Thumbnail thumbnail(std::max<std::size_t>(m_length, 1), grid.side);
    grid.side = thumbnail.side();
    const std::size_t breaks = (m_heads + grid.headsPerLine - 1) / grid.headsPerLine;
    float y = replayTitleHeight;
    for (std::size_t layer = 0; layer < m_layers; layer += grid.layersPerLine) {
      const std::size_t end = std::min(layer + grid.layersPerLine, m_layers);
      for (std::size_t part = 0; part < breaks; ++part) {
        paintBands(y + layerHeight, grid, thumbnail);
        float x = replayPadding + handleWidth;
        for (std::size_t of = layer; of < end; ++of) {
          const std::size_t first = part * grid.headsPerLine;
          const std::size_t last = std::min(first + grid.headsPerLine, m_heads);
          std::string text = tr("Layer %1", {std::to_string(of)});
          if (breaks > 1) text += tr(", heads %1 to %2", {std::to_string(first), std::to_string(last - 1)});
          const float width = static_cast<float>(last - first) * (grid.side + gap);
          m_builder.text({x, y, std::max(width - gap, 60.0F), 15}, text, theme().text2, replayTickFont);
          for (std::size_t head = first; head < last; ++head, x += grid.side + gap)
            paintHead({.layer = of, .head = head}, {x, y + layerHeight}, grid, thumbnail);
          x += layerGap;
        }
        y += grid.lineHeight();
      }
    }
    m_scene.contentSize.height = std::max(size.height, y + footHeight);
    if (m_scene.contentSize.height > size.height) {
      m_scene.pinnedTop = replayTitleHeight;
      m_scene.pinnedBottom = footHeight;
    }
  }

 private:
  [[nodiscard]] const Theme& theme() const { return m_builder.theme(); }
  void paintBands(float top, const Grid& grid, const Thumbnail& thumbnail) {
    for (std::size_t line = 0; line < m_bands.size(); ++line) {
      const std::size_t band = m_bands[line];
      const float y = top + static_cast<float>(line) * (grid.side + gap) + thumbnail.side() / 2 - 8;
      m_builder.text({replayPadding - 6, std::round(y), handleWidth, 16}, bandText(m_input, band),
                     bandColor(theme(), band), replayHandleFont, Align::Right);
    }
  }

  void paintHead(HeadRef head, Point topLeft, const Grid& grid, const Thumbnail& thumbnail) {
    const ReplayHeadMaps maps(m_input, head, m_length);
    const std::optional<Color> masked = m_causal ? std::optional(theme().panel) : std::nullopt;
    for (std::size_t line = 0; line < m_bands.size(); ++line) {
      const std::size_t band = m_bands[line];
      const Point at{topLeft.x, topLeft.y + static_cast<float>(line) * (grid.side + gap)};
      if (maps.has(band)) {
        const ColorScale scale = bandScale(m_scales, band);
        m_scene.shapes.emplace_back(thumbnail.paint(at, ColorRamp::of(scale, theme()), scale, masked,
                                                    [&](std::size_t cell) { return maps.at(band, cell); }));
        if (m_causal) hatchMasked(m_scene, at, thumbnail.side() / static_cast<float>(m_length), m_length, theme().pale);
      }
      m_builder.frame(Rect{at.x, at.y, thumbnail.side(), thumbnail.side()}.inset(-1), theme().border);
    }
    addHit(head, {topLeft.x, topLeft.y, grid.side + gap, static_cast<float>(m_bands.size()) * (grid.side + gap)}, maps);
  }

  void addHit(HeadRef head, Rect rect, const ReplayHeadMaps& maps) {
    std::string label = tr("Layer %1, head %2", {std::to_string(head.layer), std::to_string(head.head)});
    for (const std::size_t band : m_bands) {
      if (band == 2 || !maps.has(band)) continue;
      const double visits = effectiveCount((band == 0 ? maps.a : maps.b).last(m_length));
      label += "; " + fullBandText(m_input, band) + ": " +
               tr("%1 effective visits of %2", {fixedText(visits, 1), std::to_string(m_length)});
    }
    double most = 0;
    for (std::size_t cell = 0; maps.has(2) && cell < maps.a.size(); ++cell)
      most = std::max(most, std::abs(maps.at(2, cell)));
    if (maps.has(2) && m_bands.back() == 2) label += tr("; largest change of a cell %1", {weightText(most)});
    if (m_input.selection.hovered.head == head) m_builder.frame(rect.inset(-1), theme().accent, 1, 2);
    m_builder
        .hit(rect, {.visit = {}, .query = {}, .location = {}, .head = head}, tr("%1. Click to enlarge", {label}),
             exactText(most))
        .action = EnlargeHead{head};
  }

  const ReplayInput& m_input;
  const ProbeSnapshot* m_a;
  const ProbeSnapshot* m_b;
  std::vector<std::size_t> m_bands;
  const ReplayScales& m_scales;
  Scene& m_scene;
  SceneBuilder m_builder;
  std::size_t m_layers = 0, m_heads = 0, m_length = 0;
  bool m_causal = false;
};

void paintScales(SceneBuilder& builder, Scene& scene, const ReplayInput& input, const ReplayScales& scales) {
  const Theme& theme = builder.theme();
  const float y = scene.contentSize.height - footHeight + 5;
  float x = replayPadding;
  const auto say = [&](const std::string& text) {
    const float width = std::ceil(builder.width(text, replayTickFont)) + 1;
    builder.text({x, y, width, 16}, text, theme.text2, replayTickFont);
    x += width + 6;
  };
  const auto bar = [&](const ColorScale& scale) {
    paintColorBar(builder, scene, {x, y + 4, 34, 8}, scale);
    x += 34 + 10;
  };
  const std::array<Segment, 2> ofOne{
      Segment{tr("Run"), ScaleOfPair{false},
              tr("One scale for all epochs of the run, so colours keep their meaning during playback; one in "
                 "a hundred cells lies beyond its ends")},
      Segment{tr("A, B"), ScaleOfPair{true}, tr("One scale for A and B only, so small changes are visible")}};
  const std::array<Segment, 2> ofTwo{
      Segment{tr("Runs"), ScaleOfPair{false},
              tr("One scale for all epochs of both runs, so colours keep their meaning during playback")},
      Segment{tr("Epoch"), ScaleOfPair{true},
              tr("One scale for these epochs of both runs only, so small changes are visible")}};
  const auto& segments = input.beside ? ofTwo : ofOne;
  constexpr Font small{.size = 11};
  const float controlWidth = segmentedWidth(builder, segments, small);
  const std::string high = scaleNumber(scales.weight), change = scaleNumber(scales.difference);
  say(tr("0 to %1", {high}));
  bar(bandScale(scales, 0));
  const std::string range = tr("\u2212%1 to +%2", {change, change});
  const float needed = builder.width(range, replayTickFont) + 7 + 44;
  if (replayBands(input).back() == 2 && x + needed < scene.size.width - replayPadding) {
    say(range);
    bar(bandScale(scales, 2));
  }
  const float left = scene.size.width - replayPadding - controlWidth;
  if (left < x) return;
  if (const float text = std::ceil(builder.width(tr("Scale"), replayTickFont)) + 1; left - text - 6 > x)
    builder.text({left - text - 6, y, text, 16}, tr("Scale"), theme.text2, replayTickFont);
  paintSegmented(builder, scene, {left, y - 2}, 20, segments, input.scaleOfPair ? 1 : 0, small);
}

/// One line a head; the cells of a head that is enlarged.
Table mapTable(const ReplayInput& input, const ProbeSnapshot& a, const ProbeSnapshot& b) {
  const ReplayProbe& probe = input.probes[input.probe];
  Table table{.columns = {"Layer", "Head", "Query", "Key", "Query visit", "Key visit", "A", "B", "B\u2212A"},
              .rows = {}};
  const auto nameOf = [&](std::size_t visit) {
    return visit < probe.visits.size() ? probe.visitName(visit) : std::string();
  };
  for (std::size_t layer = 0; layer < a.layers; ++layer) {
    for (std::size_t head = 0; head < a.heads; ++head) {
      if (input.enlarged && *input.enlarged != HeadRef{.layer = layer, .head = head}) continue;
      const auto from = a.map(layer, head), to = b.map(layer, head);
      for (std::size_t cell = 0; cell < from.size(); ++cell) {
        const std::size_t query = cell / a.length, key = cell % a.length;
        table.add(layer, head, query + 1, key + 1, nameOf(query), nameOf(key), from[cell], to[cell],
                  static_cast<double>(to[cell]) - from[cell]);
      }
    }
  }
  return table;
}

std::string captionOf(const ReplayInput& input, const ReplayProbe& probe, std::size_t visits) {
  if (!input.beside) return tr("%1, %2 visits", {probe.briefSample, std::to_string(visits)});
  const std::string text = epochLabelText(epochB(input));
  return input.a == input.b ? text : tr("%1, below minus epoch %2", {text, std::to_string(epochA(input).epoch())});
}

bool sameShape(const ProbeSnapshot* a, const ProbeSnapshot* b) {
  return a && b && !a->attention.empty() && a->attention.size() == b->attention.size() && a->length == b->length;
}

/// What the colours mean: over all epochs, so that they stay while one plays, or over A and B alone.
ReplayScales replayScales(const ReplayInput& input) {
  ReplayScales reach{.weight = input.weightScale, .difference = input.differenceScale};
  // Two runs have been given scales that hold for both, or they could not be compared.
  const ReplayScales pair = input.scaleOfPair && !input.beside ? reachOfPair(input) : ReplayScales{0, 0};
  if (pair.weight > 0) reach = pair;
  // Without any difference the middle of the scale is all there is.
  return {.weight = reach.weight > 0 ? roundedUp(reach.weight) : 1,
          .difference = reach.difference > 0 ? roundedUp(reach.difference) : 1};
}

}  // namespace

ReplayScales reachOfPair(const ReplayInput& input) {
  ReplayScales reach{.weight = 0, .difference = 0};
  const ProbeSnapshot* a = snapshotIn(mapsA(input), input.probe);
  const ProbeSnapshot* b = snapshotIn(mapsB(input), input.probe);
  if (!a || !b || a->attention.size() != b->attention.size()) return reach;
  for (std::size_t cell = 0; cell < a->attention.size(); ++cell) {
    const auto from = static_cast<double>(a->attention[cell]);
    const auto to = static_cast<double>(b->attention[cell]);
    reach.weight = std::max({reach.weight, from, to});
    reach.difference = std::max(reach.difference, std::abs(to - from));
  }
  return reach;
}

ViewContent replayMapsContent(const ReplayInput& input, const Canvas& canvas) {
  const ProbeFile* file = anyFile(input);
  const ReplayProbe* probe = chosenProbe(input);
  if (!file || !probe) return replayReading();
  const ProbeSnapshot* any = snapshotIn(file, input.probe);
  if (!any || any->layers == 0) return EmptyState{.title = tr("%1 gives no attention maps", {input.model})};
  Scene scene = replayScene(input, canvas);
  SceneBuilder builder(scene, canvas);
  const ReplayScales scales = replayScales(input);
  const bool large = input.enlarged && input.enlarged->layer < any->layers && input.enlarged->head < any->heads;
  if (large) {
    paintReplayHead(builder, scene, input, *input.enlarged, scales,
                    {0, 0, canvas.size.width, canvas.size.height - footHeight});
    const Action all = EnlargeHead{};
    scene.zoom = {.in = std::nullopt, .out = all, .fit = all};
  } else {
    paintReplayTitle(builder, scene, tr("Attention maps"), captionOf(input, *probe, any->length));
    MapsPainter(input, scales, scene, canvas).paint();
  }
  paintReplayPart(builder, scene, input, false);
  paintScales(builder, scene, input, scales);
  const ProbeSnapshot* a = snapshotIn(mapsA(input), input.probe);
  const ProbeSnapshot* b = snapshotIn(mapsB(input), input.probe);
  scene.summary = tr("Attention of %1 layers and %2 heads over %3 visits at A, %4, and B, %5, and their difference.",
                     {std::to_string(any->layers), std::to_string(any->heads), std::to_string(any->length),
                      epochText(input, input.a), epochText(input, input.b)});
  if (!sameShape(a, b)) scene.summary += tr(" Still loading.");
  if (input.withTables && sameShape(a, b)) scene.table = mapTable(input, *a, *b);
  return scene;
}

}  // namespace sojourn::present
