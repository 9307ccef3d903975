// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/explanation_summary_text.h"

#include "app/cli/table.h"

namespace sojourn::cli {
namespace {

Json asJson(const Estimate& estimate) {
  if (estimate.n == 0) return nullptr;
  return {{"mean", number(estimate.mean)},
          {"low", number(estimate.low)},
          {"high", number(estimate.high)},
          {"n", estimate.n}};
}

Json asJson(const OperatorSummary& figures) {
  return {{"comprehensiveness", asJson(figures.comprehensiveness)},
          {"sufficiency", asJson(figures.sufficiency)},
          {"deletion_auc", asJson(figures.deletionAuc)},
          {"insertion_auc", asJson(figures.insertionAuc)}};
}

/// "0.312 [0.280, 0.350]".
std::string withInterval(const Estimate& estimate) {
  if (estimate.n == 0) return "–";
  return fixed(estimate.mean, 3) + " [" + fixed(estimate.low, 3) + ", " + fixed(estimate.high, 3) + "]";
}

std::string operatorTable(const ExplanationSummary& summary, const char* name, OperatorSummary MethodSummary::*of) {
  Table table({name, "comprehensiveness", "sufficiency", "deletion AUC", "insertion AUC"});
  for (const MethodSummary& method : summary.methods) {
    const OperatorSummary& figures = method.*of;
    table.add({method.name, withInterval(figures.comprehensiveness), withInterval(figures.sufficiency),
               withInterval(figures.deletionAuc), withInterval(figures.insertionAuc)});
  }
  return table.text();
}

}  // namespace

Json toJson(const ExplanationSummary& summary, const ModelDescription& model, const std::string& dataset,
            const std::string& split, const std::string& location) {
  Json methods = Json::array();
  for (const MethodSummary& method : summary.methods) {
    methods.push_back({{"name", method.name},
                       {"hidden", asJson(method.hidden)},
                       {"left_out", asJson(method.leftOut)},
                       {"tied_share", asJson(method.tiedShare)},
                       {"cause_precision", asJson(method.causePrecision)},
                       {"cause_rank", asJson(method.causeRank)},
                       {"completeness_gap", asJson(method.completenessGap)},
                       {"complete_share", asJson(method.completeShare)}});
  }
  return {{"schema", "sojourn.explanation_summary/1"},
          {"model", model.id},
          {"ablation", model.ablation},
          {"dataset", dataset},
          {"split", split},
          {"explained", location},
          {"samples", summary.samples},
          {"asked", summary.asked},
          {"users", summary.users},
          {"with_causes", summary.withCauses},
          {"methods", std::move(methods)}};
}

std::string summaryTable(const ExplanationSummary& summary) {
  std::string text = std::to_string(summary.samples) + " samples of " + std::to_string(summary.users) +
                     " users, means with 95 % intervals from resampling users\n\n" +
                     operatorTable(summary, "visits hidden", &MethodSummary::hidden) + "\n" +
                     operatorTable(summary, "visits left out", &MethodSummary::leftOut);
  for (const MethodSummary& method : summary.methods)
    if (method.completenessGap.n > 0)
      text += "\n" + method.name + ": completeness gap " + fixed(100 * method.completenessGap.mean, 2) +
              " % on average, at most 1 % for " + fixed(100 * method.completeShare.mean, 1) + " % of the samples\n";
  if (summary.withCauses == 0) return text;
  Table causes({"planted causes", "precision", "rank (0 first, 1 last)", "n"});
  for (const MethodSummary& method : summary.methods)
    causes.add({method.name, withInterval(method.causePrecision), withInterval(method.causeRank),
                std::to_string(method.causePrecision.n)});
  return text + "\n" + causes.text();
}

}  // namespace sojourn::cli
