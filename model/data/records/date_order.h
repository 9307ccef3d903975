// SPDX-License-Identifier: GPL-3.0-or-later
// Whether "3/4/2021" is in March or in April: by all dates of a table, never by a guess.
#pragma once

#include <vector>

#include "model/core/result.h"
#include "model/data/records/readers.h"

namespace sojourn {

/// The order of a table's dates: the one that was asked for, else Automatic where no date of the first thousand rows
/// begins with a day or month, else the only one that fits all rows, which is then said in `notes`. Leaves the source
/// at its beginning. Throws a FormatFailure: two orders fit all dates, or none does; numbers that may be Excel's days;
/// and those of TableInput.
[[nodiscard]] DateOrder findDateOrder(ByteSource& source, const InputSettings& settings, const ReadWatch& watch,
                                      std::vector<Problem>& notes);

}  // namespace sojourn
