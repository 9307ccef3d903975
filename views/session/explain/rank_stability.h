// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the explanation of the current sample stays with models of other seeds, where it should, and with random
// weights, where it should not.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "model/results/rank_agreement.h"
#include "views/session/explain/explanations.h"
#include "views/session/workspace/workspace_query.h"

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

/// Owned and called on the workspace's thread; subscribes to it and tells through it (Change::RankStability). Seeds are
/// compared while a view shows them and there are any; random weights only when asked for.
class RankStability {
 public:
  /// Asks for what `explanations` asks for. Both must outlive this.
  RankStability(Workspace& workspace, const Explanations& explanations);

  void setWatched(bool watched);

  /// Loads them in the background; one that is refused becomes a banner, the others join models().
  void addModels(std::vector<std::filesystem::path> files);
  void removeModel(std::size_t index);
  [[nodiscard]] const std::vector<ComparedModel>& models() const { return m_models; }
  [[nodiscard]] bool loading() const { return m_loading.awaiting(); }
  /// `open` and the models that can be compared with it; empty where there is none, or nothing is open.
  [[nodiscard]] std::vector<EnginePtr> comparable(const EnginePtr& open) const;

  /// The newest comparison; of an older question while the next one is computed. Null without any.
  [[nodiscard]] const std::shared_ptr<const SeedAnswer>& seeds() const { return m_seeds.answer(); }
  [[nodiscard]] bool comparing() const { return m_seeds.awaiting(); }
  [[nodiscard]] const std::optional<Error>& seedsError() const { return m_seeds.error(); }

  /// Explains the sample in front for models of random weights. One that runs is cancelled first.
  void testParameterRandomization();
  void cancelRandomization() { m_randomization.stop(); }
  [[nodiscard]] bool canCheck() const;
  /// Null without any; it may be of another question than the one in front.
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

  struct SeedQuestion {
    SampleQuestion sample;
    std::vector<EnginePtr> engines;
    /// The baseline makes no difference: rankings are compared from zero.
    bool operator==(const SeedQuestion& other) const;
  };

  void follow(Changes changes);
  void load();
  void takeLoaded();
  void compare();

  Workspace& m_workspace;
  const Explanations& m_explanations;
  bool m_watched = false;
  std::vector<ComparedModel> m_models;
  std::vector<std::filesystem::path> m_waiting;  ///< to be loaded
  std::shared_ptr<const AllLoaded> m_taken;
  Subscription m_subscription;
  WorkspaceQuery<AllLoaded> m_loading;
  WorkspaceQuery<SeedAnswer, SeedQuestion> m_seeds;
  WorkspaceQuery<RandomizationAnswer> m_randomization;
};

}  // namespace sojourn::session
