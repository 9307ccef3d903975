// SPDX-License-Identifier: GPL-3.0-or-later
// The counterfactuals of the current sequence: searched while they are shown, cancelled by an edit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/explain/counterfactual/counterfactual_search.h"
#include "views/session/dataset/training_counts_cache.h"
#include "views/session/workspace/sample_study.h"

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

/// What is searched.
struct CounterfactualQuestion {
  DatasetPtr dataset;
  EnginePtr engine;
  Sequence sequence;
  CounterfactualOptions what;
  bool operator==(const CounterfactualQuestion&) const = default;
};

/// Searched while they are shown.
class Counterfactuals final : public SampleStudy<CounterfactualAnswer, CounterfactualQuestion> {
 public:
  /// As FeatureSweeps.
  Counterfactuals(Workspace& workspace, std::function<void()> changed);

  [[nodiscard]] const CounterfactualOptions& wish() const { return m_wish; }
  void setTo(std::optional<LocationId> location) { set(&CounterfactualOptions::to, location); }
  void setMostChanges(std::size_t count) { set(&CounterfactualOptions::mostChanges, count); }
  void setScope(CounterfactualScope scope) { set(&CounterfactualOptions::scope, scope); }
  /// Stops the search; it begins again when something changes, or by resume().
  void cancel() { m_query.stop(); }

  /// The answer is of the sequence, the model and the wishes of now.
  [[nodiscard]] bool current() const { return answer() && !error() && !outdated(); }
  [[nodiscard]] std::size_t done() const { return m_query.progress().first; }
  [[nodiscard]] std::size_t total() const { return m_query.progress().second; }
  /// The edit that makes a counterfactual of the answer; several changes are one edit. Nothing where the answer is not
  /// current.
  [[nodiscard]] std::optional<SequenceEdit> editTo(std::size_t counterfactual) const;

 private:
  [[nodiscard]] std::optional<CounterfactualQuestion> question() const override;
  void compute(const CounterfactualQuestion& question) override;
  template <class T>
  void set(T CounterfactualOptions::*option, const T& value) {
    if (m_wish.*option == value) return;
    m_wish.*option = value;
    ask();
    m_changed();
  }

  CounterfactualOptions m_wish;
  std::shared_ptr<TrainingCountsCache> m_trainingCounts = std::make_shared<TrainingCountsCache>();
};

}  // namespace sojourn::session
