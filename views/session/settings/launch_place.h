// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the Launch form that is no configuration: on which data, into which folders, on what.
#pragma once

#include <string>

namespace sojourn::session {

/// Where a launch takes place, as typed.
struct LaunchPlace {
  std::string data;       ///< DATA of the command line; empty: the demo city
  std::string runFolder;  ///< "~/runs/{model}-{seed}": a name in braces stands for its value
  std::string device = "auto";
  std::string threads;  ///< empty: the trainer chooses
  std::string atATime = "1";

  static void fields(auto& json, auto& place) {
    json.orDefault("at_a_time", place.atATime);
    json.orDefault("data", place.data);
    json.orDefault("device", place.device);
    json.orDefault("run_folder", place.runFolder);
    json.orDefault("threads", place.threads);
  }

  bool operator==(const LaunchPlace&) const = default;
};

}  // namespace sojourn::session
