// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Compare workspace, and what a click in them does.
#pragma once

#include "views/present/compare/compare_views.h"
#include "views/present/scene/actions.h"
#include "views/qt/inspect/inspect_views.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::qt {

class CompareViews final : public WorkspaceViews {
 public:
  /// `inspect` must outlive this.
  CompareViews(const InspectViews& inspect, OptionsChanged optionsChanged);

  void handle(const present::CompareAction& action);

  void keepOptions(session::KeptOptions& kept) const;
  void restoreOptions(const session::KeptOptions& kept);

  [[nodiscard]] session::ModelComparisons& comparisons() { return m_comparisons; }
  [[nodiscard]] const session::ModelComparisons& comparisons() const { return m_comparisons; }
  /// What the models say of the samples, and of the current one, `source`.
  [[nodiscard]] present::CompareContext context(const SampleSource& source) const;
  /// Whether that is of another sample or edit than the present one.
  [[nodiscard]] bool sampleOutdated() const;

 private:
  session::ModelComparisons m_comparisons;
  present::DifferenceOptions m_difference;
};

}  // namespace sojourn::qt
