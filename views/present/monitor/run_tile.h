// SPDX-License-Identifier: GPL-3.0-or-later
// One run as a tile of the monitor's wall: how it stands, why, its curves, how far and how fast it is (VISUAL 7).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

struct RunTile;

struct TileAxes {
  double epochs = 13;  ///< from 0
  double lowLoss = 0, highLoss = 1;
  double lowAccuracy = 0, highAccuracy = 100;
};
/// Epochs up to the longest run, at least 13. Runs more than four times as long as the median one do not count, else
/// all others would be dots: they have an axis of their own and say so. Figures from the best on, but not so far that
/// one run gone wild flattens the others: what is beyond is marked at the frame.
[[nodiscard]] TileAxes axesOf(const std::vector<RunTile>& tiles);

/// What colour a state has. Bad and Warning fill the tile's head.
enum class RunSeverity { Bad, Warning, Notice, Good, Quiet };
[[nodiscard]] Color severityColor(const Theme& theme, RunSeverity severity);

/// One epoch of a tile's curves; NaN where there is no such figure.
struct TilePoint {
  std::int64_t epoch = 0;
  double loss = 0;           ///< validation
  double accuracyAll = 0;    ///< at rank 1, percent
  double accuracyKnown = 0;  ///< of known targets
  bool afterGap = false;     ///< points before it are missing from the log: the line breaks here
};

/// A training loss at a place of the epochs' axis: 0.5 is the middle of the first epoch.
struct TileStep {
  double epoch = 0;
  double loss = 0;
  bool afterGap = false;  ///< as in TilePoint
};

/// Plain data, filled from the state of a run.
struct RunTile {
  std::string id;  ///< of the actions: the run's folder
  std::string name;
  std::string brief{};    ///< what it is called where the name has no room
  std::string dataset{};  ///< runs of one dataset have the same axes
  std::string word;       ///< "diverging"
  std::string verdict{};  ///< "worse than untrained", of one that has ended; mostly empty
  std::string icon;       ///< of resources/icons
  RunSeverity severity = RunSeverity::Quiet;
  std::string reason;
  std::vector<TilePoint> points;  ///< by epoch
  std::vector<TileStep> train;  ///< the mean of every epoch, then the steps of the one that is being trained, smoothed
  double trainNow = std::numeric_limits<double>::quiet_NaN();  ///< the latest training loss, as it is
  std::optional<std::size_t> best;
  double lossNow = 0;       ///< the last one; NaN: not known
  bool lossBroken = false;  ///< it is no number any more: "NaN" in red, a cross behind the curve
  std::int64_t epoch = 0;
  double epochsDone = 0;             ///< with the part of the one that is being trained
  std::int64_t epochs = 0;           ///< planned; 0: not known
  std::string rest;                  ///< "4:17 left", "step 24 of 58", "done"
  std::string speed;                 ///< "1 607 seq/s", "no steps now"
  std::optional<double> speedRatio;  ///< against the median of its kind
  std::string age;                   ///< "0.4 s ago"
  bool ageWarns = false;
  bool live = false;  ///< its curves are in the accent

  /// How many epochs its curves span.
  [[nodiscard]] double length() const { return points.empty() ? 0 : static_cast<double>(points.back().epoch); }
};

inline constexpr Size tileSize{298, 230};  ///< at least: its curves take what is more

/// Paints a tile into its rectangle and adds its hit area, which selects it.
void paintTile(SceneBuilder& builder, Scene& scene, const Rect& area, const RunTile& tile, const TileAxes& axes,
               bool selected);

}  // namespace sojourn::present
