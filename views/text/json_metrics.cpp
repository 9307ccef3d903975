// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/json_metrics.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

#include "model/core/text.h"
#include "model/evaluate/metrics.h"
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
      const auto percent = [some](double value) { return some && std::isfinite(value) ? fixed(value, 2) : "–"; };
      for (const double accuracy : figures.accuracy) row.push_back(percent(accuracy));
      for (const double value : {figures.mrr, figures.ndcg10}) row.push_back(percent(value));
      row.push_back(some ? fixed(figures.f1, 4) : "–");
      for (const auto& value : {figures.loss, figures.crossEntropy}) row.push_back(value ? fixed(*value, 4) : "–");
      table.add(std::move(row));
    }
  }
  return table.text();
}

namespace {

/// The shortest decimal of a float, or nothing where it is not a number.
std::string cell(float value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

std::string perSampleCsv(const SequenceSet& set, std::span<const std::size_t> rows, std::span<const Outcome> outcomes) {
  assert(outcomes.size() == rows.size());
  std::string csv =
      "index,user,length,target,prediction,correct,probability,target_probability,rank,gate,copy_share,in_history,"
      "unseen\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = rows[i];
    const Outcome& outcome = outcomes[i];
    const LocationId target = set.target(row);
    for (const std::string& value :
         {std::to_string(row), std::to_string(set.user(row)), std::to_string(set.length(row)), std::to_string(target),
          std::to_string(outcome.prediction), std::string(outcome.prediction == target ? "1" : "0"),
          cell(outcome.probability), cell(outcome.targetProbability), std::to_string(outcome.rank), cell(outcome.gate),
          cell(outcome.copyShare), std::string(set.targetInWindow(row) ? "1" : "0")}) {
      csv += value + ",";
    }
    csv += target == unseenLocation ? "1\n" : "0\n";
  }
  return csv;
}

std::string comparisonCsv(const SequenceSet& set, std::span<const std::size_t> rows,
                          std::span<const ModelAnswers> models) {
  std::string csv = "index,user,length,target,in_history,unseen";
  for (std::size_t m = 0; m < models.size(); ++m)
    for (const char* column : {"prediction", "correct", "rank", "probability", "target_probability"})
      csv += "," + std::string(1, static_cast<char>('A' + m)) + "_" + column;
  csv += '\n';
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = rows[i];
    const LocationId target = set.target(row);
    csv += std::to_string(row) + "," + std::to_string(set.user(row)) + "," + std::to_string(set.length(row)) + "," +
           std::to_string(target) + "," + (set.targetInWindow(row) ? "1" : "0") + "," +
           (target == unseenLocation ? "1" : "0");
    for (const ModelAnswers& model : models) {
      const Outcome& outcome = model.outcomes[i];
      csv += "," + std::to_string(outcome.prediction) + "," + (isCorrect(outcome) ? "1" : "0") + "," +
             (outcome.rank > 0 ? std::to_string(outcome.rank) : "") + "," + cell(outcome.probability) + "," +
             cell(outcome.targetProbability);
    }
    csv += '\n';
  }
  return csv;
}

}  // namespace sojourn::text
