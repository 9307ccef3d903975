// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/explanation_summary_text.h"

#include "views/text/estimate_text.h"
#include "views/text/table.h"

namespace sojourn::text {
namespace {

Json asJson(const OperatorSummary& figures) {
  return {{"comprehensiveness", estimateJson(figures.comprehensiveness)},
          {"sufficiency", estimateJson(figures.sufficiency)},
          {"deletion_auc", estimateJson(figures.deletionAuc)},
          {"insertion_auc", estimateJson(figures.insertionAuc)}};
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

Json toJson(const ExplanationSummary& summary, const ModelDescription& model, const std::string& dataset,
            const std::string& split, const std::string& location) {
  Json methods = Json::array();
  for (const MethodSummary& method : summary.methods) {
    methods.push_back({{"name", method.name},
                       {"masked", asJson(method.masked)},
                       {"removed", asJson(method.removed)},
                       {"tied_share", estimateJson(method.tiedShare)},
                       {"cause_precision", estimateJson(method.causePrecision)},
                       {"cause_rank", estimateJson(method.causeRank)},
                       {"completeness_gap", estimateJson(method.completenessGap)},
                       {"complete_share", estimateJson(method.completeShare)},
                       {"complete_at_64_steps_share", estimateJson(method.completeAtOnceShare)}});
  }
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
          {"methods", std::move(methods)}};
}

std::string summaryTable(const ExplanationSummary& summary) {
  std::string text = std::to_string(summary.samples) + " samples of " + std::to_string(summary.users) +
                     (summary.users == 1 ? " user" : " users") + ", means " + intervalsOver(summary.users) + "\n\n" +
                     operatorTable(summary, "visits masked", &MethodSummary::masked) + "\n" +
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

}  // namespace sojourn::text
