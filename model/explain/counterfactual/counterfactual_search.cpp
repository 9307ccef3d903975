// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/counterfactual/counterfactual_search.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "model/data/edit/sequence_flags.h"
#include "model/inspect/engine.h"

namespace sojourn {
namespace {

constexpr std::size_t parents = 32, secondChanges = 128, thirdChanges = 64, alike = 4;
/// Jitters are asked in rounds, so that a change that clock noise undoes costs few of them.
constexpr int jittersARound = 5;
/// Of what is left of the budget when a level begins, so much may go into trying; the rest is for the jitters.
constexpr double shareForTrying = 0.6;

/// Indices into the space of single changes, ascending.
using Parts = std::vector<std::uint32_t>;

/// A set of changes and what the model said to it.
struct Tried {
  Parts parts;
  float score = 0;  ///< how near to a counterfactual: from the margin up it is one, before jitter
  LocationId first = 0;
  float firstProbability = 0, beforeProbability = 0;
};

/// What listing goes by; the less, the earlier: family and size of each change, the largest first, then whether it
/// could have happened, how plausible it is, and the margin.
auto placeOf(const Counterfactual& counterfactual, const Sequence& sequence) {
  std::vector<std::pair<ChangeKind, int>> sizes;
  for (const VisitChange& change : counterfactual.changes) {
    // A start and an arrival are both minutes of the day.
    const ChangeKind family = change.kind == ChangeKind::Arrival ? ChangeKind::Start : change.kind;
    sizes.emplace_back(family, sizeOf(change, sequence));
  }
  std::ranges::sort(sizes, std::greater<>());
  return std::tuple(std::move(sizes), counterfactual.impossible, -counterfactual.plausibility,
                    -counterfactual.margin());
}

class Search {
 public:
  Search(const Engine& engine, const Sequence& sequence, const CounterfactualRequest& request,
         const CounterfactualContext& context, const CancelToken& cancel, const Progress& progress)
      : m_engine(engine),
        m_sequence(sequence),
        m_request(request),
        m_context(context),
        m_cancel(cancel),
        m_progress(progress),
        m_recorded(flagsOf(sequence, context.places)),
        m_space(singleChanges(sequence, engine.description().sizes, request.kinds, context)) {}

  Result<CounterfactualFindings> run() {
    if (Status status = lookAtPresent(); !status) return status.error();
    std::vector<Tried> tried;
    for (std::uint32_t i = 0; i < m_space.size(); ++i) tried.push_back({.parts = {i}});
    m_found.levels[0].possible = m_space.size();
    if (Status status = level(0, tried); !status) return status.error();
    const std::vector<Tried> singles = withoutEffect(tried);
    for (std::size_t more = 1; more < m_request.mostChanges && !m_found.budgetSpent; ++more) {
      tried = extended(more == 1 ? singles : withoutEffect(tried), singles, more == 1 ? secondChanges : thirdChanges);
      if (Status status = level(more, tried); !status) return status.error();
    }
    if (Status status = passAgain(); !status) return status.error();
    return std::move(m_found);
  }

 private:
  /// P of the old prediction, then of the place that is asked for.
  [[nodiscard]] Status ask(std::span<const Sequence> sequences, PredictionSummaries& answers) {
    std::vector<LocationId> chosen{m_found.before};
    if (m_request.to) chosen.push_back(*m_request.to);
    const auto report = [&](std::size_t done, std::size_t) {
      if (m_progress) m_progress(m_found.forwards + done, std::max(m_planned, m_found.forwards + done));
    };
    auto got = m_engine.answers(sequences, chosen, m_cancel, report);
    if (!got) return got.error();
    m_found.forwards += sequences.size();
    answers = std::move(*got);
    return {};
  }

  Status lookAtPresent() {
    auto present = m_engine.answers(std::span(&m_sequence, 1), {}, m_cancel);
    if (!present) return present.error();
    m_found.before = present->answers.front().first;
    m_found.beforeProbability = present->answers.front().firstProbability;
    m_found.to = m_request.to;
    m_found.forwards = 1;
    m_planned = 1 + m_space.size();
    if (m_request.to == m_found.before)
      return Error{ErrorKind::BadInput, "location " + std::to_string(m_found.before), "is what the model says already",
                   "ask for another place"};
    return {};
  }

  [[nodiscard]] std::vector<VisitChange> changesOf(const Parts& parts) const {
    std::vector<VisitChange> changes;
    for (const std::uint32_t part : parts) changes.push_back(m_space[part].change);
    return changes;
  }

