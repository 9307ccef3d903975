// SPDX-License-Identifier: GPL-3.0-or-later
// The plain data of the monitor's launch form and of the queue beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/present/monitor/monitor_panel_data.h"
#include "views/session/launch/launch_labels.h"

namespace sojourn::monitor {

/// Where a form's configuration is saved.
struct SaveLine {
  session::FormField path;
  std::string answer;  ///< that it was written; may be empty
  present::ActionButton save, cancel;
};

/// A training, or many, before it is launched.
struct LaunchFormModel {
  std::string title;  ///< "Again with v45-hot"
  std::string first;  ///< the field that the keyboard begins in, by its key
  std::vector<session::FormSection> sections;
  std::string differs;  ///< from what it starts from, in words
  std::string problem;  ///< what is wrong and stands under no field; empty: nothing
  std::string summary;  ///< "3 runs, about 13 min"
  present::ActionButton saveAs;
  std::optional<SaveLine> saving;  ///< while a file is asked for
  present::ActionButton launch;
};

/// A training that waits, is under way, or did not come about.
struct QueueLine {
  std::string run, words;
  std::string icon;
  bool failed = false;
  present::ActionButton button;  ///< takes it away, or goes to it
};

struct QueuePanelModel {
  std::string title;                  ///< "1 run waits, 1 did not begin"
  std::string idle;                   ///< that the queue is not running; empty: it is, or there is nothing to do
  present::ActionButton start;        ///< beside that
  std::string notice;                 ///< what became of the last launch; may be empty
  std::vector<std::string> problems;  ///< of launching, the newest last
  present::ActionButton clearProblems;
  std::vector<QueueLine> lines;
};

}  // namespace sojourn::monitor
