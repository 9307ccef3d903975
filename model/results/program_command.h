// SPDX-License-Identifier: GPL-3.0-or-later
// How a model program is started, and how it is named where a checkpoint may be named.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/core/text.h"

namespace sojourn {

/// Times in seconds.
struct ProgramCommand {
  std::string command;                    ///< a line for the shell: "python my_model.py"
  std::string folder = {};                ///< where it runs; empty: where we run
  std::int64_t describeSeconds = 120;     ///< that it has to describe itself
  std::int64_t predictSeconds = 60;       ///< for a question, and
  std::int64_t predictPerThousand = 30;   ///< more for every 1,000 sequences

  static constexpr std::int32_t mostSeconds = 86'400;

  static void fields(auto& json, auto& program) {
    json("command", program.command);
    json.orDefault("folder", program.folder);
    json.orDefault("describe_seconds", program.describeSeconds, 1, mostSeconds);
    json.orDefault("predict_seconds", program.predictSeconds, 1, mostSeconds);
    json.orDefault("predict_per_thousand_seconds", program.predictPerThousand, 0, mostSeconds);
  }

  bool operator==(const ProgramCommand&) const = default;
};

inline constexpr std::string_view programPrefix = "program:";

/// The command in "program:python my_model.py"; nothing for the name of a file.
[[nodiscard]] inline std::optional<std::string> programCommandIn(std::string_view name) {
  if (!name.starts_with(programPrefix)) return std::nullopt;
  return std::string(name.substr(programPrefix.size()));
}

/// The name that starts it from any folder.
[[nodiscard]] inline std::string programNameOf(const ProgramCommand& program) {
  const std::string there = program.folder.empty() ? "" : "cd " + shellWord(program.folder) + " && ";
  return std::string(programPrefix) + there + program.command;
}

}  // namespace sojourn
