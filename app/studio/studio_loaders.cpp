// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studio/studio_loaders.h"

#include "app/studio/queue_process.h"
#include "model/data/demo_files.h"

namespace sojourn::studio {

session::Loaders studioLoaders() {
  return {.dataset = session::loadDataset,
          .engine = Engine::load,
          .demo = []() -> Result<session::Loaders::DemoFiles> {
            auto demo = unpackDemo();
            if (!demo) return demo.error();
            return session::Loaders::DemoFiles{.data = demo->data, .checkpoint = demo->checkpoint};
          },
          .startQueue = startQueue};
}

}  // namespace sojourn::studio
