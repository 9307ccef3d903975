// SPDX-License-Identifier: GPL-3.0-or-later
// The Shapley values of the current sample: computed while their view is shown, for the question that Explain asks.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "model/results/shapley.h"
#include "views/session/explain/explanations.h"
#include "views/session/workspace/workspace_query.h"

namespace sojourn::session {

/// Places, days and features of one sample.
struct ShapleyAnswer {
  SampleQuestion question;
  std::vector<ShapleyExplanation> games;
};

/// The three games one after the other. Any thread. Errors: of explainByShapley(); cancelled.
[[nodiscard]] Result<ShapleyAnswer> playGames(const Explainer& explainer, const SampleQuestion& question,
                                              const CancelToken& cancel, const Progress& progress);

/// Owned and called on the workspace's thread; subscribes to it and tells through it (Change::Shapley).
class ShapleyGames {
 public:
  /// Asks for what `explanations` asks for. Both must outlive this.
  ShapleyGames(Workspace& workspace, const Explanations& explanations);

  /// Without a watcher nothing is computed.
  void setWatched(bool watched);

  /// The newest answer; stays while the next one is computed. Null before the first.
  [[nodiscard]] const std::shared_ptr<const ShapleyAnswer>& answer() const { return m_query.answer(); }
  [[nodiscard]] const std::optional<Error>& error() const { return m_query.error(); }
  /// There is an answer, and it is of another sequence, model or location than the present ones.
  [[nodiscard]] bool outdated() const;
  [[nodiscard]] bool awaiting() const { return m_query.awaiting(); }
  /// The newest question was cancelled: resume() asks it again.
  [[nodiscard]] bool stopped() const { return m_query.stopped(); }
  void resume();
  /// The newest question has its answer, or an error.
  [[nodiscard]] bool settled() const { return !awaiting() && (error() || stopped() || (answer() && !outdated())); }

 private:
  [[nodiscard]] std::optional<SampleQuestion> question() const;
  void ask();

  Workspace& m_workspace;
  const Explanations& m_explanations;
  bool m_watched = false;
  std::optional<SampleQuestion> m_asked;
  Subscription m_subscription;
  WorkspaceQuery<ShapleyAnswer, SampleQuestion> m_query;
};

}  // namespace sojourn::session
