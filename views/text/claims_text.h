// SPDX-License-Identifier: GPL-3.0-or-later
// Claims and what was measured of them, as JSON and as a table.
#pragma once

#include <span>
#include <string>

#include "model/results/claims.h"
#include "views/text/output.h"

namespace sojourn::text {

/// A list of objects: what is claimed, what is measured with its interval, the command, the verdict and its reason.
[[nodiscard]] Json claimsJson(std::span<const LedgerRow> rows);
/// A row for each claim; below, the sources.
[[nodiscard]] std::string claimsTable(std::span<const LedgerRow> rows);

}  // namespace sojourn::text
