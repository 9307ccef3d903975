// SPDX-License-Identifier: GPL-3.0-or-later
// The plain data of the monitor's panels beside the wall: alerts, the selected run, the log, commands.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/runs/log/run_history.h"
#include "views/present/monitor/run_tile.h"

namespace sojourn::present {

/// A button and what pressing it asks for. Where it costs something, a question comes first.
struct ActionButton {
  std::string text{};
  Action action{};
  std::string question{};  ///< empty: none
  bool enabled = true;
  std::string hint{};  ///< tooltip
};

/// A run that needs attention.
struct RunAlert {
  std::string id;     ///< the run's folder
  std::string title;  ///< "v45-hot is diverging"
  std::string icon;
  RunSeverity severity = RunSeverity::Warning;
  std::string age;
  std::string reason, further;
  std::vector<ActionButton> buttons;
  bool over = false;  ///< not any more; it is still there because the pointer is over the alerts
};

/// A line of the log of all runs.
struct RunLogLine {
  enum class Level { Info, Warning, Error };
  std::string id;     ///< the run's folder
  std::string clock;  ///< "06:41:02"
  std::string run;
  Level level = Level::Info;
  std::string text;
  double wall = 0;        ///< seconds since 1970
  std::int64_t step = 0;  ///< the last one before it
  bool routine = false;   ///< a checkpoint of every epoch: left out unless it is asked for
};

/// The selected run.
struct RunCard {
  std::string id;
  std::string name, word, icon;
  RunSeverity severity = RunSeverity::Quiet;
  std::string where;  ///< "epoch 8 of 50, step 464"
  std::string reason;
  std::vector<ActionButton> buttons;
  bool takesRate = false;
  double rate = 0;     ///< the learning rate now; 0 before the first step
  std::string answer;  ///< what became of the last command
  RunSeverity answerSeverity = RunSeverity::Quiet;
  std::vector<float> norms;                    ///< gradient norm of the latest steps
  std::vector<std::string> columns;            ///< of the last epochs
  std::vector<std::vector<std::string>> rows;  ///< newest first
  std::vector<std::pair<std::string, std::string>> settings;
  std::string reference;                         ///< the run that it is compared with; empty for itself
  std::map<std::string, std::string> differing;  ///< the keys of settings that it has otherwise, and how
  std::shared_ptr<const StepColumns> steps;      ///< the latest, or all where its history is there; may be null
  std::string leftOut{};                         ///< what of its log is not kept; empty: all is, or it is not known
  std::shared_ptr<const std::vector<RunLogLine>> events;  ///< what happened, in rising order of step; may be null
};

/// A command that was sent.
struct SentLine {
  std::string clock{};  ///< when, "06:41:02"
  std::string run{}, command{}, outcome{};
  RunSeverity severity = RunSeverity::Quiet;
};

}  // namespace sojourn::present
