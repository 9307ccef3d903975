// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/json_metrics.h"

#include "model/core/text.h"
#include "model/formats/text/json_fields.h"
#include "views/text/table.h"

namespace sojourn::text {

Json toJson(const MetricsByTarget& metrics) {
  return jsonOf(metrics, JsonWriter::NotFinite::Null);
}

std::string metricsTable(const std::vector<std::pair<std::string, MetricsByTarget>>& rows) {
  Table table({"", "targets", "n", "Acc@1", "@3", "@5", "@10", "MRR", "NDCG@10", "F1", "loss", "cross-entropy"});
  for (const auto& [name, metrics] : rows) {
    std::string shownName = name;
    for (const auto& [group, figures] : {std::pair<const char*, const Metrics&>{"all", metrics.all},
                                         {"known", metrics.known},
                                         {"unseen", metrics.unseen}}) {
      std::vector<std::string> row{shownName, group, groupThousands(figures.n)};
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
