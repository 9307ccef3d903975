// SPDX-License-Identifier: GPL-3.0-or-later
// The scores of every method, defined one file each.
#pragma once

#include "model/explain/attribution/method.h"

namespace sojourn {

/// The pointer's weight of each visit, whatever its location.
[[nodiscard]] Result<MethodFindings> pointerWeight(const MethodInput& input);
/// gate * weight where the visit's location is the target's, else 0.
[[nodiscard]] Result<MethodFindings> copiedMass(const MethodInput& input);
/// Abnar and Zuidema 2020: row of the last query.
[[nodiscard]] Result<MethodFindings> attentionRollout(const MethodInput& input);
/// r_j = sum over i of w_i [x_i = y] R_ij: what the copies of the target read.
[[nodiscard]] Result<MethodFindings> copyPathRollout(const MethodInput& input);
/// Kobayashi et al. 2020: last layer, last query, all heads together, without the residual.
[[nodiscard]] Result<MethodFindings> valueWeightedAttention(const MethodInput& input);
/// L2 norm of dF/de.
[[nodiscard]] Result<MethodFindings> gradient(const MethodInput& input);
/// e . dF/de.
[[nodiscard]] Result<MethodFindings> gradientTimesInput(const MethodInput& input);
/// Sundararajan et al. 2017 along embeddings and copies together.
[[nodiscard]] Result<MethodFindings> integratedGradients(const MethodInput& input);
/// The same along embeddings alone.
[[nodiscard]] Result<MethodFindings> integratedGradientsOfEmbedding(const MethodInput& input);
/// Value less the value with the visit hidden.
[[nodiscard]] Result<MethodFindings> maskOne(const MethodInput& input);
/// Value less the value with the visit left out.
[[nodiscard]] Result<MethodFindings> leaveOneOut(const MethodInput& input);
/// Latest first.
[[nodiscard]] Result<MethodFindings> recency(const MethodInput& input);
/// Visits to the target first, both parts latest first.
[[nodiscard]] Result<MethodFindings> samePlace(const MethodInput& input);
/// All equal: every order is as good.
[[nodiscard]] Result<MethodFindings> randomOrder(const MethodInput& input);

}  // namespace sojourn
