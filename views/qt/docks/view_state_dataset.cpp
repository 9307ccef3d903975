// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Dataset workspace, and what a click in them does.
#include "views/present/dataset/dataset_views.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;
using session::Changes;

void ViewState::fillDataset() {
  using Presenter = present::ViewContent (*)(const present::DatasetInput&, const present::Canvas&);
  const Changes ofProfile{Change::Profile, Change::Dataset, Change::Model, Change::Filter};
  const auto add = [&](const char* id, const char* title, QSize minimum, present::Size exported, Presenter presenter,
                       Changes more = {}) {
    Changes changes = ofProfile;
    changes |= more;
    m_datasetViews.push_back(entry(
        id, title, minimum, exported, changes,
        [this, presenter](const present::Canvas& canvas) { return presenter(datasetInput(), canvas); },
        [this] { return m_dataset.outdated(); }));
  };
  add("dataset_splits", "Splits", {300, 120}, {400, 260}, present::splitsContent);
  add("dataset_hours", "Visits by hour and weekday", {260, 130}, {460, 260}, present::hoursContent);
  add("dataset_lengths", "Sequence length", {220, 120}, {340, 260}, present::lengthsContent);
  add("dataset_places", "Place frequency", {220, 120}, {400, 260}, present::placeFrequencyContent);
  add("dataset_last_seen", "Target last seen", {260, 140}, {400, 270}, present::lastSeenContent);
  add("reading_by_position", "Pointer and attention by position from end", {280, 120}, {570, 270},
      present::byPositionContent);
  add("reading_by_hours", "Pointer and attention by hours before", {300, 120}, {630, 270}, present::byHoursContent);
  add("head_roles", "Head roles", {420, 140}, {970, 330}, present::headRolesContent,
      {Change::Selection, Change::Hover});
  add("gate_by_context", "Gate by context", {260, 140}, {630, 330}, present::gateByContextContent);
}

present::DatasetInput ViewState::datasetInput() const {
  present::DatasetInput input;
  input.hasDataset = m_workspace.dataset() != nullptr;
  input.split = m_workspace.split();
  input.filtered = scope() == session::SampleScope::Filtered;
  input.scope = scopeText();
  input.model = m_workspace.model();
  input.stopped = m_dataset.stopped();
  if (const auto& error = m_dataset.error()) input.failure = failedContent(*error).title;
  const Selection& selection = m_workspace.selection();
  input.focus.head = selection.hovered.head ? selection.hovered.head : selection.locked.head;
  const auto& answer = m_dataset.answer();
  if (!answer || !input.hasDataset) return input;
  for (std::size_t split = 0; split < input.splits.size(); ++split) input.splits[split] = answer->splits[split].get();
  input.split = answer->split;
  input.facts = answer->facts.get();
  input.lastSeen = answer->lastSeen;
  input.evaluated = answer->evaluated;
  input.offsetMinutes = answer->zoneOffsetMinutes;
  // Of another model than the open one nothing holds.
  if (answer->engine != m_workspace.engine()) {
    input.evaluated = false;
    return input;
  }
  input.gate = answer->gate ? &*answer->gate : nullptr;
  input.read = answer->model.get();
  return input;
}

bool ViewState::actOnDataset(const present::Action& action) {
  if (action.id == "setSplit") {
    if (const auto split = splitFromName(action.argument)) m_workspace.setSplit(*split);
  } else if (action.id == "cancelProfile") {
    m_dataset.cancel();
  } else if (action.id == "resumeProfile") {
    m_dataset.resume();
  } else {
    return false;
  }
  return true;
}

}  // namespace sojourn::qt
