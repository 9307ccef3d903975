// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the What if workspace that are those of Inspect, beside what the sample is compared with.
#pragma once

#include "views/qt/inspect/inspect_views.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::qt {

class WhatIfViews final : public WorkspaceViews {
 public:
  /// Both must outlive this.
  WhatIfViews(const InspectViews& inspect, const session::WhatIf& whatIf);

  /// Before the views are made again.
  void updateFrom(session::Changes changes);
  /// With the reference, the flags, and visits that can be dragged.
  [[nodiscard]] SampleSource compared(SampleSource source) const;

 private:
  const session::WhatIf& m_whatIf;
  /// Borrowed by every picture, so kept here in the presenters' words.
  present::Reference m_reference;
  std::vector<present::VisitFlag> m_flags;
};

}  // namespace sojourn::qt
