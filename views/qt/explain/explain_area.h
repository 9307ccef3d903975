// SPDX-License-Identifier: GPL-3.0-or-later
// The Explain workspace: what each method says about every visit, and how far it can be believed.
#pragma once

#include "views/qt/docks/sample_area.h"
#include "views/qt/docks/view_state.h"

namespace sojourn::qt {

class ExplainBar;

/// Explains only while it is on screen.
class ExplainArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` must outlive this.
  ExplainArea(session::Workspace& workspace, ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] ExplainBar* bar() const { return m_bar; }
  [[nodiscard]] session::Explanations& explanations() const { return m_state.explanations(); }
  [[nodiscard]] session::ComponentAblationStudy& components() const { return m_state.components(); }
  [[nodiscard]] session::ShapleyGames& shapley() const { return m_state.shapley(); }
  [[nodiscard]] session::RankStability& rankStability() const { return m_state.rankStability(); }
  void updateFrom(session::Changes changes) override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void setWatched(bool watched);

  ViewState& m_state;
  ExplainBar* m_bar;
};

}  // namespace sojourn::qt
