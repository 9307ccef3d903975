// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/arguments.h"

#include <algorithm>
#include <cstdio>

#include <CLI/CLI.hpp>

#include "model/data/sequence_text.h"
#include "views/session/explanation_words.h"

namespace sojourn::studio {

ParsedArguments parseArguments(int argc, char** argv) {
  CLI::App app("Shows why a next-location model thinks a person goes there next", "sojourn-studio");
  Arguments given;
  std::string data;
  std::string checkpoint;
  std::string curves;
  std::string split;
  std::string workspace;
  std::string workspaceFile;
  std::string exportFolder;
  std::string screenshot;
  std::string size = "1600x1000";
  std::size_t index = 0;
  int heads = 0;
  int times = 0;
  std::string filter;
  std::string edited;
  CLI::Option* fileOption = app.add_option("file", workspaceFile, "a workspace (NAME.sojourn.json) to open");
  app.add_option("--data", data, "a dataset folder, or folder/prefix");
  app.add_option("--checkpoint", checkpoint, "a checkpoint of Pointer V45 or MHSA");
  app.add_option("--run", given.runs,
                 "a run directory, a folder of them, or a log of another program: shown in the Training workspace; "
                 "may be given several times")
      ->allow_extra_args(false);
  CLI::Option* curvesOption =
      app.add_option("--curves", curves, "how the curves are looked at, as Copy link to this view writes it");
  CLI::Option* indexOption = app.add_option("--index", index, "the sample to show, from 0");
  CLI::Option* splitOption = app.add_option("--split", split, "train, validation or test")
                                 ->check(CLI::IsMember({"train", "validation", "test"}));
  CLI::Option* headsOption = app.add_option("--heads", heads, "the number of heads, where the checkpoint does not say")
                                 ->check(CLI::Range(1, 1024));
  app.add_option("--filter", filter, "show the samples of this filter, as typed in Samples: 'wrong user:3'");
  app.add_option(
      "--edited", edited,
      "the sample with other visits, as Copy link to this view writes it: 'user U;target P;' and for each "
      "visit, oldest first, days before the target, weekday, start, minutes and place: '7 Fri 11:07 84 15;'");
  CLI::Option* timesOption = app.add_option("--times", times, "show times so many minutes ahead of the recorded ones")
                                 ->check(CLI::Range(-1440, 1440));
  CLI::Option* workspaceOption =
      app.add_option("--workspace", workspace, "the workspace to show: inspect, what_if, explain or training")
          ->check(CLI::IsMember({"inspect", "what_if", "explain", "training"}));
  for (const session::ExplanationOption& option : session::explanationOptions)
    app.add_option_function<std::string>(
           option.name,
           [&given, &option](const std::string& value) {
             if (!session::readExplanationOption(option.name, value, given.explanation))
               throw CLI::ValidationError(option.name, std::string("wants ") + option.values + ", not " + value);
           },
           std::string(option.help) + ": " + option.values)
        ->type_name("WORD");
  CLI::Option* exportOption = app.add_option(
      "--export", exportFolder, "write every view to this folder as PNG and SVG, without a window, and exit");
  CLI::Option* reportOption =
      app.add_option("--report", given.reports,
                     "write a report of the samples to this .html or .pdf, without a window, and exit; may be given "
                     "once for each")
          ->allow_extra_args(false)
          ->excludes(exportOption);
  app.add_option("--samples", given.samples, "the samples of the report, as in 12,40-44; else the one of --index")
      ->needs(reportOption);
  app.add_option("--title", given.title, "of the report")->needs(reportOption);
  CLI::Option* viewsOption =
      app.add_option("--views", given.views,
                     "only these views, separated by commas; an export has all, a report those of a sample in Inspect")
          ->delimiter(',');
  CLI::Option* screenshotOption =
      app.add_option("--screenshot", screenshot,
                     "write a picture of the window to this PNG once every number is there, the numbers to a JSON "
                     "beside it, and exit")
          ->excludes(exportOption)
          ->excludes(reportOption);
  fileOption->excludes(exportOption)->excludes(screenshotOption)->excludes(reportOption);
  app.add_option("--size", size, "of the window in the screenshot, as in 1366x768")->needs(screenshotOption);
  app.add_flag("--dark", given.dark, "pictures in the dark theme");
  try {
    app.parse(argc, argv);
    if (*viewsOption && !*exportOption && !*reportOption) throw CLI::RequiresError("--views", "--export or --report");
    if (std::sscanf(size.c_str(), "%dx%d", &given.width, &given.height) != 2 || given.width < 640 ||
        given.height < 400 || given.width > 8192 || given.height > 8192) {
      throw CLI::ValidationError("--size", "wants a width and a height from 640x400 to 8192x8192");
    }
    if (!edited.empty()) {
      std::ranges::replace(edited, ';', '\n');
      const auto sequence = sequenceFromText(edited);
      if (!sequence) throw CLI::ValidationError("--edited", sequence.error().sentence());
      given.open.edited = *sequence;
    }
  } catch (const CLI::ParseError& error) {
    return {.arguments = {}, .exitCode = app.exit(error) == 0 ? 0 : 2};
  }
  if (!data.empty()) given.open.data = data;
  if (!checkpoint.empty()) given.open.checkpoint = checkpoint;
  if (*curvesOption) given.curves = curves;
  if (*workspaceOption) given.workspace = qt::studioWorkspaceNamed(workspace);
  if (*fileOption) given.workspaceFile = workspaceFile;
  if (*splitOption) given.open.split = splitFromName(split);
  if (*indexOption) given.open.index = index;
  if (*headsOption) given.open.heads = heads;
  if (*timesOption) given.open.timesShownMinutes = times;
  if (!filter.empty()) given.open.filter = filter;
  if (*screenshotOption) given.screenshot = screenshot;
  if (*exportOption) given.exportFolder = exportFolder;
  return {.arguments = std::move(given), .exitCode = 0};
}

}  // namespace sojourn::studio
