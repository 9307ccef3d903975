// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <unordered_map>

#include "model/evaluate/metrics.h"
#include "model/evaluate/rule_baselines.h"
#include "model/evaluate/sample_profile.h"
#include "model/evaluate/user_sums.h"

namespace sojourn {
namespace {

constexpr std::size_t rowsBetweenChecks = 4096;

/// Sets shortest, longest and median from the counts by length.
void describeLengths(DatasetFacts& facts) {
  const auto isUsed = [](std::size_t count) { return count > 0; };
  facts.shortest = static_cast<std::size_t>(std::ranges::find_if(facts.lengths, isUsed) - facts.lengths.begin());
  facts.longest = facts.lengths.size() - 1;
  // The mean of the two in the middle; they are one where the number of samples is odd.
  const std::size_t below = (facts.n - 1) / 2, above = facts.n / 2;
  std::size_t before = 0;
  double sum = 0;
  for (std::size_t length = 0; length < facts.lengths.size(); ++length) {
    const std::size_t until = before + facts.lengths[length];
    sum += static_cast<double>(length) * ((below >= before && below < until) + (above >= before && above < until));
    before = until;
  }
  facts.medianLength = sum / 2;
}

}  // namespace

DatasetFacts datasetFacts(const SequenceSet& set, std::span<const std::size_t> rows, const CancelToken& cancel) {
  DatasetFacts facts;
  std::unordered_map<LocationId, std::size_t> targets;
  std::unordered_map<UserId, std::size_t> users;
  std::map<std::size_t, LastSeenCount> lastSeen;
  const UserGroups groups(set, rows);
  std::array<RatioByUser, 2> shares;  // within three visits, in the window
  for (const std::size_t row : rows) {
    if (facts.n % rowsBetweenChecks == 0 && cancel.cancelled()) break;
    ++facts.n;
    const std::size_t length = set.length(row);
    facts.visits += length;
    if (facts.lengths.size() <= length) facts.lengths.resize(length + 1);
    ++facts.lengths[length];
    const auto day = static_cast<std::size_t>(std::clamp<int>(set.weekdays(row).back(), 0, 6));
    const auto hour = static_cast<std::size_t>(std::clamp(set.startMinutes(row).back() / 60, 0, 23));
    ++facts.hourWeekday[day][hour];
    ++users[set.user(row)];
    const LocationId target = set.target(row);
    const bool unseen = target == unseenLocation, stays = target == set.locations(row).back();
    facts.unseen += unseen;
    facts.stays += stays;
    facts.unseenStays += unseen && stays;
    if (!unseen) ++targets[target];
    const std::size_t ago = set.targetLastSeen(row), group = groups.of(set.user(row));
    addToRatio(shares[0], group, groups.size(), ago > 0 && ago <= 3 ? 1 : 0, 1);
    addToRatio(shares[1], group, groups.size(), ago > 0 ? 1 : 0, 1);
    if (ago > 0) {
      ++facts.targetInWindow;
      LastSeenCount& count = lastSeen[ago];
      count.visitsAgo = ago;
      ++count.n;
      count.unseen += unseen;
    }
  }
  if (facts.n > 0) {
    describeLengths(facts);
    const std::vector<Estimate> estimates = estimateRatios(shares, groups.size(), userResamples, 0, cancel);
    facts.withinThree = estimates[0];
    facts.inWindow = estimates[1];
  }
  for (const auto& [location, count] : targets) facts.targetCounts.push_back({location, count});
  std::ranges::sort(facts.targetCounts, [](const TargetCount& a, const TargetCount& b) {
    return a.n != b.n ? a.n > b.n : a.location < b.location;
  });
  for (const auto& [ago, count] : lastSeen) facts.lastSeen.push_back(count);
  for (const auto& [user, count] : users) facts.users.push_back({user, count});
  std::ranges::sort(
      facts.users, [](const UserSamples& a, const UserSamples& b) { return a.n != b.n ? a.n > b.n : a.user < b.user; });
  return facts;
}

std::vector<LastSeenAccuracy> accuracyByLastSeen(const SequenceSet& set, std::span<const std::size_t> rows,
                                                 std::span<const Outcome> outcomes) {
  constexpr std::size_t single = 10;
  std::vector<LastSeenAccuracy> bins(single + 2);
  for (std::size_t b = 0; b < single; ++b) bins[b].from = bins[b].to = b + 1;
  bins[single].from = single + 1;
  bins[single].to = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = rows[i], ago = set.targetLastSeen(row);
    LastSeenAccuracy& bin = ago == 0 ? bins.back() : bins[std::min(ago, single + 1) - 1];
    const std::vector<LocationId> rule = rankByWindowFrequency(set.locations(row));
    ++bin.n;
    bin.unseen += set.target(row) == unseenLocation;
    bin.right += !outcomes.empty() && isCorrect(outcomes[i]);
    bin.ruleRight += !rule.empty() && rule.front() == set.target(row);
  }
  return bins;
}

}  // namespace sojourn
