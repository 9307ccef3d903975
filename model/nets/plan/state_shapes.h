// SPDX-License-Identifier: GPL-3.0-or-later
// Names and shapes of a state dict: what kind of network it is and how large follows from these alone.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn {

class StateShapes {
 public:
  StateShapes() = default;
  explicit StateShapes(const std::vector<NamedArray>& tensors);

  [[nodiscard]] bool has(std::string_view name) const { return m_shapes.contains(name); }
  /// Any tensor whose name begins with `prefix`.
  [[nodiscard]] bool hasPrefix(std::string_view prefix) const;
  /// Size along a dimension; 0 where there is no such tensor or dimension.
  [[nodiscard]] std::int64_t size(std::string_view name, std::size_t dimension) const;
  /// Layers present as prefix + "0.", prefix + "1.", ... without a gap.
  [[nodiscard]] std::int64_t layers(std::string_view prefix) const;
  /// A tensor of a layer with a number of `count` or more; empty where there is none.
  [[nodiscard]] std::string layerBeyond(std::string_view prefix, std::int64_t count) const;

 private:
  std::map<std::string, std::vector<std::int64_t>, std::less<>> m_shapes;
};

}  // namespace sojourn
