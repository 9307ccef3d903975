// SPDX-License-Identifier: GPL-3.0-or-later
// Why a row of an input is dropped (PREPARE.md 1).
#pragma once

#include "model/core/name_table.h"

namespace sojourn {

/// In the order in which they are looked for: of several the smallest counts.
enum class DropReason {
  FieldCount,
  MissingUser,
  MissingPlace,
  MissingTime,
  BadTime,
  TimeOutOfRange,
  NegativeDuration,
  MissingCoordinate,
  BadCoordinate,
  CoordinateOutOfRange,
  Duplicate,
  None
};
inline constexpr NameTable<11> dropReasonNames{
    "field_count",       "missing_user",      "missing_place",      "missing_time",   "bad_time",
    "time_out_of_range", "negative_duration", "missing_coordinate", "bad_coordinate", "coordinate_out_of_range",
    "duplicate"};

}  // namespace sojourn
