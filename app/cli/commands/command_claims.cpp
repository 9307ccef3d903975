// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn claims`: what papers claim about a model and its data, beside what is measured here.
#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/data/statistics/resampling.h"
#include "model/evaluate/evaluate_split.h"
#include "model/evaluate/metrics.h"
#include "model/evaluate/model_profile.h"
#include "views/session/ablation/variant_study.h"
#include "views/session/claims/claims.h"
#include "views/text/claims_text.h"

namespace sojourn::cli {
namespace {

struct ClaimsOptions {
  DataChoice data;
  ModelChoice model;
  std::string runs, claims, json;
};

ClaimMeasurement measurement(const char* quantity, std::string subject, const Estimate& estimate,
                             const std::string& command) {
  ClaimMeasurement measured{.quantity = quantity,
                            .subject = std::move(subject),
                            .value = estimate.mean,
                            .low = {},
                            .high = {},
                            .command = command};
  if (estimate.hasInterval()) {
    measured.low = estimate.low;
    measured.high = estimate.high;
  }
  return measured;
}

/// In percent, with its interval by users.
template <class Holds>
Estimate shareOf(const SequenceSet& set, const Holds& holds) {
  std::vector<double> values;
  std::vector<std::int32_t> users;
  for (std::size_t row = 0; row < set.size(); ++row) {
    values.push_back(holds(row) ? 100 : 0);
    users.push_back(set.user(row));
  }
  return estimateByGroups(values, users, userResamples, 0);
}

/// Of each role, the head that has it most, in times uniform.
void measureRoles(const ModelProfile& profile, std::vector<ClaimMeasurement>& measured) {
  for (std::size_t figure = 0; figure < headFigureCount; ++figure) {
    const auto most = std::ranges::max_element(profile.heads, {},
                                               [&](const HeadRole& head) { return head.timesUniform[figure].mean; });
    if (most != profile.heads.end())
      measured.push_back(measurement("head role", headFigureNames[figure], most->timesUniform[figure],
                                     "sojourn profile, largest of " + std::to_string(profile.heads.size()) + " heads"));
  }
}

Status measureModel(const ClaimsOptions& options, const Dataset& dataset, const SequenceSet& set,
                    std::vector<ClaimMeasurement>& measured, std::string& model, const CancelToken& cancel) {
  const auto engine = options.model.load(options.data, dataset.pseudonyms, set.size());
  if (!engine) return engine.error();
  const ModelDescription& description = (*engine)->description();
  model = description.id;
  ProgressLine progress("evaluating");
  const auto evaluation = evaluateSplit(**engine, set, cancel, progress.callback());
  progress.clear();
  if (!evaluation) return evaluation.error();
  measured.push_back(measurement("acc@1", "all",
                                 shareOf(set, [&](std::size_t row) { return isCorrect(evaluation->outcomes[row]); }),
                                 "sojourn evaluate"));
  for (std::size_t position = 1; position < description.positionBias.size(); ++position)
    measured.push_back({.quantity = "position bias",
                        .subject = std::to_string(position),
                        .value = description.positionBias[position],
                        .command = "sojourn inspect, position_bias"});
  if (!description.capabilities.attentionMaps) return {};
  std::vector<std::size_t> rows(set.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  ProgressLine reading("reading attention");
  const auto profile = modelProfile(**engine, set, rows, cancel, reading.callback());
  reading.clear();
  if (!profile) return profile.error();
  measureRoles(*profile, measured);
  return {};
}

Status measureStudy(const ClaimsOptions& options, const Dataset& dataset, const SequenceSet& set,
                    std::vector<ClaimMeasurement>& measured, const CancelToken& cancel) {
  const auto plan = session::studyIn(options.runs);
  if (!plan) return plan.error();
  if (plan->dataset != dataset.prefix)
    return Error{ErrorKind::BadInput, options.runs, "is a study of the dataset " + plan->dataset,
                 "name its dataset with --data"};
  ProgressLine progress("evaluating the runs");
  const auto study =
      session::collectStudy(*plan, set, checkpointEvaluator(options.model, set, cancel), cancel, progress.callback());
  progress.clear();
  if (!study) return study.error();
  for (const StudiedVariant& variant : study->variants) {
    if (variant.seeds == 0) continue;
    // Of few seeds the interval says too little to judge by.
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const bool enough = variant.seeds >= seedsToTell;
    const Estimate difference{.mean = variant.difference.value,
                              .low = enough ? variant.difference.low : none,
                              .high = enough ? variant.difference.high : none,
                              .n = study->n};
    measured.push_back(measurement("ablation", variant.name, difference,
                                   "sojourn ablate, " + std::to_string(variant.seeds) + " seeds"));
  }
  return {};
}

Result<std::vector<Claim>> claimsOf(const std::string& file) {
  if (file.empty()) return session::builtInClaims();
  const auto bytes = readFile(file, session::largestClaimsFile);
  if (!bytes) return bytes.error();
  return session::parseClaims({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, file);
}

Status showClaims(const ClaimsOptions& options) {
  const CancelToken cancel = interruptToken();
  const auto split = options.data.chosenSplit();
  if (!split) return split.error();
  const auto claims = claimsOf(options.claims);
  if (!claims) return claims.error();
  std::vector<Split> beside;
  if (!options.model.checkpoint.empty()) beside.push_back(Split::Train);  // some networks read what was before
  const auto dataset = openDataset(options.data, {*split}, cancel, beside);
  if (!dataset) return dataset.error();
  const SequenceSet& set = *dataset->split(*split);
  std::vector<ClaimMeasurement> measured{
      measurement("targets in the window", "all",
                  shareOf(set, [&](std::size_t row) { return set.targetInWindow(row); }), "sojourn profile")};
  std::string model;
  if (!options.model.checkpoint.empty())
    if (const Status done = measureModel(options, *dataset, set, measured, model, cancel); !done)
      return inFile(splitFile(*dataset, *split), done.error());
  if (!options.runs.empty())
    if (const Status done = measureStudy(options, *dataset, set, measured, cancel); !done) return done;

  const auto rows = session::claimLedger(*claims, measured, dataset->prefix, model);
  if (!options.json.empty())
    return text::writeJson({{"schema", "sojourn.claim_ledger/1"},
                            {"dataset", dataset->prefix},
                            {"split", splitName(*split)},
                            {"claims", text::claimsJson(rows)}},
                           options.json, options.model.problems);
  return text::print("Claims, measured on " + escapeForDisplay(dataset->prefix) + " " + splitName(*split) + "\n\n" +
                     text::claimsTable(rows));
}

}  // namespace

void addClaimsCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<ClaimsOptions>();
  CLI::App* command = addModelCommand(app, "claims");
  options->model.sequencesPerSample = 3;
  options->data.addTo(*command);
  options->model.addTo(*command, false);
  options->model.addDeviceTo(*command);
  options->model.addThreadsTo(*command);
  command->add_option("--runs", options->runs, "Folder of an ablation study, as given to `sojourn ablate --runs`")
      ->type_name("DIR");
  command->add_option("--claims", options->claims, "Other claims than the built-in ones: a file sojourn.claims/1")
      ->type_name("FILE.json");
  addJsonOption(*command, options->json);
  command->footer(
      "A claim about another dataset or model, or one that needs --checkpoint or --runs, is undecided.\n"
      "Head roles: of each role the head that has it most, as a multiple of uniform attention.\n"
      "Examples:\n"
      "  sojourn claims --data geolife --checkpoint v45.pt\n"
      "  sojourn claims --data geolife --checkpoint v45.pt --runs study --json -");
  command->callback([options, &work] { work = [options] { return showClaims(*options); }; });
}

}  // namespace sojourn::cli
