// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/preparation.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/data/prepare/output_folder.h"
#include "model/data/prepare/preparation_files.h"
#include "model/data/prepare/preparation_steps.h"
#include "model/data/prepare/pseudonymous_preparation.h"
#include "model/data/prepare/read_stays.h"
#include "model/formats/text/json_reader.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// A dataset's name becomes the begin of file names.
Status checkName(const std::string& name) {
  const bool plain = !name.empty() && name.front() != '.' && name.size() <= 100 && isValidUtf8(name) &&
                     std::ranges::none_of(name, [](unsigned char c) { return c < 32 || c == 127 || c == '/'; });
  if (plain) return {};
  return Error{ErrorKind::BadUsage, "--name", "\"" + escapeForDisplay(name, 60) + "\" cannot begin a file's name",
               "give a name of up to 100 letters, digits, hyphens or underscores"};
}

/// Fills in what was left open.
Status complete(PrepareSettings& settings) {
  InputSettings& input = settings.input;
  std::error_code error;
  if (!fs::exists(input.input, error))
    return Error{ErrorKind::BadInput, input.input.string(), "is not there", "check the path of --input"};
  const bool utc = input.format == InputFormat::Geolife || input.format == InputFormat::Gpx;
  if (input.stampsIn.empty()) input.stampsIn = utc ? "UTC" : settings.timeZone;
  // The input may be called after a person.
  if (settings.name.empty() && !settings.pseudonyms.empty()) settings.name = "dataset";
  if (settings.name.empty()) {
    const fs::path whole = fs::absolute(input.input, error).lexically_normal();
    settings.name = (whole.has_filename() ? whole : whole.parent_path()).stem().string();
  }
  return checkName(settings.name);
}

/// The report of a preparation that --resume finds finished; nothing where there is something to do.
Result<std::optional<std::string>> finishedReport(const OutputFolder& folder, const PrepareSettings& settings,
                                                  const std::string& fingerprint) {
  const std::optional<std::string> nothing;
  if (!settings.resume || folder.isBegun()) return nothing;
  const auto bytes = readFile(folder.path() / preparationReportName, 1U << 24U);
  if (!bytes) return nothing;
  const std::vector<std::string> files = filesOfReport(asText(*bytes));
  if (files.empty()) return nothing;
  if (parseJson(asText(*bytes)).value["fingerprint"] != fingerprint)
    return Error{ErrorKind::BadInput, settings.out.string(),
                 "holds a dataset that was prepared with other settings, or from an input that has changed",
                 "choose another folder, or replace it with --force"};
  std::error_code error;
  const bool all =
      std::ranges::all_of(files, [&](const auto& name) { return fs::exists(folder.path() / name, error); });
  const bool dataset = std::ranges::any_of(files, [](const auto& name) { return name.ends_with("_metadata.json"); });
  if (!all || !dataset) return nothing;
  return std::optional(std::string(asText(*bytes)));
}

Status readInto(PreparationSteps& steps, StaypointLog* log, const PrepareSettings& settings,
                const CancelToken& cancel) {
  if (log) {
    auto read = readStays(settings, *log, steps.stage("reading"), cancel);
    if (!read) return read.error();
    steps.takeReport(std::move(read->report));
    for (UserStays& user : read->users) {
      steps.takeStays(std::move(user.user), user.first, user.last, user.stays);
      user.stays = {};
    }
  } else {
    auto read = readVisitRecords(settings.input, steps.stage("reading"), cancel);
    if (!read) return read.error();
    steps.takeReport(std::move(read->report));
    steps.takeTable(std::move(read->records));
  }
  steps.endReading();
  return {};
}

/// All steps, into the folder. `log` is null where the input is a table of visits.
Status prepareInto(const OutputFolder& folder, StaypointLog* log, const std::string& fingerprint, const TimeZone& zone,
                   Preparation& made, const PrepareProgress& progress, const CancelToken& cancel) {
  PreparationSteps steps(made, progress, cancel);
  Status state = readInto(steps, log, made.settings, cancel);
  if (!state) return state;
  steps.dropShortRecords();
  if (state = steps.locate(); !state) return state;
  made.prefix = preparedPrefix(made.settings, made.placesGiven);
  steps.makeVisits(zone);
  if (state = steps.makeAllSequences(); !state) return state;
  for (const RecipeConsequence& choice : recipeConsequences())
    if (choice.applies(made.settings) && !made.placesGiven)
      made.problems.push_back(
          {Severity::Notice, "", std::string(choice.choice) + ": " + choice.consequence, choice.remedy});
  if (progress) progress("writing", 0, 1);
  if (made.settings.pseudonyms.empty()) return writePreparation(made, folder, fingerprint, cancel);
  // Who prepares the dataset still sees them.
  std::vector<Problem> problems = made.problems;
  usePseudonyms(made, made.settings.pseudonyms);
  state = writePreparation(made, folder, fingerprint, cancel);
  made.problems = std::move(problems);
  return state;
}

}  // namespace

Result<Preparation> prepareDataset(PrepareSettings settings, const PrepareProgress& progress,
                                   const CancelToken& cancel) {
  if (const Status completed = complete(settings); !completed) return completed.error();
  const auto zone = TimeZone::find(settings.timeZone);
  if (!zone) return zone.error();
  if (const auto stamps = TimeZone::find(settings.input.stampsIn); !stamps) return stamps.error();
  const auto fingerprint = preparationFingerprint(settings);
  if (!fingerprint) return fingerprint.error();
  const auto folder = OutputFolder::open(settings);
  if (!folder) return folder.error();
  const auto finished = finishedReport(*folder, settings, *fingerprint);
  if (!finished) return finished.error();
  // Beside a finished dataset nothing is written.
  if (const Status room = *finished ? Status() : folder->checkRoom(0); !room) return room.error();
  Preparation made;
  made.settings = settings;
  if (*finished) {
    made.report = **finished;
    made.wasFinished = true;
    return made;
  }
  std::optional<StaypointLog> log;
  if (readsFixes(settings.input.format)) {
    auto opened = StaypointLog::open(folder->path(), *fingerprint, settings.resume);
    if (!opened) return opened.error();
    log = std::move(*opened);
  }
  const Status prepared = prepareInto(*folder, log ? &*log : nullptr, *fingerprint, *zone, made, progress, cancel);
  // A refused input is corrected, or read with other settings: nothing of the log would be of use.
  if (prepared || prepared.error().kind == ErrorKind::BadInput) folder->removeWork();
  if (!prepared) return prepared.error();
  return made;
}

}  // namespace sojourn
