// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/sample_scope.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::qt {

session::SampleScope scopeOf(const session::Workspace& workspace) {
  return workspace.samples().view().filter().empty() ? session::SampleScope::Split : session::SampleScope::Filtered;
}

std::string samplesOfScope(const session::Workspace& workspace) {
  const auto whole = groupThousands(static_cast<long long>(workspace.samples().table().size()));
  const std::string split = splitName(workspace.split());
  if (scopeOf(workspace) == session::SampleScope::Split) return tr("%1 %2 samples", {whole, split});
  const auto shown = static_cast<long long>(workspace.samples().view().rows().size());
  return tr("%1 filtered of %2 %3 samples", {groupThousands(shown), whole, split});
}

std::string scopeText(const session::Workspace& workspace) {
  const std::size_t filled = workspace.samples().table().filledCount(), whole = workspace.samples().table().size();
  const std::string samples = samplesOfScope(workspace);
  if (filled == 0 || filled >= whole) return samples;
  return scopeOf(workspace) == session::SampleScope::Filtered
             ? tr("%1, so far", {samples})
             : tr("%1 of %2, so far", {groupThousands(static_cast<long long>(filled)), samples});
}

std::optional<present::EmptyState> openingContent(const session::Workspace& workspace) {
  if (workspace.dataset() || !workspace.opening()) return std::nullopt;
  const std::vector<session::Job>& jobs = workspace.jobs().all();
  const auto reading = std::ranges::find(jobs, session::JobKind::OpenDataset, &session::Job::kind);
  return present::EmptyState{
      .title = reading == jobs.end() ? tr("Opening\u2026") : escapeForDisplay(reading->title, 80) + "\u2026",
      .detail = tr("Its sequences appear here")};
}

}  // namespace sojourn::qt
