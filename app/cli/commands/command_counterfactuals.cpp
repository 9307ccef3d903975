// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn counterfactuals`: the smallest changes of a record after which the model says something else.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/random.h"
#include "model/explain/counterfactual/counterfactual_search.h"
#include "views/text/json_counterfactuals.h"

namespace sojourn::cli {
namespace {

struct CounterfactualsOptions : ModelQuestion {
  std::size_t edits = 1;
  std::optional<std::int64_t> to;
  std::size_t budget = CounterfactualRequest{}.budget;
  std::size_t list = CounterfactualRequest{}.mostOfAKind;
  bool users = false;
  bool exhaustive = false;
};

/// Processor time of the whole program, all threads.
double cpuSeconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

CounterfactualRequest requestOf(const CounterfactualsOptions& options) {
  CounterfactualRequest request{.to = locationOf(options.to),
                                .mostChanges = options.edits,
                                .budget = options.budget,
                                .mostOfAKind = options.list};
  request.kinds[static_cast<std::size_t>(ChangeKind::User)] = options.users;
  return request;
}

TrainingCounts countsOf(const Dataset& dataset) {
  const SequenceSet* train = dataset.split(Split::Train);
  return train ? countTraining(*train) : TrainingCounts{};
}

Status searchOne(const CounterfactualsOptions& options) {
  auto subject = options.openSubject(true);
  if (!subject) return subject.error();
  const CancelToken cancel = interruptToken();
  const auto dataset = openDataset(options.data, {}, cancel, {Split::Train});
  if (!dataset) return dataset.error();
  const auto engine = options.loadModel(*subject);
  if (!engine) return engine.error();
  const TrainingCounts training = countsOf(*dataset);
  ProgressLine progress("searching");
  const double began = cpuSeconds();
  auto findings = searchCounterfactuals(**engine, subject->sequence, requestOf(options), {training, dataset->places},
                                        cancel, progress.callback());
  progress.clear();
  if (!findings) return inFile(subject->where, findings.error());
  const text::CounterfactualReport report{(*engine)->description(), subject->sequence, subject->index,
                                          std::move(*findings), cpuSeconds() - began};
  return options.answer(text::toJson(report), text::counterfactualTable(report, subject->places));
}

/// The rows that the model gets right, in random order.
Result<std::vector<std::size_t>> rightRows(const Engine& engine, const SequenceSet& set,
                                           std::span<const std::size_t> rows, const CancelToken& cancel) {
  std::vector<std::size_t> right;
  const auto outcomes = engine.evaluate(set, rows, cancel);
  if (!outcomes) return outcomes.error();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if ((*outcomes)[i].rank == 1) right.push_back(rows[i]);
  Random(0).shuffle(std::span(right));
  return right;
}

/// An inspection of its own says what the counterfactual says.
Result<bool> inspectionConfirms(const Engine& engine, const Counterfactual& counterfactual, LocationId before) {
  const auto inspection = engine.inspect(counterfactual.sequence, {.maps = false});
  if (!inspection) return inspection.error();
  const auto& logs = (*inspection)->logProbability;
  const auto probability = [&](LocationId location) { return std::exp(logs[static_cast<std::size_t>(location)]); };
  return (*inspection)->best().location == counterfactual.first &&
         probability(counterfactual.first) - probability(before) >= counterfactualMargin - 1e-5F;
}

Status addSample(const Engine& engine, const Sequence& sequence, const CounterfactualRequest& request,
                 const CounterfactualContext& context, const CancelToken& cancel,
                 text::CounterfactualSetReport& report) {
  const double began = cpuSeconds();
  const auto findings = searchCounterfactuals(engine, sequence, request, context, cancel);
  if (!findings) return findings.error();
  report.cpuSeconds += cpuSeconds() - began;
  ++report.samples;
  report.tried += findings->levels[0].tried;
  report.forwards += findings->forwards;
  report.budgetSpent += findings->budgetSpent ? 1 : 0;
  std::array<std::size_t, 3> counterfactuals{};
  for (const Counterfactual& counterfactual : findings->counterfactuals) {
    ++counterfactuals[counterfactual.changes.size() - 1];
    const auto confirmed = inspectionConfirms(engine, counterfactual, findings->before);
    if (!confirmed) return confirmed.error();
    report.confirmed[counterfactual.changes.size() - 1] += *confirmed ? 1 : 0;
  }
  for (std::size_t n = 0; n < 3; ++n) {
    report.counterfactuals[n] += counterfactuals[n];
    report.have[n] += counterfactuals[n] > 0 ? 1 : 0;
  }
  const auto smallest = std::ranges::find_if(counterfactuals, [](std::size_t count) { return count > 0; });
  if (smallest == counterfactuals.end()) {
    ++report.none;
  } else {
    ++report.smallest[static_cast<std::size_t>(smallest - counterfactuals.begin())];
  }
  if (!report.exhaustive) return {};

  const double beganAll = cpuSeconds();
  const auto all = exhaustiveSingleCounterfactuals(engine, sequence, request, context, cancel);
  if (!all) return all.error();
  report.exhaustive->cpuSeconds += cpuSeconds() - beganAll;
  std::size_t missed = 0;
  for (const VisitChange& change : *all)
    missed += std::ranges::none_of(findings->counterfactuals,
                                   [&](const Counterfactual& counterfactual) {
                                     return counterfactual.changes == std::vector<VisitChange>{change};
                                   })
                  ? 1
                  : 0;
  report.exhaustive->counterfactuals += all->size();
  report.exhaustive->missed += missed;
  report.exhaustive->beyond += counterfactuals[0] - (all->size() - missed);
  report.exhaustive->samplesWith += all->empty() ? 0 : 1;
  report.exhaustive->samplesMissed += !all->empty() && counterfactuals[0] == 0 ? 1 : 0;
  return {};
}

Status searchMany(const CounterfactualsOptions& options) {
  const CancelToken cancel = interruptToken();
  const auto opened = openSplit(options.data, options.model, cancel, {Split::Train}, options.samples);
  if (!opened) return opened.error();
  const Engine& engine = *opened->engine;
  const std::string where = opened->where();
  const auto filtered = filteredRows(options.filter, *opened, cancel);
  if (!filtered) return filtered.error();
  auto rows = rightRows(engine, opened->set(), *filtered, cancel);
  if (!rows) return inFile(where, rows.error());
  text::CounterfactualSetReport report{.model = engine.description(),
                                       .dataset = opened->dataset.prefix,
                                       .split = splitName(opened->split),
                                       .mostChanges = options.edits,
                                       .right = rows->size()};
  CounterfactualRequest request = requestOf(options);
  if (options.exhaustive) {
    report.exhaustive = text::CounterfactualSetReport::Exhaustive{};
    request.mostOfAKind = 0;
  }
  rows->resize(std::min(rows->size(), options.samples));
  const TrainingCounts training = countsOf(opened->dataset);
  ProgressLine progress("searching");
  const Progress show = progress.callback();
  for (const std::size_t row : *rows) {
    if (show) show(report.samples, rows->size());
    const Status status =
        addSample(engine, opened->set().sequence(row), request, {training, opened->dataset.places}, cancel, report);
    if (!status) {
      progress.clear();
      return inFile(where + ", sequence " + std::to_string(row), status.error());
    }
  }
  progress.clear();
  return options.answer(text::toJson(report), text::counterfactualSetTable(report));
}

}  // namespace

void addCounterfactualsCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<CounterfactualsOptions>();
  CLI::App* command = addModelCommand(app, "counterfactuals");
  options->model.sequencesPerSample = 500;
  CLI::Option* samples =
      options->addTo(*command, "Number of random samples of the split that the model predicts correctly");
  command->add_option("--edits", options->edits, "Maximum number of changes in a counterfactual")
      ->check(CLI::Range(1, 3))
      ->type_name("N")
      ->capture_default_str();
  CLI::Option* to =
      command->add_option("--to", options->to, "Desired prediction (default: any location but the current prediction)")
          ->type_name("ID");
  command->add_option("--budget", options->budget, "Maximum number of sequences to run through the model")
      ->check(CLI::Range(std::size_t{100}, std::size_t{1'000'000'000}))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--list", options->list, "Maximum number of counterfactuals listed per kind, smallest first; 0: all")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1'000'000}))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--users", options->users, "Also try other users");
  command->add_flag("--exhaustive", options->exhaustive, "Compare the search with a plain loop over all single changes")
      ->needs(samples);
  samples->excludes(to);
  addJsonOption(*command, options->json);
  command->footer(
      "A counterfactual is robust if the new prediction is at least 0.05 ahead of the old one and stays first in at\n"
      "least 16 of 20 copies of the changed record, in which all starts move at random by up to 15 minutes and all\n"
      "durations by up to 30. Changes: another start (of the whole visit, or only its arrival), another day, another\n"
      "duration, another place, or one visit removed. They are listed by number of changes, then by kind and size;\n"
      "within a size, those that are not physically possible come last.\n"
      "Examples:\n"
      "  sojourn counterfactuals --data geolife --checkpoint best.pt --index 3376\n"
      "  sojourn counterfactuals --data geolife --checkpoint best.pt --index 3376 --to 14 --edits 2 --json -\n"
      "  sojourn counterfactuals --data geolife --checkpoint best.pt --samples 100 --edits 3\n" +
      std::string(sequenceFileHelp));
  command->callback([options, &work] {
    work = [options] { return options->samples > 0 ? searchMany(*options) : searchOne(*options); };
  });
}

}  // namespace sojourn::cli
