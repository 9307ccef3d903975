// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Ablation workspace, and what a click in them does.
#pragma once

#include "views/present/ablation/ablation_views.h"
#include "views/present/scene/actions.h"
#include "views/qt/docks/workspace_views.h"
#include "views/session/ablation/live_study.h"

namespace sojourn::qt {

class AblationViews final : public WorkspaceViews {
 public:
  /// `current` must outlive this.
  explicit AblationViews(const CurrentSample& current);

  void handle(const present::StudyAction& action);

  [[nodiscard]] session::LiveStudy& study() { return m_study; }
  [[nodiscard]] const session::LiveStudy& study() const { return m_study; }
  /// What the views are made from; valid until the study changes.
  [[nodiscard]] present::VariantsInput input() const;

 private:
  session::LiveStudy m_study;
};

}  // namespace sojourn::qt
