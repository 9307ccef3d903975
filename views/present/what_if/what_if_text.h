// SPDX-License-Identifier: GPL-3.0-or-later
// The change from the pinned reference in one line, and how many edits made it.
#pragma once

#include <cstddef>
#include <string>

#include "views/present/samples/sample_context.h"

namespace sojourn::present {

/// "2 edits", "1 edit"; empty for none.
[[nodiscard]] std::string editsText(std::size_t edits);

/// "Office 0.471 to 0.251, Home 0.266 to 0.560, gate 0.749 to 0.826": the reference's first place and the present one,
/// and the gate of a model that has one. Empty without a reference.
[[nodiscard]] std::string changeText(const SampleContext& context);

}  // namespace sojourn::present
