// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/arguments.h"

#include <cstdio>

#include <CLI/CLI.hpp>

#include "views/session/settings.h"

namespace sojourn::monitor {

ParsedArguments parseArguments(int argc, char** argv) {
  CLI::App app("A live wall of trainings: which of them need somebody, and why", "sojourn-monitor");
  app.set_version_flag("--version", SOJOURN_VERSION);
  Arguments given;
  std::string screenshot;
  std::string size;
  std::string stateFolder;
  bool dark = false;
  bool light = false;
  app.add_option("folder", given.sources,
                 "folders of run directories, run directories, logs of other programs; else the current folder");
  CLI::Option* text = app.add_flag("--text", given.text, "print the runs as lines and follow them; no window");
  app.add_flag("--once", given.once, "with --text: print the state of every run and exit")->needs(text);
  CLI::Option* shot = app.add_option("--screenshot", screenshot, "write one picture of the window to this PNG and exit")
                          ->excludes(text);
  CLI::Option* sizeOption = app.add_option("--size", size, "of the window, as in 1366x768");
  CLI::Option* darkOption = app.add_flag("--dark", dark, "the dark theme");
  CLI::Option* lightOption = app.add_flag("--light", light, "the light theme")->excludes(darkOption);
  app.add_option("--panel", given.panel, "the panel in front")
      ->check(CLI::IsMember({"wall", "compare", "curves", "learning", "alerts", "quiet", "run", "config", "differences",
                             "log", "steps", "controls", "queue"}));
  app.add_option("--state-dir", stateFolder, "where layout and settings are kept; else with the studio's");
  try {
    app.parse(argc, argv);
    given.sized = static_cast<bool>(*sizeOption);
    if (given.sized && (std::sscanf(size.c_str(), "%dx%d", &given.width, &given.height) != 2 || given.width < 480 ||
                        given.height < 320 || given.width > 8192 || given.height > 8192))
      throw CLI::ValidationError("--size", "wants a width and a height from 480x320 to 8192x8192");
  } catch (const CLI::ParseError& error) {
    return {.arguments = {}, .exitCode = app.exit(error) == 0 ? 0 : 2};
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
