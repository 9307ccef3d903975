// SPDX-License-Identifier: GPL-3.0-or-later
// What is searched for the current sequence while it is shown: its feature sweep, its counterfactuals, the training
// sequences that resemble it. Costs nothing else.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/core/name_table.h"
#include "model/explain/counterfactual/counterfactual_search.h"
#include "model/explain/counterfactual/feature_sweep.h"
#include "model/explain/counterfactual/nearest_sequences.h"
#include "views/session/opening/loaders.h"
#include "views/session/queries/sample_study.h"

namespace sojourn::session {

/// A sweep and what it was made of.
struct FeatureSweepAnswer {
  FeatureSweep sweep;
  InspectionPtr inspection;  ///< of the sequence that was swept
  std::string sampleText;    ///< the scope that its view prints
};

/// Whether the model reads anything that this feature changes.
[[nodiscard]] bool sweepOffers(const ModelDescription& model, SweepFeature feature);

/// The places that a sweep follows: the selected one, those that come first, and the target where the model knows it.
[[nodiscard]] std::vector<LocationId> sweepCandidates(const Inspection& inspection, LocationId locations,
                                                      std::optional<LocationId> selected);

/// Follows the request's candidates and the two other places that are first most often. Any thread. Errors: of sweep();
/// cancelled.
[[nodiscard]] Result<FeatureSweepAnswer> featureSweepOf(const Engine& engine, const InspectionPtr& inspection,
                                                        const FeatureSweepRequest& request, const DatasetPtr& dataset,
                                                        TrainingCountsCache& trainingCounts, const CancelToken& cancel,
                                                        const Progress& progress);

/// What is to be swept.
struct FeatureSweepQuestion {
  ModelAndData of;
  Sequence sequence;
  std::size_t visit = 0;
  SweepFeature feature = SweepFeature::Start;
  std::vector<LocationId> candidates;
  bool operator==(const FeatureSweepQuestion&) const = default;
};

class FeatureSweeps final : public SampleStudy<FeatureSweepAnswer, FeatureSweepQuestion> {
 public:
  /// `workspace` outlives this. `changed` is called on its thread when what is shown differs.
  FeatureSweeps(Workspace& workspace, std::function<void()> changed);

  /// The visit that is swept: the selected one of the selection, else the last; an index of the sequence in front.
  [[nodiscard]] std::size_t visit() const;
  [[nodiscard]] SweepFeature feature() const { return m_feature; }
  void setFeature(SweepFeature feature) { set(m_feature, feature); }
  /// Whether the open model reads anything that this feature changes.
  [[nodiscard]] bool offers(SweepFeature feature) const;

  /// What makes a point of the answer the edit; nothing where the answer is of another sequence than the current one.
  [[nodiscard]] std::optional<SequenceEdit> editTo(std::int32_t value) const;

 private:
  /// Absent while the inspection of the sequence is awaited, as its candidates are swept.
  [[nodiscard]] std::optional<FeatureSweepQuestion> question() const override;
  void compute(const FeatureSweepQuestion& question) override;
  bool prepare() override;

  SweepFeature m_feature = SweepFeature::Start;
  std::shared_ptr<TrainingCountsCache> m_trainingCounts = std::make_shared<TrainingCountsCache>();
};

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

/// What a workspace keeps of the searches.
struct SearchOptions {
  static constexpr std::size_t mostChangesOffered = 3;

  SweepFeature feature{};
  std::size_t mostChanges = 1;
  CounterfactualScope scope = CounterfactualScope::All;

  static void fields(auto& json, auto& options) {
    json.orDefault("sweep_feature", options.feature,
                   NameTable<7>{"start", "day", "weekday", "recency", "duration", "location", "user"});
    json.orDefault("counterfactual_changes", options.mostChanges, 1, mostChangesOffered);
    json.orDefault("counterfactual_scope", options.scope, NameTable<3>{"all", "no_places", "places"});
  }
  bool operator==(const SearchOptions&) const = default;
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
  ModelAndData of;
  Sequence sequence;
  CounterfactualOptions what;
  bool operator==(const CounterfactualQuestion&) const = default;
};

class Counterfactuals final : public SampleStudy<CounterfactualAnswer, CounterfactualQuestion> {
 public:
  /// As FeatureSweeps.
  Counterfactuals(Workspace& workspace, std::function<void()> changed);

  [[nodiscard]] const CounterfactualOptions& wish() const { return m_wish; }
  void setTo(std::optional<LocationId> location) { set(m_wish.to, location); }
  void setMostChanges(std::size_t count) { set(m_wish.mostChanges, count); }
  void setScope(CounterfactualScope scope) { set(m_wish.scope, scope); }
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

  CounterfactualOptions m_wish;
  std::shared_ptr<TrainingCountsCache> m_trainingCounts = std::make_shared<TrainingCountsCache>();
};

/// What was found, and for what.
struct NearestAnswer {
  Neighbours neighbours;
  InspectionPtr inspection;
  std::string sampleText;  ///< the scope that its view prints
};

/// What is looked up.
struct NearestQuestion {
  ModelAndData of;
  Sequence sequence;
  SimilarityMeasure similarity = SimilarityMeasure::Context;
  bool operator==(const NearestQuestion&) const = default;
};

/// The split is read, and asked, while their view is shown.
class NearestRecords final : public SampleStudy<NearestAnswer, NearestQuestion> {
 public:
  /// As FeatureSweeps.
  NearestRecords(Workspace& workspace, std::function<void()> changed);
  ~NearestRecords() override { close(); }

  [[nodiscard]] SimilarityMeasure similarity() const { return m_similarity; }
  void setSimilarity(SimilarityMeasure similarity) { set(m_similarity, similarity); }

  [[nodiscard]] bool awaiting() const override { return reading() || m_query.awaiting(); }
  [[nodiscard]] const std::optional<Error>& error() const override {
    return m_reading.error() ? m_reading.error() : m_query.error();
  }
  /// The split is being read: how far.
  [[nodiscard]] bool reading() const { return m_reading.awaiting(); }
  [[nodiscard]] std::size_t done() const { return m_reading.progress().first; }
  [[nodiscard]] std::size_t total() const { return m_reading.progress().second; }
  /// Stops the reading; it begins again when the view is shown again.
  void cancel() {
    m_reading.cancel();
    m_changed();
  }
  /// How many are listed of each kind.
  static constexpr std::size_t listed = 8;

 private:
  using LibraryPtr = std::shared_ptr<const SequenceLibrary>;
  /// Absent while the inspection of the sequence is awaited.
  [[nodiscard]] std::optional<NearestQuestion> question() const override;
  bool prepare() override;
  void compute(const NearestQuestion& question) override;
  void drop() override;

  SimilarityMeasure m_similarity = SimilarityMeasure::Context;
  WorkspaceQuery<LibraryPtr, ModelAndData> m_reading;
};

}  // namespace sojourn::session
