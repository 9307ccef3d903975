// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/saved_evaluation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/io/strict_json.h"

namespace sojourn::session {
namespace {

constexpr std::int32_t mostSamples = std::numeric_limits<std::int32_t>::max() - 1;
constexpr std::int32_t mostHeads = 4096;
constexpr std::size_t mostMethods = 100;
constexpr std::size_t longestName = 100;
constexpr std::size_t longestHash = 64;
constexpr std::size_t longestFilter = 100'000;  // as the workspace's own
constexpr double largestFigure = 1e9;           // areas are within 2; a gap of completeness may be large
constexpr std::array explainedNames{"prediction", "target"};

template <class Owner>
struct Figure {
  const char* key;
  Estimate Owner::*estimate;
};
constexpr std::array<Figure<OperatorSummary>, 6> operatorFigures{
    {{"comprehensiveness", &OperatorSummary::comprehensiveness},
     {"sufficiency", &OperatorSummary::sufficiency},
     {"deletion_auc", &OperatorSummary::deletionAuc},
     {"insertion_auc", &OperatorSummary::insertionAuc},
     {"gain", &OperatorSummary::gain},
     {"over_random", &OperatorSummary::overRandom}}};
constexpr std::array<Figure<MethodSummary>, 6> methodFigures{
    {{"tied_share", &MethodSummary::tiedShare},
     {"cause_precision", &MethodSummary::causePrecision},
     {"cause_rank", &MethodSummary::causeRank},
     {"completeness_gap", &MethodSummary::completenessGap},
     {"complete_share", &MethodSummary::completeShare},
     {"complete_at_once_share", &MethodSummary::completeAtOnceShare}}};
constexpr std::array<std::pair<const char*, OperatorSummary MethodSummary::*>, 2> operators{
    {{"masked", &MethodSummary::masked}, {"removed", &MethodSummary::removed}}};

bool isFigure(double value) {
  return std::isfinite(value) && std::abs(value) <= largestFigure;
}

// ---- writing

StrictJson jsonOf(const Estimate& estimate) {
  if (estimate.n == 0 || !isFigure(estimate.mean)) return {nullptr, nullptr, nullptr, 0};
  if (!estimate.hasInterval()) return {estimate.mean, nullptr, nullptr, estimate.n};
  if (!isFigure(estimate.low) || !isFigure(estimate.high)) return {nullptr, nullptr, nullptr, 0};
  return {estimate.mean, estimate.low, estimate.high, estimate.n};
}

template <class Owner, std::size_t count>
void add(const Owner& owner, const std::array<Figure<Owner>, count>& figures, StrictJson& json) {
  for (const Figure<Owner>& figure : figures) json[figure.key] = jsonOf(owner.*figure.estimate);
}

StrictJson jsonOf(const MethodSummary& method) {
  StrictJson json{{"name", method.name}};
  for (const auto& [key, by] : operators) add(method.*by, operatorFigures, json[key]);
  add(method, methodFigures, json);
  return json;
}

/// What it was computed from, and how much of it.
StrictJson headOf(const SavedEvaluation& saved) {
  const ExplanationSummary& summary = *saved.summary;
  return {{"dataset", saved.dataset},
          {"checkpoint", saved.checkpoint},
          {"heads", saved.heads},
          {"split", splitName(saved.split)},
          {"filter", saved.filter},
          {"rows", std::to_string(saved.rows)},
          {"filtered", saved.filtered},
          {"explained", explainedNames[static_cast<std::size_t>(saved.request.location)]},
          {"seed", saved.request.seed},
          {"random_orders", saved.request.randomOrders},
          {"resamples", saved.request.resamples},
          {"program", saved.program},
          {"samples", summary.samples},
          {"asked", summary.asked},
          {"users", summary.users},
          {"with_causes", summary.withCauses}};
}

// ---- reading

std::size_t countOf(const StrictJson& json, const char* key, const std::string& place, std::size_t least,
                    std::size_t most) {
  return static_cast<std::size_t>(
      jsonWhole(json[key], place + ", " + key, static_cast<std::int32_t>(least), static_cast<std::int32_t>(most)));
}

/// What stands behind a figure: it cannot be of more.
struct Measured {
  std::size_t samples = 0;
  std::size_t users = 0;
};

Estimate estimateOf(const StrictJson& json, const std::string& place, const Measured& measured) {
  if (!json.is_array() || json.size() != 4)
    throw JsonRefusal{place, tr("is not a mean with its interval and number of samples"), tr("give four numbers")};
  Estimate estimate{.mean = std::nan(""), .low = std::nan(""), .high = std::nan("")};
  estimate.n = static_cast<std::size_t>(jsonWhole(json[3], place, 0, static_cast<std::int32_t>(measured.samples)));
  const std::array<double*, 3> figures{&estimate.mean, &estimate.low, &estimate.high};
  const bool noInterval = json[1].is_null() && json[2].is_null();
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const bool known = json[i].is_number() && isFigure(json[i].get<double>());
    if (i > 0 && noInterval) continue;
    if (estimate.n == 0 ? !json[i].is_null() : !known)
      throw JsonRefusal{place, tr("is %1 with %2 samples behind it", {json[i].dump(), std::to_string(estimate.n)}),
                        tr("give a number for what was measured, and null for what was not")};
    if (known) *figures[i] = json[i].get<double>();
  }
  if (estimate.low > estimate.high)
    throw JsonRefusal{place, tr("has an interval that ends before it begins"), tr("give the lower end first")};
  // Of fewer users than an interval needs there is none, whatever a file says.
  if (measured.users < fewestUsersOfInterval) estimate.low = estimate.high = std::nan("");
  return estimate;
}

template <class Owner, std::size_t count>
void read(const StrictJson& json, const std::string& place, const Measured& measured,
          const std::array<Figure<Owner>, count>& figures, Owner& owner) {
  for (const Figure<Owner>& figure : figures)
    owner.*figure.estimate = estimateOf(json[figure.key], place + ", " + figure.key, measured);
}

MethodSummary methodOf(const StrictJson& json, const std::string& place, const Measured& measured) {
  checkJsonKeys(json, place,
                {"name", "masked", "removed", "tied_share", "cause_precision", "cause_rank", "completeness_gap",
                 "complete_share", "complete_at_once_share"},
                {});
  MethodSummary method;
  method.name = jsonText(json["name"], place + ", name", longestName);
  for (const auto& [key, by] : operators) {
    const std::string where = place + ", " + key;
    checkJsonKeys(json[key], where,
                  {"comprehensiveness", "sufficiency", "deletion_auc", "insertion_auc", "gain", "over_random"}, {});
    read(json[key], where, measured, operatorFigures, method.*by);
  }
  read(json, place, measured, methodFigures, method);
  return method;
}

std::uint64_t keyOf(const StrictJson& value, const std::string& place) {
  const std::string text = jsonText(value, place, longestName);
  std::uint64_t key = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), key);
  if (failure != std::errc() || end != text.data() + text.size() || std::to_string(key) != text)
    throw JsonRefusal{place, tr("is not a whole number below 2^64"), tr("remove the result: it can be computed again")};
  return key;
}

