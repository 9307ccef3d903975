// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn prepare`: raw movement data becomes a dataset.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/text.h"
#include "model/data/prepare/output_folder.h"
#include "model/data/prepare/preparation.h"
#include "model/data/prepare/preparation_counts.h"
#include "model/data/prepare/preparation_files.h"
#include "views/text/table.h"

namespace sojourn::cli {
namespace {

struct PrepareOptions {
  std::string input, format, out, name, recipe, columns, user, like, pseudonyms, json;
  bool noHeader = false, acceptBad = false, resume = false, force = false, noIncludeLast = false;
  std::size_t threads = 1;
  /// The parameters that were given, and what was said of them.
  std::map<std::string, std::string> values;
  std::vector<std::pair<const PrepareParameter*, const CLI::Option*>> given;
};

Result<InputFormat> formatNamed(const std::string& name) {
  if (const auto format = inputFormatFromName(name)) return *format;
  return Error{ErrorKind::BadUsage, "--format",
               name.empty() ? "is missing" : "\"" + escapeForDisplay(name, 60) + "\" is not a format",
               "use geolife, gpx, points-csv, checkins-csv or visits-csv"};
}

/// The settings of the dataset that --like names, or the format's own.
Result<PrepareSettings> baseSettings(const PrepareOptions& options) {
  if (options.like.empty()) {
    const auto format = formatNamed(options.format);
    if (!format) return format.error();
    return defaultPrepareSettings(*format);
  }
  auto settings = settingsLike(options.like);
  if (!settings || options.format.empty()) return settings;
  const auto format = formatNamed(options.format);
  if (!format) return format.error();
  settings->input.format = *format;
  return settings;
}

/// "user=uid,time=when"
Status addColumns(const std::string& text, std::map<std::string, std::string>& columns) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == part.size())
      return Error{ErrorKind::BadUsage, "--columns", "\"" + escapeForDisplay(part, 60) + "\" names no column",
                   "give pairs such as user=uid,time=when"};
    columns[part.substr(0, equals)] = part.substr(equals + 1);
    begin = end + 1;
  }
  return {};
}

Result<PrepareSettings> settingsOf(const PrepareOptions& options) {
  auto settings = baseSettings(options);
  if (!settings) return settings;
  if (!options.recipe.empty()) {
    const auto recipe = valueNamed<PrepareRecipe>(recipeNames, options.recipe);
    if (!recipe)
      return Error{ErrorKind::BadUsage, "--recipe", "\"" + escapeForDisplay(options.recipe, 60) + "\" is not a recipe",
                   "use published or corrected"};
    applyRecipe(*settings, *recipe);
  }
  for (const auto& [parameter, option] : options.given) {
    if (option->count() == 0) continue;
    const std::string text =
        parameter->kind == PrepareParameter::Kind::Switch ? "false" : options.values.at(parameter->key);
    if (const Status set = setParameter(*settings, *parameter, text); !set) return set.error();
  }
  InputSettings& input = settings->input;
  if (const Status added = addColumns(options.columns, input.columns); !added) return added.error();
  input.input = options.input;
  input.header = input.header && !options.noHeader;
  input.user = options.user;
  input.acceptBad = options.acceptBad;
  settings->out = options.out;
  settings->name = options.name;
  settings->pseudonyms = options.pseudonyms;
  settings->threads = options.threads;
  settings->resume = options.resume;
  settings->force = options.force;
  return settings;
}

/// A line for each stage on the terminal.
class StageLines {
 public:
  PrepareProgress callback() {
    return [this](const char* stage, std::size_t done, std::size_t total) {
      if (m_stage != stage) {
        m_stage = stage;
        m_line.emplace(m_stage);
        m_show = m_stage == "reading" ? m_line->byteRate() : m_line->callback();
      }
      if (m_show) m_show(done, total);
    };
  }
  void clear() { m_line.reset(); }

 private:
  std::string m_stage;
  std::optional<ProgressLine> m_line;
  Progress m_show;
};

std::string describePreparation(const Preparation& made) {
  std::string text;
  if (!made.refusal)
    text = escapeForDisplay((made.settings.out / made.prefix).string()) + ": " +
           text::samplesOfUsers(made.counts.at("train_sequences") + made.counts.at("validation_sequences") +
                                    made.counts.at("test_sequences"),
                                made.sequences.users.size()) +
           ", " + std::to_string(made.sequences.places.size()) + " places in train\n\n";
  text::Table table({"step", "count"});
  for (const NamedCount& count : namedCounts(made.counts)) table.add({count.label, groupThousands(count.count)});
  text += table.text();
  if (made.unobservedShare && !made.staypoints.empty())
    text += "\n" + fixedNumber(100 * *made.unobservedShare, 1) +
            " % of the staypoints' time lies after the last fix at the place.\n";
  std::string recipe;
  for (const Problem& problem : made.problems)
    if (problem.where.empty() && problem.severity == Severity::Notice)
      recipe += "  " + problem.what + "; " + problem.remedy + "\n";
  if (!recipe.empty()) text += "\nRecipe " + std::string(nameIn(recipeNames, made.settings.recipe)) + ":\n" + recipe;
  return text;
}

