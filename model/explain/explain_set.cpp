// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/explain_set.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "model/explain/explain.h"
#include "model/explain/random.h"
#include "model/explain/ranking.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// One method's figures of one sample after the other.
struct Columns {
  std::array<std::vector<double>, 6> hidden, leftOut;
  std::vector<double> tiedShare, causePrecision, causeRank, completenessGap, complete, completeAtOnce;
};

std::array<double, 6> figuresOf(const Faithfulness& quality, const Faithfulness& random) {
  const double gain = quality.insertionAuc - quality.deletionAuc;
  return {quality.comprehensiveness,
          quality.sufficiency,
          quality.deletionAuc,
          quality.insertionAuc,
          gain,
          gain - (random.insertionAuc - random.deletionAuc)};
}

/// How a ranking finds the causes: {precision at their number, mean rank as a share}, means over the orders of ties.
std::pair<double, double> causesFound(const std::vector<double>& scores, std::span<const std::int32_t> causes) {
  std::set<std::size_t> wanted;
  for (const std::int32_t cause : causes)
    if (cause >= 0 && static_cast<std::size_t>(cause) < scores.size()) wanted.insert(static_cast<std::size_t>(cause));
  if (wanted.empty() || wanted.size() == scores.size()) return {none, none};
  const std::vector<VisitOrder> orders = ordersOf(scores);
  double found = 0, ranks = 0;
  for (const VisitOrder& order : orders)
    for (std::size_t place = 0; place < order.size(); ++place) {
      if (!wanted.contains(order[place])) continue;
      found += place < wanted.size() ? 1 : 0;
      ranks += static_cast<double>(place) / static_cast<double>(order.size() - 1);
    }
  const double share = 1 / static_cast<double>(wanted.size() * orders.size());
  return {found * share, ranks * share};
}

void append(const MethodExplanation& method, const MethodExplanation& random, std::span<const std::int32_t> causes,
            Columns& columns) {
  const auto hidden = figuresOf(*method.hidden, *random.hidden);
  const auto leftOut = figuresOf(*method.leftOut, *random.leftOut);
  for (std::size_t f = 0; f < hidden.size(); ++f) {
    columns.hidden[f].push_back(hidden[f]);
    columns.leftOut[f].push_back(leftOut[f]);
  }
  columns.tiedShare.push_back(method.tiedShare);
  const auto [precision, rank] = causesFound(method.scores, causes);
  columns.causePrecision.push_back(precision);
  columns.causeRank.push_back(rank);
  columns.completenessGap.push_back(method.completenessGap.value_or(none));
  const bool complete = method.completenessGap && *method.completenessGap <= smallCompletenessGap;
  const bool atOnce = complete && method.steps == ExplainRequest{}.steps;
  columns.complete.push_back(!method.completenessGap ? none : complete ? 1.0 : 0.0);
  columns.completeAtOnce.push_back(!method.completenessGap ? none : atOnce ? 1.0 : 0.0);
}

class Collected {
 public:
  void add(const Explanation& explanation, UserId user, std::span<const std::int32_t> causes) {
    if (m_names.empty())
      for (const MethodExplanation& method : explanation.methods) m_names.push_back(method.name);
    m_columns.resize(m_names.size());
    const MethodExplanation& random = *std::ranges::find(explanation.controls, "random", &MethodExplanation::name);
    for (std::size_t m = 0; m < m_names.size(); ++m) append(explanation.methods[m], random, causes, m_columns[m]);
    m_users.push_back(user);
    m_withCauses += causes.empty() ? 0 : 1;
  }
  [[nodiscard]] bool empty() const { return m_users.empty(); }
  [[nodiscard]] ExplanationSummary summary(const ExplainSetRequest& request) const;

 private:
  std::vector<std::string> m_names;
  std::vector<Columns> m_columns;
  std::vector<std::int32_t> m_users;
  std::size_t m_withCauses = 0;
};

/// Lets something run as often as it takes a tenth of the time at most, and first when it may already mean something.
class Seldom {
 public:
  template <class Function>
  void run(const Function& function) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point now = Clock::now();
    if (now < m_next) return;
    function();
    m_next = Clock::now() + std::max<Clock::duration>(9 * (Clock::now() - now), std::chrono::milliseconds(250));
  }

 private:
  std::chrono::steady_clock::time_point m_next = std::chrono::steady_clock::now() + std::chrono::milliseconds(250);
};

