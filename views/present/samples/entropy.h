// SPDX-License-Identifier: GPL-3.0-or-later
// How spread out a distribution is: its entropy, and the number of equally read visits that would be as spread out.
#pragma once

#include <span>

namespace sojourn::present {

/// Shannon entropy -sum w log w in nats. Zeros add nothing; NaN where a weight is NaN; 0 for an empty distribution.
[[nodiscard]] double entropy(std::span<const float> weights);

/// exp(entropy): 14 for uniform attention over 14 visits, 1 where one visit gets everything; 0 for an empty one.
[[nodiscard]] double effectiveCount(std::span<const float> weights);

}  // namespace sojourn::present
