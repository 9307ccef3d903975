// SPDX-License-Identifier: GPL-3.0-or-later
// What the studio's command line asks for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/qt/shell/studio_workspace.h"
#include "views/session/explain/explanations.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::studio {

struct Arguments {
  session::OpenRequest open;
  std::vector<std::string> runs;      ///< run directories, folders of them, logs of other programs
  std::optional<std::string> curves;  ///< how the curves are looked at, as "Copy link to this view" writes it
  std::vector<std::string> models;    ///< to compare with the checkpoint: files, names of rules
  std::optional<std::string> study;   ///< folder of an ablation study
  std::string columns;                ///< the two of them in the wide columns: "AC"
  std::optional<qt::StudioWorkspace> workspace;
  std::optional<std::string> workspaceFile;
  std::optional<std::string> import;       ///< raw movement data for the Import page
  std::vector<std::string> importMaps;     ///< below its map
  session::ExplanationChoice explanation;  ///< what the Explain workspace is asked
  std::optional<std::string> exportFolder;
  std::vector<std::string> reports;  ///< files ending in .html or .pdf
  std::string title;                 ///< of the report
  std::string samples;               ///< of the report: "1,2,40-44"; empty: the one that is shown
  std::vector<std::string> views;    ///< of the export or the report
  std::optional<std::string> screenshot;
  int width = 1600, height = 1000;  ///< of the window in the screenshot
  bool dark = false;
};

/// Either arguments, or an exit code with everything said already (--help: 0, a mistake: 2).
struct ParsedArguments {
  std::optional<Arguments> arguments;
  int exitCode = 0;
};
[[nodiscard]] ParsedArguments parseArguments(int argc, char** argv);

}  // namespace sojourn::studio
