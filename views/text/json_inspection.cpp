// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/json_inspection.h"

#include <algorithm>
#include <functional>
#include <ranges>
#include <vector>

#include "views/text/table.h"

namespace sojourn::text {
namespace {

Json visitsAsJson(const Inspection& inspection) {
  const std::int32_t* position = inspection.positionFromEnd.data();
  return listOf(inspection.sequence.visits, [&](const Visit& visit) -> Json {
    return {{"location", visit.location},        {"weekday", visit.weekday},
            {"start_minute", visit.startMinute}, {"duration_minutes", number(visit.durationMinutes)},
            {"days_ago", visit.daysAgo},         {"position_from_end", *position++}};
  });
}

Json candidatesAsJson(const Inspection& inspection) {
  const bool pointer = inspection.gate.has_value();
  return listOf(inspection.ranking | std::views::take(shownCandidates), [&](const Candidate& candidate) -> Json {
    return {{"location", candidate.location},
            {"probability", number(candidate.probability)},
            {"log_probability", number(candidate.logProbability)},
            {"copied", pointer ? number(candidate.copied) : Json(nullptr)},
            {"generated", number(pointer ? candidate.generated : candidate.probability)}};
  });
}

/// Each half hour with the locations that the user visited then.
Json historyAsJson(const Inspection& inspection) {
  return listOf(inspection.history, [](const HistoryRow& row) -> Json {
    return {{"start_minute", row.slot * minutesPerHistorySlot},
            {"weight", number(row.weight)},
            {"visits", listOf(row.visited, [](const HistoryEntry& entry) -> Json {
               return {{"location", entry.location}, {"count", entry.count}};
             })}};
  });
}

/// By layer, head, query and key.
Json attentionAsJson(const AttentionMaps& maps) {
  const auto each = [](std::size_t count, const auto& json) {
    return listOf(std::views::iota(std::size_t{0}, count), json);
  };
  return each(maps.layers, [&](std::size_t layer) {
    return each(maps.heads, [&](std::size_t head) {
      return each(maps.length, [&](std::size_t query) {
        return each(maps.length, [&](std::size_t key) { return number(maps.at(layer, head, query, key)); });
      });
    });
  });
}

/// The half hours of the user's history that the model read most.
std::string historyTable(const Inspection& inspection, const PlaceNames& places) {
  std::vector<const HistoryRow*> rows;
  for (const HistoryRow& row : inspection.history) rows.push_back(&row);
  std::ranges::stable_sort(rows, std::greater<>(), &HistoryRow::weight);
  Table table({"earlier visits at", "weight", "visits", "most often"});
  for (const HistoryRow* row : rows | std::views::take(shownCandidates)) {
    std::int64_t visits = 0;
    for (const HistoryEntry& entry : row->visited) visits += entry.count;
    table.add({clock(row->slot * minutesPerHistorySlot), fixed(row->weight, 4), std::to_string(visits),
               place(places, row->visited.front().location)});
  }
  return table.text();
}

}  // namespace

Json toJson(const Inspection& inspection, const ModelDescription& model, std::optional<std::size_t> index, bool maps) {
  const Sequence& sequence = inspection.sequence;
  Json json;
  json["schema"] = "sojourn.inspection/1";
  json["model"] = model.id;
  json["ablation"] = model.ablation;
  json["index"] = orNull(index);
  json["user"] = sequence.user;
  json["target"] = orNull(sequence.target);
  json["length"] = sequence.visits.size();
  json["visits"] = visitsAsJson(inspection);
  json["top"] = candidatesAsJson(inspection);
  json["target_rank"] = orNull(inspection.targetRank);
  const auto target = static_cast<std::size_t>(sequence.target.value_or(-1));
  const std::vector<float>& logs = inspection.logProbability;
  json["target_log_probability"] = target < logs.size() ? number(logs[target]) : Json(nullptr);
  json["gate"] = orNull(inspection.gate);
  // Null in a model without a pointer.
  for (const auto& [name, values] :
       {std::pair("content_score", &inspection.contentScore), std::pair("position_bias", &inspection.positionBias),
        std::pair("score", &inspection.score), std::pair("pointer_weight", &inspection.pointerWeight),
        std::pair("copied_mass", &inspection.copiedMass)})
    json[name] = inspection.gate ? numbers(*values) : Json(nullptr);
  if (model.capabilities.history) json["history"] = historyAsJson(inspection);
  if (maps)
    json["attention"] = model.capabilities.attentionMaps ? attentionAsJson(inspection.attention) : Json(nullptr);
  return json;
}

std::string inspectionTables(const Inspection& inspection, const PlaceNames& places) {
  const Sequence& sequence = inspection.sequence;
  const bool pointer = inspection.gate.has_value();
  std::vector<std::string> head{"visit", "place", "day", "start", "minutes", "days ago"};
  if (pointer) head.insert(head.end(), {"content", "bias", "score", "weight", "copied"});
  Table visits(std::move(head));
  for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
    const Visit& visit = sequence.visits[i];
    std::vector<std::string> row{
        std::to_string(i),        place(places, visit.location),   weekdayName(visit.weekday),
        clock(visit.startMinute), fixed(visit.durationMinutes, 0), std::to_string(visit.daysAgo)};
    if (pointer) {
      for (const auto* values : {&inspection.contentScore, &inspection.positionBias, &inspection.score})
        row.push_back(fixed((*values)[i], 3));
      for (const auto* values : {&inspection.pointerWeight, &inspection.copiedMass})
        row.push_back(fixed((*values)[i], 4));
    }
    visits.add(std::move(row));
  }

  Table candidates(pointer ? std::vector<std::string>{"rank", "place", "probability", "copied", "generated", ""}
                           : std::vector<std::string>{"rank", "place", "probability", ""});
  const auto addCandidate = [&](std::size_t rank) {
    const Candidate& candidate = inspection.ranking[rank];
    std::vector<std::string> row{std::to_string(rank + 1), place(places, candidate.location),
                                 fixed(candidate.probability, 4)};
    if (pointer) row.insert(row.end(), {fixed(candidate.copied, 4), fixed(candidate.generated, 4)});
    row.emplace_back(sequence.target == candidate.location ? "target" : "");
    candidates.add(std::move(row));
  };
  for (std::size_t rank = 0; rank < std::min(shownCandidates, inspection.ranking.size()); ++rank) addCandidate(rank);
  if (inspection.targetRank && *inspection.targetRank > shownCandidates) addCandidate(*inspection.targetRank - 1);

  std::string text =
      "User " + std::to_string(sequence.user) + ", " + std::to_string(sequence.visits.size()) + " visits";
  if (sequence.target) text += ", target " + place(places, *sequence.target);
  if (inspection.gate) text += ", gate " + fixed(*inspection.gate, 4);
  text += "\n\n" + visits.text() + "\n" + candidates.text();
  return inspection.history.empty() ? text : text + "\n" + historyTable(inspection, places);
}

}  // namespace sojourn::text
