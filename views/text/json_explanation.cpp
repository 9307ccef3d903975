// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/json_explanation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "model/explain/statistics/ranking.h"
#include "views/text/table.h"
#include "views/text/visit_text.h"

namespace sojourn::text {
namespace {

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json maybe(const std::optional<double>& value) {
  return value ? number(*value) : Json(nullptr);
}

Json maybe(const std::optional<LocationId>& location) {
  return location ? Json(*location) : Json(nullptr);
}

Json asJson(const std::optional<Faithfulness>& quality) {
  if (!quality) return nullptr;
  return {{"comprehensiveness", number(quality->comprehensiveness)},
          {"sufficiency", number(quality->sufficiency)},
          {"deletion_auc", number(quality->deletionAuc)},
          {"insertion_auc", number(quality->insertionAuc)}};
}

Json asJson(const FeatureScores& scores, std::size_t visits) {
  if (scores.values.empty()) return nullptr;
  Json json;
  for (std::size_t f = 0; f < scores.features.size(); ++f) {
    Json column = Json::array();
    for (std::size_t i = 0; i < visits; ++i) column.push_back(number(scores.at(i, f)));
    json[visitFeatureName(scores.features[f])] = std::move(column);
  }
  return json;
}

Json asJson(const MethodExplanation& method) {
  return {{"name", method.name},
          {"scores", numbers(method.scores)},
          {"by_feature", asJson(method.byFeature, method.scores.size())},
          {"tied_share", number(method.tiedShare)},
          {"masked", asJson(method.masked)},
          {"removed", asJson(method.removed)},
          {"p_value", maybe(method.pValue)},
          {"p_holm", maybe(method.pHolm)},
          {"completeness_gap", maybe(method.completenessGap)},
          {"steps", method.steps ? Json(*method.steps) : Json(nullptr)}};
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

const char* baselineName(Baseline baseline) {
  switch (baseline) {
    case Baseline::Zero:
      return "zero";
    case Baseline::Padding:
      return "padding";
    case Baseline::MeanLocation:
      return "mean_location";
  }
  return "";
}

Json asJson(const ShapleyExplanation& shapley) {
  Json values = Json::array();
  for (std::size_t p = 0; p < shapley.names.size(); ++p) {
    values.push_back({{"player", shapley.names[p]},
                      {"visits", p < shapley.visits.size() ? Json(shapley.visits[p]) : Json(nullptr)},
                      {"value", number(shapley.result.values[p])},
                      {"error", shapley.result.exact ? Json(0) : number(shapley.result.errors[p])}});
  }
  return {{"players", playersName(shapley.players)},
          {"exact", shapley.result.exact},
          {"whole", number(shapley.result.whole)},
          {"empty", number(shapley.result.empty)},
          {"values", std::move(values)}};
}

template <class List>
Json listOf(const List& items) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(asJson(item));
  return list;
}

/// The visits of an order's beginning: "12, 9, 3"; a dash where all are tied.
std::string topVisits(const MethodExplanation& method) {
  if (method.tiedShare >= 1) return "–";
  constexpr std::size_t shown = 3;
  const VisitOrder order = ordersOf(method.scores).front();
  std::string text;
  for (std::size_t i = 0; i < std::min(shown, order.size()); ++i)
    text += (text.empty() ? "" : ", ") + std::to_string(order[i]);
  return text;
}

std::string orDash(const std::optional<double>& value, int digits) {
  return value ? fixed(*value, digits) : "–";
}

Table methodTable(const Explanation& explanation) {
  Table table({"method", "first visits", "tied", "compr.", "suff.", "deletion", "insertion", "compr. removed",
               "deletion removed", "p", "p Holm", "gap"});
  const auto add = [&](const MethodExplanation& method) {
    std::vector<std::string> row{method.name, topVisits(method), fixed(100 * method.tiedShare, 0) + " %"};
    if (method.masked) {
      const Faithfulness &masked = *method.masked, &removed = *method.removed;
      for (const double value : {masked.comprehensiveness, masked.sufficiency, masked.deletionAuc, masked.insertionAuc,
                                 removed.comprehensiveness, removed.deletionAuc})
        row.push_back(fixed(value, 3));
    } else {
      row.insert(row.end(), 6, "–");
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

std::string interventionTable(const std::vector<Intervention>& interventions) {
  if (interventions.empty()) return {};
  Table table({"changed after the encoder", "P", "change", "rank"});
  for (const Intervention& one : interventions)
    table.add({one.name, fixed(one.probability, 4), fixed(one.change, 4), std::to_string(one.rank)});
  return "\n" + table.text();
}

std::string shapleyTable(const ShapleyExplanation& shapley) {
  Table table({std::string("Shapley, ") + playersName(shapley.players), "value", "error"});
  for (std::size_t p = 0; p < shapley.names.size(); ++p)
    table.add({shapley.names[p], fixed(shapley.result.values[p], 4),
               shapley.result.exact ? "exact" : fixed(shapley.result.errors[p], 4)});
  return "\n" + table.text();
}

}  // namespace

Json toJson(const ExplanationReport& report) {
  const Explanation& explanation = report.explanation;
  Json json;
  json["schema"] = "sojourn.explanation/2";
  json["model"] = report.model.id;
  json["ablation"] = report.model.ablation;
  json["index"] = report.index ? Json(*report.index) : Json(nullptr);
  json["user"] = report.sequence.user;
  json["length"] = report.sequence.visits.size();
  json["length_trained"] = !explanation.untrainedLength;
  json["target"] = explanation.target.location;
  json["rather_than"] = maybe(explanation.target.ratherThan);
  json["probability"] = number(explanation.probability);
  json["value"] = number(explanation.value);
  json["gate"] = maybe(explanation.decomposition.gate);
  json["copy_share"] = maybe(explanation.decomposition.copyShare);
  json["generated"] = number(explanation.decomposition.generated);
  json["copied"] = explanation.decomposition.gate ? numbers(explanation.decomposition.copied) : Json(nullptr);
  json["effects"] = explanation.effects.empty() ? Json(nullptr) : listOf(explanation.effects);
  json["methods"] = listOf(explanation.methods);
  json["controls"] = listOf(explanation.controls);
  json["baseline"] = baselineName(explanation.baseline);
  json["random_orders"] = explanation.randomOrders;
  json["agreement"] = {{"chance", number(explanation.agreementThreshold)}, {"pairs", listOf(explanation.agreements)}};
  json["interventions"] = listOf(report.interventions);
  json["shapley"] = listOf(report.shapley);
  json["forward_sequences"] = explanation.forwardSequences;
  json["gradient_sequences"] = explanation.gradientSequences;
  return json;
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
  text +=
      "Visits are masked, except in the columns that say removed. A faithful method has high comprehensiveness, low\n"
      "sufficiency, low deletion and high insertion. p is against " +
      std::to_string(explanation.randomOrders) + " random orders.\n";
  const auto undecided = std::ranges::find_if(explanation.methods, &MethodExplanation::pUndecided);
  if (undecided != explanation.methods.end())
    text += "With so many orders p cannot fall below " + fixed(*undecided->pHolm, 3) +
            " after Holm: methods at that value are undecided\n";
  text += interventionTable(report.interventions);
  for (const ShapleyExplanation& shapley : report.shapley) text += shapleyTable(shapley);
  return text;
}

}  // namespace sojourn::text
