// SPDX-License-Identifier: GPL-3.0-or-later
// What is open as the plain values of a workspace, and back again.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "model/data/dataset/sequence.h"
#include "views/session/files/workspace_file.h"
#include "views/session/runs/run_library.h"
#include "views/session/what_if/what_if.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

class Explanations;

/// How the window is arranged; opaque to everyone but the window.
struct WindowArrangement {
  std::string front;                           ///< the workspace of the tool bar that is shown
  std::map<std::string, std::string> layouts;  ///< by name
};

/// Everything outlives this; any of the pointer and the functions may be missing.
struct WorkspaceContents {
  Workspace& workspace;
  WhatIf& whatIf;
  RunLibrary& library;
  Explanations* explanations = nullptr;  ///< whose results over the samples are kept
  std::function<WindowArrangement()> arrangement = {};
  std::function<void(const WindowArrangement&)> arrange = {};

  [[nodiscard]] WorkspaceState capture() const;

  struct Restoring {
    bool arranged = false;  ///< the window has its arrangement already
    bool keepRuns = false;  ///< the runs that are shown stay, those of the state are only remembered
    bool instead = false;   ///< the command line named other files: what does not fit them is not reported
    std::optional<Sequence> edited = {};  ///< comes in place of the edits of the state
  };
  /// After the files of the state were opened. What does not fit them becomes a banner.
  void restore(const WorkspaceState& state, const Restoring& restoring) const;

 private:
  void acceptSavedPair(const WorkspaceState& state) const;
  void showRuns(const WorkspaceState& state, bool keepShown) const;
  void reportChanged(const WorkspaceState& state) const;
};

}  // namespace sojourn::session