  /// P of the new first place minus P of the old prediction; below 0, how far behind the first place.
  [[nodiscard]] float scoreOf(const PredictionSummary& answer, float before, float to) const {
    if (m_request.to) return answer.first == *m_request.to ? to - before : to - answer.firstProbability;
    return answer.first != m_found.before ? answer.firstProbability - before
                                          : answer.secondProbability - answer.firstProbability;
  }

  /// Passes sets through the model; those for which the budget does not last are dropped.
  Status tryAll(std::vector<Tried>& tried) {
    const double left = static_cast<double>(m_request.budget - std::min(m_request.budget, m_found.forwards));
    if (const auto most = static_cast<std::size_t>(left * shareForTrying); tried.size() > most) {
      tried.resize(most);
      m_found.budgetSpent = true;
    }
    m_planned = std::max(m_planned, m_found.forwards + tried.size());
    PredictionSummaries answers;
    for (std::size_t at = 0; at < tried.size(); at += sequencesAtOnce) {
      const std::span<Tried> chunk = std::span(tried).subspan(at, std::min(sequencesAtOnce, tried.size() - at));
      std::vector<Sequence> sequences;
      for (const Tried& one : chunk) {
        auto changed = withChanges(m_sequence, changesOf(one.parts));
        if (!changed) return changed.error();
        sequences.push_back(std::move(changed->sequence));
      }
      if (Status status = ask(sequences, answers); !status) return status;
      for (std::size_t k = 0; k < chunk.size(); ++k) {
        const PredictionSummary& answer = answers.answers[k];
        chunk[k].first = answer.first;
        chunk[k].firstProbability = answer.firstProbability;
        chunk[k].beforeProbability = answers.at(k, 0);
        chunk[k].score = scoreOf(answer, answers.at(k, 0), m_request.to ? answers.at(k, 1) : 0);
      }
    }
    return {};
  }

  Status level(std::size_t number, std::vector<Tried>& tried) {
    CounterfactualLevel& level = m_found.levels[number];
    if (Status status = tryAll(tried); !status) return status;
    level.tried = tried.size();
    // By kind, so that many counterfactuals of one kind do not hide the others; several changes are one kind.
    std::map<int, std::vector<std::pair<Counterfactual, Parts>>> byKind;
    for (const Tried& one : tried) {
      if (one.score < counterfactualMargin) continue;
      ++level.overMargin;
      auto counterfactual = counterfactualOf(one);
      if (!counterfactual) return counterfactual.error();
      byKind[number == 0 ? static_cast<int>(m_space[one.parts.front()].change.kind) : 0].emplace_back(
          std::move(*counterfactual), one.parts);
    }
    std::vector<Counterfactual> robust;
    for (auto& [kind, counterfactuals] : byKind)
      if (Status status = verify(counterfactuals, level, robust); !status) return status;
    level.robust = robust.size();
    std::ranges::stable_sort(robust, {},
                             [&](const Counterfactual& counterfactual) { return placeOf(counterfactual, m_sequence); });
    std::ranges::move(robust, std::back_inserter(m_found.counterfactuals));
    return {};
  }

  [[nodiscard]] Result<Counterfactual> counterfactualOf(const Tried& one) const {
    Counterfactual counterfactual{.changes = changesOf(one.parts),
                                  .sequence = {},
                                  .first = one.first,
                                  .firstProbability = one.firstProbability,
                                  .beforeProbability = one.beforeProbability};
    auto changed = withChanges(m_sequence, counterfactual.changes);
    if (!changed) return changed.error();
    counterfactual.impossible =
        !newFlags(flagsOf(changed->sequence, m_context.places), m_recorded, changed->cameFrom).empty();
    counterfactual.sequence = std::move(changed->sequence);
    counterfactual.plausibility = m_space[one.parts.front()].plausibility;
    for (const std::uint32_t part : one.parts)
      counterfactual.plausibility = std::min(counterfactual.plausibility, m_space[part].plausibility);
    return counterfactual;
  }

