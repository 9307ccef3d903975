// SPDX-License-Identifier: GPL-3.0-or-later
// The range of an axis over several series where a few values, or one whole series, lie far from all others.
#pragma once

#include <optional>
#include <utility>
#include <vector>

namespace sojourn::present {

struct ValueRange {
  double low = 0, high = 1;
};

/// Which end of an axis may be cut so that the rest can be read.
enum class CutEnds { None, High, Both };

/// Series of one run that share an axis, such as its training and its validation loss.
using SeriesOfRun = std::vector<std::vector<double>>;

/// From the lowest to the highest finite value of all runs. An end that is cut reaches to the far fence of each series
/// (three spreads between its quartiles outside them, after Tukey) and to its regular spikes beyond: over one value in a
/// hundred, in three places or more. It passes that of the run in the middle (the nearer of two) by no more than the
/// distance between the two middle ends, or half its own size (a decade on a logarithmic scale): a diverging run does
/// not flatten the others. `logarithmic`: the values are logarithms to the base ten. Nothing where no value is finite.
[[nodiscard]] std::optional<ValueRange> robustRange(std::vector<SeriesOfRun> runs, CutEnds cut,
                                                    bool logarithmic = false);

/// The range that an axis shows: robustRange() on the axis' scale with a little room, in the values' own unit. Values
/// that a logarithmic axis has no place for are left out.
[[nodiscard]] ValueRange axisRange(std::vector<SeriesOfRun> runs, bool logarithmic, CutEnds cut);

/// The end in the middle, of two the nearer to `from`. There must be ends.
[[nodiscard]] double middleEnd(std::vector<double> ends, double from);

}  // namespace sojourn::present
