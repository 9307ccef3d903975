// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/json_metrics.h"

#include "model/core/text.h"
#include "views/text/table.h"

namespace sojourn::text {

Json toJson(const Metrics& metrics) {
  const bool some = metrics.n > 0;
  Json json;
  json["n"] = metrics.n;
  for (std::size_t k = 0; k < accuracyCutoffs.size(); ++k) {
    json["correct@" + std::to_string(accuracyCutoffs[k])] = some ? Json(metrics.correct[k]) : Json(nullptr);
  }
  for (std::size_t k = 0; k < accuracyCutoffs.size(); ++k) {
    json["acc@" + std::to_string(accuracyCutoffs[k])] = some ? number(metrics.accuracy[k]) : Json(nullptr);
  }
  json["mrr"] = some ? number(metrics.mrr) : Json(nullptr);
  json["ndcg@10"] = some ? number(metrics.ndcg10) : Json(nullptr);
  json["f1"] = some ? number(metrics.f1) : Json(nullptr);
  json["loss"] = metrics.loss ? number(*metrics.loss) : Json(nullptr);
  json["cross_entropy"] = metrics.crossEntropy ? number(*metrics.crossEntropy) : Json(nullptr);
  return json;
}

Json toJson(const MetricsByTarget& metrics) {
  return {{"all", toJson(metrics.all)}, {"known", toJson(metrics.known)}, {"unseen", toJson(metrics.unseen)}};
}

std::string metricsTable(const std::vector<std::pair<std::string, MetricsByTarget>>& rows) {
  Table table({"", "targets", "n", "Acc@1", "@3", "@5", "@10", "MRR", "NDCG@10", "F1", "loss", "cross-entropy"});
  for (const auto& [name, metrics] : rows) {
    std::string shownName = name;
    for (const auto& [group, figures] : {std::pair<const char*, const Metrics&>{"all", metrics.all},
                                         {"known", metrics.known},
                                         {"unseen", metrics.unseen}}) {
      std::vector<std::string> row{shownName, group, groupThousands(static_cast<long long>(figures.n))};
      shownName.clear();
      const bool some = figures.n > 0;
      for (const double accuracy : figures.accuracy) row.push_back(some ? fixed(accuracy, 2) : "–");
      for (const double value : {figures.mrr, figures.ndcg10}) row.push_back(some ? fixed(value, 2) : "–");
      row.push_back(some ? fixed(figures.f1, 4) : "–");
      for (const auto& value : {figures.loss, figures.crossEntropy}) row.push_back(value ? fixed(*value, 4) : "–");
      table.add(std::move(row));
    }
  }
  return table.text();
}

}  // namespace sojourn::text
