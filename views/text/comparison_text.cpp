// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/comparison_text.h"

#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/formats/text/json_fields.h"
#include "views/text/json_metrics.h"
#include "views/text/table.h"

namespace sojourn::text {
namespace {

std::string letter(std::size_t model) {
  return {static_cast<char>('A' + model)};
}

template <class T>
Json plain(const T& value) {
  return jsonOf(value, JsonWriter::NotFinite::Null);
}

/// By figure, then by targets.
Json differencesJson(const DifferencesByTarget& differences) {
  Json json;
  const auto add = [&json](const char* targets, const MetricDifferences& one) {
    const Json figures = plain(one);
    for (const auto& [figure, difference] : figures.items()) json[figure][targets] = difference;
  };
  add("all", differences.all);
  add("known", differences.known);
  add("unseen", differences.unseen);
  json["ece"]["all"] = plain(differences.ece);
  return json;
}

std::string pairsTable(const ModelComparison& comparison) {
  Table table(
      {"", "targets", "both right", "only first", "only second", "both wrong", "Acc@1 difference", "p", "p, Holm"});
  for (const ModelPair& pair : comparison.pairs) {
    std::string name = letter(pair.a) + " - " + letter(pair.b);
    const auto add = [&](const char* targets, const PairAgreement& agreement, const PairedDifference& difference) {
      table.add({name, targets, groupThousands(static_cast<long long>(agreement.bothRight)),
                 groupThousands(static_cast<long long>(agreement.onlyA)),
                 groupThousands(static_cast<long long>(agreement.onlyB)),
                 groupThousands(static_cast<long long>(agreement.bothWrong)), differenceText(difference),
                 pText(difference.p), pText(difference.pHolm)});
      name.clear();
    };
    add("all", pair.all, pair.differences.all.accuracy);
    add("known", pair.known, pair.differences.known.accuracy);
  }
  return table.text();
}

/// Errors of the models in kilometres, and their differences.
std::string distanceTable(const ModelComparison& comparison) {
  Table table({"error of the first place", "n", "median", "mean"});
  bool any = false;
  for (std::size_t m = 0; m < comparison.models.size(); ++m) {
    const auto& errors = comparison.models[m].distance;
    if (!errors) continue;
    any = true;
    table.add({letter(m) + "  " + comparison.models[m].name, groupThousands(static_cast<long long>(errors->measured)),
               kilometresText(errors->median), kilometresText(errors->mean)});
  }
  for (const ModelPair& pair : comparison.pairs)
    if (const auto& differences = pair.distance)
      table.add({letter(pair.a) + " - " + letter(pair.b), groupThousands(static_cast<long long>(differences->n)),
                 kilometresText(differences->median), kilometresText(differences->mean)});
  return any ? table.text() + "\n" : std::string();
}

/// Slices whose interval leaves out 0, the largest difference first.
std::string slicesTable(const ModelComparison& comparison) {
  std::vector<std::pair<const ComparisonSlice*, std::size_t>> apart;
  for (const ComparisonSlice& slice : comparison.slices)
    for (std::size_t m = 0; m < slice.difference.size(); ++m)
      if (slice.difference[m].low > 0 || slice.difference[m].high < 0) apart.emplace_back(&slice, m);
  std::ranges::stable_sort(apart, std::ranges::greater(),
                           [](const auto& entry) { return std::abs(entry.first->difference[entry.second].value); });
  if (apart.size() > 20) apart.resize(20);
  if (apart.empty()) return "No slice whose interval excludes 0.\n";
  Table table({"slice", "n", "users", "models", "Acc@1", "difference"});
  for (const auto& [slice, m] : apart)
    table.add({slice->by + " " + slice->value, groupThousands(static_cast<long long>(slice->n)),
               std::to_string(slice->users), "A - " + letter(m + 1),
               fixed(slice->accuracy.front(), 1) + ", " + fixed(slice->accuracy[m + 1], 1),
               differenceText(slice->difference[m])});
  return table.text();
}

}  // namespace

std::string differenceText(const PairedDifference& difference) {
  const auto interval = [](double low, double high) { return "[" + fixed(low, 2) + ", " + fixed(high, 2) + "]"; };
  if (!std::isfinite(difference.value)) return "–";
  std::string text = (difference.value > 0 ? "+" : "") + fixed(difference.value, 2);
  if (std::isfinite(difference.low)) text += " " + interval(difference.low, difference.high);
  return text + ", naive " + interval(difference.naiveLow, difference.naiveHigh);
}

std::string pText(double p) {
  return std::isfinite(p) ? fixed(p, p < 0.001 ? 5 : 3) : "–";
}

Json differenceJson(const PairedDifference& difference) {
  return plain(difference);
}

Json comparisonJson(const ModelComparison& comparison) {
  Json json;
  json["n"] = comparison.n;
  json["users"] = comparison.users;
  json["models"] = Json::array();
  for (const ComparisonModel& model : comparison.models) {
    Json bins = Json::array();
    for (const CalibrationBin& bin : model.calibration) bins.push_back(plain(bin));
    json["models"].push_back({{"name", model.name},
                              {"kind", model.kind},
                              {"ranks", model.ranks ? Json(*model.ranks) : Json()},
                              {"metrics", toJson(model.metrics)},
                              {"ece", model.ece ? Json(*model.ece) : Json()},
                              {"ece_low", std::isfinite(model.eceLow) ? Json(model.eceLow) : Json()},
                              {"ece_high", std::isfinite(model.eceHigh) ? Json(model.eceHigh) : Json()},
                              {"calibration", std::move(bins)},
                              {"distance_km", model.distance ? plain(*model.distance) : Json()}});
  }
  json["pairs"] = Json::array();
  for (const ModelPair& pair : comparison.pairs)
    json["pairs"].push_back({{"a", comparison.models[pair.a].name},
                             {"b", comparison.models[pair.b].name},
                             {"all", plain(pair.all)},
                             {"known", plain(pair.known)},
                             {"difference", differencesJson(pair.differences)},
                             {"distance_km", pair.distance ? plain(*pair.distance) : Json()}});
  json["slices"] = Json::array();
  for (const ComparisonSlice& slice : comparison.slices) {
    Json differences = Json::array();
    for (const PairedDifference& difference : slice.difference) differences.push_back(differenceJson(difference));
    json["slices"].push_back({{"by", slice.by},
                              {"value", slice.value},
                              {"n", slice.n},
                              {"users", slice.users},
                              {"acc@1", slice.accuracy},
                              {"difference", std::move(differences)}});
  }
  return json;
}

std::string comparisonTables(const ModelComparison& comparison) {
  std::vector<std::pair<std::string, MetricsByTarget>> metrics;
  std::string calibration, ranks;
  for (std::size_t m = 0; m < comparison.models.size(); ++m) {
    const ComparisonModel& model = comparison.models[m];
    metrics.emplace_back(letter(m) + "  " + model.name, model.metrics);
    if (model.ranks)
      ranks += letter(m) + " lists " + std::to_string(*model.ranks) + (*model.ranks == 1 ? " rank" : " ranks") +
               " of every sample: figures of later ranks, and the MRR, are not known.\n";
    if (model.ece) calibration += (calibration.empty() ? "" : ", ") + letter(m) + " " + fixed(*model.ece, 4);
  }
  return metricsTable(metrics) + (ranks.empty() ? "" : "\n" + ranks) +
         (calibration.empty() ? "" : "\nExpected calibration error: " + calibration + "\n") + "\n" +
         pairsTable(comparison) + "\n" + distanceTable(comparison) + slicesTable(comparison) +
         "\nDifferences in percentage points, with 95 % intervals from resampling " + std::to_string(comparison.users) +
         " users; p from random signs of users. Naive intervals treat samples as independent, although the windows of "
         "a user overlap.\n";
}

}  // namespace sojourn::text
