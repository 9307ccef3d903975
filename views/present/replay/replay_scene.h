// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of the learning replay share.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "views/present/chart/color_scale.h"
#include "views/present/replay/replay_view.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

inline constexpr float replayPadding = 12;
inline constexpr float replayTitleHeight = 30;  ///< of the line with a picture's name
inline constexpr Font replayTickFont{.size = 11};
inline constexpr Font replayTitleFont{.size = 12, .weight = Weight::SemiBold};
inline constexpr Font replayCaptionFont{.size = 11.5F};
inline constexpr Font replayHandleFont{.size = 11.5F, .weight = Weight::SemiBold};

/// A scene of the canvas' size with the caption that states the scope.
[[nodiscard]] Scene replayScene(const ReplayInput& input, const Canvas& canvas);
/// The picture's name and, where there is room for it, what it is of. Returns where the words end.
float paintReplayTitle(SceneBuilder& builder, const Scene& scene, const std::string& name,
                       const std::string& caption = {});

[[nodiscard]] inline const ReplayEpoch& epochA(const ReplayInput& input) {
  return input.epochs[input.a];
}
[[nodiscard]] inline const ReplayEpoch& epochB(const ReplayInput& input) {
  return input.epochs[input.b];
}
/// With maps; null while they are being read.
[[nodiscard]] inline const ProbeFile* mapsA(const ReplayInput& input) {
  return epochA(input).maps.get();
}
[[nodiscard]] inline const ProbeFile* mapsB(const ReplayInput& input) {
  return epochB(input).maps.get();
}
/// "A 3", "B 7"
[[nodiscard]] std::string handleText(char handle, const ReplayEpoch& epoch);
/// "epoch 7"
[[nodiscard]] std::string epochLabelText(const ReplayEpoch& epoch);
/// "epoch 7, the best"
[[nodiscard]] std::string epochText(const ReplayInput& input, std::size_t index);

/// "at B (epoch 7)"; "at epoch 7" beside another run, where there is no A and B to distinguish.
[[nodiscard]] std::string atB(const ReplayInput& input);
/// The maps that stand together: 0 is A's, 1 B's, 2 the change from A to B.
[[nodiscard]] std::vector<std::size_t> replayBands(const ReplayInput& input);
/// What they are called in few letters: "A 3", "B 7", "B−A"; beside another run "7" and "−3".
[[nodiscard]] std::string bandText(const ReplayInput& input, std::size_t band);
/// The same where there is room: beside another run "epoch 7" and "minus epoch 3".
[[nodiscard]] std::string fullBandText(const ReplayInput& input, std::size_t band);

/// The chosen probe's largest pointer weight in any epoch.
[[nodiscard]] double highestPointerWeight(const ReplayInput& input);

/// The chosen probe in a file; null where the file is not there or has fewer probes.
[[nodiscard]] const ProbeSnapshot* snapshotIn(const ProbeFile* file, std::size_t probe);
/// The words of the chosen probe; null where there are none.
[[nodiscard]] const ReplayProbe* chosenProbe(const ReplayInput& input);
/// A file of the run that has been read, the nearest to B; null where none has.
[[nodiscard]] const ProbeFile* anyFile(const ReplayInput& input);

/// No visit looks at a later one: cells above the diagonal are masked, not small.
[[nodiscard]] bool looksCausal(const ProbeSnapshot& seen);

/// While nothing has been read yet.
[[nodiscard]] EmptyState replayReading();

/// Where maps and top ten share a place: which of them is there. Action: ShowTopTen.
void paintReplayPart(SceneBuilder& builder, Scene& scene, const ReplayInput& input, bool top);
/// An image of colorAt(column, row).
template <class ColorAt>
[[nodiscard]] ImageShape imageOf(Rect rect, std::size_t columns, std::size_t rows, const ColorAt& colorAt) {
  auto pixels = std::make_shared<std::vector<Color>>();
  pixels->reserve(columns * rows);
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column) pixels->push_back(colorAt(column, row));
  return {rect, static_cast<int>(columns), static_cast<int>(rows), std::move(pixels)};
}
/// Lines through the points in their order, broken where there is none.
void paintPieces(Scene& scene, std::span<const std::optional<Point>> points, Color color);
/// Frames around the column of the visit that is hovered, and of the one that is selected; `columns` is the first of
/// them.
void paintChosenVisits(SceneBuilder& builder, const Selection& selection, Rect columns, std::size_t visits);

// replay_maps.cpp, replay_head.cpp
struct ReplayScales {
  double weight = 1;      ///< 0 to this
  double difference = 1;  ///< minus to plus this
};
/// The largest weight and change in the maps of A and B; zeros while they are being read.
[[nodiscard]] ReplayScales reachOfPair(const ReplayInput& input);
/// The maps of one head at A and at B, [length, length]; empty where a file has none or is being read.
struct ReplayHeadMaps {
  std::span<const float> a, b;

  ReplayHeadMaps(const ReplayInput& input, HeadRef head, std::size_t length);
  [[nodiscard]] bool has(std::size_t band) const { return (band == 1 || !a.empty()) && (band == 0 || !b.empty()); }
  /// Of a band that it has.
  [[nodiscard]] double at(std::size_t band, std::size_t cell) const {
    if (band == 2) return static_cast<double>(b[cell]) - static_cast<double>(a[cell]);
    return static_cast<double>(band == 0 ? a[cell] : b[cell]);
  }
};
[[nodiscard]] Color bandColor(const Theme& theme, std::size_t band);
[[nodiscard]] ColorScale bandScale(const ReplayScales& scales, std::size_t band);
/// The maps of one head, large.
void paintReplayHead(SceneBuilder& builder, Scene& scene, const ReplayInput& input, HeadRef head,
                     const ReplayScales& scales, Rect room);

}  // namespace sojourn::present
