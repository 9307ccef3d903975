// SPDX-License-Identifier: GPL-3.0-or-later
// The Explain workspace: what each method says about every visit, and how far it can be believed.
#pragma once

#include "views/qt/sample_area.h"

namespace sojourn::qt {

class ViewState;

class ExplainArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` must outlive this.
  ExplainArea(session::Workspace& workspace, const ViewState& state, QWidget* parent = nullptr);
};

}  // namespace sojourn::qt
