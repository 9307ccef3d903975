// SPDX-License-Identifier: GPL-3.0-or-later
// Sums up the rank stability of single samples over many samples; needs no model.
#include <limits>

#include "model/explain/stability/rank_agreement.h"
#include "model/explain/statistics/sampling.h"

namespace sojourn {
namespace {

/// Two visits can be put in two orders: no agreement of theirs tells anything.
constexpr std::size_t shortestSignificant = 3;
constexpr std::size_t resamples = 1000;

/// One method's figures of one sample after the other.
struct Column {
  std::string method;
  std::vector<double> taus, beyond;
};

}  // namespace

Result<RankStabilitySummary> rankStabilityOver(const SequenceSet& set, std::span<const std::size_t> rows,
                                               const RankStabilityPass& pass, const CancelToken& cancel,
                                               const Progress& progress) {
  std::vector<Column> columns;
  std::vector<std::int32_t> users;
  const auto summaryOf = [&] {
    RankStabilitySummary summary{.samples = users.size(), .users = countGroups(users)};
    for (const Column& column : columns)
      summary.methods.push_back({.method = column.method,
                                 .tau = estimateByGroups(column.taus, users, resamples, pass.seed),
                                 .beyondChance = estimateByGroups(column.beyond, users, resamples, pass.seed)});
    return summary;
  };
  const auto askOne = [&](std::size_t row) -> Status {
    const auto said = pass.ask(set.sequence(row));
    if (!said) return said.error();
    columns.resize(said->size());
    for (std::size_t m = 0; m < columns.size(); ++m) {
      columns[m].method = (*said)[m].method;
      columns[m].taus.push_back((*said)[m].tau);
      columns[m].beyond.push_back((*said)[m].beyondChance ? 1 : 0);
    }
    users.push_back(set.user(row));
    if (pass.report) pass.report(row, *said);
    return {};
  };
  const std::vector<std::size_t> order = drawnRows(set, rows, shortestSignificant, pass.samples, pass.seed);
  const auto publish = [&] {
    if (pass.partial) pass.partial(summaryOf(), order.size());
  };
  if (const Status asked = forSamples(order, askOne, publish, cancel, progress); !asked) return asked.error();
  return summaryOf();
}

Result<RankStabilitySummary> rankStabilityOver(
    const SequenceSet& set, std::span<const std::size_t> rows, std::size_t samples, std::uint64_t seed,
    const std::function<Result<std::vector<SampleRankStability>>(const Sequence&)>& ask, const CancelToken& cancel,
    const Progress& progress) {
  return rankStabilityOver(set, rows, {.samples = samples, .seed = seed, .ask = ask}, cancel, progress);
}

std::vector<SampleRankStability> rankStabilityOf(const ModelAgreement& agreement) {
  std::vector<SampleRankStability> found;
  for (const MethodAgreement& method : agreement.methods) found.push_back({method.method, method.mean, method.stable});
  return found;
}

std::vector<SampleRankStability> rankStabilityOf(const ParameterRandomizationTest& check) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<SampleRankStability> found;
  for (const MethodRandomization& method : check.methods)
    found.push_back({method.method, method.taus.empty() ? none : method.taus.back(), method.survives});
  return found;
}

}  // namespace sojourn