std::shared_ptr<const ExplanationSummary> summaryOf(const StrictJson& json, const std::string& place,
                                                    std::size_t filtered) {
  auto summary = std::make_shared<ExplanationSummary>();
  summary->asked = countOf(json, "asked", place, 1, filtered);
  summary->samples = countOf(json, "samples", place, 1, summary->asked);
  summary->users = countOf(json, "users", place, 1, summary->samples);
  summary->withCauses = countOf(json, "with_causes", place, 0, summary->samples);
  const StrictJson& methods = json["methods"];
  if (!methods.is_array() || methods.empty() || methods.size() > mostMethods)
    throw JsonRefusal{place + ", methods", tr("is not a list of 1 to %1 methods", {std::to_string(mostMethods)}),
                      tr("remove the result: it can be computed again")};
  for (const StrictJson& method : methods) {
    const std::string where = place + ", method " + std::to_string(summary->methods.size());
    MethodSummary one = methodOf(method, where, {summary->samples, summary->users});
    if (std::ranges::find(summary->methods, one.name, &MethodSummary::name) != summary->methods.end())
      throw JsonRefusal{where, tr("comes twice"), tr("give every method once")};
    summary->methods.push_back(std::move(one));
  }
  return summary;
}

std::string changed(const char* what, const std::string& then, const std::string& now) {
  constexpr std::size_t shown = 12;
  return tr("the %1 has changed since then (sha-256 %2, now %3)",
            {tr(what), escapeForDisplay(then.substr(0, shown)), escapeForDisplay(now.substr(0, shown))});
}

}  // namespace

