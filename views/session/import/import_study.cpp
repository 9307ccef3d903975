// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/import/import_study.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/prepare/output_folder.h"
#include "model/formats/text/json_fields.h"

namespace sojourn::session {
namespace {

bool isTrack(InputFormat format) {
  return format == InputFormat::Geolife || format == InputFormat::Gpx;
}

Error notRecognised(const std::filesystem::path& path) {
  return {ErrorKind::BadInput, path.string(), tr("is not recognised as tracks, visits or check-ins"),
          tr("choose its format and columns")};
}

/// Looks at the input, and reads it where all is known that reading needs.
Result<ImportInput> readInput(InputSettings settings, bool recognise, const CancelToken& cancel,
                              const Progress& progress) {
  ImportInput input;
  if (recognise) {
    const auto found = recogniseInput(settings.input);
    if (!found) {
      input.problem = notRecognised(settings.input);
    } else {
      InputSettings known = settingsFor(settings.input, *found);
      known.stampsIn = settings.stampsIn;
      settings = std::move(known);
      input.reason = found->reason;
    }
  }
  input.settings = settings;
  auto preview = previewInput(settings);
  if (!preview) {
    if (!input.problem) input.problem = preview.error();
    return input;
  }
  input.preview = std::move(*preview);
  if (input.problem) return input;
  if (!input.preview.missing.empty()) {
    input.problem =
        Error{ErrorKind::BadInput, settings.input.string(), tr("no column says %1", {commaList(input.preview.missing)}),
              tr("choose it in the first rows")};
    return input;
  }
  auto rows = readTrialInput(settings, progress, cancel);
  if (!rows && rows.error().kind == ErrorKind::Cancelled) return rows.error();
  if (rows) {
    input.rows = std::move(*rows);
    if (const DateOrder dates = input.rows->report.dates; dates != settings.dates) {
      // The first rows alone may not have decided it.
      settings.dates = dates;
      if (auto dated = previewInput(settings, {}, {}, cancel)) input.preview = std::move(*dated);
    }
  } else {
    input.problem = rows.error();
  }
  return input;
}

/// The input that a report names, with its settings.
Result<ImportInput> readAgain(const std::filesystem::path& report, const CancelToken& cancel,
                              const Progress& progress) {
  constexpr std::uint64_t largestReport = 1U << 24U;
  const auto bytes = readFile(report, largestReport);
  if (!bytes) return bytes.error();
  auto settings = settingsOfReport(asText(*bytes), report.string());
  if (!settings) return settings.error();
  const auto json = parseJsonObject(asText(*bytes), report.string());
  if (!json || !json->contains("input") || !(*json)["input"].is_string())
    return Error{ErrorKind::BadInput, report.string(), tr("does not name its input"), tr("import the input itself")};
  settings->input.input = (*json)["input"].get<std::string>();
  std::error_code error;
  if (!std::filesystem::exists(settings->input.input, error))
    return Error{ErrorKind::BadInput, settings->input.input.string(), tr("is not there any more"),
                 tr("import it where it is now")};
  auto input = readInput(settings->input, false, cancel, progress);
  if (input) input->again = std::move(*settings);
  return input;
}

Result<ImportTrial> tryWith(TrialPreparation& trial, PrepareSettings settings, const CancelToken& cancel) {
  auto made = trial.prepare(settings, cancel);
  if (!made) return made.error();
  ImportTrial answer{.settings = std::move(settings), .made = nullptr, .funnel = funnelOf(*made)};
  answer.made = std::make_shared<const Preparation>(std::move(*made));
  return answer;
}

/// Whether the curve of an earlier trial is that of these settings: all but eps are equal.
bool hasSameCurve(const ImportTrials& earlier, const TrialPreparation& trial, const PrepareSettings& settings) {
  if (!earlier.curve || earlier.input != trial.input()) return false;
  PrepareSettings before = earlier.chosen.settings;
  before.eps = settings.eps;
  return before.recipe == settings.recipe && before.excludedUsers == settings.excludedUsers &&
         parametersAsJson(before) == parametersAsJson(settings);
}

Result<PlacesByEps> placesByEps(TrialPreparation& trial, const PrepareSettings& chosen, const PrepareSettings& other,
                                const CancelToken& cancel) {
  PlacesByEps curve{.eps = {5, 10, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90, 100}, .chosen = {}, .other = {}};
  // One recipe after the other, so that the stays of each are searched once.
  for (const auto& [settings, counts] : {std::pair(chosen, &curve.chosen), {other, &curve.other}}) {
    for (const double eps : curve.eps) {
      PrepareSettings tried = settings;
      tried.eps = eps;
      const auto places = trial.countPlaces(tried, cancel);
      if (!places) return places.error();
      counts->push_back(*places);
    }
  }
  return curve;
}

Result<std::vector<ImportCause>> causesOf(TrialPreparation& trial, const PrepareSettings& chosen,
                                          const PrepareSettings& other, const CancelToken& cancel) {
  std::vector<ImportCause> causes;
  for (const PrepareParameter& parameter : prepareParameters()) {
    const std::string text = parameter.text(other);
    if (text == parameter.text(chosen)) continue;
    PrepareSettings tried = chosen;
    if (const Status set = setParameter(tried, parameter, text); !set) return set.error();
    const auto made = trial.prepare(tried, cancel);
    if (!made) return made.error();
    causes.push_back({parameter.key, funnelOf(*made)});
  }
  return causes;
}

}  // namespace

ImportStudy::ImportStudy(Workspace& workspace, std::function<void()> changed)
    : m_changed(std::move(changed)),
      m_input(
          workspace, [this] { inputChanged(); }, QueryThread::Own),
      m_trials(
          workspace, [this] { trialsChanged(); }, QueryThread::Own),
      m_run(
          workspace, [this] { m_changed(); }, QueryThread::Own),
      m_rows(
          workspace, [this] { m_changed(); }, QueryThread::Own),
      m_like(
          workspace, [this] { takeLike(); }, QueryThread::Own) {}

void ImportStudy::forget(const std::filesystem::path& path) {
  m_path = path;
  m_input.forget();
  m_trials.forget();
  m_run.forget();
  m_rows.forget();
  m_like.forget();
  m_rowChoice = {};
  m_trial.reset();
  m_settings = {};
}

void ImportStudy::open(const std::filesystem::path& path) {
  forget(path);
  InputSettings input;
  input.input = path;
  read(std::move(input), true);
}

void ImportStudy::openAgain(const std::filesystem::path& report) {
  forget(report);
  m_input.ask(reading(report), [report](const CancelToken& cancel, const Progress& progress, const auto&) {
    return readAgain(report, cancel, progress);
  });
}

QueryDescription ImportStudy::reading(const std::filesystem::path& path) {
  return {.title = tr("Reading %1", {escapeForDisplay(path.filename().string(), 60)}),
          .unit = "bytes",
          .subject = "the input",
          .shownAtOnce = true,
          .progressShown = true};
}

void ImportStudy::readAs(InputFormat format) {
  InputSettings input;
  input.input = m_path;
  input.format = format;
  read(std::move(input), false);
}

void ImportStudy::setColumn(const std::string& key, const std::string& column) {
  if (!input()) return;
  InputSettings settings = input()->settings;
  // A column has one meaning.
  std::erase_if(settings.columns, [&](const auto& one) { return one.first == key || one.second == column; });
  if (!column.empty()) settings.columns[key] = column;
  read(std::move(settings), false);
}

void ImportStudy::setDates(DateOrder order) {
  if (!input() || input()->settings.dates == order) return;
  InputSettings settings = input()->settings;
  settings.dates = order;
  read(std::move(settings), false);
}

void ImportStudy::read(InputSettings settings, bool recognise) {
  // As on the command line: times of a table without an offset are of the clock of its days, those of tracks UTC.
  settings.stampsIn = isTrack(settings.format) ? "UTC" : m_settings.timeZone;
  m_input.ask(reading(m_path), [settings = std::move(settings), recognise](const CancelToken& cancel,
                                                                           const Progress& progress, const auto&) {
    return readInput(settings, recognise, cancel, progress);
  });
}

void ImportStudy::inputChanged() {
  const auto& read = input();
  if (m_input.awaiting()) {
    m_rows.forget();
    m_rowChoice = {};
  }
  if (read && !m_input.awaiting() && !read->rows) {
    // What was tried is not of what the first rows show now.
    m_trial.reset();
    m_trials.forget();
  } else if (read && !m_input.awaiting() && (!m_trial || read->rows != m_trial->input())) {
    const bool another =
        m_settings.input.input != read->settings.input || m_settings.input.format != read->settings.format;
    m_trial = std::make_shared<TrialPreparation>(read->rows);
    if (read->again) {
      m_settings = *read->again;
      m_path = read->settings.input;
    } else if (another) {
      const std::string zone = m_settings.timeZone;
      m_settings = defaultPrepareSettings(read->settings.format);
      m_settings.timeZone = zone;
      m_settings.name = m_path.stem().string();
    }
    m_settings.input = read->settings;
    tryOut();
  }
  m_changed();
}

Status ImportStudy::set(std::string_view key, std::string_view text) {
  const auto parameters = prepareParameters();
  const auto parameter =
      std::ranges::find(parameters, key, [](const PrepareParameter& one) { return std::string_view(one.key); });
  if (parameter == parameters.end()) return {};
  PrepareSettings wanted = m_settings;
  if (const Status set = setParameter(wanted, *parameter, text); !set) return set;
  if (parameter->text(wanted) == parameter->text(m_settings)) return {};
  const bool otherStamps = wanted.timeZone != m_settings.timeZone && m_trial && !isTrack(wanted.input.format);
  m_settings = std::move(wanted);
  if (otherStamps)
    read(m_settings.input, false);
  else
    tryOut();
  return {};
}

void ImportStudy::takeSettingsLike(const std::filesystem::path& dataset) {
  m_like.ask({.title = tr("Reading %1", {escapeForDisplay(dataset.filename().string(), 60)}),
              .unit = "bytes",
              .subject = "the settings"},
             [dataset](const CancelToken&, const Progress&, const auto&) { return settingsLike(dataset); });
}

void ImportStudy::takeLike() {
  const auto& like = m_like.answer();
  if (!like || m_like.awaiting() || m_like.error()) return m_changed();
  PrepareSettings settings = *like;
  m_like.forget();
  const bool otherStamps = settings.timeZone != m_settings.timeZone && !isTrack(m_settings.input.format);
  const bool sameColumns = input() && !input()->rows && input()->settings.format == settings.input.format;
  InputSettings again = input() ? input()->settings : m_settings.input;
  if (sameColumns) again.columns = settings.input.columns;
  settings.input = m_settings.input;
  settings.name = m_settings.name;
  settings.excludedUsers = m_settings.excludedUsers;
  m_settings = std::move(settings);
  if (input() && (otherStamps || sameColumns))
    read(std::move(again), false);
  else
    tryOut();
  m_changed();
}

void ImportStudy::trialsChanged() {
  if (!m_rowChoice.ofInput() && trials() && m_rows.answer() && m_rows.answer()->trial != trials()->number) findRows();
  m_changed();
}

void ImportStudy::listRows(ImportRowChoice choice) {
  if (m_rowChoice == choice) return;
  m_rowChoice = std::move(choice);
  m_rows.forget();
  findRows();
  m_changed();
}

std::shared_ptr<const ImportRowList> ImportStudy::rowList() const {
  const auto& list = m_rows.answer();
  return list && list->choice == m_rowChoice ? list : nullptr;
}

void ImportStudy::findRows() {
  if (m_rowChoice == ImportRowChoice() || !input() || !input()->rows) return;
  const QueryDescription description{.title = tr("Finding rows"), .unit = "bytes", .subject = "the rows"};
  if (m_rowChoice.ofInput()) {
    m_rows.ask(description, [choice = m_rowChoice, rows = input()->rows](
                                const CancelToken& cancel, const Progress& progress,
                                const auto&) { return listInputRows(choice, *rows, progress, cancel); });
  } else if (trials()) {
    m_rows.ask(description,
               [choice = m_rowChoice, tried = trials()](const CancelToken&, const Progress&,
                                                        const auto&) -> Result<ImportRowList> {
                 ImportRowList list = listStays(choice, *tried->input, *tried->chosen.made);
                 list.trial = tried->number;
                 return list;
               });
  }
}

void ImportStudy::chooseRecipe(PrepareRecipe recipe) {
  if (m_settings.recipe == recipe) return;
  applyRecipe(m_settings, recipe);
  tryOut();
}

void ImportStudy::setKept(const std::string& user, bool kept) {
  auto& out = m_settings.excludedUsers;
  const auto found = std::ranges::find(out, user);
  if (kept == (found == out.end())) return;
  if (kept)
    out.erase(found);
  else
    out.push_back(user);
  tryOut();
}

void ImportStudy::tryOut() {
  if (!m_trial) return;
  m_trials.ask({.title = tr("Trying the settings"), .unit = "steps", .subject = "the trial"},
               [trial = m_trial, settings = m_settings, number = ++m_number, earlier = trials()](
                   const CancelToken& cancel, const Progress&, const auto& publish) -> Result<ImportTrials> {
                 auto chosen = tryWith(*trial, settings, cancel);
                 if (!chosen) return chosen.error();
                 ImportTrials answer{.number = number, .input = trial->input(), .chosen = std::move(*chosen)};
                 if (answer.chosen.made->placesGiven) return answer;
                 publish(answer);
                 PrepareSettings other = settings;
                 applyRecipe(other, settings.recipe == PrepareRecipe::Published ? PrepareRecipe::Corrected
                                                                                : PrepareRecipe::Published);
                 auto beside = tryWith(*trial, other, cancel);
                 if (!beside) return beside.error();
                 answer.other = std::move(*beside);
                 publish(answer);
                 if (earlier && hasSameCurve(*earlier, *trial, settings)) {
                   answer.curve = earlier->curve;
                 } else {
                   auto curve = placesByEps(*trial, settings, other, cancel);
                   if (!curve) return curve.error();
                   answer.curve = std::move(*curve);
                 }
                 publish(answer);
                 auto causes = causesOf(*trial, settings, other, cancel);
                 if (!causes) return causes.error();
                 answer.causes = std::move(*causes);
                 return answer;
               });
}

}  // namespace sojourn::session
