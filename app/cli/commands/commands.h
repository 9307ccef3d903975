// SPDX-License-Identifier: GPL-3.0-or-later
// The subcommands of `sojourn`, one file each. Each adds itself to the parser and, when chosen, says what is to be run.
#pragma once

#include <functional>
#include <string>

#include "model/core/result.h"

namespace CLI {
class App;
}

namespace sojourn::cli {

/// The work of the chosen subcommand; main() runs it after parsing and turns its error into an exit code.
using Work = std::function<Status()>;

void addInfoCommand(CLI::App& app, Work& work);
void addEvaluateCommand(CLI::App& app, Work& work);
void addInspectCommand(CLI::App& app, Work& work);
void addExplainCommand(CLI::App& app, Work& work);
void addCounterfactualsCommand(CLI::App& app, Work& work);
void addComponentsCommand(CLI::App& app, Work& work);
void addBaselinesCommand(CLI::App& app, Work& work);
/// `commandLine` is recorded in run.json.
void addTrainCommand(CLI::App& app, Work& work, const std::string& commandLine);
void addQueueCommand(CLI::App& app, Work& work);
void addExportCommand(CLI::App& app, Work& work);
void addDemoCommand(CLI::App& app, Work& work);

}  // namespace sojourn::cli
