// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/ablation/study_figures.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "model/evaluate/paired_difference.h"
#include "model/evaluate/seeded_difference.h"
#include "views/session/claims/claims.h"

namespace sojourn::session {
namespace {

/// What a target of this rank counts, in percent.
double scoreOf(std::int32_t rank, StudyFigure figure) {
  switch (figure) {
    case StudyFigure::Accuracy1:
      return rank == 1 ? 100 : 0;
    case StudyFigure::Accuracy5:
      return rank >= 1 && rank <= 5 ? 100 : 0;
    case StudyFigure::Accuracy10:
      return rank >= 1 && rank <= 10 ? 100 : 0;
    case StudyFigure::ReciprocalRank:
      return rank >= 1 ? 100.0 / rank : 0;
  }
  return 0;
}

std::vector<std::size_t> rowsOf(const SequenceSet& set, StudyTargets targets) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < set.size(); ++row) {
    const bool unseen = set.target(row) == unseenLocation;
    if (targets == StudyTargets::All || unseen == (targets == StudyTargets::Unseen)) rows.push_back(row);
  }
  return rows;
}

std::optional<double> meanOf(const std::vector<std::int32_t>& ranks, const std::vector<std::size_t>& rows,
                             StudyFigure figure) {
  if (rows.empty()) return {};
  double sum = 0;
  for (const std::size_t row : rows) sum += scoreOf(ranks[row], figure);
  return sum / static_cast<double>(rows.size());
}

void addMean(StudiedVariant& variant) {
  double sum = 0, squares = 0;
  std::size_t n = 0;
  for (const VariantRun& run : variant.runs)
    if (run.value) sum += *run.value, ++n;
  if (n == 0) return;
  variant.mean = sum / static_cast<double>(n);
  if (n < 2) return;
  for (const VariantRun& run : variant.runs)
    if (run.value) squares += (*run.value - *variant.mean) * (*run.value - *variant.mean);
  variant.sd = std::sqrt(squares / static_cast<double>(n - 1));
}

/// Of each seed that both were trained with, the differences on the rows.
std::vector<std::vector<double>> pairedBySeed(const StudiedVariant& variant, const StudiedVariant& full,
                                              const RanksOfRuns& ranks, const std::vector<std::size_t>& rows,
                                              StudyFigure figure) {
  std::vector<std::vector<double>> bySeed;
  for (const VariantRun& run : variant.runs) {
    const auto other = std::ranges::find(full.runs, run.seed, &VariantRun::seed);
    if (!run.value || other == full.runs.end() || !other->value) continue;
    const std::vector<std::int32_t>&mine = *ranks.at(run.run), &theirs = *ranks.at(other->run);
    std::vector<double>& differences = bySeed.emplace_back();
    differences.reserve(rows.size());
    for (const std::size_t row : rows) differences.push_back(scoreOf(mine[row], figure) - scoreOf(theirs[row], figure));
  }
  return bySeed;
}

std::vector<UserDifference> differencesByUser(const std::vector<std::vector<double>>& bySeed,
                                              const std::vector<std::int32_t>& users) {
  std::map<std::int32_t, UserDifference> byUser;
  for (const std::vector<double>& differences : bySeed)
    for (std::size_t i = 0; i < users.size(); ++i) {
      UserDifference& one = byUser[users[i]];
      one.user = users[i];
      one.difference += differences[i];
      ++one.n;
    }
  std::vector<UserDifference> all;
  for (auto& [user, one] : byUser) {
    one.difference /= static_cast<double>(one.n);
    one.n /= bySeed.size();
    all.push_back(one);
  }
  std::ranges::stable_sort(all, {}, &UserDifference::difference);
  return all;
}

}  // namespace

RanksPtr ranksOf(std::span<const Outcome> outcomes) {
  auto ranks = std::make_shared<std::vector<std::int32_t>>();
  ranks->reserve(outcomes.size());
  for (const Outcome& outcome : outcomes) ranks->push_back(outcome.rank);
  return ranks;
}

void addFigures(VariantStudy& study, const SequenceSet& set, const RanksOfRuns& ranks, const StudyMetric& metric,
                const CancelToken& cancel) {
  const std::vector<std::size_t> rows = rowsOf(set, metric.targets);
  const std::vector<std::size_t> all = rowsOf(set, StudyTargets::All), known = rowsOf(set, StudyTargets::Known);
  std::vector<std::int32_t> users;
  for (const std::size_t row : rows) users.push_back(set.user(row));
  study.metric = metric;
  study.n = rows.size();
  study.users = std::set<std::int32_t>(users.begin(), users.end()).size();
  std::vector<PairedDifference*> differences;
  for (StudiedVariant& variant : study.variants) {
    if (cancel.cancelled()) return;
    for (VariantRun& run : variant.runs) {
      const auto found = ranks.find(run.run);
      if (found == ranks.end() || !found->second || found->second->size() != set.size()) continue;
      run.accuracy = meanOf(*found->second, all, StudyFigure::Accuracy1);
      run.known = meanOf(*found->second, known, StudyFigure::Accuracy1);
      run.value = meanOf(*found->second, rows, metric.figure);
    }
    addMean(variant);
    if (&variant == &study.variants.front()) continue;
    const auto bySeed = pairedBySeed(variant, study.variants.front(), ranks, rows, metric.figure);
    variant.seeds = bySeed.size();
    variant.difference = seededDifference(bySeed, users);
    if (!bySeed.empty()) variant.byUser = differencesByUser(bySeed, users);
    differences.push_back(&variant.difference);
    if (!metric.isClaimed()) continue;
    variant.standing = standingOfClaim(variant.claimed, variant.difference, variant.seeds);
    variant.verdict = verdictOn(variant.claimed, variant.difference, variant.seeds);
  }
  correctByHolm(differences);
}

}  // namespace sojourn::session
