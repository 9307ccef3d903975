// SPDX-License-Identifier: GPL-3.0-or-later
// Places, weekdays and clock times as a person reads them.
#pragma once

#include <string>

#include "model/data/dataset/dataset.h"

namespace sojourn::text {

/// "08:15".
[[nodiscard]] std::string clock(std::int32_t minute);
/// "Mon"; the number where there is no such day.
[[nodiscard]] std::string weekdayName(std::int32_t weekday);
/// "14 Bakery", or the number alone.
[[nodiscard]] std::string place(const PlaceNames& places, LocationId location);

}  // namespace sojourn::text