  /// Holds counterfactuals against jitter, the smallest first, until enough of them held.
  Status verify(std::vector<std::pair<Counterfactual, Parts>>& counterfactuals, CounterfactualLevel& level,
                std::vector<Counterfactual>& robust) {
    std::ranges::stable_sort(counterfactuals, {}, [&](const auto& one) { return placeOf(one.first, m_sequence); });
    const std::size_t most = m_request.mostOfAKind == 0 ? counterfactuals.size() : m_request.mostOfAKind;
    m_planned = std::max(m_planned, m_found.forwards + std::min(counterfactuals.size(), most) * counterfactualJitters);
    std::size_t held = 0, at = 0;
    while (at < counterfactuals.size() && held < most) {
      const std::size_t affordable =
          (m_request.budget - std::min(m_request.budget, m_found.forwards)) / counterfactualJitters;
      const std::size_t count = std::min({counterfactuals.size() - at, std::max(most - held, std::size_t{8}),
                                          sequencesAtOnce / jittersARound, affordable});
      if (count == 0) {
        m_found.budgetSpent = true;
        break;
      }
      const auto group = std::span(counterfactuals).subspan(at, count);
      if (Status status = jitter(group); !status) return status;
      level.checked += count;
      at += count;
      for (auto& [counterfactual, parts] : group) {
        if (counterfactual.survived < counterfactualSurvivals) continue;
        m_changing.insert(parts);
        ++held;
        robust.push_back(std::move(counterfactual));
      }
    }
    // Unchecked ones may be counterfactuals too: no set that contains one is surely minimal.
    for (const auto& unchecked : std::span(counterfactuals).subspan(at)) m_changing.insert(unchecked.second);
    return {};
  }

  /// Counts what each survives; those that cannot reach enough any more get no further jitters.
  Status jitter(std::span<std::pair<Counterfactual, Parts>> counterfactuals) {
    std::vector<std::size_t> alive(counterfactuals.size());
    for (std::size_t k = 0; k < counterfactuals.size(); ++k) alive[k] = k;
    PredictionSummaries answers;
    for (int round = 0; round < counterfactualJitters; round += jittersARound) {
      std::vector<Sequence> sequences;
      for (const std::size_t k : alive)
        for (int number = round; number < round + jittersARound; ++number)
          sequences.push_back(jittered(counterfactuals[k].first.sequence, number, m_request.seed));
      m_planned = std::max(m_planned, m_found.forwards + sequences.size());
      if (Status status = ask(sequences, answers); !status) return status;
      std::size_t at = 0;
      for (const std::size_t k : alive)
        for (int number = 0; number < jittersARound; ++number)
          counterfactuals[k].first.survived += answers.answers[at++].first == counterfactuals[k].first.first ? 1 : 0;
      std::erase_if(alive, [&](std::size_t k) {
        const int lost = round + jittersARound - counterfactuals[k].first.survived;
        return lost > counterfactualJitters - counterfactualSurvivals;
      });
    }
    return {};
  }

  /// Those that are no counterfactuals, the nearest to one first.
  [[nodiscard]] std::vector<Tried> withoutEffect(const std::vector<Tried>& tried) const {
    std::vector<Tried> rest;
    for (const Tried& one : tried)
      if (!m_changing.contains(one.parts)) rest.push_back(one);
    std::ranges::stable_sort(rest, std::greater<>(), &Tried::score);
    return rest;
  }

  /// The first so many, yet of no visits and kinds more than `alike`.
  [[nodiscard]] std::vector<const Tried*> diverse(const std::vector<Tried>& sorted, std::size_t most) const {
    std::map<std::vector<std::pair<std::uint32_t, ChangeKind>>, std::size_t> taken;
    std::vector<const Tried*> chosen;
    for (const Tried& one : sorted) {
      if (chosen.size() == most) break;
      std::vector<std::pair<std::uint32_t, ChangeKind>> key;
      for (const std::uint32_t part : one.parts)
        key.emplace_back(m_space[part].change.visit, m_space[part].change.kind);
      if (taken[key]++ < alike) chosen.push_back(&one);
    }
    return chosen;
  }

  [[nodiscard]] std::vector<Tried> extended(const std::vector<Tried>& from, const std::vector<Tried>& singles,
                                            std::size_t extensions) const {
    std::set<Parts> made;
    const std::vector<const Tried*> more = diverse(singles, extensions);
    for (const Tried* parent : diverse(from, parents)) {
      for (const Tried* single : more) {
        const std::uint32_t next = single->parts.front();
        const bool fits = std::ranges::all_of(parent->parts, [&](std::uint32_t part) {
          return compatible(m_space[part].change, m_space[next].change) && part != next;
        });
        if (!fits || removesAll(parent->parts, next)) continue;
        Parts parts = parent->parts;
        parts.insert(std::ranges::upper_bound(parts, next), next);
        if (!holdsCounterfactual(parts)) made.insert(std::move(parts));
      }
    }
    std::vector<Tried> sets;
    for (const Parts& parts : made) sets.push_back({.parts = parts});
    return sets;
  }

  [[nodiscard]] bool removesAll(const Parts& parts, std::uint32_t next) const {
    const auto removes = [&](std::uint32_t part) { return m_space[part].change.kind == ChangeKind::Removal; };
    const auto removals = static_cast<std::size_t>(std::ranges::count_if(parts, removes)) + (removes(next) ? 1 : 0);
    return removals >= m_sequence.visits.size();
  }

