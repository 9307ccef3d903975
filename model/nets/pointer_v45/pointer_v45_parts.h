// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of Pointer V45 that an ablation leaves out (SPEC 3.5), and what of them a state dict shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/nets/plan/state_dict_kind.h"

namespace sojourn {

/// Which parts the network is built with. A part that is off has no tensors and no columns in input_proj.
struct PointerV45Parts {
  bool user = true, time = true, weekday = true, recency = true, duration = true, positionFromEnd = true;
  bool sinusoid = true;      ///< pos_encoding
  bool positionBias = true;  ///< needs the pointer
  bool pointer = true;
  bool generation = true;
  bool gate = true;  ///< learned; needs both sides. Off with both sides on: half and half

  /// Columns of input_proj at this width.
  [[nodiscard]] std::int64_t inputWidth(std::int64_t width) const {
    const int quarters = time + weekday + recency + duration + positionFromEnd;
    return width * (1 + user) + width / 4 * quarters;
  }

  bool operator==(const PointerV45Parts&) const = default;
};

/// What makes a standard Transformer of it: the encoder over locations and sinusoidal positions, the generation head
/// behind it. No ablation of SPEC 3.5 lacks as much, each lacks one part or the four of time: only a checkpoint that
/// has none but these parts is a standard Transformer.
inline constexpr PointerV45Parts standardTransformerParts{.user = false,
                                                          .time = false,
                                                          .weekday = false,
                                                          .recency = false,
                                                          .duration = false,
                                                          .positionFromEnd = false,
                                                          .positionBias = false,
                                                          .pointer = false,
                                                          .gate = false};

/// Rows of the tables whose sizes are fixed.
struct PointerV45Rows {
  static constexpr std::int64_t time = 97, weekday = 8, recency = 9, duration = 100;
};

[[nodiscard]] PointerV45Parts pointerV45PartsOf(const StateShapes& shapes);
/// Of one of SPEC 3.5's names but single_layer, which is a size; nothing where there is no such ablation.
[[nodiscard]] std::optional<PointerV45Parts> pointerV45PartsOf(std::string_view ablation);

}  // namespace sojourn
