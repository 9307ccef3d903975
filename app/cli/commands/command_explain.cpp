// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn explain`: why the model gives a location its probability, by every method, with how faithful each one is.
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/explain/attribution/method.h"
#include "model/explain/attribution/shapley.h"
#include "model/explain/explanation/explain.h"
#include "model/explain/explanation/explain_set.h"
#include "model/explain/explanation/interventions.h"
#include "model/explain/stability/parameter_randomization.h"
#include "model/explain/stability/rank_agreement.h"
#include "views/text/json_explanation.h"

namespace sojourn::cli {
namespace {

struct ExplainOptions : ModelQuestion {
  std::optional<std::int64_t> target, ratherThan;
  std::vector<std::string> methods;
  std::string baseline = "zero";
  bool shapley = false;
  bool truth = false;
  std::vector<std::string> also;  ///< checkpoints of other models
  bool randomization = false;
};

Baseline baselineOf(const std::string& name) {
  if (name == "padding") return Baseline::Padding;
  return name == "mean_location" ? Baseline::MeanLocation : Baseline::Zero;
}

/// The model and those of --also.
Result<std::vector<std::shared_ptr<const Engine>>> openAll(const ExplainOptions& options,
                                                           const std::shared_ptr<const Engine>& first) {
  std::vector<std::shared_ptr<const Engine>> engines{first};
  for (const std::string& checkpoint : options.also) {
    ModelChoice other = options.model;
    other.checkpoint = checkpoint;
    const auto engine =
        other.load(options.data, first->description().pseudonyms, std::max<std::size_t>(options.samples, 1));
    if (!engine) return engine.error();
    options.model.problems.insert(options.model.problems.end(), other.problems.begin(), other.problems.end());
    engines.push_back(*engine);
  }
  return engines;
}

/// What --also and --sanity compute for one sequence: their keys in the JSON, their tables.
Status addRankStability(const ExplainOptions& options, const std::shared_ptr<const Engine>& engine,
                        const Subject& subject, const AgreementRequest& what, const CancelToken& cancel,
                        text::Json& json, std::string& text) {
  ProgressLine progress("explaining other models");
  if (!options.also.empty()) {
    const auto engines = openAll(options, engine);
    if (!engines) return engines.error();
    const auto agreement = agreementAcross(*engines, subject.sequence, what, cancel, progress.callback());
    progress.clear();
    if (!agreement) return inFile(subject.where, agreement.error());
    json["across_models"] = text::toJson(*agreement);
    text += "\n" + text::agreementTable(*agreement, subject.places);
  }
  if (options.randomization) {
    const auto check =
        testParameterRandomization(*engine, subject.sequence, {.what = what}, cancel, progress.callback());
    progress.clear();
    if (!check) return inFile(subject.where, check.error());
    json["sanity"] = text::toJson(*check);
    text += "\n" + text::randomizationTable(*check);
  }
  return {};
}

/// The same of many samples. A model that is random throughout is drawn once for each.
Status addRankStabilityOver(const ExplainOptions& options, const OpenedSplit& opened, std::span<const std::size_t> rows,
                            const CancelToken& cancel, text::Json& json, std::string& text) {
  const auto requestOf = [&](const Sequence& sequence) {
    return AgreementRequest{.target = options.truth ? sequence.target : std::nullopt, .methods = options.methods};
  };
  const auto add = [&](const char* key, const std::string& title, const char* share, const auto& study) -> Status {
    ProgressLine progress("explaining other models");
    const auto ask = [&](const Sequence& sequence) -> Result<std::vector<SampleRankStability>> {
      const auto found = study(sequence);
      if (!found) return found.error();
      return rankStabilityOf(*found);
    };
    const auto summary = rankStabilityOver(opened.set(), rows, options.samples, 0, ask, cancel, progress.callback());
    if (!summary) return inFile(opened.where(), summary.error());
    json[key] = text::toJson(*summary);
    text += "\n" + text::rankStabilityTable(*summary, title, share);
    return {};
  };
  if (!options.also.empty()) {
    const auto engines = openAll(options, opened.engine);
    if (!engines) return engines.error();
    const Status added =
        add("across_models", "between " + std::to_string(engines->size()) + " models", "stable",
            [&](const Sequence& sequence) { return agreementAcross(*engines, sequence, requestOf(sequence), cancel); });
    if (!added) return added;
  }
  if (!options.randomization) return {};
  std::uint64_t seed = 0;  // another random model for every sample
  return add("sanity", "all weights randomized", "survives", [&](const Sequence& sequence) {
    return testParameterRandomization(*opened.engine, sequence,
                                      {.what = requestOf(sequence), .draws = 1, .cascading = false, .seed = seed++},
                                      cancel);
  });
}

Status explainOne(const ExplainOptions& options) {
  auto subject = options.openSubject();
  if (!subject) return subject.error();
  const auto engine = options.loadModel(*subject);
  if (!engine) return engine.error();
  const CancelToken cancel = interruptToken();
  ProgressLine progress("explaining");
  const auto explanation = explain(**engine, subject->sequence,
                                   {.target = locationOf(options.target),
                                    .ratherThan = locationOf(options.ratherThan),
                                    .methods = options.methods,
                                    .baseline = baselineOf(options.baseline)},
                                   cancel, progress.callback());
  progress.clear();
  if (!explanation) return inFile(subject->where, explanation.error());

  const auto inspection = (*engine)->inspect(subject->sequence, {.maps = false});
  if (!inspection) return inFile(subject->where, inspection.error());
  text::ExplanationReport report{(*engine)->description(),
                                 subject->sequence,
                                 subject->index,
                                 *explanation,
                                 standardInterventions(**inspection, explanation->target),
                                 {}};
  if (options.shapley) {
    for (const Players players : {Players::Places, Players::Days, Players::Features}) {
      auto values =
          explainByShapley(**engine, subject->sequence, explanation->target, players, cancel, progress.callback());
      progress.clear();
      if (!values) return inFile(subject->where, values.error());
      report.shapley.push_back(std::move(*values));
    }
  }
  text::Json json = text::toJson(report);
  std::string text = text::explanationTables(report, subject->places);
  const AgreementRequest what{
      .target = explanation->target.location, .ratherThan = explanation->target.ratherThan, .methods = options.methods};
  if (Status status = addRankStability(options, *engine, *subject, what, cancel, json, text); !status) return status;
  return options.answer(json, text);
}

/// Many samples: which method holds on the whole.
Status explainMany(const ExplainOptions& options) {
  const CancelToken cancel = interruptToken();
  const auto opened = openSplit(options.data, options.model, cancel, {}, options.samples);
  if (!opened) return opened.error();
  auto filtered = filteredRows(options.filter, *opened, cancel);
  if (!filtered) return filtered.error();
  std::vector<std::size_t>& rows = *filtered;
  ProgressLine progress("explaining");
  const auto summary =
      explainSet(*opened->engine, opened->set(), rows,
                 {.methods = options.methods,
                  .location = options.truth ? ExplainedLocation::Target : ExplainedLocation::Prediction,
                  .samples = options.samples},
                 cancel, progress.callback());
  progress.clear();
  if (!summary) return inFile(opened->where(), summary.error());
  text::Json json = text::toJson(*summary, opened->engine->description(), opened->dataset.prefix,
                                 splitName(opened->split), options.truth ? "target" : "prediction");
  std::string text = text::summaryTable(*summary);
  if (Status status = addRankStabilityOver(options, *opened, rows, cancel, json, text); !status) return status;
  return options.answer(json, text);
}

std::string methodsHelp() {
  std::string text = "Methods:\n";
  for (const Method& method : explanationMethods()) {
    text += "  " + std::string(method.name) + ": " + std::string(method.meaning);
    if (!method.needs.empty()) text += " (needs " + std::string(method.needs) + ")";
    if (!method.listed) text += " (only if named)";
    text += "\n";
  }
  return text;
}

}  // namespace

void addExplainCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = addModelCommand(app, "explain");
  options->model.sequencesPerSample = 2000;
  CLI::Option* samples =
      options->addTo(*command, "Number of random samples of the split: evaluates each method on them");
  CLI::Option* target =
      command->add_option("--target", options->target, "Location to explain (default: the prediction)")
          ->type_name("ID");
  CLI::Option* ratherThan =
      command->add_option("--rather-than", options->ratherThan, "Explain the target against this location")
          ->type_name("ID");
  command
      ->add_option("--methods", options->methods,
                   "Only these methods, separated by commas (default: all that the model supports)")
      ->delimiter(',')
      ->type_name("a,b");
  CLI::Option* baseline = command->add_option("--baseline", options->baseline, "Baseline of integrated gradients")
                              ->check(CLI::IsMember({"zero", "padding", "mean_location"}))
                              ->type_name("NAME")
                              ->capture_default_str();
  CLI::Option* shapley =
      command->add_flag("--shapley", options->shapley, "Also compute Shapley values of places, days and features");
  command->add_flag("--truth", options->truth, "Explain the target, not the prediction")->needs(samples);
  command->add_option("--also", options->also, "Models of other seeds: shows how well the rankings agree")
      ->type_name("CHECKPOINT");
  command->add_flag(
      "--sanity", options->randomization,
      "Parameter randomization test: methods that rank the same with random weights do not show what was learned");
  samples->excludes(target)->excludes(ratherThan)->excludes(baseline)->excludes(shapley);
  addJsonOption(*command, options->json);
  command->footer(
      "Examples:\n"
      "  sojourn explain --data geolife --checkpoint best.pt --index 2222\n"
      "  sojourn explain --data geolife --checkpoint best.pt --index 2222 --target 14 --json -\n"
      "  sojourn explain --data geolife --checkpoint best.pt --index 2222 --methods copied_mass,mask_one --shapley\n"
      "  sojourn explain --data geolife --checkpoint best.pt --samples 500 --json faithfulness.json\n"
      "  sojourn explain --data geolife --checkpoint seed1.pt --also seed2.pt seed3.pt --index 2222 --sanity\n" +
      methodsHelp() + sequenceFileHelp);
  command->callback([options, &work] {
    work = [options] { return options->samples > 0 ? explainMany(*options) : explainOne(*options); };
  });
}

}  // namespace sojourn::cli