  /// Whether one change fewer is a counterfactual already. (`singles` holds no single change that is one.)
  [[nodiscard]] bool holdsCounterfactual(const Parts& parts) const {
    if (parts.size() < 3) return false;
    for (std::size_t without = 0; without < parts.size(); ++without) {
      Parts rest = parts;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(without));
      if (m_changing.contains(rest)) return true;
    }
    return false;
  }

  /// Each counterfactual once more, built again from the sequence as it is.
  Status passAgain() {
    std::vector<Sequence> sequences;
    for (const Counterfactual& counterfactual : m_found.counterfactuals) {
      auto changed = withChanges(m_sequence, counterfactual.changes);
      if (!changed) return changed.error();
      sequences.push_back(std::move(changed->sequence));
    }
    PredictionSummaries answers;
    if (Status status = ask(sequences, answers); !status) return status;
    std::vector<Counterfactual> held;
    for (std::size_t k = 0; k < sequences.size(); ++k) {
      const PredictionSummary& answer = answers.answers[k];
      Counterfactual& counterfactual = m_found.counterfactuals[k];
      if (answer.first != counterfactual.first ||
          answer.firstProbability - answers.at(k, 0) < counterfactualMargin - 1e-5F) {
        --m_found.levels[counterfactual.changes.size() - 1].robust;
        continue;
      }
      held.push_back(std::move(counterfactual));
    }
    m_found.counterfactuals = std::move(held);
    return {};
  }

  const Engine& m_engine;
  const Sequence& m_sequence;
  const CounterfactualRequest& m_request;
  const CounterfactualContext& m_context;
  const CancelToken& m_cancel;
  const Progress& m_progress;
  const std::vector<SequenceFlag> m_recorded;
  const std::vector<PlausibleChange> m_space;
  CounterfactualFindings m_found;
  std::set<Parts> m_changing;  ///< counterfactuals, and sets that may be
  std::size_t m_planned = 0;
};

std::size_t firstOf(const std::vector<float>& row) {
  return static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
}

}  // namespace

Result<CounterfactualFindings> searchCounterfactuals(const Engine& engine, const Sequence& sequence,
                                                     const CounterfactualRequest& request,
                                                     const CounterfactualContext& context, const CancelToken& cancel,
                                                     const Progress& progress) {
  if (request.mostChanges < 1 || request.mostChanges > 3)
    return Error{ErrorKind::BadUsage, "",
                 "a counterfactual has one to three changes, not " + std::to_string(request.mostChanges),
                 "ask for 1, 2 or 3"};
  return Search(engine, sequence, request, context, cancel, progress).run();
}

Result<std::vector<VisitChange>> exhaustiveSingleCounterfactuals(const Engine& engine, const Sequence& sequence,
                                                                 const CounterfactualRequest& request,
                                                                 const CounterfactualContext& context,
                                                                 const CancelToken& cancel) {
  const auto present = engine.logProbabilities(std::span(&sequence, 1), cancel);
  if (!present) return present.error();
  const std::size_t before = firstOf(present->front());
  std::vector<VisitChange> robust;
  const std::vector<PlausibleChange> space =
      singleChanges(sequence, engine.description().sizes, request.kinds, context);
  for (std::size_t at = 0; at < space.size(); at += sequencesAtOnce) {
    const auto chunk = std::span(space).subspan(at, std::min(sequencesAtOnce, space.size() - at));
    std::vector<Sequence> edited;
    for (const PlausibleChange& one : chunk) {
      auto changed = withChanges(sequence, std::span(&one.change, 1));
      if (!changed) return changed.error();
      edited.push_back(std::move(changed->sequence));
    }
    const auto rows = engine.logProbabilities(edited, cancel);
    if (!rows) return rows.error();
    for (std::size_t k = 0; k < chunk.size(); ++k) {
      const std::vector<float>& row = (*rows)[k];
      const std::size_t first = firstOf(row);
      if (first == before || (request.to && first != static_cast<std::size_t>(*request.to))) continue;
      if (std::exp(row[first]) - std::exp(row[before]) < counterfactualMargin) continue;
      std::vector<Sequence> copies;
      for (int number = 0; number < counterfactualJitters; ++number)
        copies.push_back(jittered(edited[k], number, request.seed));
      const auto noisy = engine.logProbabilities(copies, cancel);
      if (!noisy) return noisy.error();
      const auto survived = std::ranges::count_if(*noisy, [&](const auto& one) { return firstOf(one) == first; });
      if (survived >= counterfactualSurvivals) robust.push_back(chunk[k].change);
    }
  }
  return robust;
}

}  // namespace sojourn
