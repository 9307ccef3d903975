// SPDX-License-Identifier: GPL-3.0-or-later
// The Explain workspace: what each method says about every visit, and how far it can be believed.
#pragma once

#include "views/qt/docks/sample_area.h"
#include "views/qt/explain/explain_views.h"

namespace sojourn::qt {

class ExplainBar;

/// Explains only while it is on screen.
class ExplainArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `views` must outlive this.
  explicit ExplainArea(ExplainViews& views, QWidget* parent = nullptr);

  [[nodiscard]] ExplainBar* bar() const { return m_bar; }
  [[nodiscard]] session::Explanations& explanations() const { return m_views.explanations(); }
  [[nodiscard]] session::ComponentAblationStudy& components() const { return m_views.components(); }
  [[nodiscard]] session::ShapleyGames& shapley() const { return m_views.shapley(); }
  [[nodiscard]] session::RankStability& rankStability() const { return m_views.rankStability(); }
  void updateFrom(session::Changes changes) override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void setWatched(bool watched);

  ExplainViews& m_views;
  ExplainBar* m_bar;
};

}  // namespace sojourn::qt
