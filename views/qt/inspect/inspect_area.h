// SPDX-License-Identifier: GPL-3.0-or-later
// The Inspect workspace: the samples, and every view of the current one.
#pragma once

#include "views/qt/docks/sample_area.h"

namespace sojourn::qt {

class SamplesPanel;
class ViewState;

class InspectArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` must outlive this.
  InspectArea(session::Workspace& workspace, const ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] SamplesPanel* samples() const { return m_samples; }
  void updateFrom(session::Changes changes) override;

 private:
  SamplesPanel* m_samples;
};

}  // namespace sojourn::qt
