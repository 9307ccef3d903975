// SPDX-License-Identifier: GPL-3.0-or-later
// The cells of a picture's table as text that can be read back.
#pragma once

#include <string>

#include "views/present/scene/scene.h"

namespace sojourn::present {

/// One cell as it is copied and exported: numbers with as many digits as it takes to read them back, an absent one is
/// empty.
[[nodiscard]] std::string cellText(const Table::Cell& cell);

}  // namespace sojourn::present
