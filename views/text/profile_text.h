// SPDX-License-Identifier: GPL-3.0-or-later
// The profile of a split as JSON (SPEC 11), as CSV files and as tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/results/profile.h"
#include "views/text/output.h"

namespace sojourn::text {

/// "sojourn.profile/1" without its split. What needs a checkpoint, or a part that the model lacks, is null.
[[nodiscard]] Json profileJson(const Profile& profile);

/// A file for each list of the JSON: "head_roles.csv", "gate_by.csv", ... Members of objects within a line become
/// columns: "fit_age".
[[nodiscard]] std::vector<std::pair<std::string, std::string>> profileCsvs(const Json& json);

/// The same in a page of text.
[[nodiscard]] std::string profileTables(const Profile& profile);

}  // namespace sojourn::text
