// SPDX-License-Identifier: GPL-3.0-or-later
// An edit that is shown before it is made: inspected beside the sample, which stays as it is.
#include <utility>

#include "views/session/what_if/what_if.h"

namespace sojourn::session {

void WhatIf::preview(const SequenceEdit& edit, const std::string& name) {
  const EnginePtr& engine = m_workspace.engine();
  if (!m_history || !engine) return;
  const EditState& base = m_history->now();
  auto edited = applyEdit(base.sequence, edit);
  if (!edited || !readable(edited->sequence)) return endPreview();
  const EditState* newest = m_previewAwaited ? &*m_previewAwaited : m_preview ? &m_preview->state : nullptr;
  if (newest && newest->sequence == edited->sequence) return;

  EditState state{.name = name.empty() ? editName(edit, base.sequence, words()) : name,
                  .kind = edit.index(),
                  .sequence = edited->sequence,
                  .ids = {},
                  .flags = flagsBroughtIn(edited->sequence, idsAfter(*edited, base)),
                  .top = {}};
  // No edit has given these numbers, and none will: visits that only the preview has.
  VisitId fresh = ~VisitId{0};
  for (const auto& origin : edited->cameFrom) state.ids.push_back(origin ? base.ids[*origin] : fresh--);
  if (!m_previews) m_previews = inspecting(&WhatIf::takePreview);
  m_previewRequest = m_previews->request(engine, state.sequence);
  m_previewAwaited = std::move(state);
}

void WhatIf::endPreview() {
  m_previewAwaited.reset();
  if (!std::exchange(m_preview, std::nullopt)) return;
  const Observers::Batch batch(m_observers);
  compare();
  m_observers.announce(Change::Reference);
}

Selection WhatIf::previewSelection() const {
  return m_preview && m_history ? selectionAfter(m_history->now(), m_preview->state, false) : m_workspace.selection();
}

void WhatIf::takePreview(InspectionService::Answer& answer) {
  if (answer.number != m_previewRequest || !m_previewAwaited) return;
  // What the model cannot inspect is reported when it becomes the edit.
  if (!answer.result) return endPreview();
  m_preview = PreviewedEdit{std::move(*std::exchange(m_previewAwaited, std::nullopt)), *answer.result};
  compare();
  m_observers.announce(Change::Reference);
}

}  // namespace sojourn::session
