// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/workspace_views.h"

#include <utility>

#include "model/core/translation.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

ViewSpec& WorkspaceViews::add(const char* id, const char* title, QSize minimum, present::Size exported,
                              session::Changes dependsOn, Build build, std::function<bool()> outdated) {
  return m_specs.emplace_back(ViewSpec{.id = QLatin1String(id),
                                       .title = toText(tr(title)),
                                       .minimum = minimum,
                                       .exported = exported,
                                       .dependsOn = dependsOn,
                                       .build = std::move(build),
                                       .outdated = std::move(outdated)});
}

}  // namespace sojourn::qt
