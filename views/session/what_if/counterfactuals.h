// SPDX-License-Identifier: GPL-3.0-or-later
// The counterfactuals of the current sequence: searched while they are shown, cancelled by an edit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/explain/counterfactual/counterfactual_search.h"
#include "views/session/async/latest_query.h"
#include "views/session/dataset/training_counts_cache.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// What was found, and for what.
struct CounterfactualAnswer {
  CounterfactualFindings findings;
  InspectionPtr inspection;  ///< of the sequence that was searched
  std::string sampleText;    ///< the scope that its view prints
};

/// Which changes are tried.
enum class CounterfactualScope {
  All,       ///< times, durations, places, removals
  NoPlaces,  ///< times and durations
  Places,    ///< places and removals
};

struct CounterfactualOptions {
  std::optional<LocationId> to;  ///< what the model shall say; nothing: any place but what it says now
  std::size_t mostChanges = 1;
  CounterfactualScope scope = CounterfactualScope::All;

  bool operator==(const CounterfactualOptions&) const = default;
};

/// Any thread. Errors: of searchCounterfactuals(); cancelled.
[[nodiscard]] Result<CounterfactualAnswer> counterfactualsOf(const Engine& engine, const InspectionPtr& inspection,
                                                             const CounterfactualOptions& wish,
                                                             const DatasetPtr& dataset,
                                                             TrainingCountsCache& trainingCounts,
                                                             const CancelToken& cancel, const Progress& progress);

/// Owner thread only.
class Counterfactuals {
 public:
  /// As FeatureSweeps.
  Counterfactuals(Workspace& workspace, std::function<void()> wake, std::function<void()> changed);

  void setShown(bool shown);
  void drain();

  [[nodiscard]] const CounterfactualOptions& wish() const { return m_wish; }
  void setTo(std::optional<LocationId> location);
  void setMostChanges(std::size_t count);
  void setScope(CounterfactualScope scope);
  /// Stops the search; it begins again when something changes, or by search().
  void cancel();
  [[nodiscard]] bool cancelled() const { return m_cancelled; }
  void search();

  /// The newest findings; of another sequence than the one in front while the next are awaited.
  [[nodiscard]] const std::shared_ptr<const CounterfactualAnswer>& answer() const { return m_query.answer(); }
  /// Whether they are of the sequence, the model and the wishes of now.
  [[nodiscard]] bool current() const;
  /// There are findings, and they are of others.
  [[nodiscard]] bool outdated() const { return answer() && !error() && !current(); }
  [[nodiscard]] const std::optional<Error>& error() const { return m_query.error(); }
  [[nodiscard]] bool searching() const { return m_query.awaiting(); }
  [[nodiscard]] std::size_t done() const { return m_query.done(); }
  [[nodiscard]] std::size_t total() const { return m_query.total(); }
  [[nodiscard]] double seconds() const { return m_query.seconds(); }
  /// The edit that makes a counterfactual of the answer; several changes are one edit. Nothing where the answer is not
  /// current.
  [[nodiscard]] std::optional<SequenceEdit> editTo(std::size_t counterfactual) const;

 private:
  struct Question {
    DatasetPtr dataset;
    EnginePtr engine;
    Sequence sequence;
    CounterfactualOptions what;
    bool operator==(const Question&) const = default;
  };
  [[nodiscard]] std::optional<Question> question() const;
  void follow(Changes changes);
  void ask();

  Workspace& m_workspace;
  std::function<void()> m_changed;
  CounterfactualOptions m_wish;
  bool m_shown = false, m_cancelled = false;
  std::optional<Question> m_asked;  ///< not asked twice
  std::shared_ptr<TrainingCountsCache> m_trainingCounts = std::make_shared<TrainingCountsCache>();
  LatestQuery<CounterfactualAnswer, Question> m_query;
  Subscription m_subscription;
};

}  // namespace sojourn::session
