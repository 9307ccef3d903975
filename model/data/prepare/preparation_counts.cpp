// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/preparation_counts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/core/translation.h"

namespace sojourn {
namespace {

constexpr const char* droppedPrefix = "dropped_";

std::string dropLabel(const std::string& key) {
  std::string reason = key.substr(std::string_view(droppedPrefix).size());
  std::ranges::replace(reason, '_', ' ');
  return tr("  dropped: %1", {reason});
}

}  // namespace

std::vector<NamedCount> namedCounts(const PreparationCounts& counts) {
  const std::array<std::pair<const char*, std::string>, 33> labels{{
      {"files", tr("Files")},
      {"files_damaged", tr("Damaged files")},
      {"rows", tr("Rows")},
      {droppedPrefix, {}},
      {"points", tr("Rows that are used")},
      {"out_of_order", tr("Rows out of time order")},
      {"time_ambiguous", tr("Times that the clock showed twice")},
      {"time_nonexistent", tr("Times that the clock skipped")},
      {"in_future", tr("Times later than their file")},
      {"users_read", tr("Users")},
      {"users_excluded", tr("Users who are excluded")},
      {"rows_excluded", tr("Rows of excluded users")},
      {"staypoints", tr("Staypoints")},
      {"users_under_min_days", tr("Users with too few days")},
      {"rows_of_short_records", tr("Rows of users with too few days")},
      {"staypoints_active", tr("Staypoints that are long enough")},
      {"staypoints_noise", tr("Staypoints at no location")},
      {"locations", tr("Locations")},
      {"merged_away", tr("Visits merged into the one before")},
      {"clock_reversals", tr("Visits where the local clock went back")},
      {"users_under_min_visits", tr("Users with too few visits")},
      {"places_under_min_visits", tr("Places with too few visits")},
      {"visits", tr("Visits")},
      {"targets_in_first_days_of_split", tr("Targets in the first days of a split")},
      {"targets_with_short_history", tr("Targets with too few visits before")},
      {"valid_targets", tr("Targets")},
      {"users_without_targets_in_all_splits", tr("Users without targets in all splits")},
      {"train_visits", tr("Visits in train")},
      {"validation_visits", tr("Visits in validation")},
      {"test_visits", tr("Visits in test")},
      {"train_sequences", tr("Sequences in train")},
      {"validation_sequences", tr("Sequences in validation")},
      {"test_sequences", tr("Sequences in test")},
  }};
  std::vector<NamedCount> named;
  std::vector<std::string> done;
  for (const auto& [key, label] : labels) {
    for (const auto& [name, count] : counts) {
      const bool dropped = key == droppedPrefix && name.starts_with(droppedPrefix);
      if (name != key && !dropped) continue;
      done.push_back(name);
      if (count != 0) named.push_back({dropped ? dropLabel(name) : label, count});
    }
  }
  for (const auto& [name, count] : counts)
    if (count != 0 && std::ranges::find(done, name) == done.end()) named.push_back({name, count});
  return named;
}

}  // namespace sojourn
