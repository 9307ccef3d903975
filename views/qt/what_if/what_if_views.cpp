// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if/what_if_views.h"

#include <algorithm>

#include "views/present/what_if/what_if_text.h"

namespace sojourn::qt {

using session::Change;

WhatIfViews::WhatIfViews(const InspectViews& inspect, const session::WhatIf& whatIf)
    : WorkspaceViews(inspect.current(), {}), m_whatIf(whatIf) {
  for (const char* id : {"visits", "prediction", "pointer", "attention"}) {
    ViewSpec spec = *std::ranges::find(inspect.specs(), QLatin1String(id), &ViewSpec::id);
    spec.id.prepend(QLatin1String("what_if_"));
    spec.build = [this, plain = spec.build](const SampleSource& source, const present::Canvas& canvas) {
      return plain(compared(source), canvas);
    };
    spec.dependsOn |= Change::Reference;
    m_specs.push_back(std::move(spec));
  }
}

SampleSource WhatIfViews::compared(SampleSource source) const {
  present::SampleContext& sample = source.sample;
  if (source.pictured) {
    sample.flags = source.pictured->flags;
    if (source.pictured->recorded) sample.reference = &source.pictured->reference;
    return source;
  }
  const auto& preview = m_whatIf.preview();
  if (preview) {
    sample.inspection = preview->inspection.get();
    sample.selection = m_whatIf.previewSelection();
  }
  sample.editable = !preview;
  sample.flags = m_flags;
  const auto& comparison = m_whatIf.comparison();
  if (comparison && comparison->now.get() == sample.inspection) sample.reference = &m_reference;
  return source;
}

void WhatIfViews::updateFrom(session::Changes changes) {
  if (!changes.hasAny({Change::Inspection, Change::Reference, Change::History, Change::Names, Change::Time})) return;
  m_reference = {};
  m_flags.clear();
  const auto& comparison = m_whatIf.comparison();
  if (comparison) {
    m_reference = {.inspection = comparison->reference.get(),
                   .before = comparison->before,
                   .name = comparison->name,
                   .change = present::editsText(comparison->edits)};
  }
  const auto& preview = m_whatIf.preview();
  const InspectionPtr& inspection = preview ? preview->inspection : m_workspace.inspection();
  const auto* history = m_whatIf.history();
  if (!inspection || !history) return;
  const session::EditState& state = preview ? preview->state : history->now();
  if (state.sequence != inspection->sequence) return;
  for (const SequenceFlag& flag : state.flags) {
    const auto same = [&](const present::VisitFlag& one) { return one.visit == flag.visit; };
    if (std::ranges::none_of(m_flags, same))
      m_flags.push_back({.visit = flag.visit, .text = flagText(flag, state.sequence, m_whatIf.labels())});
  }
}

}  // namespace sojourn::qt
