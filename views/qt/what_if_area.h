// SPDX-License-Identifier: GPL-3.0-or-later
// The What if workspace: a sample's visits changed by hand, and every view of what the model then says.
#pragma once

#include "model/data/sequence_edit.h"
#include "views/qt/sample_area.h"

namespace sojourn::qt {

class ViewState;
class WhatIfNearest;
class WhatIfSearches;

class WhatIfArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` must outlive this.
  WhatIfArea(session::Workspace& workspace, const ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] WhatIfSearches* searches() const { return m_searches; }
  [[nodiscard]] WhatIfNearest* nearest() const { return m_nearest; }

 private:
  void addSearches(const ViewState& state);
  void apply(const SequenceEdit& edit);

  WhatIfSearches* m_searches = nullptr;
  WhatIfNearest* m_nearest = nullptr;
};

}  // namespace sojourn::qt
