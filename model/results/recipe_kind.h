// SPDX-License-Identifier: GPL-3.0-or-later
// The ways in which kinds of models are trained (SPEC 7.1, 7.2); what each is stands in train/.
#pragma once

namespace sojourn {

enum class RecipeKind { WarmupCosine, LinearWithReturns };

}  // namespace sojourn
