// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn-models`: the program behind `sojourn` that has the networks. It knows all commands.
#include "app/cli/program/program.h"

int main(int argc, char** argv) {
  using namespace sojourn::cli;
  return runProgram(wordsOf(argc, argv), [&](CLI::App& app, Work& work) {
    addInfoCommand(app, work, describeCheckpoint);
    addEvaluateCommand(app, work);
    addInspectCommand(app, work);
    addExplainCommand(app, work);
    addCounterfactualsCommand(app, work);
    addComponentsCommand(app, work);
    addBaselinesCommand(app, work);
    addCompareCommand(app, work);
    addAblateCommand(app, work);
    addResultsCommand(app, work);
    addClaimsCommand(app, work);
    addProfileCommand(app, work);
    addEmbeddingsCommand(app, work);
    addTrainCommand(app, work, commandText(argc, argv));
    addQueueCommand(app, work);
    addExportCommand(app, work);
    addModelTemplateCommand(app, work);
    addPrepareCommand(app, work);
    addDemoCommand(app, work);
  });
}
