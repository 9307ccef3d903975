// SPDX-License-Identifier: GPL-3.0-or-later
// The Shapley values of the current sample: computed while their view is shown, for the question that Explain asks.
#pragma once

#include <optional>
#include <vector>

#include "model/results/shapley.h"
#include "views/session/explain/explanations.h"
#include "views/session/workspace/sample_study.h"

namespace sojourn::session {

/// Places, days and features of one sample.
struct ShapleyAnswer {
  SampleQuestion question;
  std::vector<ShapleyExplanation> games;
};

/// The three games one after the other. Any thread. Errors: of explainByShapley(); cancelled.
[[nodiscard]] Result<ShapleyAnswer> playGames(const Explainer& explainer, const SampleQuestion& question,
                                              const CancelToken& cancel, const Progress& progress);

/// Announces Change::Shapley.
class ShapleyGames final : public SampleStudy<ShapleyAnswer, SampleQuestion> {
 public:
  /// Asks for what `explanations` asks for. Both must outlive this.
  ShapleyGames(Workspace& workspace, const Explanations& explanations);

 private:
  [[nodiscard]] std::optional<SampleQuestion> question() const override;
  void compute(const SampleQuestion& question) override;

  const Explanations& m_explanations;
};

}  // namespace sojourn::session
