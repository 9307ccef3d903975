// SPDX-License-Identifier: GPL-3.0-or-later
// What a compared model says of one sample: by its engine, by a rule, or by the file of another program.
#include <mutex>
#include <utility>

#include "model/core/translation.h"
#include "model/evaluate/rule_baselines.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::session {
namespace {

/// The rules that count in training data, built once for a dataset.
std::shared_ptr<const TargetCounts> countsOf(const DatasetPtr& dataset) {
  static std::mutex mutex;
  static std::weak_ptr<const Dataset> of;
  static std::shared_ptr<const TargetCounts> counts;
  const std::lock_guard lock(mutex);
  const SequenceSet* train = dataset->split(Split::Train);
  if (!train) return nullptr;
  if (of.lock() != dataset || !counts) {
    counts = std::make_shared<const TargetCounts>(*train);
    of = dataset;
  }
  return counts;
}

}  // namespace

ComparedPrediction predictSample(const ComparedSampleQuestion& question, const ComparedAnswers& answers) {
  if (answers.engine) {
    auto inspection = answers.engine->inspect(question.sequence, {});
    if (!inspection) return {.error = inspection.error()};
    return {.inspection = std::move(*inspection)};
  }
  if (answers.source.kind == ComparedKind::Rule) {
    const bool ofUsers = answers.source.name.starts_with("user_");
    const auto counts = ofUsers ? countsOf(question.dataset) : nullptr;
    std::vector<LocationId> window;
    for (const Visit& visit : question.sequence.visits) window.push_back(visit.location);
    return {.ranking = rankByRule(answers.source.name, question.sequence.user, window, counts.get())};
  }
  if (question.edited)
    return {.error = Error{ErrorKind::BadInput, answers.title, tr("has predictions of recorded samples only"), ""}};
  const auto listed = answers.file->locationsOf(question.row);
  const auto chances = answers.file->chancesOf(question.row);
  return {
      .ranking = {listed.begin(), listed.end()}, .probabilities = {chances.begin(), chances.end()}, .recorded = true};
}

}  // namespace sojourn::session