bool SavedEvaluation::operator==(const SavedEvaluation& other) const {
  return evaluationJsonText(*this, "") == evaluationJsonText(other, "");
}

SavedEvaluation savedEvaluation(const Dataset& dataset, const ModelDescription& model,
                                std::shared_ptr<const ExplanationSummary> summary) {
  SavedEvaluation saved;
  saved.dataset = dataset.fingerprint;
  saved.checkpoint = model.fingerprint;
  saved.heads = model.sizes.heads;
  saved.program = SOJOURN_VERSION;
  saved.summary = std::move(summary);
  return saved;
}

std::string whyOutdated(const SavedEvaluation& saved, const Dataset* dataset, const ModelDescription* model) {
  if (!dataset) return tr("no dataset is open");
  if (!model) return tr("no model is open");
  if (saved.dataset != dataset->fingerprint) return changed("dataset", saved.dataset, dataset->fingerprint);
  if (saved.checkpoint != model->fingerprint) return changed("checkpoint", saved.checkpoint, model->fingerprint);
  if (saved.heads != model->sizes.heads)
    return tr("it was computed with %1 attention heads", {std::to_string(saved.heads)});
  if (!dataset->split(saved.split)) return tr("the dataset has no %1 samples", {splitName(saved.split)});
  const ExplainSetRequest now;
  if (saved.request.seed != now.seed || saved.request.randomOrders != now.randomOrders ||
      saved.request.resamples != now.resamples)
    return tr("random orders and intervals are now drawn in another way");
  if (saved.program != SOJOURN_VERSION)
    return tr("version %1 of the program computed it, and this is version %2",
              {escapeForDisplay(saved.program), SOJOURN_VERSION});
  return "";
}

std::string evaluationJsonText(const SavedEvaluation& saved, const std::string& indent) {
  std::string text = jsonLine(headOf(saved));
  text.pop_back();
  text += ",\"methods\":[";
  const char* between = "\n";
  for (const MethodSummary& method : saved.summary->methods) {
    text += between + indent + " " + jsonLine(jsonOf(method));
    between = ",\n";
  }
  return text + "]}";
}

SavedEvaluation evaluationOfJson(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place,
                {"dataset", "checkpoint", "heads", "split", "filter", "rows", "filtered", "explained", "seed",
                 "random_orders", "resamples", "program", "samples", "asked", "users", "with_causes", "methods"},
                {});
  SavedEvaluation saved;
  saved.dataset = jsonText(json["dataset"], place + ", dataset", longestHash);
  saved.checkpoint = jsonText(json["checkpoint"], place + ", checkpoint", longestHash);
  saved.heads = jsonWhole(json["heads"], place + ", heads", 0, mostHeads);
  saved.split = splitOfJson(json["split"], place + ", split");
  saved.filter = jsonText(json["filter"], place + ", filter", longestFilter);
  saved.rows = keyOf(json["rows"], place + ", rows");
  saved.filtered = countOf(json, "filtered", place, 1, mostSamples);
  saved.request.location =
      static_cast<ExplainedLocation>(jsonWord(json["explained"], place + ", explained", explainedNames));
  saved.request.seed = countOf(json, "seed", place, 0, mostSamples);
  saved.request.randomOrders = countOf(json, "random_orders", place, 0, mostSamples);
  saved.request.resamples = countOf(json, "resamples", place, 0, mostSamples);
  saved.program = jsonText(json["program"], place + ", program", longestName);
  saved.summary = summaryOf(json, place, saved.filtered);
  return saved;
}

}  // namespace sojourn::session
