// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/studio_loaders.h"

#include "model/core/processor.h"
#include "model/explain/ablation/component_reference.h"
#include "model/explain/attribution/shapley.h"
#include "model/explain/explanation/interventions.h"
#include "model/explain/faithfulness/faithfulness.h"
#include "model/program/program_engine.h"
#include "views/session/launch/launch_queue.h"
#include "views/session/opening/loaders.h"

namespace sojourn::studio {

session::Loaders studioLoaders() {
  return {.dataset = session::loadDataset,
          .engine = Engine::load,
          .demo = session::demoFiles,
          .startQueue = session::startQueue,
          .explainer = {.explain = explain,
                        .checkRemoval = checkRemoval,
                        .interventions = standardInterventions,
                        .explainSet = explainSet,
                        .ablatableComponents = ablatableComponents,
                        .componentReference = componentReference,
                        .ablateComponents = ablateComponents,
                        .ablateComponentsOver = ablateComponentsOver,
                        .shapley = explainByShapley,
                        .agreementAcross = agreementAcross,
                        .testParameterRandomization = testParameterRandomization},
          .modelProfile = modelProfile,
          .program = {.start = startProgram, .interrupt = interruptProgram, .end = endProgram},
          .gpus = gpus};
}

}  // namespace sojourn::studio
