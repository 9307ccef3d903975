// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/arguments.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <CLI/CLI.hpp>

#include "app/command_line/command_line.h"
#include "model/data/edit/sequence_text.h"
#include "views/session/explain/explanation_arguments.h"

namespace sojourn::studio {

ParsedArguments parseArguments(int argc, char** argv) {
  CLI::App app("Shows why a next-location model thinks a person goes there next", "sojourn-studio");
  usePlainHelp(app);
  app.set_version_flag("--version", "sojourn-studio " SOJOURN_VERSION);
  Arguments given;
  std::string data, checkpoint, curves, split, workspace, workspaceFile, exportFolder, screenshot, edited;
  std::vector<std::string> maps;
  std::string size = "1600x1000";
  CLI::Option* fileOption = app.add_option("file", workspaceFile, "Workspace to open")->type_name("NAME.sojourn.json");
  app.add_option("--data", data, "Dataset: a folder, or folder/prefix")->type_name("DATA");
  app.add_option("--checkpoint", checkpoint, "Trained model: a torch.save file, safetensors, or program:COMMAND")
      ->type_name("FILE");
  app.add_option(
         "--model", given.models,
         "Model to compare with the checkpoint: a checkpoint, program:COMMAND, a rule (window_frequency, most_recent, "
         "user_markov, user_frequency) or a CSV of predictions (repeatable)")
      ->type_name("FILE|RULE")
      ->allow_extra_args(false);
  app.add_option("--columns", given.columns, "Letters of the two models in the columns of Compare: AB unless given")
      ->check([](const std::string& letters) {
        const auto isLetter = [](char c) { return c >= 'A' && c <= 'H'; };
        const bool good = letters.size() == 2 && std::ranges::all_of(letters, isLetter) && letters[0] != letters[1];
        return good ? std::string() : "needs two letters from A to H, not " + letters;
      })
      ->type_name("AB");
  app.add_option("--run", given.runs,
                 "Run folder, folder of runs, or log of another program, shown in the Training workspace (repeatable)")
      ->type_name("PATH")
      ->allow_extra_args(false);
  app.add_option("--study", given.study, "Folder of an ablation study, shown in the Ablation workspace")
      ->type_name("DIR");
  app.add_option("--import", given.import, "Tracks, visits or check-ins, shown in the Import page")->type_name("PATH");
  app.add_option("--map", maps, "Background of the maps: raster MBTiles or GeoJSON (repeatable)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  CLI::Option* curvesOption =
      app.add_option("--curves", curves, "How the curves are shown, as written by Copy link to this view")
          ->type_name("STATE");
  app.add_option("--index", given.open.index, "Index of the sample to show, from 0")->type_name("N");
  CLI::Option* splitOption = app.add_option("--split", split, "Split of the sample")
                                 ->check(CLI::IsMember({"train", "validation", "test"}))
                                 ->type_name("SPLIT");
  app.add_option("--heads", given.open.heads, "Number of attention heads, if the checkpoint does not contain it")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  app.add_option("--pseudonyms", given.open.pseudonyms,
                 "Show users and places under other numbers, without names, positions rounded to 500 m: the seed, any "
                 "text. Ids in filters and edited visits are pseudonyms then")
      ->check(pseudonymSeedProblem)
      ->type_name("SEED");
  app.add_option("--filter", given.open.filter,
                 "Show the samples that match this filter, written as in Samples: 'wrong user:3'")
      ->type_name("FILTER");
  app.add_option("--edited", edited,
                 "The sample with edited visits, as written by Copy link to this view: 'user U;target P;' and for each "
                 "visit, oldest first, days before the target, weekday, start, minutes and place: '7 Fri 11:07 84 15;'")
      ->type_name("VISITS");
  app.add_option("--times", given.open.timesShownMinutes, "Show times this many minutes ahead of the recorded times")
      ->check(CLI::Range(-1440, 1440))
      ->type_name("MINUTES");
  CLI::Option* workspaceOption = app.add_option("--workspace", workspace, "Workspace to show")
                                     ->check(CLI::IsMember({"inspect", "what_if", "explain", "training", "compare",
                                                            "dataset", "places", "ablation"}))
                                     ->type_name("NAME");
  for (const session::ExplanationOption& option : session::explanationOptions)
    app.add_option_function<std::string>(
           option.name,
           [&given, &option](const std::string& value) {
             if (!session::readExplanationOption(option.name, value, given.explanation))
               throw CLI::ValidationError(option.name, std::string("needs ") + option.values + ", not " + value);
           },
           option.help)
        ->type_name("WORD:" + std::string(option.values));
  CLI::Option* exportOption =
      app.add_option("--export", exportFolder,
                     "Write every view to this folder as PNG and SVG, without a window, and exit")
          ->type_name("FOLDER");
  CLI::Option* reportOption =
      app.add_option(
             "--report", given.reports,
             "Write a report of the samples to this .html or .pdf file, without a window, and exit (once for each "
             "format)")
          ->type_name("FILE")
          ->allow_extra_args(false)
          ->excludes(exportOption);
  app.add_option("--samples", given.samples, "Samples of the report, as in 12,40-44 (default: that of --index)")
      ->type_name("LIST")
      ->needs(reportOption);
  app.add_option("--title", given.title, "Title of the report")->type_name("TITLE")->needs(reportOption);
  CLI::Option* viewsOption =
      app.add_option("--views", given.views,
                     "Only these views, separated by commas (default: all in an export, those of Inspect in a report)")
          ->type_name("VIEW,...")
          ->delimiter(',');
  CLI::Option* screenshotOption =
      app.add_option(
             "--screenshot", screenshot,
             "Write a picture of the window to this PNG file once every number is computed, write the numbers to a "
             "JSON file next to it, and exit")
          ->type_name("FILE.png")
          ->excludes(exportOption)
          ->excludes(reportOption);
  fileOption->excludes(exportOption)->excludes(screenshotOption)->excludes(reportOption);
  app.add_option("--size", size, "Size of the window in the screenshot, as in 1366x768")
      ->type_name("WxH")
      ->needs(screenshotOption);
  app.add_flag("--dark", given.dark, "Use the dark theme for pictures");
  app.footer(
      "Without arguments, the studio restores the last session; at the first start it opens the demo city.\n"
      "Examples:\n"
      "  sojourn-studio --data geolife --checkpoint best.pt --index 2222\n"
      "  sojourn-studio finding.sojourn.json\n"
      "  sojourn-studio --run runs --workspace training\n"
      "  sojourn-studio --import walks.gpx\n"
      "  sojourn-studio --data geolife --checkpoint best.pt --export pictures --views visits,pointer\n"
      "  sojourn-studio --data geolife --checkpoint best.pt --report finding.html --samples 12,40-44");
  try {
    app.parse(argc, argv);
    if (*viewsOption && !*exportOption && !*reportOption) throw CLI::RequiresError("--views", "--export or --report");
    if (std::sscanf(size.c_str(), "%dx%d", &given.width, &given.height) != 2 || given.width < 640 ||
        given.height < 400 || given.width > 8192 || given.height > 8192) {
      throw CLI::ValidationError("--size", "needs a width and a height from 640x400 to 8192x8192");
    }
    if (!edited.empty()) {
      std::ranges::replace(edited, ';', '\n');
      const auto sequence = sequenceFromText(edited);
      if (!sequence) throw CLI::ValidationError("--edited", sequence.error().sentence());
      given.open.edited = *sequence;
    }
  } catch (const CLI::ParseError& error) {
    return {.arguments = {}, .exitCode = afterParseError(app, error, {argv + 1, argv + argc})};
  }
  if (given.import)
    given.importMaps = std::move(maps);
  else if (!maps.empty())
    given.open.mapFiles = std::move(maps);
  if (!data.empty()) given.open.data = data;
  if (auto command = programCommandIn(checkpoint)) {
    // It means the same when the workspace is opened from elsewhere.
    std::error_code ignored;
    given.open.program =
        ProgramCommand{.command = std::move(*command), .folder = std::filesystem::current_path(ignored).string()};
    given.open.programTyped = true;
  } else if (!checkpoint.empty()) {
    given.open.checkpoint = checkpoint;
  }
  if (*curvesOption) given.curves = curves;
  if (*workspaceOption) given.workspace = qt::studioWorkspaceNamed(workspace);
  if (*fileOption) given.workspaceFile = workspaceFile;
  if (*splitOption) given.open.split = splitFromName(split);
  if (*screenshotOption) given.screenshot = screenshot;
  if (*exportOption) given.exportFolder = exportFolder;
  return {.arguments = std::move(given), .exitCode = 0};
}

}  // namespace sojourn::studio
