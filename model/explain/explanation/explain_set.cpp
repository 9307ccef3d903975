// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/explanation/explain_set.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>

#include "model/explain/explanation/explain.h"
#include "model/explain/statistics/ranking.h"
#include "model/inspect/engine.h"
#include "model/inspect/network_passes.h"

namespace sojourn {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// One method's figures of one sample after the other.
struct Columns {
  std::array<std::vector<double>, 6> masked, removed;
  std::vector<double> tiedShare, causePrecision, causeRank, completenessGap, complete, completeAtOnce;
};

/// Not numbers where the model takes no mask.
std::array<double, 6> figuresOf(const std::optional<Faithfulness>& quality, const std::optional<Faithfulness>& random) {
  if (!quality || !random) return {none, none, none, none, none, none};
  const double gain = quality->insertionAuc - quality->deletionAuc;
  return {quality->comprehensiveness,
          quality->sufficiency,
          quality->deletionAuc,
          quality->insertionAuc,
          gain,
          gain - (random->insertionAuc - random->deletionAuc)};
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
  const auto masked = figuresOf(method.masked, random.masked);
  const auto removed = figuresOf(method.removed, random.removed);
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

/// The explanations of samples, one after the other.
class Collected {
 public:
  explicit Collected(const ExplainSetRequest& request) : m_request(request) {}

  void add(const Explanation& explanation, UserId user, std::span<const std::int32_t> causes) {
    if (m_names.empty())
      for (const MethodExplanation& method : explanation.methods) m_names.push_back(method.name);
    m_columns.resize(m_names.size());
    const MethodExplanation& random = *std::ranges::find(explanation.controls, "random", &MethodExplanation::name);
    for (std::size_t m = 0; m < m_names.size(); ++m) append(explanation.methods[m], random, causes, m_columns[m]);
    m_users.push_back(user);
    m_withCauses += causes.empty() ? 0 : 1;
  }

  [[nodiscard]] ExplanationSummary summary(std::size_t asked) const {
    ExplanationSummary summary{.samples = m_users.size(),
                               .asked = asked,
                               .users = countGroups(m_users),
                               .withCauses = m_withCauses,
                               .methods = {}};
    for (std::size_t m = 0; m < m_names.size(); ++m) {
      const Columns& columns = m_columns[m];
      summary.methods.push_back({.name = m_names[m],
                                 .masked = byOperator(columns.masked),
                                 .removed = byOperator(columns.removed),
                                 .tiedShare = estimate(columns.tiedShare),
                                 .causePrecision = estimate(columns.causePrecision),
                                 .causeRank = estimate(columns.causeRank),
                                 .completenessGap = estimate(columns.completenessGap),
                                 .completeShare = estimate(columns.complete),
                                 .completeAtOnceShare = estimate(columns.completeAtOnce)});
    }
    return summary;
  }

 private:
  [[nodiscard]] Estimate estimate(const std::vector<double>& values) const {
    return estimateByGroups(values, m_users, m_request.resamples, m_request.seed);
  }
  [[nodiscard]] OperatorSummary byOperator(const std::array<std::vector<double>, 6>& figures) const {
    return {estimate(figures[0]), estimate(figures[1]), estimate(figures[2]),
            estimate(figures[3]), estimate(figures[4]), estimate(figures[5])};
  }

  const ExplainSetRequest& m_request;
  std::vector<std::string> m_names;
  std::vector<Columns> m_columns;
  std::vector<std::int32_t> m_users;
  std::size_t m_withCauses = 0;
};

}  // namespace

Result<ExplanationSummary> explainSet(const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                                      const ExplainSetRequest& request, const CancelToken& cancel,
                                      const Progress& progress, const PartialSummary& partial) {
  Collected collected(request);
  const std::vector<std::size_t> order = drawnRows(set, rows, 2, request.samples, request.seed);
  // Samples are explained side by side, a thread each, a few ahead of the one that is taken next, in their order.
  const auto threads = static_cast<std::size_t>(evaluationThreads());
  std::vector<std::optional<Result<Explanation>>> ahead;
  std::size_t taken = 0, explained = 0;
  const auto explainAhead = [&] {
    ahead.assign(std::min(4 * threads, order.size() - explained), std::nullopt);
    parallelFor(ahead.size(), std::min(threads, ahead.size()),
                [&](std::size_t i) {
                  const std::size_t row = order[explained + i];
                  ExplainRequest one{
                      .methods = request.methods, .randomOrders = request.randomOrders, .pValues = false};
                  if (request.location == ExplainedLocation::Target) one.target = set.target(row);
                  ahead[i] = explain(engine, set.sequence(row), one, cancel);
                },
                {});
    explained += ahead.size();
    taken = 0;
  };
  const auto explainOne = [&](std::size_t row) -> Status {
    if (taken == ahead.size()) explainAhead();
    const Result<Explanation> explanation = std::move(*ahead[taken++]);
    if (!explanation) return explanation.error();
    collected.add(*explanation, set.user(row), set.causes(row));
    return {};
  };
  const auto publish = [&] {
    if (partial) partial(collected.summary(order.size()));
  };
  if (const Status done = forSamples(order, explainOne, publish, cancel, progress); !done) return done.error();
  return collected.summary(order.size());
}

}  // namespace sojourn
