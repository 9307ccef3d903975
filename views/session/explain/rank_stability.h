// SPDX-License-Identifier: GPL-3.0-or-later
// Whether explanations stay with models of other seeds, where they should, and with random weights, where they should
// not: of the current sample, and over the filtered samples.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/results/explanation_summary.h"
#include "views/session/explain/explanations.h"
#include "views/session/queries/sample_evaluations.h"
#include "views/session/queries/workspace_query.h"

namespace sojourn::session {

/// A checkpoint beside the open one.
struct ComparedModel {
  std::filesystem::path path;
  EnginePtr engine;
};

/// An error where `other` is no other training of the model that is open: the same file, another architecture, other
/// sizes.
[[nodiscard]] Status checkSeed(const ModelDescription& open, const ModelDescription& other);

struct SeedAnswer {
  SampleQuestion question;
  std::vector<EnginePtr> engines;  ///< the open model's first
  ModelAgreement agreement;
};

struct RandomizationAnswer {
  SampleQuestion question;
  ParameterRandomizationTest check;
};

/// Which models are compared on which sample.
struct SeedQuestion {
  SampleQuestion sample;
  std::vector<EnginePtr> engines;
  /// The baseline makes no difference: rankings are compared from zero.
  bool operator==(const SeedQuestion& other) const;
};

/// Announces Change::RankStability. Seeds are compared while a view shows them and there are any; random weights only
/// when asked for.
class RankStability final : public SampleStudy<SeedAnswer, SeedQuestion> {
 public:
  /// Asks for what `explanations` asks for. Both must outlive this.
  RankStability(Workspace& workspace, const Explanations& explanations);
  ~RankStability() override { close(); }

  /// Loads them in the background; one that is refused becomes a banner, the others join models().
  void addModels(std::vector<std::filesystem::path> files);
  void removeModel(std::size_t index);
  [[nodiscard]] const std::vector<ComparedModel>& models() const { return m_models; }
  [[nodiscard]] bool loading() const { return m_loading.awaiting(); }
  /// `open` and the models that can be compared with it; empty where there is none, or nothing is open.
  [[nodiscard]] std::vector<EnginePtr> comparable(const EnginePtr& open) const;

  /// The newest comparison; of an older question while the next one is computed. Null without any.
  [[nodiscard]] const std::shared_ptr<const SeedAnswer>& seeds() const { return answer(); }
  [[nodiscard]] bool comparing() const { return awaiting(); }
  [[nodiscard]] const std::optional<Error>& seedsError() const { return error(); }

  /// Explains the sample in front for models of random weights. One that runs is cancelled first.
  void testParameterRandomization();
  void cancelRandomization() { m_randomization.stop(); }
  [[nodiscard]] bool canCheck() const;
  /// Null without any; it may be of another question than the current one.
  [[nodiscard]] const std::shared_ptr<const RandomizationAnswer>& randomization() const {
    return m_randomization.answer();
  }
  [[nodiscard]] bool checking() const { return m_randomization.awaiting(); }
  [[nodiscard]] const std::optional<Error>& randomizationError() const { return m_randomization.error(); }

  /// Whether an answer is of what is asked now.
  [[nodiscard]] bool current(const SampleQuestion& question) const;

 private:
  struct Loaded {
    std::filesystem::path path;
    Result<EnginePtr> engine;
  };
  using AllLoaded = std::vector<Loaded>;

  [[nodiscard]] std::optional<SeedQuestion> question() const override;
  void compute(const SeedQuestion& question) override;
  void updateFrom(Changes changes) override;
  /// A comparison that failed is not tried again by itself.
  void drop() override {
    if (awaiting()) m_query.cancel();
  }
  void load();
  void takeLoaded();

  const Explanations& m_explanations;
  std::vector<ComparedModel> m_models;
  std::vector<std::filesystem::path> m_waiting;  ///< to be loaded
  std::shared_ptr<const AllLoaded> m_taken;
  WorkspaceQuery<AllLoaded> m_loading;
  WorkspaceQuery<RandomizationAnswer> m_randomization;
};

/// beyondChance of the summary: stable.
struct SeedEvaluation : SampleEvaluation<RankStabilitySummary> {
  std::size_t asked = 0;   ///< samples; more than the summary's where it was stopped
  std::size_t models = 0;  ///< that were compared, the open one among them
};

/// What was found of one sample.
struct SampleStability {
  std::size_t methods = 0;                 ///< compared
  std::vector<std::string> unstable = {};  ///< names of those whose rankings agree no more than by chance
};
using StabilityOfRows = std::map<std::size_t, SampleStability>;

/// Announces Change::RankStability. Works only on request.
class SeedEvaluations {
 public:
  /// Asks for what `explanations` asks for, of the models of `rankStability`. All must outlive this.
  SeedEvaluations(Workspace& workspace, const Explanations& explanations, const RankStability& rankStability);

  /// Compares the models on `samples` of the filtered samples in random order, 0: all. One that runs is cancelled
  /// first.
  void start(std::size_t samples);
  /// What is measured by then stays.
  void cancel() { m_evaluations.cancel(); }
  /// There are samples, and at least two models that can be compared.
  [[nodiscard]] bool canStart() const;
  /// Of the filtered samples, the models and what is explained (prediction or target) as they are now.
  [[nodiscard]] const SeedEvaluation& evaluation() const { return m_evaluations.now(); }

  /// Of the rows of the split that some evaluation has measured, whatever the filter was, for the models and what is
  /// explained as they are now; empty without any.
  [[nodiscard]] const StabilityOfRows& stability() const { return m_stability; }

 private:
  struct Key : FilteredSamples {
    std::vector<EnginePtr> engines;
    ExplainedLocation location = ExplainedLocation::Prediction;

    bool operator==(const Key&) const = default;
    [[nodiscard]] bool sameModelAndData(const Key& other) const {
      return FilteredSamples::sameModelAndData(other) && engines == other.engines;
    }
    /// Whether what is known of a row of one is known of the other.
    [[nodiscard]] bool sameRows(const Key& other) const {
      return sameModelAndData(other) && split == other.split && location == other.location;
    }
  };
  struct Found {
    RankStabilitySummary summary;
    std::size_t asked = 0;
    std::vector<std::pair<std::size_t, SampleStability>> rows;  ///< since the last time
  };

  void update();
  void take(SeedEvaluation& evaluation, const std::shared_ptr<const Found>& found);

  Workspace& m_workspace;
  const Explanations& m_explanations;
  const RankStability& m_rankStability;
  StabilityOfRows m_stability;
  SampleEvaluations<Key, SeedEvaluation, Found> m_evaluations;
  Subscription m_subscription;
};

}  // namespace sojourn::session
