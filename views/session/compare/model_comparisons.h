// SPDX-License-Identifier: GPL-3.0-or-later
// The models of the Compare workspace: which there are, what each predicts for the split and for the current sample,
// and how they compare over the filtered samples.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/evaluate/rule_baselines.h"
#include "model/results/comparison.h"
#include "views/session/compare/compared_source.h"
#include "views/session/queries/workspace_query.h"
#include "views/session/samples/filter_syntax.h"

namespace sojourn::session {

/// One of the models A, B, ...
struct ComparedState {
  ComparedSource source;
  std::string title;
  ComparedAnswersPtr answers = nullptr;  ///< null: awaited, stopped or failed
  std::string fingerprint = {};          ///< SHA-256 of its file; empty where there is none, or not read yet
  std::optional<Error> error = {};
};

/// Of which models and samples a comparison is.
struct ComparisonQuestion {
  DatasetPtr dataset;
  Split split = Split::Test;
  std::vector<std::size_t> models;          ///< by their place among all
  std::vector<ComparedAnswersPtr> answers;  ///< of those
  std::shared_ptr<const std::vector<std::size_t>> rows;
  std::shared_ptr<const PlaceDistricts> districts;  ///< that samples are cut by; null: none are known
  std::int32_t zoneOffsetMinutes = 0;               ///< of the clock whose hours and weekdays samples are cut by
  bool operator==(const ComparisonQuestion& other) const {
    return dataset == other.dataset && split == other.split && models == other.models && answers == other.answers &&
           zoneOffsetMinutes == other.zoneOffsetMinutes && districts == other.districts &&
           (rows == other.rows || *rows == *other.rows);
  }
};

struct ComparisonAnswer {
  ComparisonQuestion question;
  ModelComparison comparison;
  bool intervals = false;  ///< else counts and differences only: the intervals are being computed
};

/// What one model predicts for a sequence. Of a rule a ranking; of a file what it lists; of a checkpoint an inspection
/// with attention.
struct ComparedPrediction {
  InspectionPtr inspection = nullptr;
  std::vector<LocationId> ranking = {};   ///< best first
  std::vector<float> probabilities = {};  ///< of those; empty where there are none
  bool recorded = false;                  ///< of a file: only what it says of the recorded sample
  std::optional<Error> error = {};
};

struct ComparedSampleQuestion {
  DatasetPtr dataset;
  Split split = Split::Test;
  std::size_t row = 0;
  bool edited = false;
  Sequence sequence;
  std::vector<ComparedAnswersPtr> answers;  ///< [models] null where there are none
  bool operator==(const ComparedSampleQuestion&) const = default;
};

struct ComparedSample {
  ComparedSampleQuestion question;
  std::vector<ComparedPrediction> predictions;  ///< [models]
};

/// What a model says of the sample. Any thread.
[[nodiscard]] ComparedPrediction predictSample(const ComparedSampleQuestion& question, const ComparedAnswers& answers);

/// Announces Change::Comparison. Owned and called on the workspace's thread; works on threads of its own, and only
/// while a view shows it or a filter asks a model.
class ModelComparisons {
 public:
  static constexpr std::size_t mostModels = mostModelLetters;

  /// `workspace` must outlive this.
  explicit ModelComparisons(Workspace& workspace);
  ModelComparisons(const ModelComparisons&) = delete;
  ModelComparisons& operator=(const ModelComparisons&) = delete;

  /// Each view that shows it says so for itself.
  void setWatched(bool watched, const void* viewer = nullptr);

  /// The open checkpoint is always the first.
  [[nodiscard]] const std::vector<ComparedState>& models() const { return m_models; }
  /// Errors: too many, or one that is there already.
  Status add(const ComparedSource& source);
  /// Not the first.
  void remove(std::size_t model);
  /// The two that the wide columns show.
  [[nodiscard]] std::pair<std::size_t, std::size_t> pair() const { return m_pair; }
  void showFirst(std::size_t model);
  void showSecond(std::size_t model);
  void swapPair();
  /// Files and rules by their names, in place of what there is; empty: as nobody chose any. `columns` are the letters
  /// of the pair, "AB" where it is empty or names no two models.
  void choose(const std::vector<std::string>& names, const std::string& columns = {});
  /// What choose() takes, as arguments of sojourn-studio: " --model F --model RULE --columns AC".
  [[nodiscard]] std::string arguments() const;
  /// What a workspace keeps of the models and the pair.
  [[nodiscard]] ChosenModels chosen() const;
  void restore(const ChosenModels& models);

