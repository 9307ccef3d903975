// SPDX-License-Identifier: GPL-3.0-or-later
// What a table of runs says in words, beside the figures of run_catalogue.h.
#pragma once

namespace sojourn {

enum class RunText { Name, State, Model, Dataset, Differs, Seed };

}  // namespace sojourn
