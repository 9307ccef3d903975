// SPDX-License-Identifier: GPL-3.0-or-later
// What the two pictures inside the Attention view are made from: weights or their differences from a reference,
// colours, and where things stand.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "views/present/attention/attention_view.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

/// Shannon entropy -sum w log w in nats. Zeros add nothing; NaN where a weight is NaN; 0 for an empty distribution.
[[nodiscard]] double entropy(std::span<const float> weights);

/// exp(entropy): 14 for uniform attention over 14 visits, 1 where one visit gets everything; 0 for an empty one.
[[nodiscard]] double effectiveCount(std::span<const float> weights);

/// The differences of all heads over the visits of both sequences, K of them in the order of comparedVisits(). A visit
/// that only one of the sequences has is read in one of them alone: its column holds that weight with its sign, and
/// what it read itself cannot be compared.
class AttentionChange {
 public:
  /// Only where comparable().
  AttentionChange(const SampleContext& context, bool causalModel);
  /// A reference whose maps have the same layers and heads.
  [[nodiscard]] static bool comparable(const SampleContext& context);

  /// [layer][head][K][K] now minus reference; 0 where neither may read.
  [[nodiscard]] const AttentionMaps& maps() const { return m_maps; }
  [[nodiscard]] std::size_t length() const { return m_visits.size(); }
  [[nodiscard]] const ComparedVisit& visit(std::size_t i) const { return m_visits[i]; }
  /// In one of the sequences only: a hatched row and column.
  [[nodiscard]] bool absent(std::size_t i) const { return !m_visits[i].now || !m_visits[i].before; }
  /// Later visits are masked in both: the model is causal and no visit has changed its place in the order.
  [[nodiscard]] bool causal() const { return m_causal; }

  /// Half the summed absolute change of a row: how much of the attention moved, 0 to 1. NaN for an absent query.
  [[nodiscard]] double moved(HeadRef head, std::size_t query) const;
  /// Its mean over the rows that can be compared; NaN where there are none.
  [[nodiscard]] double movedPerRow(HeadRef head) const;
  struct Cell {
    std::size_t query = 0, key = 0;
    double change = 0;
  };
  /// The largest absolute change among visits of both sequences; of a row, or of a head.
  [[nodiscard]] Cell largest(HeadRef head, std::size_t query) const;
  [[nodiscard]] Cell largest(HeadRef head) const;
  /// A weight before and now; 0 where the visit was or is not there.
  [[nodiscard]] double before(HeadRef head, std::size_t query, std::size_t key) const;
  [[nodiscard]] double now(HeadRef head, std::size_t query, std::size_t key) const;

  /// What the last query of the sequence shown may read now, as without a reference.
  [[nodiscard]] std::span<const float> lastRowNow(HeadRef head) const;

  [[nodiscard]] std::vector<VisitLabel> labels(const SampleContext& context) const;
  /// The selection by these rows instead of the visits shown, and back for a focus on one of these rows.
  [[nodiscard]] Selection byRow(const Selection& selection) const;
  [[nodiscard]] Focus byVisit(Focus focus) const;

 private:
  [[nodiscard]] std::optional<std::size_t> rowOf(std::optional<std::size_t> visitNow) const;

  const AttentionMaps& m_now;
  const AttentionMaps& m_before;
  std::vector<ComparedVisit> m_visits;
  AttentionMaps m_maps;
  bool m_causal = false;
};

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

/// What stands beside a row or thumbnail: effective visits ("12.7"), or how much of the attention moved ("0.05"), a
/// dash where a row cannot be compared.
[[nodiscard]] std::string spreadNumber(const AttentionFrame& frame, double value);
inline constexpr float attentionPadding = 12;

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

inline constexpr float attentionNameHeight = 66;    ///< of upward labels
inline constexpr float attentionEntropyWidth = 32;  ///< of the entropy column
inline constexpr float attentionDaySwatch = 8;      ///< where rows and columns have no words
inline constexpr float lastRowGap = 4;
inline constexpr float smallestCell = 3;
inline constexpr float smallestLabelledCell = 12;
inline constexpr float largestCell = 40;
/// A thumbnail is at least so large where it stands for more cells than pixels; of few visits it grows to that.
inline constexpr float smallestSide = 36;
inline constexpr int largestCellOfThumbnail = 4;

/// The largest whole cell that fits `room`; never below smallestCell, so the map may come out larger than the room.
/// A `zoomedCell` above 0 (at most largestCell) is taken whatever the room.
[[nodiscard]] AttentionMapLayout layoutMap(const SceneBuilder& builder, const AttentionFrame& frame, Rect room,
                                           int zoomedCell = 0);
void paintMap(SceneBuilder& builder, Scene& scene, const AttentionFrame& frame, const AttentionMapLayout& layout);

/// Hatch over the cells right of the diagonal of a causal map of `length` visits, as lines cut at the cells' steps.
void hatchMasked(Scene& scene, Point topLeft, float cell, std::size_t length, Color color);

}  // namespace sojourn::present
