// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/studio_loaders.h"

#include "model/explain/component_reference.h"
#include "model/explain/interventions.h"
#include "model/explain/removal_check.h"
#include "model/explain/shapley.h"
#include "views/session/demo_loader.h"
#include "views/session/queue_process.h"

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
                        .switchableComponents = switchableComponents,
                        .componentReference = componentReference,
                        .switchComponents = switchComponents,
                        .switchComponentsOver = switchComponentsOver,
                        .shapley = explainByShapley,
                        .agreementAcross = agreementAcross,
                        .checkSanity = checkSanity}};
}

}  // namespace sojourn::studio
