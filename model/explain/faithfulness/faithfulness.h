// SPDX-License-Identifier: GPL-3.0-or-later
// How well an order of visits reflects what the model needs: comprehensiveness and sufficiency (ERASER), deletion and
// insertion curves (RISE), as SPEC 6 adapts them to short windows; and the check of a single removal.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence.h"
#include "model/explain/statistics/ranking.h"
#include "model/results/explanation.h"

namespace sojourn {

class MaskedPredictions;
class Engine;

/// k in {1, 2, 3, 5, ceil(L / 2)}, each distinct k below L once, ascending; empty for a single visit.
[[nodiscard]] std::vector<std::size_t> removalCounts(std::size_t length);

/// Trapezium mean of a curve over an axis scaled to 0..1; the value itself where there is only one.
[[nodiscard]] double areaUnder(std::span<const double> curve);

/// The figures of one order from its two curves, [L] each: deletion[r] without the top r, insertion[k - 1] with only
/// the top k. At least two visits.
[[nodiscard]] Faithfulness faithfulnessOf(std::vector<double> deletion, std::vector<double> insertion);

/// Mean of figures and curves.
[[nodiscard]] Faithfulness meanOf(std::span<const Faithfulness> several);

/// Standard deviations of figures and curves; absent for fewer than two.
[[nodiscard]] std::optional<RandomScatter> scatterOf(std::span<const Faithfulness> several);

/// The parts that one order asks for, by one operator: asked first, read when the values are there.
class OrderCurves {
 public:
  /// Without `insertion` only deletionArea() can be read.
  OrderCurves(const VisitOrder& order, Removal removal, MaskedPredictions& values, bool insertion = true);
  [[nodiscard]] Faithfulness read(const MaskedPredictions& values) const;
  [[nodiscard]] double deletionArea(const MaskedPredictions& values) const;

 private:
  std::vector<std::size_t> m_deletion, m_insertion;
};

/// Of several orders.
[[nodiscard]] std::vector<OrderCurves> curvesOf(std::span<const VisitOrder> orders, Removal removal,
                                                MaskedPredictions& values);
[[nodiscard]] std::vector<Faithfulness> readAll(std::span<const OrderCurves> curves, const MaskedPredictions& values);

/// Errors: a visit that is not there, the only one, a location that the model does not know, those of
/// partialProbabilities.
[[nodiscard]] Result<RemovalCheck> checkRemoval(const Engine& engine, const Sequence& sequence,
                                                const ExplanationTarget& target, std::size_t visit, Removal removal,
                                                const CancelToken& cancel = {});

}  // namespace sojourn
