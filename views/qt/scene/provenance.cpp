// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene/provenance.h"

#include <QCoreApplication>

#include "model/runs/store/run_paths.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

std::vector<std::pair<std::string, std::string>> provenanceOf(const session::Workspace& workspace) {
  std::vector<std::pair<std::string, std::string>> facts{
      {"program", "Sojourn " + QCoreApplication::applicationVersion().toStdString()}};
  if (const auto& dataset = workspace.dataset()) {
    facts.emplace_back("dataset", dataset->prefix);
    facts.emplace_back("dataset sha-256", dataset->fingerprint);
    facts.emplace_back("scope", workspace.sampleText());
  }
  if (const ModelDescription* model = workspace.model()) {
    facts.emplace_back("checkpoint", checkpointTitle(workspace.checkpointPath()));
    facts.emplace_back("checkpoint sha-256", model->fingerprint);
  }
  if (workspace.fitProblem()) facts.emplace_back("checkpoint and dataset", workspace.fitProblem()->what);
  if (!workspace.filterText().empty()) facts.emplace_back("filter", workspace.filterText());
  if (workspace.displayOffsetMinutes() != 0)
    facts.emplace_back("times shown, minutes ahead of the recorded ones",
                       std::to_string(workspace.displayOffsetMinutes()));
  facts.emplace_back("command", workspace.commandLine());
  return facts;
}

}  // namespace sojourn::qt
