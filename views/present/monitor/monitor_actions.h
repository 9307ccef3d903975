// SPDX-License-Identifier: GPL-3.0-or-later
// What the buttons, menus and tables of the monitor ask for, by who answers it. Runs are named by their folders.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "model/runs/control/control.h"
#include "views/present/scene/action.h"

namespace sojourn::present {

// ---- of runs

struct SendCommand {
  std::string folder;
  ControlCommand command = ControlCommand::Pause;
  std::optional<double> rate = {};  ///< of SetLearningRate
  bool operator==(const SendCommand&) const = default;
};
/// A tenth of its learning rate.
struct LowerRate {
  std::string folder;
  bool operator==(const LowerRate&) const = default;
};
struct ShowInCharts {
  std::string folder;
  bool shown = true;
  bool operator==(const ShowInCharts&) const = default;
};
/// Its alert, until its state is another one.
struct MuteRun {
  std::string folder;
  bool muted = true;
  bool operator==(const MuteRun&) const = default;
};
using RunAction = std::variant<SelectRun, SendCommand, LowerRate, ShowInCharts, MuteRun>;

// ---- of the table of runs; a group is the seeds of one configuration, by its key

struct SortRuns {
  int column = 0;
  bool descending = false;
  bool operator==(const SortRuns&) const = default;
};
/// Closes the group, or opens it.
struct FoldSeeds {
  std::string group;
  bool operator==(const FoldSeeds&) const = default;
};
struct GroupSeeds {
  bool on = true;
  bool operator==(const GroupSeeds&) const = default;
};
struct ShowSeedsInCharts {
  std::string group;
  bool shown = true;
  bool operator==(const ShowSeedsInCharts&) const = default;
};
/// The test figures, which are hidden until they are asked for.
struct ShowTest {
  std::string folder;
  bool shown = true;
  bool operator==(const ShowTest&) const = default;
};
using RunTableAction = std::variant<SortRuns, FoldSeeds, GroupSeeds, ShowSeedsInCharts, ShowTest>;

// ---- of trainings that are launched

/// The form, filled as that run was.
struct Relaunch {
  std::string folder;
  bool lowerRate = false;  ///< a tenth of its learning rate
  bool operator==(const Relaunch&) const = default;
};
struct SetField {
  std::string key, text;
  bool operator==(const SetField&) const = default;
};
struct ResetField {
  std::string key;
  bool operator==(const ResetField&) const = default;
};
/// Where its trainer has left it.
struct ResumeRun {
  std::string folder;
  bool operator==(const ResumeRun&) const = default;
};
/// An entry of the queue that waits.
struct WithdrawEntry {
  std::string id;
  bool operator==(const WithdrawEntry&) const = default;
};
/// An entry of the queue that has failed.
struct DismissEntry {
  std::string id;
  bool operator==(const DismissEntry&) const = default;
};
enum class LaunchCommand {
  Open,  ///< with a recipe or a file to begin with
  Launch,
  Close,    ///< what was typed stays
  AskFile,  ///< to save the configuration in
  Save,
  Replace,
  CloseSaving,
  StartQueue,
  ClearProblems
};
using LaunchAction =
    std::variant<Relaunch, SetField, ResetField, ResumeRun, WithdrawEntry, DismissEntry, LaunchCommand>;

// ---- of the window

struct ShowLog {
  std::string folder;
  bool operator==(const ShowLog&) const = default;
};
struct CopyText {
  std::string text;
  bool operator==(const CopyText&) const = default;
};
struct ShowPanel {
  std::string id;
  bool operator==(const ShowPanel&) const = default;
};
/// An index of wallOrders.
struct OrderWall {
  std::size_t order = 0;
  bool operator==(const OrderWall&) const = default;
};
/// A number of monitor::ThemeChoice.
struct ChooseTheme {
  std::size_t theme = 0;
  bool operator==(const ChooseTheme&) const = default;
};
struct FilterWall {
  std::string filter;
  bool operator==(const FilterWall&) const = default;
};
enum class MonitorCommand { FocusFilter, Help, Quit };
using MonitorWindowAction =
    std::variant<ShowLog, CopyText, ShowPanel, OrderWall, ChooseTheme, FilterWall, MonitorCommand>;

struct LoadLayout {
  std::string name;
  bool operator==(const LoadLayout&) const = default;
};
enum class LayoutCommand { Save, Reset };
using LayoutAction = std::variant<LoadLayout, LayoutCommand>;

/// Any of them; none by default.
using MonitorAction =
    std::variant<std::monostate, RunAction, RunTableAction, LaunchAction, MonitorWindowAction, LayoutAction>;

}  // namespace sojourn::present
