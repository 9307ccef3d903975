// SPDX-License-Identifier: GPL-3.0-or-later
// From a filled Launch form to the trainings that it means: every combination of the values, each with its folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "views/session/follow/run_follower.h"
#include "views/session/launch/launch_form.h"
#include "views/session/settings/settings.h"

namespace sojourn::session {

/// What the program knows and the form does not say.
struct LaunchSurroundings {
  std::filesystem::path home;        ///< for "~/"
  std::filesystem::path runsFolder;  ///< the folder of runs that is open; empty: none
};

struct LaunchMember {
  TrainingConfig config;
  std::string runFolder;  ///< below LaunchPlan::folder
};

struct LaunchPlan {
  std::filesystem::path folder;  ///< of the runs and their queue
  std::filesystem::path data;    ///< empty: the demo city
  std::string device;
  std::int64_t threads = 0;
  std::int64_t atATime = 1;
  std::vector<std::size_t> sweeps;    ///< how many values each swept field has, in the schema's order
  std::vector<LaunchMember> members;  ///< empty where there are errors
  std::vector<LaunchError> errors;

  /// Of the product; 0 where a field cannot be read.
  [[nodiscard]] std::size_t runs() const;
};

/// More trainings than this are refused: a launch of weeks is a slip of the finger.
inline constexpr std::size_t mostRuns = 200;

/// Pure: looks at no file. The folder of the runs is the open one where the run folders lie in it (its catalogue looks
/// three levels deep), else the deepest without a name in braces.
[[nodiscard]] LaunchPlan planLaunch(const LaunchForm& form, const LaunchPlace& place,
                                    const LaunchSurroundings& surroundings);

/// What only the disk can say of a plan.
struct DiskCheck {
  std::vector<LaunchError> errors;      ///< a dataset that is not there
  std::vector<std::string> runFolders;  ///< one a member: its own, with a number where that one is taken already
};

/// Numbers the run folders ("v45-42-2") that hold something already, or that the queue has, and looks for the dataset.
/// Reads directories: for a worker's thread.
[[nodiscard]] DiskCheck checkOnDisk(const LaunchPlan& plan);
/// The plan with the folders that the check found free.
[[nodiscard]] LaunchPlan withFreeFolders(LaunchPlan plan, const DiskCheck& check);

/// The names that may stand in braces: "seed", "learning_rate", "model", ...
[[nodiscard]] std::vector<std::string> folderNames();

/// What a run that is there tells about the time of others like it.
struct RunPace {
  nlohmann::ordered_json config;
  std::filesystem::path data;  ///< folder/prefix
  double secondsPerEpoch = 0;
  std::optional<double> seconds = {};  ///< of all of a run that came to its end
};
[[nodiscard]] std::vector<RunPace> pacesOf(const std::vector<FollowedRunPtr>& runs);

struct LaunchEstimate {
  double seconds = 0;   ///< of all trainings, one after the other
  bool atMost = false;  ///< no like run has come to its end: an early stop may come sooner
};
/// "45 s", "13 min", "3 h".
[[nodiscard]] std::string timeText(double seconds);
/// Nothing where a member has no run like it: the same dataset, model and batch size.
[[nodiscard]] std::optional<LaunchEstimate> estimate(const LaunchPlan& plan, const std::vector<RunPace>& paces);

/// "3 × 3 = 9 runs, about 13 min"; "1 run". Where the check numbered folders, it says so: "1 run. v45-42 is taken, so
/// it will be v45-42-2".
[[nodiscard]] std::string summaryOf(const LaunchPlan& plan, const std::optional<LaunchEstimate>& estimate,
                                    const DiskCheck* check = nullptr);

}  // namespace sojourn::session
