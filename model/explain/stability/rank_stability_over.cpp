// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/stability/rank_stability_over.h"

#include <limits>
#include <set>
#include <utility>

#include "model/explain/explanation/explain_set.h"
#include "model/explain/statistics/random.h"
#include "model/explain/statistics/throttle.h"

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

class Collected {
 public:
  void add(std::int32_t user, const std::vector<SampleRankStability>& said) {
    m_columns.resize(said.size());
    for (std::size_t m = 0; m < said.size(); ++m) {
      m_columns[m].method = said[m].method;
      m_columns[m].taus.push_back(said[m].tau);
      m_columns[m].beyond.push_back(said[m].beyondChance ? 1 : 0);
    }
    m_users.push_back(user);
  }
  [[nodiscard]] bool empty() const { return m_users.empty(); }
  [[nodiscard]] RankStabilitySummary summary(std::uint64_t seed) const {
    RankStabilitySummary summary;
    summary.samples = m_users.size();
    summary.users = std::set(m_users.begin(), m_users.end()).size();
    for (const Column& column : m_columns)
      summary.methods.push_back({.method = column.method,
                                 .tau = estimateByGroups(column.taus, m_users, resamples, seed),
                                 .beyondChance = estimateByGroups(column.beyond, m_users, resamples, seed)});
    return summary;
  }

 private:
  std::vector<Column> m_columns;
  std::vector<std::int32_t> m_users;
};

}  // namespace

Result<RankStabilitySummary> rankStabilityOver(const SequenceSet& set, std::span<const std::size_t> rows,
                                               const RankStabilityPass& pass, const CancelToken& cancel,
                                               const Progress& progress) {
  std::vector<std::size_t> order;
  for (const std::size_t row : rows)
    if (row < set.size() && set.length(row) >= shortestSignificant) order.push_back(row);
  Random(pass.seed).draw(order, pass.samples);

  Collected collected;
  Throttle throttle;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto said = pass.ask(set.sequence(order[i]));
    if (!said && said.error().kind == ErrorKind::Cancelled && !collected.empty()) break;
    if (!said) return said.error();
    collected.add(set.user(order[i]), *said);
    if (pass.report) pass.report(order[i], *said);
    if (progress) progress(i + 1, order.size());
    if (cancel.cancelled()) break;
    if (pass.partial && i + 1 < order.size())
      throttle.run([&] { pass.partial(collected.summary(pass.seed), order.size()); });
  }
  return collected.summary(pass.seed);
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
