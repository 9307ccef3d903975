// SPDX-License-Identifier: GPL-3.0-or-later
// The Explain workspace: what each method says about every visit, and how far it can be believed.
#pragma once

#include "views/qt/docks/sample_area.h"
#include "views/session/ablation/ablation_study.h"
#include "views/session/explain/explanations.h"
#include "views/session/explain/rank_stability.h"
#include "views/session/explain/shapley_games.h"

namespace sojourn::qt {

class ExplainBar;
class ViewState;

/// Explains only while it is on screen.
class ExplainArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` must outlive this.
  ExplainArea(session::Workspace& workspace, ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] ExplainBar* bar() const { return m_bar; }
  [[nodiscard]] session::Explanations& explanations() const;
  [[nodiscard]] session::AblationStudy& components() const;
  [[nodiscard]] session::ShapleyGames& shapley() const;
  [[nodiscard]] session::RankStability& rankStability() const;
  void follow(session::Changes changes) override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  ViewState& m_state;
  ExplainBar* m_bar;
};

}  // namespace sojourn::qt
