// SPDX-License-Identifier: GPL-3.0-or-later
// Model programs in place of checkpoints: what may be started, and what is asked about first.
#include <utility>

#include "model/core/translation.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// A program takes the place of the checkpoint, by its name, where a person has typed or confirmed its command; else
/// the command is shown, to be confirmed.
void Workspace::settleProgram(OpenRequest& request) {
  if (request.checkpoint && !request.program) {
    if (auto command = programCommandIn(request.checkpoint->native())) {
      const auto known = m_programs->confirmed(request.checkpoint->native());
      request.program = known ? *known : ProgramCommand{.command = std::move(*command)};
      request.checkpoint.reset();
    }
  }
  if (!request.program) return;
  const std::string name = programNameOf(*request.program);
  if (request.programTyped) m_programs->confirm(*request.program);
  if (m_programs->confirmed(name)) {
    m_programAsked.reset();
    m_banners.retract(BannerTopic::Program);
    request.checkpoint = name;
    return;
  }
  m_programAsked = request.program;
  m_banners.report({ErrorKind::BadInput, checkpointTitle(name), tr("is a model program and was not started"),
                    tr("it runs with your rights: read its command first")},
                   Severity::Warning, {BannerAction::StartProgram}, BannerTopic::Program);
}

void Workspace::restartProgram() {
  const auto command = program();
  if (!command) return;
  m_programs->end(programNameOf(*command));
  openProgram(*command);
}

}  // namespace sojourn::session
