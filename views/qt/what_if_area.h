// SPDX-License-Identifier: GPL-3.0-or-later
// The What if workspace: a sample's visits changed by hand, and every view of what the model then says.
#pragma once

#include "views/qt/sample_area.h"

namespace sojourn::qt {

class ViewState;

class WhatIfArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` must outlive this.
  WhatIfArea(session::Workspace& workspace, const ViewState& state, QWidget* parent = nullptr);
};

}  // namespace sojourn::qt
