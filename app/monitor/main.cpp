// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor: arguments, then lines in the terminal or a window.
#include <chrono>
#include <cstdio>

#include "app/monitor/absent_source.h"
#include "app/monitor/arguments.h"
#include "app/monitor/monitor_window.h"
#include "app/monitor/text_mode.h"

int main(int argc, char** argv) {
  const sojourn::monitor::ParsedArguments parsed = sojourn::monitor::parseArguments(argc, argv);
  if (!parsed.arguments) return parsed.exitCode;
  const sojourn::monitor::Arguments& arguments = *parsed.arguments;
  if (const auto absent = sojourn::monitor::absentSource(arguments.sources, std::chrono::seconds(1))) {
    const sojourn::Error error{sojourn::ErrorKind::BadInput, absent->string(), "is not there",
                               "name a folder of runs or a run folder"};
    std::fprintf(stderr, "sojourn-monitor: %s\n", error.sentence().c_str());
    return 3;
  }
  if (arguments.text) return sojourn::monitor::runText(arguments.sources, arguments.once);
  return sojourn::monitor::runWindow(arguments);
}
