// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/profile_text.h"

#include <algorithm>
#include <array>

#include "model/core/text.h"
#include "views/text/table.h"

namespace sojourn::text {
namespace {

Json meansJson(const std::array<double, headFigureCount>& means) {
  Json json = Json::object();
  for (std::size_t f = 0; f < headFigureCount; ++f) json[headFigureNames[f]] = number(means[f]);
  return json;
}

Json intervalJson(const Estimate& estimate) {
  return {{"mean", number(estimate.mean)}, {"low", number(estimate.low)}, {"high", number(estimate.high)}};
}

Json headJson(const HeadRole& head) {
  Json json{{"layer", head.layer}, {"head", head.head}};
  json.update(meansJson(head.means));
  Json times = Json::object();
  for (std::size_t f = 0; f < headFigureCount; ++f) times[headFigureNames[f]] = intervalJson(head.timesUniform[f]);
  json["times_uniform"] = std::move(times);
  const RoleFit& fit = head.fit;
  json["fit"] = {{"intercept", number(fit.intercept)},
                 {"same_place", number(fit.samePlace)},
                 {"time_distance", number(fit.timeDistance)},
                 {"age", number(fit.age)},
                 {"first", number(fit.first)},
                 {"explained", number(fit.explained)},
                 {"n", fit.n}};
  return json;
}

enum class BinAxis { Position, Hours };

Json binJson(const ReadingBin& bin, BinAxis axis) {
  Json json = axis == BinAxis::Position ? Json{{"position", static_cast<std::size_t>(bin.from)}}
                                        : Json{{"from", bin.from}, {"to", bin.to}};
  json["weight"] = number(bin.weight);
  json["uniform"] = number(bin.uniform);
  json["visits"] = bin.visits;
  json["times_uniform"] = number(bin.timesUniform.mean);
  json["low"] = number(bin.timesUniform.low);
  json["high"] = number(bin.timesUniform.high);
  return json;
}

Json binsJson(const std::vector<ReadingBin>& bins, BinAxis axis) {
  return listOf(bins, [axis](const ReadingBin& bin) { return binJson(bin, axis); });
}

/// A line for each head and range of lengths.
Json entropyJson(const ModelProfile& model) {
  Json json = Json::array();
  for (const LengthEntropy& part : model.entropy)
    for (std::size_t h = 0; h < part.heads.size(); ++h) {
      const Estimate& times = part.heads[h];
      json.push_back({{"layer", model.heads[h].layer},
                      {"head", model.heads[h].head},
                      {"length", lengthRanges[part.range].name},
                      {"n", times.n},
                      {"entropy", number(times.mean * part.uniform)},
                      {"uniform", number(part.uniform)},
                      {"times_uniform", number(times.mean)},
                      {"low", number(times.low)},
                      {"high", number(times.high)}});
    }
  return json;
}

Json layersJson(const std::vector<Reading>& layers, BinAxis axis) {
  Json json = Json::array();
  for (std::size_t layer = 0; layer < layers.size(); ++layer)
    for (const ReadingBin& bin : axis == BinAxis::Position ? layers[layer].byPosition : layers[layer].byHours) {
      Json one{{"layer", layer}};
      one.update(binJson(bin, axis));
      json.push_back(std::move(one));
    }
  return json;
}

Json gateJson(const GateProfile& gate) {
  Json json{{"n", gate.n}, {"mean", number(gate.mean)}, {"sd", number(gate.deviation)}};
  json["by"] = listOf(gate.contexts, [](const GateContext& context) {
    return Json{{"by", context.by},
                {"value", context.value},
                {"n", context.gate.n},
                {"users", context.users},
                {"mean", number(context.gate.mean)},
                {"low", number(context.gate.low)},
                {"high", number(context.gate.high)}};
  });
  return json;
}

void addModel(Json& json, const ModelProfile* model) {
  const bool heads = model && !model->heads.empty(), pointer = model && model->pointer;
  json["head_roles"] = heads ? listOf(model->heads, headJson) : Json();
  json["head_roles_uniform"] = heads ? meansJson(model->uniform) : Json();
  json["head_roles_n"] = heads ? Json(model->samplesOfHeads) : Json();
  json["entropy_by_length"] = heads ? entropyJson(*model) : Json();
  json["attention_by_position"] = heads ? layersJson(model->attention, BinAxis::Position) : Json();
  json["attention_by_hours"] = heads ? layersJson(model->attention, BinAxis::Hours) : Json();
  json["pointer_by_position"] = pointer ? binsJson(model->pointer->byPosition, BinAxis::Position) : Json();
  json["pointer_by_hours"] = pointer ? binsJson(model->pointer->byHours, BinAxis::Hours) : Json();
  json["score_by_position"] = pointer ? listOf(model->scores,
                                               [](const ScoreBin& bin) {
                                                 return Json{{"position", bin.position},
                                                             {"content", number(bin.content.mean)},
                                                             {"content_low", number(bin.content.low)},
                                                             {"content_high", number(bin.content.high)},
                                                             {"bias", number(bin.bias)},
                                                             {"n", bin.content.n}};
                                               })
                                      : Json();
  json["gate"] = model && model->gate ? gateJson(*model->gate) : Json();
}

std::string times(const Estimate& estimate) {
  return withInterval(estimate, 2);
}

std::string headsTable(const ModelProfile& model) {
  Table table({"layer, head", "latest", "first", "same place", "within 90 min", "distance", "entropy", "effective"});
  const auto add = [&](std::string name, const auto& textOf) {
    std::vector<std::string> row{std::move(name)};
    for (std::size_t f = 0; f < headFigureCount; ++f) row.push_back(textOf(f));
    table.add(std::move(row));
  };
  add("uniform", [&](std::size_t f) { return fixed(model.uniform[f], 4); });
  for (const HeadRole& head : model.heads) {
    add(std::to_string(head.layer) + ", " + std::to_string(head.head),
        [&](std::size_t f) { return fixed(head.means[f], 4); });
    add("  times uniform", [&](std::size_t f) { return times(head.timesUniform[f]); });
  }
  return "Heads, from the last query without itself\n" + table.text();
}

/// Ranges of hours and positions where the pointer looks most.
std::string readingTable(const char* title, const std::vector<ReadingBin>& bins, BinAxis axis) {
  std::vector<ReadingBin> most(bins);
  std::ranges::stable_sort(most, std::ranges::greater(), [](const ReadingBin& bin) { return bin.timesUniform.mean; });
  if (most.size() > 8) most.resize(8);
  std::ranges::sort(most, {}, &ReadingBin::from);
  Table table(
      {axis == BinAxis::Position ? "position from the end" : "hours before", "visits", "weight", "times uniform"});
  for (const ReadingBin& bin : most)
    table.add({axis == BinAxis::Position ? fixed(bin.from, 0) : fixed(bin.from, 0) + " to " + fixed(bin.to, 0),
               groupThousands(static_cast<long long>(bin.visits)), fixed(bin.weight, 4), times(bin.timesUniform)});
  return std::string(title) + "\n" + table.text();
}

std::string gateTable(const GateProfile& gate) {
  Table table({"gate", "n", "users", "mean"});
  table.add({"all", groupThousands(static_cast<long long>(gate.n)), "", fixed(gate.mean, 3)});
  for (const GateContext& context : gate.contexts)
    table.add({context.by + ": " + context.value, groupThousands(static_cast<long long>(context.gate.n)),
               std::to_string(context.users), withInterval(context.gate, 3)});
  return table.text();
}

}  // namespace

Json profileJson(const Profile& profile) {
  const DatasetFacts& facts = profile.facts;
  Json json{{"n", facts.n}, {"users", facts.users.size()}, {"visits", facts.visits}};
  json["length"] = {{"min", facts.shortest},
                    {"median", number(facts.medianLength)},
                    {"max", facts.longest},
                    {"mean", number(facts.meanLength())},
                    {"counts", facts.lengths}};
  json["hour_weekday"] = facts.hourWeekday;
  json["target_in_window"] = facts.targetInWindow;
  json["within_three"] = intervalJson(facts.withinThree);
  json["in_window"] = intervalJson(facts.inWindow);
  json["target_last_seen"] = listOf(facts.lastSeen, [](const LastSeenCount& count) {
    return Json{{"visits_ago", count.visitsAgo}, {"n", count.n}, {"unseen", count.unseen}};
  });
  json["unseen"] = facts.unseen;
  json["stays"] = facts.stays;
  json["unseen_stays"] = facts.unseenStays;
  json["target_counts"] = listOf(facts.targetCounts, [](const TargetCount& count) {
    return Json{{"location", count.location}, {"n", count.n}};
  });
  json["samples_per_user"] = listOf(facts.users, [](const UserSamples& user) {
    return Json{{"user", user.user}, {"n", user.n}};
  });
  addModel(json, profile.model ? &*profile.model : nullptr);
  return json;
}

std::vector<std::pair<std::string, std::string>> profileCsvs(const Json& json) {
  std::vector<std::pair<std::string, std::string>> files;
  std::string lengths = "length,n\n";
  const Json& counts = json["length"]["counts"];
  for (std::size_t length = 0; length < counts.size(); ++length)
    lengths += std::to_string(length) + "," + counts[length].dump() + "\n";
  files.emplace_back("length_counts.csv", std::move(lengths));
  std::string hours = "weekday,hour,n\n";
  for (std::size_t day = 0; day < 7; ++day)
    for (std::size_t hour = 0; hour < 24; ++hour)
      hours += std::to_string(day) + "," + std::to_string(hour) + "," + json["hour_weekday"][day][hour].dump() + "\n";
  files.emplace_back("hour_weekday.csv", std::move(hours));
  for (const auto& [key, value] : json.items())
    if (value.is_array() && !value.empty() && value[0].is_object()) files.emplace_back(key + ".csv", csvOfList(value));
  if (!json["gate"].is_null()) files.emplace_back("gate_by.csv", csvOfList(json["gate"]["by"]));
  return files;
}

std::string profileTables(const Profile& profile) {
  const DatasetFacts& facts = profile.facts;
  const auto share = [&](std::size_t part) {
    return groupThousands(static_cast<long long>(part)) + " (" +
           fixed(100 * static_cast<double>(part) / static_cast<double>(std::max<std::size_t>(facts.n, 1)), 1) + " %)";
  };
  Table table({"samples", groupThousands(static_cast<long long>(facts.n))});
  table.add({"users", groupThousands(static_cast<long long>(facts.users.size()))});
  table.add({"visits of a sample", std::to_string(facts.shortest) + " to " + std::to_string(facts.longest) +
                                       ", median " + fixed(facts.medianLength, 1) + ", mean " +
                                       fixed(facts.meanLength(), 1)});
  table.add({"targets in the window", share(facts.targetInWindow)});
  table.add({"unseen targets", share(facts.unseen)});
  table.add({"targets equal to the last place", share(facts.stays)});
  table.add({"known target places", groupThousands(static_cast<long long>(facts.targetCounts.size()))});
  std::string text = table.text();
  if (!profile.model) return text;
  const ModelProfile& model = *profile.model;
  text += model.heads.empty() ? "\nThe model has no attention heads.\n" : "\n" + headsTable(model);
  if (model.pointer) {
    text += "\n" + readingTable("Pointer, where it is most above uniform", model.pointer->byHours, BinAxis::Hours);
    text += "\n" + readingTable("", model.pointer->byPosition, BinAxis::Position).substr(1);
  } else {
    text += "\nThe model has no pointer.\n";
  }
  text += model.gate ? "\n" + gateTable(*model.gate) : "\nThe model has no gate.\n";
  return text + "\nMultiples of uniform " + intervalsOver(facts.users.size()) + ".\n";
}

}  // namespace sojourn::text
