// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Inspect workspace, and what a click in them does.
#pragma once

#include "model/results/slices.h"
#include "views/present/attention/attention_view.h"
#include "views/present/gate/gate_view.h"
#include "views/present/model/model_view.h"
#include "views/present/pointer/pointer_view.h"
#include "views/present/scene/actions.h"
#include "views/qt/docks/workspace_views.h"
#include "views/session/settings/kept_options.h"

namespace sojourn::qt {

class InspectViews final : public WorkspaceViews {
 public:
  /// `current` must outlive this.
  InspectViews(const CurrentSample& current, OptionsChanged optionsChanged);

  void handle(const present::SampleAction& action);

  /// The views' own options (scale of the attention, split of the gate, ...), as a workspace keeps them.
  void keepOptions(session::KeptOptions& kept) const;
  /// Back from there, in place of what they are.
  void restoreOptions(const session::KeptOptions& kept);

 private:
  [[nodiscard]] present::ViewContent visits(const SampleSource& source, const present::Canvas& canvas);
  [[nodiscard]] present::ViewContent prediction(const SampleSource& source, const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent gate(const SampleSource& source, const present::Canvas& canvas) const;
  [[nodiscard]] present::ViewContent positionBias(const SampleSource& source, const present::Canvas& canvas) const;
  [[nodiscard]] std::optional<std::size_t> sliceOf(const SampleSource& source, const std::vector<Slice>& slices) const;
  void togglePin();

  present::AttentionOptions m_attention;
  present::PointerOptions m_pointer;
  present::ModelViewOptions m_model;
  present::GateOptions m_gate;
  Inspection m_recordAlone;  ///< of the current sample while no model is open: its sequence and nothing else
};

}  // namespace sojourn::qt
