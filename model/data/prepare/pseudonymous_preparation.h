// SPDX-License-Identifier: GPL-3.0-or-later
// What came of a preparation, under pseudonyms: a dataset and tables that can be given away.
#pragma once

#include <string_view>

#include "model/data/prepare/preparation.h"

namespace sojourn {

/// As if users and places had been read in an order that the seed decides, and had no names but numbers. Positions are
/// rounded to positionGridMetres; times are shifted by one number of whole weeks, up to 20 years, so that weekdays and
/// times of day stay. What names people otherwise goes: the input's path, excluded users, problems, which quote rows.
void usePseudonyms(Preparation& made, std::string_view seed);

}  // namespace sojourn
