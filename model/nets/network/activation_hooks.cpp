// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/activation_hooks.h"

namespace sojourn {
namespace {

/// All heads of a layer are hooked together.
ModelPart hookedWith(ModelPart part) {
  part.head = 0;
  return part;
}

}  // namespace

at::Tensor ActivationRecorder::apply(const ModelPart& part, Rows rows, const at::Tensor& value) {
  m_recorded.push_back({.part = part, .rows = rows, .values = value.reshape({value.size(0), -1})});
  return value;
}

const ActivationRecorder::Recorded* ActivationRecorder::find(const ModelPart& part) const {
  for (const Recorded& one : m_recorded)
    if (one.part == hookedWith(part)) return &one;
  return nullptr;
}

at::Tensor ActivationPatcher::apply(const ModelPart& part, Rows /*rows*/, const at::Tensor& value) {
  at::Tensor result = value;
  for (const Replacement& replacement : m_replacements) {
    if (hookedWith(replacement.part) != part) continue;
    const at::Tensor flat = result.reshape({value.size(0), -1});
    const at::Tensor other = (replacement.rows.defined() ? replacement.source.index_select(0, replacement.rows)
                                                         : replacement.source.to(flat.options()))
                                 .expand_as(flat);
    if (part.kind != PartKind::Head) {
      result = other.reshape(value.sizes());
      continue;
    }
    const std::int64_t width = flat.size(1) / m_heads;
    const std::int64_t first = static_cast<std::int64_t>(replacement.part.head) * width;
    result = flat.clone();
    result.narrow(1, first, width).copy_(other.narrow(1, first, width));
  }
  return result;
}

}  // namespace sojourn