  /// Predictions of the split are being computed.
  [[nodiscard]] bool predicting() const { return m_loading.awaiting(); }
  /// Somebody stopped that: resume() goes on.
  [[nodiscard]] bool stopped() const { return m_loading.stopped(); }
  void resume();
  /// The newest comparison; null before the first.
  [[nodiscard]] const std::shared_ptr<const ComparisonAnswer>& comparison() const { return m_shown; }
  /// It is of other models or samples than the present ones.
  [[nodiscard]] bool outdated() const;
  [[nodiscard]] const std::optional<Error>& comparisonError() const { return m_comparison.error(); }
  /// All that is wanted is there, or says why not.
  [[nodiscard]] bool settled() const;
  /// The newest predictions of the current sample.
  [[nodiscard]] const std::shared_ptr<const ComparedSample>& sample() const { return m_sample.answer(); }
  [[nodiscard]] bool sampleOutdated() const;
  /// Rows of the filter without the terms that ask a model: a cell of the matrix does not empty the others.
  [[nodiscard]] const std::shared_ptr<const std::vector<std::size_t>>& comparedRows() const;

 private:
  struct Predicted {
    std::string key;
    ComparedAnswersPtr answers;
    std::optional<Error> error;
    std::string path = {}, state = {}, fingerprint = {};  ///< of a file: as it was when it was read
  };
  using AllPredicted = std::vector<Predicted>;

  void updateFrom(Changes changes);
  void fillModels();
  [[nodiscard]] std::optional<Error> refusal(const ComparedSource& source) const;
  [[nodiscard]] std::optional<Error> repetition(std::size_t model) const;
  [[nodiscard]] std::string keyOf(const ComparedSource& source) const;
  [[nodiscard]] std::string keyData() const;
  [[nodiscard]] std::string keyWith(const ComparedSource& source, const std::string& fingerprint) const;
  void takePredicted();
  void takeOpen();
  [[nodiscard]] bool wanted() const {
    return !m_viewers.empty() || m_workspace.samples().view().filter().readsModels();
  }
  void predict();
  void compare();
  void askSample();
  [[nodiscard]] std::optional<ComparisonQuestion> question() const;
  [[nodiscard]] std::optional<ComparedSampleQuestion> sampleQuestion() const;
  void takeComparison();

  static constexpr std::size_t mostKept = 16;

  Workspace& m_workspace;
  std::set<const void*> m_viewers;
  bool m_chosen = false;  ///< somebody chose models: the demo's stay away
  std::vector<ComparedSource> m_sources;
  std::vector<ComparedState> m_models;
  std::pair<std::size_t, std::size_t> m_pair{0, 1};
  /// Fingerprints of files, with the state of the file (size and times) that each is of.
  std::map<std::string, std::pair<std::string, std::string>> m_fingerprints;
  std::vector<Predicted> m_predicted;  ///< of all models and splits that were looked at, the newest last
  ComparedAnswersPtr m_open;           ///< of the open checkpoint
  std::vector<std::shared_ptr<const ComparisonAnswer>> m_compared;  ///< whole ones, the newest last
  std::shared_ptr<const ComparisonAnswer> m_shown;
  std::shared_ptr<const AllPredicted> m_taken;
  mutable std::shared_ptr<const std::vector<std::size_t>> m_rows;
  mutable std::pair<std::uint64_t, std::size_t> m_rowsOf{};  ///< version of the filtered samples, and those evaluated
  WorkspaceQuery<AllPredicted, std::vector<std::string>> m_loading;
  WorkspaceQuery<ComparisonAnswer, ComparisonQuestion> m_comparison;
  WorkspaceQuery<ComparedSample, ComparedSampleQuestion> m_sample;
  Subscription m_subscription;  ///< ends before what it calls goes
};

}  // namespace sojourn::session
