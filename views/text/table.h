// SPDX-License-Identifier: GPL-3.0-or-later
// Aligned columns of text: the first column to the left, all others to the right.
#pragma once

#include <string>
#include <vector>

namespace sojourn::text {

class Table {
 public:
  explicit Table(std::vector<std::string> head) : m_rows{std::move(head)} {}
  void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
  /// Lines with two spaces between columns. Texts are escaped: they may come from files.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::vector<std::string>> m_rows;
};

/// A number with a fixed count of digits behind the point; a dash where it is not finite.
[[nodiscard]] std::string fixed(double value, int digits);

}  // namespace sojourn::text
