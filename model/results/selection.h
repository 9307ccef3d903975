// SPDX-License-Identifier: GPL-3.0-or-later
// The one selection that all views share: hover previews, click selects.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/data/dataset/sequence.h"

namespace sojourn {

struct HeadRef {
  std::size_t layer = 0, head = 0;
  bool operator==(const HeadRef&) const = default;
};

/// A thing that can be pointed at. Several parts may be set: a visit carries its location.
struct Focus {
  std::optional<std::size_t> visit;  ///< index within the sequence; in attention the key (column)
  std::optional<std::size_t> query;  ///< the row of an attention map
  std::optional<LocationId> location;
  std::optional<HeadRef> head;
  std::optional<std::size_t> method = {};  ///< of explanation, by its number among those that views name
  bool operator==(const Focus&) const = default;
  [[nodiscard]] bool empty() const { return !visit && !query && !location && !head && !method; }
};

struct Selection {
  Focus selected;
  std::vector<std::size_t> alsoVisits;  ///< added with Shift+click
  Focus hovered;
  bool operator==(const Selection&) const = default;
};

}  // namespace sojourn
