// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/state_shapes.h"

namespace sojourn {

StateShapes::StateShapes(const std::vector<NamedArray>& tensors) {
  for (const NamedArray& tensor : tensors) m_shapes.emplace(tensor.name, tensor.array.shape);
}

bool StateShapes::hasPrefix(std::string_view prefix) const {
  const auto next = m_shapes.lower_bound(prefix);
  return next != m_shapes.end() && next->first.starts_with(prefix);
}

std::int64_t StateShapes::size(std::string_view name, std::size_t dimension) const {
  const auto found = m_shapes.find(name);
  return found == m_shapes.end() || dimension >= found->second.size() ? 0 : found->second[dimension];
}

std::int64_t StateShapes::layers(const std::string& prefix) const {
  std::int64_t count = 0;
  while (hasPrefix(prefix + std::to_string(count) + ".")) ++count;
  return count;
}

}  // namespace sojourn
