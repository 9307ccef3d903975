// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/dataset/demo_loader.h"

#include "model/data/demo/demo_files.h"

namespace sojourn::session {

Result<Loaders::DemoFiles> demoFiles() {
  const auto demo = unpackDemo();
  if (!demo) return demo.error();
  // Its prediction is partly copied and partly generated; a test holds it to that.
  constexpr std::size_t firstSample = 27;
  return Loaders::DemoFiles{.data = demo->data, .checkpoint = demo->checkpoint, .firstSample = firstSample};
}

}  // namespace sojourn::session
