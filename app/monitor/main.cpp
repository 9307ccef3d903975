// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor: arguments, then lines in the terminal or a window.
#include "app/command_line/command_line.h"
#include "app/monitor/arguments.h"
#include "app/monitor/monitor_window.h"
#include "app/monitor/text_mode.h"

int main(int argc, char** argv) {
  namespace monitor = sojourn::monitor;
  const monitor::ParsedArguments parsed = monitor::parseArguments(argc, argv);
  if (!parsed.arguments) return parsed.exitCode;
  const monitor::Arguments& arguments = *parsed.arguments;
  if (const auto absent = monitor::absentSource(arguments.sources, std::chrono::seconds(1)))
    return sojourn::fail(monitor::programName, {sojourn::ErrorKind::BadInput, absent->string(), "is not there",
                                                "name a folder of runs or a run folder"});
  if (arguments.text) return monitor::runText(arguments.sources, arguments.once);
  return monitor::runWindow(arguments);
}
