// SPDX-License-Identifier: GPL-3.0-or-later
// What the monitor's command line asks for, and whether the folders that it names are there.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sojourn::monitor {

inline constexpr const char* programName = "sojourn-monitor";

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

/// Called on threads of their own; may be called after the answer has been given.
using Exists = std::function<bool(const std::filesystem::path&)>;
[[nodiscard]] bool isThere(const std::filesystem::path& source);

/// The first source that is not there. One whose disk has not answered within `patience` may well be: the monitor
/// starts with it and says so.
[[nodiscard]] std::optional<std::filesystem::path> absentSource(const std::vector<std::filesystem::path>& sources,
                                                                std::chrono::milliseconds patience,
                                                                const Exists& exists = isThere);

}  // namespace sojourn::monitor
