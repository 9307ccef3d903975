// SPDX-License-Identifier: GPL-3.0-or-later
// What the monitor's command line asks for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sojourn::monitor {

struct Arguments {
  std::vector<std::filesystem::path> sources;  ///< folders of runs, runs, logs of other programs; at least one
  bool text = false;                           ///< print and follow in the terminal, no window
  bool once = false;                           ///< with text: print once
  std::optional<std::filesystem::path> screenshot;
  std::optional<bool> dark;  ///< absent: as it was left
  int width = 1600, height = 1000;
  bool sized = false;                 ///< the size was given
  std::string panel;                  ///< to be in front: "wall", "curves", ...; empty: as it was left
  std::filesystem::path stateFolder;  ///< where layout and settings are kept
};

/// Either arguments, or an exit code with everything said already (--help: 0, a mistake: 2).
struct ParsedArguments {
  std::optional<Arguments> arguments;
  int exitCode = 0;
};
[[nodiscard]] ParsedArguments parseArguments(int argc, char** argv);

}  // namespace sojourn::monitor
