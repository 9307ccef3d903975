// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/explanation/explain_set.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "model/explain/explanation/explain.h"
#include "model/explain/statistics/random.h"
#include "model/explain/statistics/ranking.h"
#include "model/explain/statistics/throttle.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// One method's figures of one sample after the other.
struct Columns {
  std::array<std::vector<double>, 6> masked, removed;
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
  const auto masked = figuresOf(*method.masked, *random.masked);
  const auto removed = figuresOf(*method.removed, *random.removed);
  for (std::size_t f = 0; f < masked.size(); ++f) {
    columns.masked[f].push_back(masked[f]);
    columns.removed[f].push_back(removed[f]);
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
                               .masked = byOperator(m_columns[m].masked),
                               .removed = byOperator(m_columns[m].removed),
                               .tiedShare = estimate(m_columns[m].tiedShare),
                               .causePrecision = estimate(m_columns[m].causePrecision),
                               .causeRank = estimate(m_columns[m].causeRank),
                               .completenessGap = estimate(m_columns[m].completenessGap),
                               .completeShare = estimate(m_columns[m].complete),
                               .completeAtOnceShare = estimate(m_columns[m].completeAtOnce)});
  return summary;
}

}  // namespace

Result<ExplanationSummary> explainSet(const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                                      const ExplainSetRequest& request, const CancelToken& cancel,
                                      const Progress& progress, const PartialSummary& partial) {
  std::vector<std::size_t> order;
  for (const std::size_t row : rows)
    if (row < set.size() && set.length(row) > 1) order.push_back(row);
  Random(request.seed).draw(order, request.samples);

  Collected collected;
  Throttle throttle;
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
      throttle.run([&] {
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
