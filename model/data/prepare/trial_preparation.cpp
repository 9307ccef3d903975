// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/trial_preparation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "model/data/prepare/preparation_steps.h"
#include "model/data/steps/staypoints.h"

namespace sojourn {
namespace {

/// What findStaypoints() depends on.
std::string staysKeyOf(const PrepareSettings& settings) {
  std::string key;
  for (const PrepareParameter& parameter : prepareParameters())
    for (const std::string_view name : {"dist", "time", "gap", "include_last", "stay_end", "gap_stays", "centre"})
      if (parameter.key == name) key += parameter.text(settings) + ";";
  return key;
}

std::int64_t countOf(const PreparationCounts& counts, std::string_view key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

/// Staypoints that are as long as they should be, of users with too few days.
std::int64_t staysOfShortRecords(const Preparation& made) {
  const EpochMs longest = std::llround(made.settings.activity * 60'000);
  std::int64_t stays = 0;
  for (const PreparedStaypoint& row : made.staypoints)
    stays += !row.active && row.stay.end - row.stay.start > longest ? 1 : 0;
  return stays;
}

std::vector<FixCell> cellsOf(const std::vector<UserFixes>& users) {
  // One fix after the other lies mostly in the cell of the one before.
  std::map<std::pair<double, double>, std::size_t> counts;
  std::pair<double, double> last{};
  std::size_t* at = nullptr;
  for (const UserFixes& user : users) {
    for (const Fix& fix : user.fixes) {
      const Coordinates center = roundedPosition({fix.latitude, fix.longitude});
      const std::pair cell(center.latitude, center.longitude);
      if (!at || cell != last) at = &counts[cell];
      last = cell;
      ++*at;
    }
  }
  std::vector<FixCell> cells;
  for (const auto& [cell, fixes] : counts) cells.push_back({{cell.first, cell.second}, fixes});
  return cells;
}

class Funnel {
 public:
  void add(FunnelStep::Kind kind, std::int64_t left, std::vector<FunnelStep::Reason> reasons = {}) {
    std::erase_if(reasons, [](const FunnelStep::Reason& reason) { return reason.rows == 0; });
    m_steps.push_back({kind, left, std::move(reasons)});
  }
  std::vector<FunnelStep> take() { return std::move(m_steps); }

 private:
  std::vector<FunnelStep> m_steps;
};

}  // namespace

Result<std::shared_ptr<const TrialInput>> readTrialInput(const InputSettings& settings, const Progress& progress,
                                                         const CancelToken& cancel) {
  auto input = std::make_shared<TrialInput>();
  input->settings = settings;
  if (readsFixes(settings.format)) {
    auto report = readFixes(
        settings,
        [&](UserFixes&& user) -> Status {
          if (!user.fixes.empty()) input->fixes.push_back(std::move(user));
          return {};
        },
        {}, progress, cancel);
    if (!report) return report.error();
    input->report = std::move(*report);
    input->cells = cellsOf(input->fixes);
    for (const UserFixes& user : input->fixes)
      input->users.push_back({.user = user.user,
                              .files = static_cast<std::size_t>(countOf(user.report.counts, "files")),
                              .rows = user.fixes.size(),
                              .first = user.fixes.front().time,
                              .last = user.fixes.back().time});
  } else {
    auto read = readVisitRecords(settings, progress, cancel);
    if (!read) return read.error();
    input->report = std::move(read->report);
    input->records = std::move(read->records);
    for (const std::string& user : input->records->users) input->users.push_back({.user = user});
    for (const RecordedVisit& visit : input->records->visits) {
      TrialUser& user = input->users[visit.user];
      if (user.rows++ == 0) user.first = visit.start;
      user.last = std::max(user.last, visit.end);
    }
  }
  return std::shared_ptr<const TrialInput>(std::move(input));
}

Result<const TrialPreparation::StaysOfUsers*> TrialPreparation::findStays(const PrepareSettings& settings,
                                                                          const CancelToken& cancel) {
  // Both recipes, and each with one setting of the other that changes the stays.
  constexpr std::size_t mostKept = 4;
  const std::string key = staysKeyOf(settings);
  if (const auto known = m_stays.find(key); known != m_stays.end()) return &known->second;
  StaysOfUsers found;
  for (const UserFixes& user : m_input->fixes) {
    if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    found.push_back(findStaypoints(user.fixes, settings));
  }
  if (m_stays.size() >= mostKept) m_stays.clear();
  return &m_stays.emplace(key, std::move(found)).first->second;
}

Status TrialPreparation::locate(PreparationSteps& steps, const PrepareSettings& settings, const CancelToken& cancel) {
  steps.takeReport(m_input->report);
  if (m_input->records) {
    steps.takeTable(*m_input->records);
  } else {
    const auto stays = findStays(settings, cancel);
    if (!stays) return stays.error();
    for (std::size_t i = 0; i < (*stays)->size(); ++i) {
      const UserFixes& user = m_input->fixes[i];
      steps.takeStays(user.user, user.fixes.front().time, user.fixes.back().time, (**stays)[i]);
    }
  }
  steps.endReading();
  steps.dropShortRecords();
  return steps.locate();
}

Result<std::size_t> TrialPreparation::countPlaces(const PrepareSettings& settings, const CancelToken& cancel) {
  Preparation made;
  made.settings = settings;
  const PrepareProgress noProgress;
  PreparationSteps steps(made, noProgress, cancel);
  if (const Status located = locate(steps, settings, cancel); !located) return located.error();
  return made.places.size();
}

Result<Preparation> TrialPreparation::prepare(const PrepareSettings& settings, const CancelToken& cancel) {
  const auto zone = TimeZone::find(settings.timeZone);
  if (!zone) return zone.error();
  Preparation made;
  made.settings = settings;
  const PrepareProgress noProgress;
  PreparationSteps steps(made, noProgress, cancel);
  if (const Status located = locate(steps, settings, cancel); !located) return located.error();
  steps.makeVisits(*zone);
  if (const Status sequences = steps.makeAllSequences(); !sequences) return sequences.error();
  return made;
}

std::vector<FunnelStep> funnelOf(const Preparation& made) {
  using enum FunnelStep::Kind;
  const auto count = [&](std::string_view key) { return countOf(made.counts, key); };
  Funnel funnel;
  std::vector<FunnelStep::Reason> dropped;
  constexpr std::string_view prefix = "dropped_";
  for (const auto& [key, rows] : made.counts)
    if (key.starts_with(prefix)) dropped.push_back({key.substr(prefix.size()), rows});
  funnel.add(Rows, count("rows"));
  funnel.add(Points, count("points"), std::move(dropped));
  std::int64_t before = count("points");
  std::vector<FunnelStep::Reason> unvisited;
  if (!made.placesGiven) {
    const std::int64_t stays = count("staypoints"), active = count("staypoints_active");
    const std::int64_t ofShort = staysOfShortRecords(made);
    before = active - count("staypoints_noise");
    funnel.add(Staypoints, stays, {{"excluded", count("rows_excluded")}});
    funnel.add(
        InPlace, before,
        {{"short_stay", stays - active - ofShort}, {"short_record", ofShort}, {"noise", count("staypoints_noise")}});
  } else {
    unvisited = {{"excluded", count("rows_excluded")}, {"short_record", count("rows_of_short_records")}};
    before -= count("rows_excluded") + count("rows_of_short_records");
  }
  const std::int64_t merged = count("merged_away");
  unvisited.push_back({"merged", merged});
  unvisited.push_back({"rare", before - merged - count("visits")});
  funnel.add(Visits, count("visits"), std::move(unvisited));
  funnel.add(Targets, count("valid_targets"),
             {{"first_days", count("targets_in_first_days_of_split")},
              {"short_history", count("targets_with_short_history")}});
  std::int64_t sequences = 0;
  for (const SequenceSet& split : made.sequences.splits) sequences += static_cast<std::int64_t>(split.size());
  funnel.add(Sequences, sequences, {{"empty_split", count("valid_targets") - sequences}});
  return funnel.take();
}

}  // namespace sojourn
