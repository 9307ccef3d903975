// SPDX-License-Identifier: GPL-3.0-or-later
// The axes that all tiles of the monitor's wall share, so that they compare.
#pragma once

#include <vector>

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

}  // namespace sojourn::present
