// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/json_explanation.h"

#include <algorithm>
#include <cmath>
#include <ranges>

#include "model/core/name_table.h"
#include "model/explain/statistics/ranking.h"
#include "views/text/table.h"

namespace sojourn::text {
namespace {

constexpr NameTable<3> baselineNames{"zero", "padding", "mean_location"};

Json asJson(const std::optional<Faithfulness>& quality) {
  if (!quality) return nullptr;
  return {{"comprehensiveness", number(quality->comprehensiveness)},
          {"sufficiency", number(quality->sufficiency)},
          {"deletion_auc", number(quality->deletionAuc)},
          {"insertion_auc", number(quality->insertionAuc)}};
}

Json asJson(const OperatorSummary& figures) {
  return {{"comprehensiveness", estimateJson(figures.comprehensiveness)},
          {"sufficiency", estimateJson(figures.sufficiency)},
          {"deletion_auc", estimateJson(figures.deletionAuc)},
          {"insertion_auc", estimateJson(figures.insertionAuc)}};
}

Json asJson(const FeatureScores& scores, std::size_t visits) {
  if (scores.values.empty()) return nullptr;
  Json json;
  for (std::size_t f = 0; f < scores.features.size(); ++f)
    json[visitFeatureName(scores.features[f])] =
        listOf(std::views::iota(std::size_t{0}, visits), [&](std::size_t i) { return number(scores.at(i, f)); });
  return json;
}

Json asJson(const MethodExplanation& method) {
  return {{"name", method.name},
          {"scores", numbers(method.scores)},
          {"by_feature", asJson(method.byFeature, method.scores.size())},
          {"tied_share", number(method.tiedShare)},
          {"masked", asJson(method.masked)},
          {"removed", asJson(method.removed)},
          {"p_value", orNull(method.pValue)},
          {"p_holm", orNull(method.pHolm)},
          {"completeness_gap", orNull(method.completenessGap)},
          {"steps", orNull(method.steps)}};
}

Json asJson(const VisitEffect& effect) {
  return {{"total", number(effect.total)}, {"direct", number(effect.direct)}, {"indirect", number(effect.indirect)}};
}

Json asJson(const Agreement& agreement) {
  return {{"first", agreement.first},
          {"second", agreement.second},
          {"tau_b", number(agreement.tau)},
          {"beyond_chance", agreement.significant}};
}

Json asJson(const Intervention& intervention) {
  return {{"name", intervention.name},
          {"probability", number(intervention.probability)},
          {"change", number(intervention.change)},
          {"rank", intervention.rank},
          {"top", intervention.top}};
}

Json asJson(const ShapleyExplanation& shapley) {
  const auto player = [&](std::size_t p) -> Json {
    return {{"player", shapley.names[p]},
            {"visits", p < shapley.visits.size() ? Json(shapley.visits[p]) : Json(nullptr)},
            {"value", number(shapley.result.values[p])},
            {"error", shapley.result.exact ? Json(0) : number(shapley.result.errors[p])}};
  };
  return {{"players", playersName(shapley.players)},
          {"exact", shapley.result.exact},
          {"whole", number(shapley.result.whole)},
          {"empty", number(shapley.result.empty)},
          {"values", listOf(std::views::iota(std::size_t{0}, shapley.names.size()), player)}};
}

template <class Items>
Json asList(const Items& items) {
  return listOf(items, [](const auto& item) { return asJson(item); });
}

/// The visits of an order's beginning: "12, 9, 3"; a dash where all are tied.
std::string topVisits(const MethodExplanation& method) {
  if (method.tiedShare >= 1) return "–";
  const VisitOrder order = ordersOf(method.scores).front();
  std::string text;
  for (const std::size_t visit : order | std::views::take(3))
    text += (text.empty() ? "" : ", ") + std::to_string(visit);
  return text;
}

std::string orDash(const std::optional<double>& value, int digits) {
  return value ? fixed(*value, digits) : "–";
}

/// False for a model that takes no mask.
bool maskedIn(const Explanation& explanation) {
  return std::ranges::none_of(explanation.controls, [](const auto& one) { return one.removed && !one.masked; });
}

Table methodTable(const Explanation& explanation) {
  const bool masks = maskedIn(explanation);
  std::vector<std::string> head{"method", "first visits", "tied", "compr.", "suff.", "deletion", "insertion"};
  if (masks) head.insert(head.end(), {"compr. removed", "deletion removed"});
  head.insert(head.end(), {"p", "p Holm", "gap"});
  Table table(std::move(head));
  const auto add = [&](const MethodExplanation& method) {
    std::vector<std::string> row{method.name, topVisits(method), fixed(100 * method.tiedShare, 0) + " %"};
    if (method.removed) {
      const Faithfulness& first = masks ? *method.masked : *method.removed;
      for (const double value : {first.comprehensiveness, first.sufficiency, first.deletionAuc, first.insertionAuc})
        row.push_back(fixed(value, 3));
      if (masks)
        for (const double value : {method.removed->comprehensiveness, method.removed->deletionAuc})
          row.push_back(fixed(value, 3));
    } else {
      row.insert(row.end(), masks ? 6 : 4, "–");
    }
    row.push_back(orDash(method.pValue, 3));
    row.push_back(orDash(method.pHolm, 3));
    row.push_back(method.completenessGap ? fixed(100 * *method.completenessGap, 2) + " %" : "–");
    table.add(std::move(row));
  };
  for (const MethodExplanation& method : explanation.methods) add(method);
  for (const MethodExplanation& control : explanation.controls)
    if (std::ranges::find(explanation.methods, control.name, &MethodExplanation::name) == explanation.methods.end())
      add(control);
  return table;
}

Table visitTable(const ExplanationReport& report, const PlaceNames& places) {
  const Explanation& explanation = report.explanation;
  const bool copies = !explanation.effects.empty();
  std::vector<std::string> head{"visit", "place", "day", "start", "days ago"};
  if (copies) head.insert(head.end(), {"copied", "total effect", "direct", "indirect"});
  Table table(std::move(head));
  for (std::size_t i = 0; i < report.sequence.visits.size(); ++i) {
    const Visit& visit = report.sequence.visits[i];
    std::vector<std::string> row{std::to_string(i), place(places, visit.location), weekdayName(visit.weekday),
                                 clock(visit.startMinute), std::to_string(visit.daysAgo)};
    if (copies)
      for (const double value : {explanation.decomposition.copied[i], explanation.effects[i].total,
                                 explanation.effects[i].direct, explanation.effects[i].indirect})
        row.push_back(fixed(value, 4));
    table.add(std::move(row));
  }
  return table;
}

std::string operatorTable(const ExplanationSummary& summary, const char* name, OperatorSummary MethodSummary::*of) {
  Table table({name, "comprehensiveness", "sufficiency", "deletion AUC", "insertion AUC"});
  for (const MethodSummary& method : summary.methods) {
    const OperatorSummary& figures = method.*of;
    table.add({method.name, withInterval(figures.comprehensiveness, 3), withInterval(figures.sufficiency, 3),
               withInterval(figures.deletionAuc, 3), withInterval(figures.insertionAuc, 3)});
  }
  return table.text();
}

}  // namespace

Json toJson(const ExplanationReport& report) {
  const Explanation& explanation = report.explanation;
  const Decomposition& parts = explanation.decomposition;
  return {
      {"schema", "sojourn.explanation/2"},
      {"model", report.model.id},
      {"ablation", report.model.ablation},
      {"index", orNull(report.index)},
      {"user", report.sequence.user},
      {"length", report.sequence.visits.size()},
      {"length_trained", !explanation.untrainedLength},
      {"target", explanation.target.location},
      {"rather_than", orNull(explanation.target.ratherThan)},
      {"probability", number(explanation.probability)},
      {"value", number(explanation.value)},
      {"gate", orNull(parts.gate)},
      {"copy_share", orNull(parts.copyShare)},
      {"generated", number(parts.generated)},
      {"copied", parts.gate ? numbers(parts.copied) : Json(nullptr)},
      {"effects", explanation.effects.empty() ? Json(nullptr) : asList(explanation.effects)},
      {"methods", asList(explanation.methods)},
      {"controls", asList(explanation.controls)},
      {"baseline", nameIn(baselineNames, explanation.baseline)},
      {"random_orders", explanation.randomOrders},
      {"agreement", {{"chance", number(explanation.agreementThreshold)}, {"pairs", asList(explanation.agreements)}}},
      {"interventions", asList(report.interventions)},
      {"shapley", asList(report.shapley)},
      {"forward_sequences", explanation.forwardSequences},
      {"gradient_sequences", explanation.gradientSequences}};
}

std::string explanationTables(const ExplanationReport& report, const PlaceNames& places) {
  const Explanation& explanation = report.explanation;
  std::string text = "User " + std::to_string(report.sequence.user) + ", " +
                     std::to_string(report.sequence.visits.size()) + " visits, why " +
                     place(places, explanation.target.location);
  if (explanation.target.ratherThan) text += " rather than " + place(places, *explanation.target.ratherThan);
  text += ": P " + fixed(explanation.probability, 4);
  if (explanation.decomposition.copyShare)
    text += ", " + fixed(100 * *explanation.decomposition.copyShare, 1) + " % of it copied";
  if (explanation.untrainedLength) text += "\nThe model was never trained on so few visits";
  text += "\n\n" + visitTable(report, places).text() + "\n" + methodTable(explanation).text();
  text += maskedIn(explanation) ? "Visits are masked, except in the columns that say removed."
                                : "Visits are removed: the model takes no mask.";
  text +=
      " A faithful method has high comprehensiveness, low\n"
      "sufficiency, low deletion and high insertion. p is against " +
      std::to_string(explanation.randomOrders) + " random orders.\n";
  const auto undecided = std::ranges::find_if(explanation.methods, &MethodExplanation::pUndecided);
  if (tooFewVisitsForP(explanation.methods))
    text += "With so few visits no order can be significant: p says nothing here.\n";
  else if (undecided != explanation.methods.end())
    text += "With so many orders p cannot fall below " + fixed(*undecided->pHolm, 3) +
            " after Holm: methods at that value are undecided\n";
  if (!report.interventions.empty()) {
    Table table({"changed after the encoder", "P", "change", "rank"});
    for (const Intervention& one : report.interventions)
      table.add({one.name, fixed(one.probability, 4), fixed(one.change, 4), std::to_string(one.rank)});
    text += "\n" + table.text();
  }
  for (const ShapleyExplanation& shapley : report.shapley) {
    Table table({std::string("Shapley, ") + playersName(shapley.players), "value", "error"});
    for (std::size_t p = 0; p < shapley.names.size(); ++p)
      table.add({shapley.names[p], fixed(shapley.result.values[p], 4),
                 shapley.result.exact ? "exact" : fixed(shapley.result.errors[p], 4)});
    text += "\n" + table.text();
  }
  return text;
}

Json toJson(const ExplanationSummary& summary, const ModelDescription& model, const std::string& dataset,
            const std::string& split, const std::string& location) {
  const auto asMethod = [](const MethodSummary& method) -> Json {
    return {{"name", method.name},
            {"masked", asJson(method.masked)},
            {"removed", asJson(method.removed)},
            {"tied_share", estimateJson(method.tiedShare)},
            {"cause_precision", estimateJson(method.causePrecision)},
            {"cause_rank", estimateJson(method.causeRank)},
            {"completeness_gap", estimateJson(method.completenessGap)},
            {"complete_share", estimateJson(method.completeShare)},
            {"complete_at_64_steps_share", estimateJson(method.completeAtOnceShare)}};
  };
  return {{"schema", "sojourn.explanation_summary/2"},
          {"model", model.id},
          {"ablation", model.ablation},
          {"dataset", dataset},
          {"split", split},
          {"explained", location},
          {"samples", summary.samples},
          {"asked", summary.asked},
          {"users", summary.users},
          {"with_causes", summary.withCauses},
          {"methods", listOf(summary.methods, asMethod)}};
}

std::string summaryTable(const ExplanationSummary& summary) {
  const bool masks =
      std::ranges::any_of(summary.methods, [](const MethodSummary& method) { return method.masked.gain.n > 0; });
  std::string text = samplesOfUsers(summary.samples, summary.users) + ", means " + intervalsOver(summary.users) +
                     "\n\n" +
                     (masks ? operatorTable(summary, "visits masked", &MethodSummary::masked) + "\n" : std::string()) +
                     operatorTable(summary, "visits removed", &MethodSummary::removed);
  for (const MethodSummary& method : summary.methods)
    if (method.completenessGap.n > 0)
      text += "\n" + method.name + ": completeness gap " + fixed(100 * method.completenessGap.mean, 2) +
              " % on average, at most 1 % for " + fixed(100 * method.completeShare.mean, 1) +
              " % of the samples, with 64 steps for " + fixed(100 * method.completeAtOnceShare.mean, 1) + " %\n";
  if (summary.withCauses == 0) return text;
  Table causes({"planted causes", "precision", "rank (0 first, 1 last)", "n"});
  for (const MethodSummary& method : summary.methods)
    causes.add({method.name, withInterval(method.causePrecision, 3), withInterval(method.causeRank, 3),
                std::to_string(method.causePrecision.n)});
  return text + "\n" + causes.text();
}

Json toJson(const ModelAgreement& agreement) {
  const auto asModel = [](const ModelAnswer& model) -> Json {
    return {{"source", model.source}, {"prediction", model.prediction}, {"probability", number(model.probability)}};
  };
  const auto asMethod = [](const MethodAgreement& method) -> Json {
    return {{"name", method.method},
            {"tau_b", numbers(method.taus)},
            {"mean", number(method.mean)},
            {"stable", method.stable}};
  };
  return {{"target", agreement.target},
          {"chance", number(agreement.chance)},
          {"models", listOf(agreement.models, asModel)},
          {"methods", listOf(agreement.methods, asMethod)}};
}

std::string agreementTable(const ModelAgreement& agreement, const PlaceNames& places) {
  Table models({"model", "predicts", "P(" + place(places, agreement.target) + ")"});
  for (const ModelAnswer& model : agreement.models)
    models.add({model.source, place(places, model.prediction), fixed(model.probability, 4)});
  Table methods({"between models", "mean tau-b", "lowest", "highest", ""});
  for (const MethodAgreement& method : agreement.methods) {
    double lowest = std::nan(""), highest = lowest;
    for (const double tau : method.taus) lowest = std::fmin(lowest, tau), highest = std::fmax(highest, tau);
    methods.add(
        {method.method, fixed(method.mean, 2), fixed(lowest, 2), fixed(highest, 2), method.stable ? "" : "unstable"});
  }
  return models.text() + "\n" + methods.text() + "Unstable: below " + fixed(agreement.chance, 2) +
         ", the value that unrelated rankings of this many visits stay below 39 times in 40\n";
}

Json toJson(const ParameterRandomizationTest& check) {
  const auto asStage = [](const RandomizationStage& stage) -> Json {
    return {{"block", stage.block}, {"title", stage.title}};
  };
  const auto asMethod = [](const MethodRandomization& method) -> Json {
    return {{"name", method.method}, {"tau_b", numbers(method.taus)}, {"survives", method.survives}};
  };
  return {{"target", check.target},
          {"chance", number(check.chance)},
          {"draws", check.draws},
          {"stages", listOf(check.stages, asStage)},
          {"methods", listOf(check.methods, asMethod)}};
}

std::string randomizationTable(const ParameterRandomizationTest& check) {
  std::vector<std::string> head{"weights randomized down to"};
  for (const RandomizationStage& stage : check.stages) head.push_back(stage.block);
  head.emplace_back("");
  Table table(std::move(head));
  for (const MethodRandomization& method : check.methods) {
    std::vector<std::string> row{method.method};
    for (const double tau : method.taus) row.push_back(fixed(tau, 2));
    row.emplace_back(method.survives ? "survives" : "");
    table.add(std::move(row));
  }
  return table.text() + "Mean tau-b with the explanation of the trained model over " + std::to_string(check.draws) +
         " randomized models. Survives: " + fixed(check.chance, 2) +
         " or more with all weights randomized; such a ranking reflects the input, not what the model learned\n";
}

Json toJson(const RankStabilitySummary& summary) {
  const auto asMethod = [](const MethodRankStability& method) -> Json {
    return {{"name", method.method},
            {"tau_b", estimateJson(method.tau)},
            {"beyond_chance", estimateJson(method.beyondChance)}};
  };
  return {{"samples", summary.samples}, {"users", summary.users}, {"methods", listOf(summary.methods, asMethod)}};
}

std::string rankStabilityTable(const RankStabilitySummary& summary, const std::string& title,
                               const std::string& share) {
  Table table({title, "mean tau-b", share, "n"});
  for (const MethodRankStability& method : summary.methods)
    table.add({method.method, withInterval(method.tau, 2), withInterval(method.beyondChance, 2),
               std::to_string(method.tau.n)});
  return table.text();
}

}  // namespace sojourn::text
