// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/arguments.h"

#include <atomic>
#include <cstdio>
#include <memory>
#include <system_error>

#include <CLI/CLI.hpp>

#include "app/command_line/command_line.h"
#include "views/session/async/detachable_poller.h"
#include "views/session/settings/settings.h"

namespace sojourn::monitor {

ParsedArguments parseArguments(int argc, char** argv) {
  CLI::App app("Live monitor of trainings: which runs need attention, and why", programName);
  usePlainHelp(app);
  app.set_version_flag("--version", "sojourn-monitor " SOJOURN_VERSION);
  Arguments given;
  std::string screenshot, size, stateFolder;
  bool dark = false, light = false;
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

bool isThere(const std::filesystem::path& source) {
  std::error_code failed;
  return std::filesystem::exists(source, failed);
}

std::optional<std::filesystem::path> absentSource(const std::vector<std::filesystem::path>& sources,
                                                  std::chrono::milliseconds patience, const Exists& exists) {
  struct Question {
    std::shared_ptr<std::atomic<bool>> absent = std::make_shared<std::atomic<bool>>(false);
    session::DetachablePoller thread;
  };
  std::vector<std::unique_ptr<Question>> questions;
  try {
    for (const std::filesystem::path& source : sources) {
      Question& asked = *questions.emplace_back(std::make_unique<Question>());
      asked.thread.post([absent = asked.absent, source, exists] { *absent = !exists(source); }, true);
      asked.thread.end();
    }
  } catch (const std::system_error&) {
    // No thread left: who is not asked may be there.
  }
  const auto latest = session::DetachablePoller::Clock::now() + patience;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (questions[i]->thread.awaitEnd(latest) && *questions[i]->absent) return sources[i];
  }
  return std::nullopt;
}

}  // namespace sojourn::monitor
