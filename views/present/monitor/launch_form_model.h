// SPDX-License-Identifier: GPL-3.0-or-later
// The plain data of the monitor's launch form and of the queue beside it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/present/monitor/monitor_panel_data.h"

namespace sojourn::present {

/// A value that a field may have and the words that stand for it.
struct LaunchFormChoice {
  std::string value, words;
};

/// One line of the form.
struct LaunchFormField {
  std::string key;  ///< "training.learning_rate", "where.run_folder", "from"
  std::string label;
  std::string text;  ///< as typed
  std::string hint;  ///< in the empty field
  std::string note;  ///< beside it: what it is, or what it was before it was changed
  std::string help;  ///< tooltip
  bool changed = false;
  bool wide = false;   ///< a path
  bool typed = true;   ///< other text than the choices may be typed
  bool whole = false;  ///< taken when it is left, not with every letter
  std::vector<LaunchFormChoice> choices;
  std::string error;  ///< what is wrong with it; empty: nothing
};

struct LaunchFormSection {
  std::string title;
  std::vector<LaunchFormField> fields;
};

/// Where a form's configuration is saved.
struct SaveLine {
  LaunchFormField path;
  std::string answer;  ///< that it was written; may be empty
  ActionButton save, cancel;
};

/// A training, or many, before it is launched.
struct LaunchFormModel {
  std::string title;  ///< "Again with v45-hot"
  std::string first;  ///< the field that the keyboard begins in, by its key
  std::vector<LaunchFormSection> sections;
  std::string differs;  ///< from what it starts from, in words
  std::string problem;  ///< what is wrong and stands under no field; empty: nothing
  std::string summary;  ///< "3 runs, about 13 min"
  ActionButton saveAs;
  std::optional<SaveLine> saving;  ///< while a file is asked for
  ActionButton launch;
};

/// A training that waits, is under way, or did not come about.
struct QueueLine {
  std::string run, words;
  std::string icon;
  bool failed = false;
  ActionButton button;  ///< takes it away, or goes to it
};

struct QueuePanelModel {
  std::string title;                  ///< "1 run waits, 1 did not begin"
  std::string idle;                   ///< that the queue is not running; empty: it is, or there is nothing to do
  ActionButton start;                 ///< beside that
  std::string notice;                 ///< what became of the last launch; may be empty
  std::vector<std::string> problems;  ///< of launching, the newest last
  ActionButton clearProblems;
  std::vector<QueueLine> lines;
};

}  // namespace sojourn::present