ExplanationSummary Collected::summary(const ExplainSetRequest& request) const {
  const auto estimate = [&](const std::vector<double>& values) {
    return estimateByGroups(values, m_users, request.resamples, request.seed);
  };
  const auto byOperator = [&](const std::array<std::vector<double>, 6>& figures) {
    return OperatorSummary{.comprehensiveness = estimate(figures[0]),
                           .sufficiency = estimate(figures[1]),
                           .deletionAuc = estimate(figures[2]),
                           .insertionAuc = estimate(figures[3]),
                           .gain = estimate(figures[4]),
                           .overRandom = estimate(figures[5])};
  };
  ExplanationSummary summary{.samples = m_users.size(),
                             .asked = 0,
                             .users = std::set(m_users.begin(), m_users.end()).size(),
                             .withCauses = m_withCauses,
                             .methods = {}};
  for (std::size_t m = 0; m < m_names.size(); ++m)
    summary.methods.push_back({.name = m_names[m],
                               .hidden = byOperator(m_columns[m].hidden),
                               .leftOut = byOperator(m_columns[m].leftOut),
                               .tiedShare = estimate(m_columns[m].tiedShare),
                               .causePrecision = estimate(m_columns[m].causePrecision),
                               .causeRank = estimate(m_columns[m].causeRank),
                               .completenessGap = estimate(m_columns[m].completenessGap),
                               .completeShare = estimate(m_columns[m].complete),
                               .completeAtOnceShare = estimate(m_columns[m].completeAtOnce)});
  return summary;
}

}  // namespace

Estimate estimateByGroups(std::span<const double> values, std::span<const std::int32_t> groups, std::size_t resamples,
                          std::uint64_t seed) {
  struct Group {
    double sum = 0;
    std::size_t n = 0;
  };
  std::map<std::int32_t, Group> byGroup;
  Estimate estimate{.mean = none, .low = none, .high = none, .n = 0};
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isnan(values[i])) continue;
    Group& group = byGroup[groups[i]];
    group.sum += values[i];
    ++group.n;
    sum += values[i];
    ++estimate.n;
  }
  if (estimate.n == 0) return estimate;
  estimate.mean = sum / static_cast<double>(estimate.n);

  std::vector<Group> all;
  for (const auto& [id, group] : byGroup) all.push_back(group);
  Random random(seed);
  std::vector<double> means;
  for (std::size_t r = 0; r < resamples; ++r) {
    Group drawn;
    for (std::size_t g = 0; g < all.size(); ++g) {
      const Group& one = all[random.below(all.size())];
      drawn.sum += one.sum;
      drawn.n += one.n;
    }
    means.push_back(drawn.sum / static_cast<double>(drawn.n));
  }
  if (means.empty()) return estimate;
  std::ranges::sort(means);
  const auto at = [&](double share) {
    return means[static_cast<std::size_t>(std::lround(share * static_cast<double>(means.size() - 1)))];
  };
  estimate.low = at(0.025);
  estimate.high = at(0.975);
  return estimate;
}

Result<ExplanationSummary> explainSet(const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                                      const ExplainSetRequest& request, const CancelToken& cancel,
                                      const Progress& progress, const PartialSummary& partial) {
  std::vector<std::size_t> order;
  for (const std::size_t row : rows)
    if (row < set.size() && set.length(row) > 1) order.push_back(row);
  Random(request.seed).draw(order, request.samples);

  Collected collected;
  Seldom seldom;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t row = order[i];
    ExplainRequest one{.methods = request.methods, .randomOrders = request.randomOrders, .pValues = false};
    if (request.location == ExplainedLocation::Target) one.target = set.target(row);
    const auto explanation = explain(engine, set.sequence(row), one, cancel);
    if (!explanation && explanation.error().kind == ErrorKind::Cancelled && !collected.empty()) break;
    if (!explanation) return explanation.error();
    collected.add(*explanation, set.user(row), set.causes(row));
    if (progress) progress(i + 1, order.size());
    if (partial && i + 1 < order.size()) {
      seldom.run([&] {
        ExplanationSummary summary = collected.summary(request);
        summary.asked = order.size();
        partial(summary);
      });
    }
  }
  ExplanationSummary summary = collected.summary(request);
  summary.asked = order.size();
  return summary;
}

}  // namespace sojourn
