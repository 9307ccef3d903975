// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/json_counterfactuals.h"

#include "model/core/name_table.h"
#include "model/data/dataset/local_time.h"
#include "views/text/table.h"

namespace sojourn::text {
namespace {

constexpr NameTable<changeKinds> kindNames{"start", "arrival", "day", "duration", "location", "removal", "user"};

std::string shiftText(int minutes) {
  return (minutes < 0 ? "-" : "+") + hoursAndMinutes(minutes);
}

Json asJson(const VisitChange& change, const Sequence& sequence) {
  Json json{{"kind", nameIn(kindNames, change.kind)}};
  if (change.kind != ChangeKind::User) json["visit"] = change.visit;
  if (change.kind != ChangeKind::Removal) json["value"] = change.value;
  json["size"] = sizeOf(change, sequence);
  return json;
}

Json asJson(const Counterfactual& counterfactual, const Sequence& sequence) {
  const auto change = [&](const VisitChange& one) { return asJson(one, sequence); };
  return {{"changes", listOf(counterfactual.changes, change)},
          {"prediction", counterfactual.first},
          {"probability", number(counterfactual.firstProbability)},
          {"before_probability", number(counterfactual.beforeProbability)},
          {"margin", number(counterfactual.margin())},
          {"survived", counterfactual.survived},
          {"jitters", counterfactualJitters},
          {"impossible", counterfactual.impossible},
          {"plausibility", number(counterfactual.plausibility)}};
}

Json asJson(const CounterfactualLevel& level, std::size_t changes) {
  return {{"changes", changes},       {"possible", level.possible > 0 ? Json(level.possible) : Json(nullptr)},
          {"tried", level.tried},     {"over_margin", level.overMargin},
          {"checked", level.checked}, {"robust", level.robust}};
}

}  // namespace

std::string changeText(const VisitChange& change, const Sequence& sequence, const PlaceNames& places) {
  if (change.kind == ChangeKind::User) return "Make it user " + std::to_string(change.value);
  const Visit& visit = sequence.visits[change.visit];
  const std::string who =
      place(places, visit.location) + ", " + weekdayName(visit.weekday) + " " + clock(visit.startMinute);
  switch (change.kind) {
    case ChangeKind::Start:
      return "Move " + who + " to " + clock(change.value) + " (" + shiftText(change.value - visit.startMinute) + ")";
    case ChangeKind::Arrival:
      return "Arrive at " + who + " at " + clock(change.value) + " (" + shiftText(change.value - visit.startMinute) +
             "), leave as recorded";
    case ChangeKind::Day:
      return "Move " + who + " to " + weekdayName((visit.weekday + visit.daysAgo - change.value + 7) % 7) + ", " +
             std::to_string(change.value) + " days ago";
    case ChangeKind::Duration:
      return (change.value < visit.durationMinutes ? "Shorten " : "Lengthen ") + who + ", " +
             hoursAndMinutes(visit.durationMinutes) + " to " + hoursAndMinutes(change.value);
    case ChangeKind::Location:
      return "Replace " + who + " by " + place(places, change.value);
    case ChangeKind::Removal:
    case ChangeKind::User:
      break;
  }
  return "Remove " + who;
}

Json toJson(const CounterfactualReport& report) {
  const CounterfactualFindings& findings = report.findings;
  Json levels = Json::array();
  for (std::size_t n = 0; n < findings.levels.size(); ++n)
    if (findings.levels[n].tried > 0) levels.push_back(asJson(findings.levels[n], n + 1));
  const auto counterfactual = [&](const Counterfactual& one) { return asJson(one, report.sequence); };
  return {{"schema", "sojourn.counterfactuals/2"},
          {"model", report.model.id},
          {"index", orNull(report.index)},
          {"user", report.sequence.user},
          {"length", report.sequence.visits.size()},
          {"prediction", findings.before},
          {"probability", number(findings.beforeProbability)},
          {"to", orNull(findings.to)},
          {"forwards", findings.forwards},
          {"budget_spent", findings.budgetSpent},
          {"cpu_seconds", number(report.cpuSeconds)},
          {"levels", std::move(levels)},
          {"counterfactuals", listOf(findings.counterfactuals, counterfactual)}};
}

Json toJson(const CounterfactualSetReport& report) {
  Json rows = Json::array();
  for (std::size_t n = 0; n < report.mostChanges; ++n)
    rows.push_back({{"changes", n + 1},
                    {"samples", report.have[n]},
                    {"smallest", report.smallest[n]},
                    {"counterfactuals", report.counterfactuals[n]},
                    {"confirmed", report.confirmed[n]}});
  Json exhaustive = nullptr;
  if (report.exhaustive)
    exhaustive = {{"counterfactuals", report.exhaustive->counterfactuals},
                  {"missed", report.exhaustive->missed},
                  {"beyond", report.exhaustive->beyond},
                  {"samples", report.exhaustive->samplesWith},
                  {"samples_missed", report.exhaustive->samplesMissed},
                  {"cpu_seconds", number(report.exhaustive->cpuSeconds)}};
  return {{"schema", "sojourn.counterfactuals_summary/2"},
          {"model", report.model.id},
          {"dataset", report.dataset},
          {"split", report.split},
          {"right", report.right},
          {"samples", report.samples},
          {"without_counterfactual", report.none},
          {"budget_spent", report.budgetSpent},
          {"single_changes", report.tried},
          {"forwards", report.forwards},
          {"cpu_seconds", number(report.cpuSeconds)},
          {"rows", std::move(rows)},
          {"exhaustive", std::move(exhaustive)}};
}

std::string counterfactualTable(const CounterfactualReport& report, const PlaceNames& places) {
  const CounterfactualFindings& findings = report.findings;
  std::string text = report.index ? "Sequence " + std::to_string(*report.index) : "The sequence";
  text += ": user " + std::to_string(report.sequence.user) + ", " + std::to_string(report.sequence.visits.size()) +
          " visits, prediction " + place(places, findings.before) + " (" + fixed(findings.beforeProbability, 3) + ")\n";
  for (std::size_t n = 0; n < findings.levels.size(); ++n) {
    const CounterfactualLevel& level = findings.levels[n];
    if (level.tried == 0) continue;
    text += std::to_string(n + 1) + (n == 0 ? " change: " : " changes: ") + std::to_string(level.robust) +
            " robust counterfactuals; " + std::to_string(level.tried);
    if (level.possible > 0) text += " of " + std::to_string(level.possible);
    text += " tried, " + std::to_string(level.overMargin) + " above the margin, " + std::to_string(level.checked) +
            " of these checked against jitter\n";
  }
  text += std::to_string(findings.forwards) + " sequences through the model, " + fixed(report.cpuSeconds, 2) +
          " s of CPU" + (findings.budgetSpent ? "; the budget is used up\n\n" : "\n\n");
  Table table({"change", "prediction", "P", "P before", "survives", ""});
  for (const Counterfactual& counterfactual : findings.counterfactuals) {
    std::string changes;
    for (const VisitChange& change : counterfactual.changes)
      changes += (changes.empty() ? "" : "; ") + changeText(change, report.sequence, places);
    table.add({changes, place(places, counterfactual.first), fixed(counterfactual.firstProbability, 3),
               fixed(counterfactual.beforeProbability, 3),
               std::to_string(counterfactual.survived) + "/" + std::to_string(counterfactualJitters),
               counterfactual.impossible ? "impossible" : ""});
  }
  return text + table.text();
}

std::string counterfactualSetTable(const CounterfactualSetReport& report) {
  Table table({"changes", "samples with a robust counterfactual", "samples with none smaller", "counterfactuals",
               "confirmed by inspection"});
  for (std::size_t n = 0; n < report.mostChanges; ++n)
    table.add({std::to_string(n + 1), std::to_string(report.have[n]), std::to_string(report.smallest[n]),
               std::to_string(report.counterfactuals[n]), std::to_string(report.confirmed[n])});
  const double samples = std::max<double>(static_cast<double>(report.samples), 1);
  std::string text = std::to_string(report.samples) + " random samples of " + report.dataset + ", " + report.split +
                     ", out of " + std::to_string(report.right) + " that the model predicts correctly\n\n" +
                     table.text() + std::to_string(report.none) + " samples without any; the budget was used up in " +
                     std::to_string(report.budgetSpent) + "\n" + fixed(static_cast<double>(report.tried) / samples, 0) +
                     " single changes, " + fixed(static_cast<double>(report.forwards) / samples, 0) +
                     " sequences and " + fixed(report.cpuSeconds / samples, 2) + " s of CPU per sample\n";
  if (const auto& all = report.exhaustive)
    text += "Exhaustive search of one change: " + std::to_string(all->counterfactuals) + " robust counterfactuals in " +
            std::to_string(all->samplesWith) + " samples. The search missed " + std::to_string(all->missed) +
            " of them, found " + std::to_string(all->beyond) + " more, and found none in " +
            std::to_string(all->samplesMissed) + " of those samples; " + fixed(all->cpuSeconds / samples, 2) +
            " s of CPU per sample\n";
  return text;
}

}  // namespace sojourn::text
