// SPDX-License-Identifier: GPL-3.0-or-later
// The two pictures inside the Attention view, and what both are made from. For attention_*.cpp only.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "views/present/attention/attention_change.h"
#include "views/present/attention/attention_scale.h"
#include "views/present/samples/sample_text.h"
#include "views/present/samples/visit_label.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// One call's worth of attention: the maps with their labels, colours and selection.
struct AttentionFrame {
  const AttentionMaps& maps;
  bool causal;
  HeadRef head;  ///< the one shown large
  const Selection& selection;
  const AttentionColors& colors;
  std::vector<VisitLabel> labels;
  std::vector<Emphasis> emphasis;  ///< of each visit
  /// Set where `maps` are differences from a reference: rows and columns are its visits, `selection` counts them.
  const AttentionChange* change = nullptr;

  [[nodiscard]] std::size_t visible(std::size_t query) const { return visibleVisits(query, maps.length, causal); }
  /// The weights of a row that are not masked.
  [[nodiscard]] std::span<const float> row(HeadRef of, std::size_t query) const {
    return {maps.map(of.layer, of.head) + query * maps.length, visible(query)};
  }
};

/// "12.7": effective visits.
[[nodiscard]] inline std::string effectiveText(double visits) {
  return fixedText(visits, 1);
}

/// What stands beside a row or thumbnail: effective visits, or how much of the attention moved.
[[nodiscard]] std::string spreadNumber(const AttentionFrame& frame, double value);
/// "0.05": moved attention; a dash where a row cannot be compared.
[[nodiscard]] std::string movedText(double moved);

inline constexpr float attentionPadding = 12;
inline constexpr Font attentionNoteFont{.size = 11.5F};

/// The ends of a scale in words: weights as they are, distances from uniform as factors.
struct ScaleEnds {
  std::string low, high;
};
[[nodiscard]] ScaleEnds scaleEnds(const ColorScale& scale, bool change);

/// "Colour scale [Row|Head|Model|Uniform]  0 ===== 0.22 pin". Returns the bottom of what it painted.
float paintAttentionControls(SceneBuilder& builder, Scene& scene, const AttentionOptions& options,
                             const ColorScale& scale, bool pinned, bool causal, bool change, float width);

/// "Layer 1, head 3"
[[nodiscard]] std::string attentionHeadName(HeadRef head);
/// Of a frame of differences: the chosen head's own figures, everything in numbers, and for a screen reader.
[[nodiscard]] std::string changeNote(const AttentionFrame& frame);
[[nodiscard]] Table changeTable(const AttentionFrame& frame);
[[nodiscard]] std::string changeSummary(const AttentionFrame& frame, const SampleContext& context);

/// How large the thumbnails are, or the buttons that stand for them.
struct AttentionGrid {
  bool folded = false;  ///< a button a head with its effective visits, where thumbnails would leave the map no room
  float labelWidth = 0;
  float pitchX = 0, pitchY = 0;
  std::size_t perRow = 1;   ///< thumbnails beside each other; the heads of a layer wrap where they are more
  bool ownHeads = false;    ///< every thumbnail has its head's number above it, since columns are no heads
  float side = 0;           ///< of a thumbnail
  int pixels = 0;           ///< columns of its image: the visits, or fewer where a pixel has to stand for several
  bool valueBelow = false;  ///< effective visits under the thumbnail instead of beside it
  Size size;                ///< of the whole grid with its labels
};

/// Thumbnails with at most `cell` px a cell (4 to 1); below 1 px a cell they shrink to 36 px and no further, then the
/// heads of a layer wrap, so that the grid is never wider than `width` (unless that holds not even one).
[[nodiscard]] AttentionGrid layoutGrid(const AttentionMaps& maps, float width, int cell);
/// A row of buttons a layer, broken where `width` ends.
[[nodiscard]] AttentionGrid layoutFoldedGrid(const AttentionMaps& maps, float width);
void paintGrid(SceneBuilder& builder, Scene& scene, const AttentionFrame& frame, const AttentionGrid& grid,
               Point topLeft);

/// Where the large map's parts lie; all in scene coordinates.
struct AttentionMapLayout {
  float cell = 0;
  bool labelled = false;  ///< words at rows and columns; else swatches and day brackets
  bool clock = false;     ///< rows name the day and the time; else the day alone
  Rect map;               ///< all rows, the gap before the last one included
  float top = 0;          ///< of the room: what lies above belongs to others
  float rowLabelX = 0;
  float effectiveX = 0;  ///< bars of effective visits
  float effectiveWidth = 0;
  float entropyX = 0;  ///< right edge of the entropy column; 0 where there is no room
  float right = 0, bottom = 0;

  [[nodiscard]] float rowY(std::size_t query, std::size_t length) const;
};

inline constexpr Font attentionTickFont{.size = 11};
inline constexpr float attentionNameHeight = 66;    ///< of upward labels
inline constexpr float attentionEntropyWidth = 32;  ///< of the entropy column
inline constexpr float attentionDaySwatch = 8;      ///< where rows and columns have no words
inline constexpr float lastRowGap = 4;
inline constexpr float smallestCell = 3;
inline constexpr float smallestLabelledCell = 12;
inline constexpr float largestCell = 40;

/// The largest whole cell that fits `room`; never below smallestCell, so the map may come out larger than the room.
/// A `zoomedCell` above 0 (at most largestCell) is taken whatever the room.
[[nodiscard]] AttentionMapLayout layoutMap(const SceneBuilder& builder, const AttentionFrame& frame, Rect room,
                                           int zoomedCell = 0);
void paintMap(SceneBuilder& builder, Scene& scene, const AttentionFrame& frame, const AttentionMapLayout& layout);

/// Hatch over the cells right of the diagonal of a causal map of `length` visits, as lines cut at the cells' steps.
void hatchMasked(Scene& scene, Point topLeft, float cell, std::size_t length, Color color);

}  // namespace sojourn::present
