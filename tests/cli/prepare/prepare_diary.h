// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn prepare` on small inputs: its words, and a diary to prepare.
#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace sojourn::test {

using Words = std::vector<std::string>;

/// The words of the command with arguments, into a folder.
inline Words prepareWords(Words arguments, const std::filesystem::path& out) {
  arguments.insert(arguments.begin(), "prepare");
  arguments.insert(arguments.end(), {"--out", out.string()});
  return arguments;
}

/// Twelve weeks of one user between home and work, invented.
inline void writeDiary(const std::filesystem::path& file) {
  std::ofstream out(file);
  out << "user,place,start,end\n";
  for (int day = 1; day <= 84; ++day) {
    const auto stamp = [&](int hour) {
      char text[40];
      std::snprintf(text, sizeof text, "2023-%02d-%02dT%02d:00:00Z", 1 + (day - 1) / 28, 1 + (day - 1) % 28, hour);
      return std::string(text);
    };
    out << "ann,home," << stamp(0) << ',' << stamp(7) << "\nann,work," << stamp(8) << ',' << stamp(17) << '\n';
  }
}

}  // namespace sojourn::test
