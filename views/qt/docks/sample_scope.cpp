// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/sample_scope.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::qt {

session::SampleScope scopeOf(const session::Workspace& workspace) {
  return workspace.samples().view().filter().empty() ? session::SampleScope::Split : session::SampleScope::Filtered;
}

std::string scopeText(const session::Workspace& workspace) {
  const auto whole = static_cast<long long>(workspace.samples().table().size());
  const std::string split = splitName(workspace.split());
  const auto filled = static_cast<long long>(workspace.samples().table().filledCount());
  const bool partly = filled > 0 && filled < whole;
  if (scopeOf(workspace) == session::SampleScope::Split && partly)
    return tr("%1 of %2 %3 samples, so far", {groupThousands(filled), groupThousands(whole), split});
  if (scopeOf(workspace) == session::SampleScope::Split) return tr("%1 %2 samples", {groupThousands(whole), split});
  const auto shown = static_cast<long long>(workspace.samples().view().rows().size());
  return tr(partly ? "%1 filtered of %2 %3 samples, so far" : "%1 filtered of %2 %3 samples",
            {groupThousands(shown), groupThousands(whole), split});
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
