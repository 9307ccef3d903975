// SPDX-License-Identifier: GPL-3.0-or-later
// Axes of charts: a range of values on a range of pixels, the round numbers written beside it, and the range over
// several series where a few values, or one whole series, lie far from all others.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sojourn::present {

/// Values from..to (from below to) on the pixels start..end, which may run upwards.
class Axis {
 public:
  Axis() = default;
  /// Logarithmic ranges are above 0.
  Axis(double from, double to, float start, float end, bool logarithmic = false);

  /// The pixel of a value. What no pixel is near (0 on a logarithmic axis, NaN, 1e300) is far outside, never infinite.
  [[nodiscard]] float at(double value) const;
  /// The value of a pixel.
  [[nodiscard]] double valueAt(float pixel) const;

  [[nodiscard]] double from() const { return m_from; }
  [[nodiscard]] double to() const { return m_to; }
  [[nodiscard]] float start() const { return m_start; }
  [[nodiscard]] float end() const { return m_end; }
  [[nodiscard]] float length() const { return m_end > m_start ? m_end - m_start : m_start - m_end; }
  [[nodiscard]] bool logarithmic() const { return m_logarithmic; }
  [[nodiscard]] bool holds(double value) const { return value >= m_from && value <= m_to; }

 private:
  [[nodiscard]] double scaled(double value) const;

  double m_from = 0, m_to = 1;
  double m_low = 0, m_span = 1;  ///< in the scale's own unit
  float m_start = 0, m_end = 1;
  bool m_logarithmic = false;
};

struct Tick {
  double value = 0;
  std::string text;
  bool operator==(const Tick&) const = default;
};

/// The smallest of 1, 2 and 5 times a power of ten that is at least `least`; 1 where that is no positive number.
[[nodiscard]] double roundStep(double least);

/// Multiples of a 1-2-5 step at least `gap` pixels apart, thousands grouped; of whole numbers only where `whole`.
/// On a logarithmic axis powers of ten, with 2 and 5 times them where there is room; where it holds less than two of
/// those, as on a linear one.
[[nodiscard]] std::vector<Tick> numberTicks(const Axis& axis, float gap, bool whole = false);

/// Of seconds: round numbers of seconds, minutes, hours or days, "90 min".
[[nodiscard]] std::vector<Tick> durationTicks(const Axis& axis, float gap);

/// Of seconds since 1970: "14:05", "14:05:30" and, at midnight, "21 Nov", UTC.
[[nodiscard]] std::vector<Tick> clockTicks(const Axis& axis, float gap);

struct ValueRange {
  double low = 0, high = 1;
};

/// Which end of an axis may be cut so that the rest can be read.
enum class CutEnds { None, High, Both };

/// Series of one run that share an axis, such as its training and its validation loss.
using SeriesOfRun = std::vector<std::vector<double>>;

/// From the lowest to the highest finite value of all runs. An end that is cut reaches to the far fence of each series
/// (three spreads between its quartiles outside them, after Tukey) and to its regular spikes beyond: over one value in
/// a hundred, in three places or more. It passes that of the run in the middle (the nearer of two) by no more than the
/// distance between the two middle ends, or half its own size (a decade on a logarithmic scale): a diverging run does
/// not flatten the others. `logarithmic`: the values are logarithms to the base ten. Nothing where no value is finite.
[[nodiscard]] std::optional<ValueRange> robustRange(std::vector<SeriesOfRun> runs, CutEnds cut,
                                                    bool logarithmic = false);

/// The range that an axis shows: robustRange() on the axis' scale with a little room, in the values' own unit. Values
/// that a logarithmic axis has no place for are left out.
[[nodiscard]] ValueRange axisRange(std::vector<SeriesOfRun> runs, bool logarithmic, CutEnds cut);

/// The end in the middle, of two the nearer to `from`. There must be ends.
[[nodiscard]] double middleEnd(std::vector<double> ends, double from);

/// Centres of labels at least `height` apart in the order of the wishes, within from..to as far as it holds them.
[[nodiscard]] std::vector<float> pushApart(std::vector<float> wishes, float height, float from, float to);

}  // namespace sojourn::present
