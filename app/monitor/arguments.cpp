// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/arguments.h"

#include <cstdio>

#include <CLI/CLI.hpp>

#include "app/command_line/plain_help.h"
#include "app/command_line/unknown_words.h"
#include "views/session/settings/settings.h"

namespace sojourn::monitor {

ParsedArguments parseArguments(int argc, char** argv) {
  CLI::App app("Live monitor of trainings: which runs need attention, and why", "sojourn-monitor");
  usePlainHelp(app);
  app.set_version_flag("--version", "sojourn-monitor " SOJOURN_VERSION);
  Arguments given;
  std::string screenshot;
  std::string size;
  std::string stateFolder;
  bool dark = false;
  bool light = false;
  app.add_option("folder", given.sources,
                 "Folders of runs, run folders, or logs of other programs (default: the current folder)")
      ->type_name("PATH");
  CLI::Option* text = app.add_flag("--text", given.text, "Print the runs as lines and follow them, without a window");
  app.add_flag("--once", given.once, "Print the state of every run and exit")->needs(text);
  CLI::Option* shot =
      app.add_option("--screenshot", screenshot, "Write a picture of the window to this PNG file and exit")
          ->type_name("FILE.png")
          ->excludes(text);
  CLI::Option* sizeOption = app.add_option("--size", size, "Size of the window, as in 1366x768")->type_name("WxH");
  CLI::Option* darkOption = app.add_flag("--dark", dark, "Use the dark theme");
  CLI::Option* lightOption = app.add_flag("--light", light, "Use the light theme")->excludes(darkOption);
  const std::vector<std::string> panels{"wall",   "compare",     "curves", "learning", "alerts",   "muted", "run",
                                        "config", "differences", "log",    "steps",    "controls", "queue"};
  app.add_option("--panel", given.panel, "Panel to show")
      ->transform([](std::string panel) { return panel == "quiet" ? "muted" : panel; })  // as it was called
      ->check(CLI::IsMember(panels))
      ->type_name("NAME");
  app.add_option("--state-dir", stateFolder, "Folder for layout and settings (default: that of the studio)")
      ->type_name("FOLDER");
  app.footer(
      "Examples:\n"
      "  sojourn-monitor runs\n"
      "  sojourn-monitor runs/first runs/second --panel curves\n"
      "  sojourn-monitor runs --text --once\n"
      "  sojourn-monitor runs --screenshot wall.png --size 1366x768");
  try {
    app.parse(argc, argv);
    given.sized = static_cast<bool>(*sizeOption);
    if (given.sized && (std::sscanf(size.c_str(), "%dx%d", &given.width, &given.height) != 2 || given.width < 480 ||
                        given.height < 320 || given.width > 8192 || given.height > 8192))
      throw CLI::ValidationError("--size", "needs a width and a height from 480x320 to 8192x8192");
  } catch (const CLI::ParseError& error) {
    return {.arguments = {}, .exitCode = afterParseError(app, error, {argv + 1, argv + argc})};
  }
  if (given.sources.empty()) given.sources.emplace_back(".");
  if (*shot) given.screenshot = screenshot;
  if (*darkOption) given.dark = true;
  if (*lightOption) given.dark = false;
  given.stateFolder =
      stateFolder.empty() ? session::defaultSettingsFile().parent_path() : std::filesystem::path(stateFolder);
  return {.arguments = std::move(given), .exitCode = 0};
}

}  // namespace sojourn::monitor
