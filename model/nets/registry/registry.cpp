// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/registry/registry.h"

#include <array>

#include "model/nets/registry/kinds.h"

namespace sojourn {

std::span<const ModelKind> modelKinds() {
  static const std::array kinds{pointerV45Kind(), mhsaKind()};
  return kinds;
}

const ModelKind* findModelKind(std::string_view id) {
  for (const ModelKind& kind : modelKinds())
    if (kind.id == id) return &kind;
  return nullptr;
}

}  // namespace sojourn
