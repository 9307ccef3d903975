// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/rank_agreement_text.h"

#include <cmath>
#include <utility>

#include "views/text/estimate_text.h"
#include "views/text/table.h"
#include "views/text/visit_text.h"

namespace sojourn::text {
namespace {

Json figures(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

/// The least and the largest of those that are numbers.
std::pair<double, double> rangeOf(const std::vector<double>& values) {
  std::pair<double, double> range{std::nan(""), std::nan("")};
  for (const double value : values) range = {std::fmin(range.first, value), std::fmax(range.second, value)};
  return range;
}

std::string tauText(double tau) {
  return std::isnan(tau) ? "–" : fixed(tau, 2);
}

}  // namespace

Json toJson(const ModelAgreement& agreement) {
  Json models = Json::array(), methods = Json::array();
  for (const ModelAnswer& model : agreement.models)
    models.push_back(
        {{"source", model.source}, {"prediction", model.prediction}, {"probability", number(model.probability)}});
  for (const MethodAgreement& method : agreement.methods)
    methods.push_back({{"name", method.method},
                       {"tau_b", figures(method.taus)},
                       {"mean", number(method.mean)},
                       {"stable", method.stable}});
  return {{"target", agreement.target},
          {"chance", number(agreement.chance)},
          {"models", std::move(models)},
          {"methods", std::move(methods)}};
}

std::string agreementTable(const ModelAgreement& agreement, const PlaceNames& places) {
  Table models({"model", "predicts", "P(" + place(places, agreement.target) + ")"});
  for (const ModelAnswer& model : agreement.models)
    models.add({model.source, place(places, model.prediction), fixed(model.probability, 4)});
  Table methods({"between models", "mean tau-b", "lowest", "highest", ""});
  for (const MethodAgreement& method : agreement.methods) {
    const auto [lowest, highest] = rangeOf(method.taus);
    methods.add(
        {method.method, tauText(method.mean), tauText(lowest), tauText(highest), method.stable ? "" : "unstable"});
  }
  return models.text() + "\n" + methods.text() + "Unstable: below " + fixed(agreement.chance, 2) +
         ", the value that unrelated rankings of this many visits stay below 39 times in 40\n";
}

Json toJson(const ParameterRandomizationTest& check) {
  Json stages = Json::array(), methods = Json::array();
  for (const RandomizationStage& stage : check.stages)
    stages.push_back({{"block", stage.block}, {"title", stage.title}});
  for (const MethodRandomization& method : check.methods)
    methods.push_back({{"name", method.method}, {"tau_b", figures(method.taus)}, {"survives", method.survives}});
  return {{"target", check.target},
          {"chance", number(check.chance)},
          {"draws", check.draws},
          {"stages", std::move(stages)},
          {"methods", std::move(methods)}};
}

std::string randomizationTable(const ParameterRandomizationTest& check) {
  std::vector<std::string> head{"weights randomized down to"};
  for (const RandomizationStage& stage : check.stages) head.push_back(stage.block);
  head.emplace_back("");
  Table table(std::move(head));
  for (const MethodRandomization& method : check.methods) {
    std::vector<std::string> row{method.method};
    for (const double tau : method.taus) row.push_back(tauText(tau));
    row.emplace_back(method.survives ? "survives" : "");
    table.add(std::move(row));
  }
  return table.text() + "Mean tau-b with the explanation of the trained model over " + std::to_string(check.draws) +
         " randomized models. Survives: " + fixed(check.chance, 2) +
         " or more with all weights randomized; such a ranking reflects the input, not what the model learned\n";
}

Json toJson(const RankStabilitySummary& summary) {
  Json methods = Json::array();
  for (const MethodRankStability& method : summary.methods)
    methods.push_back({{"name", method.method},
                       {"tau_b", estimateJson(method.tau)},
                       {"beyond_chance", estimateJson(method.beyondChance)}});
  return {{"samples", summary.samples}, {"users", summary.users}, {"methods", std::move(methods)}};
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
