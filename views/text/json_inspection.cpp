// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/json_inspection.h"

#include <algorithm>
#include <span>
#include <vector>

#include "views/text/table.h"
#include "views/text/visit_text.h"

namespace sojourn::text {
namespace {

Json visitsAsJson(const Inspection& inspection) {
  Json visits = Json::array();
  for (std::size_t i = 0; i < inspection.sequence.visits.size(); ++i) {
    const Visit& visit = inspection.sequence.visits[i];
    visits.push_back({{"location", visit.location},
                      {"weekday", visit.weekday},
                      {"start_minute", visit.startMinute},
                      {"duration_minutes", number(visit.durationMinutes)},
                      {"days_ago", visit.daysAgo},
                      {"position_from_end", inspection.positionFromEnd[i]}});
  }
  return visits;
}

Json candidatesAsJson(const Inspection& inspection) {
  const bool pointer = inspection.gate.has_value();
  Json top = Json::array();
  for (std::size_t i = 0; i < std::min(shownCandidates, inspection.ranking.size()); ++i) {
    const Candidate& candidate = inspection.ranking[i];
    top.push_back({{"location", candidate.location},
                   {"probability", number(candidate.probability)},
                   {"log_probability", number(candidate.logProbability)},
                   {"copied", pointer ? number(candidate.copied) : Json(nullptr)},
                   {"generated", number(pointer ? candidate.generated : candidate.probability)}});
  }
  return top;
}

/// Per visit, or null in a model without a pointer.
Json perVisit(const Inspection& inspection, const std::vector<float>& values) {
  if (!inspection.gate) return nullptr;
  Json list = Json::array();
  for (const float value : values) list.push_back(number(value));
  return list;
}

Json attentionAsJson(const AttentionMaps& maps) {
  Json layers = Json::array();
  for (std::size_t layer = 0; layer < maps.layers; ++layer) {
    Json heads = Json::array();
    for (std::size_t head = 0; head < maps.heads; ++head) {
      Json queries = Json::array();
      for (std::size_t query = 0; query < maps.length; ++query) {
        Json keys = Json::array();
        for (std::size_t key = 0; key < maps.length; ++key) keys.push_back(number(maps.at(layer, head, query, key)));
        queries.push_back(std::move(keys));
      }
      heads.push_back(std::move(queries));
    }
    layers.push_back(std::move(heads));
  }
  return layers;
}

}  // namespace

Json toJson(const Inspection& inspection, const ModelDescription& model, std::optional<std::size_t> index, bool maps) {
  const Sequence& sequence = inspection.sequence;
  Json json;
  json["schema"] = "sojourn.inspection/1";
  json["model"] = model.id;
  json["ablation"] = model.ablation;
  json["index"] = index ? Json(*index) : Json(nullptr);
  json["user"] = sequence.user;
  json["target"] = sequence.target ? Json(*sequence.target) : Json(nullptr);
  json["length"] = sequence.visits.size();
  json["visits"] = visitsAsJson(inspection);
  json["top"] = candidatesAsJson(inspection);
  json["target_rank"] = inspection.targetRank ? Json(*inspection.targetRank) : Json(nullptr);
  json["target_log_probability"] = nullptr;
  if (sequence.target && *sequence.target >= 0) {
    const auto target = static_cast<std::size_t>(*sequence.target);
    if (target < inspection.logProbability.size()) {
      json["target_log_probability"] = number(inspection.logProbability[target]);
    }
  }
  json["gate"] = inspection.gate ? number(*inspection.gate) : Json(nullptr);
  json["content_score"] = perVisit(inspection, inspection.contentScore);
  json["position_bias"] = perVisit(inspection, inspection.positionBias);
  json["score"] = perVisit(inspection, inspection.score);
  json["pointer_weight"] = perVisit(inspection, inspection.pointerWeight);
  json["copied_mass"] = perVisit(inspection, inspection.copiedMass);
  if (maps) json["attention"] = attentionAsJson(inspection.attention);
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
      for (const auto* values : {&inspection.contentScore, &inspection.positionBias, &inspection.score}) {
        row.push_back(fixed((*values)[i], 3));
      }
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
    if (pointer) {
      row.push_back(fixed(candidate.copied, 4));
      row.push_back(fixed(candidate.generated, 4));
    }
    row.push_back(sequence.target == candidate.location ? "target" : "");
    candidates.add(std::move(row));
  };
  for (std::size_t rank = 0; rank < std::min(shownCandidates, inspection.ranking.size()); ++rank) addCandidate(rank);
  if (inspection.targetRank && *inspection.targetRank > shownCandidates) addCandidate(*inspection.targetRank - 1);

  std::string text =
      "User " + std::to_string(sequence.user) + ", " + std::to_string(sequence.visits.size()) + " visits";
  if (sequence.target) text += ", target " + place(places, *sequence.target);
  if (inspection.gate) text += ", gate " + fixed(*inspection.gate, 4);
  return text + "\n\n" + visits.text() + "\n" + candidates.text();
}

}  // namespace sojourn::text
