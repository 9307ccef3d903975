// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/studio/studio_views.h"

namespace sojourn::qt {

StudioViews::StudioViews(session::Workspace& workspace, const session::WhatIf& edits, OptionsChanged optionsChanged)
    : current(workspace),
      inspect(current, optionsChanged),
      whatIf(inspect, edits),
      explain(current, optionsChanged),
      compare(inspect, optionsChanged),
      dataset(current, compare.comparisons(), optionsChanged),
      maps(compare, optionsChanged),
      embeddings(maps, optionsChanged),
      ablation(current) {}

void StudioViews::updateFrom(session::Changes changes) {
  current.updateFrom(changes);
  whatIf.updateFrom(changes);
  maps.updateFrom(changes);
}

void StudioViews::keepOptions(session::KeptOptions& kept) const {
  inspect.keepOptions(kept);
  compare.keepOptions(kept);
}

void StudioViews::restoreOptions(const session::KeptOptions& kept) {
  inspect.restoreOptions(kept);
  compare.restoreOptions(kept);
}

}  // namespace sojourn::qt