Status prepare(const PrepareOptions& options) {
  const CancelToken cancel = interruptToken();
  auto settings = settingsOf(options);
  if (!settings) return settings.error();
  StageLines lines;
  const auto made = prepareDataset(std::move(*settings), lines.callback(), cancel);
  lines.clear();
  if (!made) return made.error();
  // What was dropped, and how dates were read; what follows from the recipe is a part of the answer.
  std::vector<Problem> ofReading = made->problems;
  std::erase_if(ofReading, [](const Problem& problem) { return problem.where.empty(); });
  holdProblems(ofReading);
  Status shown;
  if (!options.json.empty())
    shown = text::write(made->report, options.json);
  else if (made->wasFinished)
    shown = text::print(escapeForDisplay(options.out) + " is finished already.\n");
  else
    shown = text::print(describePreparation(*made));
  return shown && made->refusal ? Status(*made->refusal) : shown;
}

/// "200", or where the recipes differ "200 published, 100 corrected"; empty where it depends on the input.
std::string defaultWords(const PrepareParameter& parameter) {
  const auto of = [&](InputFormat format, PrepareRecipe recipe) {
    PrepareSettings settings = defaultPrepareSettings(format);
    applyRecipe(settings, recipe);
    return parameter.text(settings);
  };
  const std::string published = of(InputFormat::Geolife, PrepareRecipe::Published);
  const std::string corrected = of(InputFormat::PointsCsv, PrepareRecipe::Corrected);
  if (published == corrected) return published;
  return published.empty() || corrected.empty() ? "" : published + " published, " + corrected + " corrected";
}

void addParameters(CLI::App& command, PrepareOptions& options) {
  for (const PrepareParameter& parameter : prepareParameters()) {
    if (parameter.kind == PrepareParameter::Kind::Switch) {
      options.given.emplace_back(&parameter, command.add_flag("--no-include-last", options.noIncludeLast,
                                                              "Leave out the last stay of each record"));
      continue;
    }
    std::string type = "TEXT";
    if (parameter.kind == PrepareParameter::Kind::Number || parameter.kind == PrepareParameter::Kind::Whole)
      type = parameter.unit[0] ? parameter.unit : "N";
    if (parameter.kind == PrepareParameter::Kind::Numbers) type = "A,B,C";
    if (!parameter.words.empty()) type.clear();
    for (const std::string_view word : parameter.words) type += (type.empty() ? "" : "|") + std::string(word);
    options.given.emplace_back(
        &parameter, command.add_option(parameterFlag(parameter), options.values[parameter.key], parameter.meaning)
                        ->type_name(type)
                        ->default_str(defaultWords(parameter)));
  }
}

}  // namespace

void addPrepareCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<PrepareOptions>();
  CLI::App* command = app.add_subcommand("prepare", "Make a dataset from GPS fixes, staypoints, visits or check-ins");
  command->add_option("--input", options->input, "File or folder")->required()->type_name("PATH");
  command->add_option("--format", options->format, "geolife, gpx, points-csv, checkins-csv or visits-csv")
      ->type_name("FORMAT");
  command->add_option("--out", options->out, "Folder for the dataset and its report")->required()->type_name("DIR");
  command->add_option("--name", options->name, "Name of the dataset (default: that of the input)")->type_name("NAME");
  command->add_option("--recipe", options->recipe, "published (default for geolife) or corrected (for all others)")
      ->type_name("RECIPE");
  command->add_option("--like", options->like, "Use the settings of a dataset that was prepared before")
      ->type_name("DATASET");
  command->add_option("--columns", options->columns, "What is in which column: user=uid,time=when,lat=y,lon=x")
      ->type_name("A=B,...");
  command->add_flag("--no-header", options->noHeader, "The first line is a row; columns are numbered from 1");
  command->add_option("--user", options->user, "User of a GPX input")->type_name("NAME");
  command->add_flag("--accept-bad", options->acceptBad, "Go on where over half of the rows are dropped");
  addParameters(*command, *options);
  command
      ->add_option("--pseudonyms", options->pseudonyms,
                   "Write users and places under numbers, without names, positions rounded to 500 m, dates shifted by "
                   "whole weeks. The same seed, any text, gives the same; who has it can undo them")
      ->check(pseudonymSeedProblem)
      ->type_name("SEED");
  command->add_flag("--resume", options->resume, "Continue a preparation that was stopped or killed");
  command->add_flag("--force", options->force, "Replace what is in the folder");
  command->add_option("--threads", options->threads, "Users that are read at a time, where their files are apart")
      ->check(CLI::Range(1, 256))
      ->type_name("N");
  addJsonOption(*command, options->json);
  command->footer(
      "The recipe decides --metric, --gap-stays and --centre; each can be given as well. The report, "
      "preparation.json,\n"
      "holds all settings, what each step counted, and what follows from the choices of the published pipeline.\n"
      "Examples:\n"
      "  sojourn prepare --input Geolife/Data --format geolife --min-days 70 --out geolife\n"
      "  sojourn prepare --input points.csv --format points-csv --columns user=Device,time=When \\\n"
      "    --time-zone Europe/Zurich --out walks\n"
      "  sojourn prepare --input new.csv --like walks --out walks-2\n"
      "  sojourn prepare --input Geolife/Data --format geolife --out geolife --resume");
  command->callback([options, &work] { work = [options] { return prepare(*options); }; });
}

}  // namespace sojourn::cli
