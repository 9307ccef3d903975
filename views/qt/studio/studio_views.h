// SPDX-License-Identifier: GPL-3.0-or-later
// The views of all workspaces, for the window, reports and exports.
#pragma once

#include "views/qt/ablation/ablation_views.h"
#include "views/qt/compare/compare_views.h"
#include "views/qt/dataset/dataset_views.h"
#include "views/qt/explain/explain_views.h"
#include "views/qt/inspect/inspect_views.h"
#include "views/qt/places/embedding_views.h"
#include "views/qt/places/map_views.h"
#include "views/qt/what_if/what_if_views.h"

namespace sojourn::qt {

struct StudioViews {
  /// Both must outlive this. `optionsChanged` may be empty where nothing is on screen.
  StudioViews(session::Workspace& workspace, const session::WhatIf& edits, OptionsChanged optionsChanged);

  /// Before the views are made again.
  void updateFrom(session::Changes changes);
  /// The views' own options, as a workspace keeps them.
  void keepOptions(session::KeptOptions& kept) const;
  /// Back from there, in place of what they are.
  void restoreOptions(const session::KeptOptions& kept);
  [[nodiscard]] session::Workspace& workspace() const { return current.workspace(); }

  CurrentSample current;
  InspectViews inspect;
  WhatIfViews whatIf;
  ExplainViews explain;
  CompareViews compare;
  DatasetViews dataset;
  MapViews maps;
  EmbeddingViews embeddings;
  AblationViews ablation;
};

}  // namespace sojourn::qt
