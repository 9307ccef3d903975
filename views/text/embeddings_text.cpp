// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/embeddings_text.h"

#include <array>
#include <cmath>

#include "model/core/text.h"
#include "views/text/table.h"

namespace sojourn::text {
namespace {

Json summaryJson(const NeighbourSummary& summary) {
  return {{"places", summary.places},
          {"with_position", summary.withPosition},
          {"median_km", number(summary.medianKilometres)},
          {"share_a_user", number(summary.sharedUserShare)},
          {"best_cosine_median", number(summary.medianBestCosine)},
          {"best_by_chance", number(summary.medianBestByChance)}};
}

Json tableJson(const EmbeddingStudy& study) {
  const EmbeddingTable& table = study.table;
  Json json{{"table", embeddingKindNames[static_cast<std::size_t>(table.kind)]},
            {"name", table.name},
            {"rows", table.rows.size()},
            {"width", table.rows.width},
            {"variance", numbers(study.components.shares)}};
  json["neighbours"] = study.neighbours ? summaryJson(*study.neighbours) : Json();
  json["next_to_next"] = study.cycle ? Json{{"cosine", number(study.cycle->cosine)},
                                            {"shuffled_low", number(study.cycle->low)},
                                            {"shuffled_high", number(study.cycle->high)}}
                                     : Json();
  return json;
}

std::string rowName(const EmbeddingReport& report, const EmbeddingTable& table, std::size_t row) {
  const Dataset& dataset = *report.dataset;
  if (table.ofPlaces()) return dataset.places.name(static_cast<LocationId>(row));
  if (table.kind == EmbeddingKind::Weekdays) return weekdayName(static_cast<std::int32_t>(row));
  if (table.kind == EmbeddingKind::Hours) return clock(static_cast<std::int32_t>(row) * table.minutes);
  return row < dataset.userNames.size() && !dataset.userNames[row].empty() ? dataset.userNames[row]
                                                                           : "User " + std::to_string(row);
}

Json pointsJson(const EmbeddingReport& report) {
  Json points = Json::array();
  const EmbeddingTable& table = report.studies[report.shown].table;
  const std::size_t first = table.ofPlaces() ? static_cast<std::size_t>(unseenLocation) : table.firstRow();
  for (std::size_t row = first; row < report.projection.points.size(); ++row) {
    const auto& point = report.projection.points[row];
    Json one{{"id", row}, {"name", rowName(report, table, row)}, {"x", number(point[0])}, {"y", number(point[1])}};
    if (table.ofPlaces()) {
      one["visits"] = report.use->staysAt(static_cast<LocationId>(row));
      one["minute"] = row < report.use->minute.size() ? number(report.use->minute[row]) : Json();
      one["user"] =
          row < report.use->mainUser.size() && report.use->mainUser[row] > 0 ? Json(report.use->mainUser[row]) : Json();
    }
    points.push_back(std::move(one));
  }
  return points;
}

Json nearestJson(const EmbeddingReport& report) {
  if (!report.nearest) return nullptr;
  Json json{{"place", *report.nearest}, {"name", report.dataset->places.name(*report.nearest)}};
  json["neighbours"] = listOf(report.neighbours, [&](const PlaceNeighbour& one) {
    return Json{{"place", one.location},        {"name", report.dataset->places.name(one.location)},
                {"cosine", number(one.cosine)}, {"km", number(one.kilometres)},
                {"users", one.sharedUsers},     {"visits", one.stays}};
  });
  return json;
}

std::string percent(double share) {
  return fixed(100 * share, 1);
}

}  // namespace

Json embeddingsJson(const EmbeddingReport& report) {
  Json json{{"tables", listOf(report.studies, tableJson)}, {"any_two_places", summaryJson(report.anyTwo)}};
  json["shown"] = embeddingKindNames[static_cast<std::size_t>(report.studies[report.shown].table.kind)];
  json["method"] = report.method;
  json["metric"] = report.projection.metric;
  json["nearest"] = nearestJson(report);
  json["points"] = pointsJson(report);
  return json;
}

std::string embeddingsTables(const EmbeddingReport& report) {
  Table shares({"table", "rows", "dimensions", "PC 1, %", "PC 2, %", "next to next", "shuffled"});
  Table tests({"five nearest by cosine", "places", "median km", "share a user, %", "best cosine, median", "by chance"});
  for (const EmbeddingStudy& study : report.studies) {
    const EmbeddingTable& table = study.table;
    const std::string name = std::string(embeddingKindNames[static_cast<std::size_t>(table.kind)]) + ", " + table.name;
    const auto& cycle = study.cycle;
    shares.add({name, std::to_string(table.rows.size()), std::to_string(table.rows.width),
                percent(study.components.shares[0]), percent(study.components.shares[1]),
                cycle ? fixed(cycle->cosine, 2) : "",
                cycle ? fixed(cycle->low, 2) + " to " + fixed(cycle->high, 2) : ""});
    if (const auto& near = study.neighbours)
      tests.add({name, std::to_string(near->places), fixed(near->medianKilometres, 1), percent(near->sharedUserShare),
                 fixed(near->medianBestCosine, 2), fixed(near->medianBestByChance, 2)});
  }
  tests.add({"any two places", std::to_string(report.anyTwo.places), fixed(report.anyTwo.medianKilometres, 1),
             percent(report.anyTwo.sharedUserShare), "", ""});
  std::string text = shares.text() + "\n" + tests.text();
  if (!report.nearest) return text;
  Table nearest({"nearest to " + place(report.dataset->places, *report.nearest), "cosine", "km", "users", "visits"});
  for (const PlaceNeighbour& one : report.neighbours)
    nearest.add({place(report.dataset->places, one.location), fixed(one.cosine, 2), fixed(one.kilometres, 1),
                 std::to_string(one.sharedUsers), std::to_string(one.stays)});
  return text + "\n" + nearest.text();
}

}  // namespace sojourn::text
