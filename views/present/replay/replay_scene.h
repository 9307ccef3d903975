// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of the learning replay share.
#pragma once

#include <string>
#include <vector>

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
/// "epoch 7, the best"
[[nodiscard]] std::string epochText(const ReplayInput& input, std::size_t index);

/// "at B (epoch 7)"; "at epoch 7" beside another run, where there is no A and B to distinguish.
[[nodiscard]] std::string atB(const ReplayInput& input);
/// The maps that stand together: 0 is A's, 1 B's, 2 the change from A to B.
[[nodiscard]] std::vector<std::size_t> replayBands(const ReplayInput& input);
/// What they are called in few letters: "A 3", "B 7", "B−A"; beside another run "7" and "−3".
[[nodiscard]] std::string bandText(const ReplayInput& input, std::size_t band);
/// The same where there is room: beside another run "epoch 7" and "minus epoch 3".
[[nodiscard]] std::string bandWords(const ReplayInput& input, std::size_t band);

/// Of the whole validation split after an epoch; null where the file is not there or has none.
[[nodiscard]] const GateCounts* gateCountsAt(const ReplayEpoch& epoch);
[[nodiscard]] const std::vector<float>* positionBiasAt(const ReplayEpoch& epoch);
[[nodiscard]] inline double binTotal(const GateCounts& counts, std::size_t bin) {
  return static_cast<double>(counts.right[bin] + counts.wrong[bin]);
}
/// A curve of the position bias.
struct BiasCurve {
  const ReplayInput& input;
  const std::vector<float>* bias;
  Color color;
  float width;
  std::string name;  ///< "B 7"
};
/// The curves over their axes, under a title line; `reach` of all epochs, so that the axis stays while one plays.
void paintBias(SceneBuilder& builder, Scene& scene, const std::vector<BiasCurve>& curves, double reach,
               const std::string& caption);
/// The chosen probe's largest pointer weight in any epoch.
[[nodiscard]] double highestPointerWeight(const ReplayInput& input);
/// The position bias' largest distance from 0 in any epoch.
[[nodiscard]] double biasReach(const ReplayInput& input);

/// The chosen probe in a file; null where the file is not there or has fewer probes.
[[nodiscard]] const ProbeSnapshot* snapshotIn(const ProbeFile* file, std::size_t probe);
/// The words of the chosen probe; null where there are none.
[[nodiscard]] const ReplayProbe* chosenProbe(const ReplayInput& input);
/// Whether the model's first answer is the target; absent where the file does not say.
[[nodiscard]] std::optional<bool> answeredRight(const ReplayProbe& probe, const ProbeSnapshot& seen);
/// A file of the run that has been read, the nearest to B; null where none has.
[[nodiscard]] const ProbeFile* anyFile(const ReplayInput& input);

/// No visit looks at a later one: cells above the diagonal are masked, not small.
[[nodiscard]] bool looksCausal(const ProbeSnapshot& seen);

/// One sentence in place of a picture.
[[nodiscard]] EmptyState replayNothing(std::string title, std::string detail);
/// While nothing has been read yet.
[[nodiscard]] EmptyState replayReading();

/// Where maps and top ten share a place: which of them is there. Action "setPart".
void paintReplayPart(SceneBuilder& builder, Scene& scene, const ReplayInput& input, bool top);
/// "A 3" and "B 7" in the colours of their lines, beside a title that ends at `titleEnd` or else under it. Returns the
/// top of what is left.
float paintHandleNames(SceneBuilder& builder, const Scene& scene, const ReplayInput& input, float titleEnd);

// replay_maps.cpp, replay_head.cpp
struct ReplayScales {
  double weight = 1;      ///< 0 to this
  double difference = 1;  ///< minus to plus this
};
/// What the colours mean: over all epochs, so that they stay while one plays, or over A and B alone.
[[nodiscard]] ReplayScales replayScales(const ReplayInput& input);
/// The largest weight and change in the maps of A and B; zeros while they are being read.
[[nodiscard]] ReplayScales reachOfPair(const ReplayInput& input);
/// The maps of one head, large.
void paintReplayHead(SceneBuilder& builder, Scene& scene, const ReplayInput& input, HeadRef head,
                     const ReplayScales& scales, Rect room);

}  // namespace sojourn::present
