// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Dataset workspace, and what a click in them does.
#pragma once

#include "views/present/dataset/dataset_views.h"
#include "views/present/scene/actions.h"
#include "views/qt/docks/workspace_views.h"
#include "views/session/dataset/other_model_profile.h"

namespace sojourn::session {
class ModelComparisons;
}

namespace sojourn::qt {

class DatasetViews final : public WorkspaceViews {
 public:
  /// Both must outlive this. The heads are those of one of the compared models.
  DatasetViews(const CurrentSample& current, const session::ModelComparisons& comparisons,
               OptionsChanged optionsChanged);

  void handle(const present::DatasetAction& action);

  [[nodiscard]] session::DatasetStudy& study() { return m_study; }
  /// Of the model whose heads are shown, where it is not the open one.
  [[nodiscard]] session::OtherModelProfile& otherModel() { return m_otherModel; }

 private:
  [[nodiscard]] present::DatasetInput profileInput() const;
  /// The same of the model whose heads are shown.
  [[nodiscard]] present::DatasetInput headsInput() const;

  const session::ModelComparisons& m_comparisons;
  session::DatasetStudy m_study;
  session::OtherModelProfile m_otherModel;
};

}  // namespace sojourn::qt
