// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/studio_loaders.h"

#include "app/studio/queue_process.h"
#include "model/data/demo_files.h"
#include "model/explain/component_reference.h"
#include "model/explain/interventions.h"
#include "model/explain/removal_check.h"
#include "model/explain/shapley.h"

namespace sojourn::studio {

session::Loaders studioLoaders() {
  return {.dataset = session::loadDataset,
          .engine = Engine::load,
          .demo = []() -> Result<session::Loaders::DemoFiles> {
            auto demo = unpackDemo();
            if (!demo) return demo.error();
            return session::Loaders::DemoFiles{.data = demo->data, .checkpoint = demo->checkpoint};
          },
          .startQueue = startQueue,
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
