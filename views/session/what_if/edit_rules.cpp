// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/edit_rules.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "model/inspect/network_passes.h"
#include "views/session/queries/sample_evaluations.h"

namespace sojourn::session {
namespace {

/// Evaluated at once; between two the work gives way to inspections and can be cancelled.
constexpr std::size_t samplesABatch = 512;
constexpr std::size_t mostListed = 10;

/// Means of gates that there are.
struct Mean {
  double sum = 0;
  std::size_t count = 0;
  void add(float value) {
    if (!std::isfinite(value)) return;
    sum += double{value};
    ++count;
  }
  [[nodiscard]] double value() const { return count == 0 ? std::nan("") : sum / static_cast<double>(count); }
};

class RulePass {
 public:
  RulePass(const Engine& engine, const SequenceSet& set, const EditRule& rule, const CancelToken& cancel)
      : m_engine(engine), m_set(set), m_rule(rule), m_cancel(cancel) {}

  Status take(std::span<const std::size_t> rows, std::span<const std::optional<Outcome>> known) {
    auto before = outcomesOf(rows, known);
    if (!before) return before.error();
    SequenceSet edited;
    std::vector<std::size_t> editedOf, rowOf;  // [edited] index in rows, row of the set
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (auto sequence = applyRule(m_set.sequence(rows[i]), m_rule)) {
        edited.append(*sequence);
        editedOf.push_back(i);
        rowOf.push_back(m_set.historyRow(rows[i]));
      }
    }
    std::vector<Outcome> after = *before;
    if (!edited.empty()) {
      edited.setHistory(m_set.history(), std::move(rowOf));
      std::vector<std::size_t> all(edited.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      auto outcomes = m_engine.evaluate(edited, all, m_cancel, {});
      if (!outcomes) return outcomes.error();
      for (std::size_t i = 0; i < all.size(); ++i) after[editedOf[i]] = (*outcomes)[i];
    }
    for (std::size_t i = 0; i < rows.size(); ++i) count(rows[i], (*before)[i], after[i]);
    m_effect.leftAlone += rows.size() - editedOf.size();
    return {};
  }

  [[nodiscard]] RuleEffect effect() const {
    RuleEffect effect = m_effect;
    effect.gateBefore = m_gateBefore.value();
    effect.gateAfter = m_gateAfter.value();
    for (const auto& [location, change] : m_places) {
      if (change.after > change.before) effect.gainers.push_back(change);
      if (change.after < change.before) effect.losers.push_back(change);
    }
    const auto most = [](std::vector<PlaceChange>& places) {
      const auto by = [](const PlaceChange& place) {
        return place.after > place.before ? place.after - place.before : place.before - place.after;
      };
      // Places in the order of their ids where they tie.
      std::ranges::stable_sort(places, std::greater<>(), by);
      if (places.size() > mostListed) places.resize(mostListed);
    };
    most(effect.gainers);
    most(effect.losers);
    return effect;
  }

 private:
  Result<std::vector<Outcome>> outcomesOf(std::span<const std::size_t> rows,
                                          std::span<const std::optional<Outcome>> known) {
    std::vector<Outcome> outcomes(rows.size());
    std::vector<std::size_t> missing, where;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (known[i]) {
        outcomes[i] = *known[i];
      } else {
        missing.push_back(rows[i]);
        where.push_back(i);
      }
    }
    if (missing.empty()) return outcomes;
    auto found = m_engine.evaluate(m_set, missing, m_cancel, {});
    if (!found) return found.error();
    for (std::size_t i = 0; i < where.size(); ++i) outcomes[where[i]] = (*found)[i];
    return outcomes;
  }

  void count(std::size_t row, const Outcome& before, const Outcome& after) {
    ++m_effect.samples;
    m_effect.before.add(before.rank);
    m_effect.after.add(after.rank);
    if (m_set.target(row) != unseenLocation) {
      m_effect.beforeKnown.add(before.rank);
      m_effect.afterKnown.add(after.rank);
    }
    m_gateBefore.add(before.gate);
    m_gateAfter.add(after.gate);
    if (before.prediction != after.prediction) ++m_effect.changed;
    place(before.prediction).before += 1;
    place(after.prediction).after += 1;
  }

  PlaceChange& place(LocationId location) {
    PlaceChange& change = m_places[location];
    change.location = location;
    return change;
  }

  const Engine& m_engine;
  const SequenceSet& m_set;
  const EditRule& m_rule;
  const CancelToken& m_cancel;
  RuleEffect m_effect;
  Mean m_gateBefore, m_gateAfter;
  std::map<LocationId, PlaceChange> m_places;
};

}  // namespace

Result<RuleEffect> effectOfRule(const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                                std::span<const std::optional<Outcome>> known, const EditRule& rule,
                                const CancelToken& cancel, const Progress& progress) {
  RulePass pass(engine, set, rule, cancel);
  for (std::size_t first = 0; first < rows.size() && !cancel.cancelled(); first += samplesABatch) {
    const std::size_t count = std::min(samplesABatch, rows.size() - first);
    if (const Status taken = pass.take(rows.subspan(first, count), known.subspan(first, count)); !taken) {
      // A batch that was stopped half way counts for nothing.
      if (taken.error().kind == ErrorKind::Cancelled) break;
      return taken.error();
    }
    if (progress) progress(first + count, rows.size());
  }
  RuleEffect effect = pass.effect();
  effect.asked = rows.size();
  return effect;
}

EditRules::EditRules(Workspace& workspace, std::function<void()> changed)
    : m_workspace(workspace), m_changed(std::move(changed)), m_query(workspace, m_changed) {
  m_subscription = workspace.subscribe([this](Changes changes) { updateFrom(changes); });
}

bool EditRules::canRun() const {
  return m_workspace.engine() && m_workspace.dataset() && !m_workspace.samples().view().rows().empty();
}

void EditRules::updateFrom(Changes changes) {
  if (!changes.hasAny({Change::Dataset, Change::Model, Change::SampleRows})) return;
  const auto& asked = m_query.asked();
  if (asked && asked->of != modelAndData(m_workspace)) m_query.forget();
  m_changed();
}

void EditRules::run(const EditRule& rule, const std::string& name) {
  if (!canRun()) return;
  m_query.forget();
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  std::vector<std::optional<Outcome>> known(rows.size());
  const SampleTable& samples = m_workspace.samples().table();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<SampleIndex>(rows[i]);
    if (samples.filled(row)) known[i] = samples.outcome(row);
  }
  m_query.ask({.title = name,
               .unit = "samples",
               .subject = "the rule",
               .shownAtOnce = true,
               .stoppedAnswers = true,
               .priority = Priority::Evaluation,
               .failure = "could not be evaluated",
               .remedy = "choose fewer samples"},
              scope(),
              [scope = scope(), rows = std::move(rows), known = std::move(known), rule, name](
                  const CancelToken& cancel, const Progress& progress, const auto&) -> Result<RuleEffect> {
                auto effect = effectOfRule(*scope.of.engine, *scope.of.dataset->split(scope.split), rows, known, rule,
                                           cancel, progress);
                if (!effect) return effect;
                if (effect->samples == 0) return cancelledError();
                effect->rule = name;
                return effect;
              });
}

}  // namespace sojourn::session
