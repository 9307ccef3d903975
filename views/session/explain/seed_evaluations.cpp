// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/explain/seed_evaluations.h"

#include <algorithm>
#include <exception>

#include "model/explain/stability/rank_stability_over.h"
#include "views/session/workspace/workspace_messages.h"

namespace sojourn::session {
namespace {

/// Evaluations of other filters that are kept.
constexpr std::size_t mostSeedSets = 8;

SampleStability stabilityOf(const std::vector<SampleRankStability>& said) {
  SampleStability found{.methods = said.size(), .unstable = {}};
  for (const SampleRankStability& method : said)
    if (!method.beyondChance) found.unstable.push_back(method.method);
  return found;
}

}  // namespace

SeedEvaluations::SeedEvaluations(Workspace& workspace, const Explanations& explanations,
                                 const RankStability& rankStability)
    : m_workspace(workspace), m_explanations(explanations), m_rankStability(rankStability) {
  m_subscription = workspace.subscribe([this](Changes changes) { follow(changes); });
}

SeedEvaluations::~SeedEvaluations() {
  m_subscription.reset();
  end();
}

template <class Act>
void SeedEvaluations::post(Act act) {
  m_workspace.post([alive = std::weak_ptr(m_alive), act = std::move(act)] {
    if (!alive.expired()) act();
  });
}

void SeedEvaluations::follow(Changes changes) {
  if (changes.hasAny({Change::SampleRows, Change::Model, Change::Dataset, Change::Explanation, Change::RankStability}))
    followEvaluation();
}

SeedEvaluations::Key SeedEvaluations::keyNow() const {
  return {.samples = filteredSamples(m_workspace),
          .engines = m_rankStability.comparable(m_workspace.engine()),
          .location = m_explanations.choice().of == ExplanationChoice::Of::Target ? ExplainedLocation::Target
                                                                                  : ExplainedLocation::Prediction};
}

bool SeedEvaluations::canStart() const {
  return m_workspace.dataset() && !m_workspace.sampleView().rows().empty() &&
         m_workspace.loaders().explainer.agreementAcross && !m_rankStability.comparable(m_workspace.engine()).empty();
}

void SeedEvaluations::followEvaluation() {
  // Nothing was measured: this costs nothing.
  if (!m_evaluation.summary && m_running == 0 && m_kept.empty()) return;
  Key key = keyNow();
  if (key == m_key) return;
  end();
  if (m_evaluation.summary) m_kept.emplace_back(m_key, m_evaluation);
  if (m_kept.size() > mostSeedSets) m_kept.erase(m_kept.begin());
  if (!key.sameRows(m_key)) m_stability.clear();
  m_key = std::move(key);
  m_evaluation = {};
  // A result of other data or of other models is never asked for again.
  std::erase_if(m_kept, [&](const auto& kept) {
    return !kept.first.samples.sameModelAndData(m_key.samples) || kept.first.engines != m_key.engines;
  });
  const auto known = std::ranges::find(m_kept, m_key, &std::pair<Key, SeedEvaluation>::first);
  if (known != m_kept.end()) {
    m_evaluation = known->second;
    m_kept.erase(known);
  }
  m_workspace.announce(Change::RankStability);
}

void SeedEvaluations::start(std::size_t samples) {
  if (!canStart()) return;
  followEvaluation();
  end();
  Key key = keyNow();
  if (!key.sameRows(m_key)) m_stability.clear();
  m_key = std::move(key);
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  const std::size_t asked = samples == 0 ? rows.size() : std::min(samples, rows.size());
  m_evaluation.models = m_key.engines.size();
  m_evaluation.running = true;
  m_running = ++m_number;
  m_cancel = CancelToken();
  m_job = m_workspace.beginJob(
      "Comparing " + std::to_string(m_key.engines.size()) + " models on " + std::to_string(asked) + " samples",
      "samples", [this] { cancel(); });
  m_worker.post([this, key = m_key, rows = std::move(rows), samples, number = m_running, cancel = m_cancel,
                 across = m_workspace.loaders().explainer.agreementAcross,
                 &priority = m_workspace.inferencePriority()] {
    if (cancel.cancelled()) return;
    Found found;
    RankStabilityPass pass;
    pass.samples = samples;
    pass.ask = [&](const Sequence& sequence) -> Result<std::vector<SampleRankStability>> {
      AgreementRequest request;
      if (key.location == ExplainedLocation::Target) request.target = sequence.target;
      const auto agreement = across(key.engines, sequence, request, cancel, {});
      if (!agreement) return agreement.error();
      return rankStabilityOf(*agreement);
    };
    pass.report = [&](std::size_t row, const std::vector<SampleRankStability>& said) {
      found.emplace_back(row, stabilityOf(said));
    };
    pass.partial = [&](const RankStabilitySummary& summary, std::size_t wanted) {
      post([this, number, summary, wanted, found = std::exchange(found, {})] { take(number, summary, wanted, found); });
    };
    std::size_t total = 0;
    const auto progress = throttled([this, number](std::size_t done, std::size_t all) {
      post([this, number, done, all] {
        if (number == m_running) m_workspace.advanceJob(m_job, done, all);
      });
    });
    const auto run = [&]() -> Result<RankStabilitySummary> {
      try {
        return rankStabilityOver(*key.samples.dataset->split(key.samples.split), rows, pass, cancel,
                                 [&](std::size_t done, std::size_t all) {
                                   total = all;
                                   progress(done, all);
                                   priority.waitForUrgent(cancel);
                                 });
      } catch (const std::exception& failure) {
        return Error{ErrorKind::Failed, "the samples", std::string("could not be compared (") + failure.what() + ")",
                     "choose fewer samples"};
      }
    };
    auto result = run();
    post([this, number, total, result = std::move(result), found = std::move(found)] {
      finish(number, result, total, found);
    });
  });
  m_workspace.announce(Change::RankStability);
}

void SeedEvaluations::take(std::uint64_t number, const RankStabilitySummary& summary, std::size_t asked, Found found) {
  if (number != m_running) return;
  m_evaluation.summary = std::make_shared<const RankStabilitySummary>(summary);
  m_evaluation.asked = asked;
  for (auto& [row, stability] : found) m_stability[row] = std::move(stability);
  m_workspace.announce(Change::RankStability);
}

void SeedEvaluations::finish(std::uint64_t number, Result<RankStabilitySummary> result, std::size_t asked,
                             Found found) {
  if (number != m_running) return;
  if (result.ok() && result->samples > 0) {
    take(number, *result, asked, std::move(found));
  } else if (result.ok()) {
    m_workspace.report({ErrorKind::BadInput, "the filtered samples",
                        "have fewer than three visits each, so their rankings cannot be compared",
                        "choose a filter with longer samples"});
  } else if (result.error().kind != ErrorKind::Cancelled) {
    m_workspace.report(result.error());
  }
  end();
  m_workspace.announce(Change::RankStability);
}

void SeedEvaluations::cancel() {
  if (m_running == 0) return;
  // The worker still answers with what it has.
  m_cancel.cancel();
  m_workspace.inferencePriority().notify();
}

void SeedEvaluations::end() {
  m_cancel.cancel();
  m_workspace.inferencePriority().notify();
  m_running = 0;
  m_evaluation.running = false;
  if (m_job != 0) m_workspace.endJob(m_job);
}

}  // namespace sojourn::session
