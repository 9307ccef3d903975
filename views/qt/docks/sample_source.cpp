// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/sample_source.h"

#include <algorithm>

#include "model/core/text.h"
#include "views/session/workspace/selection_rules.h"

namespace sojourn::qt {

using session::Change;

SampleSource sourceOf(const PicturedSample& pictured, const session::Workspace& workspace) {
  return {.sample = {.inspection = pictured.inspection.get(),
                     .model = &pictured.engine->description(),
                     .names = &workspace.names().naming().forUser(pictured.inspection->sequence.user),
                     .colors = &pictured.colors,
                     // Which head is looked at holds for every sample.
                     .selection = session::carriedOver(workspace.selection().now()),
                     .displayOffsetMinutes = workspace.names().displayOffsetMinutes(),
                     .sampleText = pictured.sampleText},
          .shortNames = &pictured.shortNames,
          .pictured = &pictured};
}

present::ShortNames shortNamesOf(const session::Workspace& workspace, UserId user, std::span<const LocationId> places) {
  std::vector<std::string> names;
  for (const LocationId place : places)
    names.push_back(escapeForDisplay(workspace.names().naming().name(place, user), 120));
  return present::shortNamesOf(names);
}

void CurrentSample::updateFrom(session::Changes changes) {
  if (!changes.hasAny({Change::Inspection, Change::Sample, Change::Dataset, Change::Names})) return;
  const auto& inspection = m_workspace.inspection();
  const Sequence* sequence = inspection ? &inspection->sequence : m_workspace.sequence();
  const auto& dataset = m_workspace.dataset();
  if (!sequence || !dataset) return;
  if (!changes.hasAny({Change::Dataset, Change::Names}) && sequence->user == m_user) return;
  m_user = sequence->user;
  m_places = present::placesOf(*dataset, m_user);
  m_colors = {};
  m_colors.assign(m_places);
  m_shortNames = shortNamesOf(m_workspace, m_user, m_places);
  std::ranges::sort(m_places);
}

SampleSource CurrentSample::source() const {
  const auto& inspection = m_workspace.inspection();
  const auto& engine = inspection ? m_workspace.inspectionEngine() : m_workspace.engine();
  return {.sample = {.inspection = inspection.get(),
                     .model = engine ? &engine->description() : nullptr,
                     .names = &m_workspace.names().ofSample(),
                     .colors = &m_colors,
                     .selection = m_workspace.selection().now(),
                     .displayOffsetMinutes = m_workspace.names().displayOffsetMinutes(),
                     .sampleText = m_workspace.sampleText()},
          .shortNames = &m_shortNames};
}

}  // namespace sojourn::qt
