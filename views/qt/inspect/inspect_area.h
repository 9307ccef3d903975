// SPDX-License-Identifier: GPL-3.0-or-later
// The Inspect workspace: the samples, and every view of the current one.
#pragma once

#include "views/qt/docks/sample_area.h"

namespace sojourn::session {
class SeedEvaluations;
}

namespace sojourn::qt {

class SamplesPanel;
class InspectViews;

class InspectArea final : public SampleArea {
  Q_OBJECT
 public:
  /// Both must outlive this; the samples show how stable the explanations of each are.
  InspectArea(const InspectViews& views, const session::SeedEvaluations& stability, QWidget* parent = nullptr);

  [[nodiscard]] SamplesPanel* samples() const { return m_samples; }
  void updateFrom(session::Changes changes) override;

 private:
  SamplesPanel* m_samples;
};

}  // namespace sojourn::qt
