// SPDX-License-Identifier: GPL-3.0-or-later
// Aligned columns of text, the first to the left, all others to the right, and what stands in their cells.
#pragma once

#include <string>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/results/distance_errors.h"
#include "model/results/explanation_summary.h"

namespace sojourn::text {

class Table {
 public:
  explicit Table(std::vector<std::string> head) : m_rows{std::move(head)} {}
  void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
  /// Lines with two spaces between columns. Texts are escaped: they may come from files; on a terminal long ones are
  /// cut.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> m_rows;
};

/// A number with a fixed count of digits behind the point; a dash where it is not finite.
[[nodiscard]] std::string fixed(double value, int digits);
/// "0.312 [0.280, 0.350]"; the mean alone where too few users are behind it.
[[nodiscard]] std::string withInterval(const Estimate& estimate, int digits);
/// "2.94 km [2.61, 3.30]"; the figure alone where too few users are behind it, "–" where there is none.
[[nodiscard]] std::string kilometresText(const DistanceFigure& figure);
/// "with 95 % intervals from resampling users", "without intervals, which need 5 users".
[[nodiscard]] std::string intervalsOver(std::size_t users);
/// "80 samples of 3 users".
[[nodiscard]] std::string samplesOfUsers(std::size_t samples, std::size_t users);

/// "08:15".
[[nodiscard]] std::string clock(std::int32_t minute);
/// "Mon"; the number where there is no such day.
[[nodiscard]] std::string weekdayName(std::int32_t weekday);
/// "14 Bakery", or the number alone.
[[nodiscard]] std::string place(const PlaceNames& places, LocationId location);

}  // namespace sojourn::text
