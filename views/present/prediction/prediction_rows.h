// SPDX-License-Identifier: GPL-3.0-or-later
// Which candidates the Prediction view shows, what the rest adds up to, how they differ from a reference, and the
// gate's bar. For prediction_*.cpp only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/results/inspection.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Added to every probability by the pointer models before the logarithm (SPEC 3.2): no place falls below it.
inline constexpr double probabilityFloor = 1e-10;

/// True where the floor makes up at least half of the probability: the model itself gave (next to) nothing. Never for
/// models without a floor, whose log-probabilities may be lower.
[[nodiscard]] bool atFloor(const Candidate& candidate);

struct PredictionRows {
  std::size_t first = 0;                 ///< ranks 1..first are shown
  std::optional<std::size_t> farTarget;  ///< index into the ranking of a target that is not among them
  std::size_t others = 0;                ///< candidates without a row
  double othersCopied = 0, othersGenerated = 0;
  double sum = 0;              ///< of all probabilities
  std::size_t floorCount = 0;  ///< candidates at the floor

  [[nodiscard]] double othersProbability() const { return othersCopied + othersGenerated; }
  /// Indices into the ranking, in the order of the rows.
  [[nodiscard]] std::vector<std::size_t> shown() const;
};

/// `places` is how many rows there is room for, the target's included; at least one is used.
[[nodiscard]] PredictionRows choosePredictionRows(const Inspection& inspection, std::size_t places);

/// Made once a picture; only where hasReference() holds.
class PredictionChange {
 public:
  explicit PredictionChange(const SampleContext& context);

  /// The candidate in the reference; its pointer is null where the reference's ranking does not hold the place.
  [[nodiscard]] RankedCandidate before(LocationId location) const { return candidateOf(m_before, location); }
  [[nodiscard]] double change(const Candidate& now) const;
  /// Of all candidates without a row: what they had before, so that the changes of all rows add up to none.
  [[nodiscard]] double othersBefore(const PredictionRows& rows) const;

  /// ", rank 2 before: P 0.266, change +0.294"
  [[nodiscard]] std::string text(const Candidate& now) const;
  /// "Compared with sample 3376 as recorded, 2 edits: probability moved 0.265, before it was Office with 0.471, ..."
  [[nodiscard]] std::string summary() const;

  const double gateBefore, gateChange;
  const double moved;  ///< half the summed absolute change

 private:
  const SampleContext& m_context;
  const Inspection& m_before;
};

/// Of a probability; NaN where there is none.
[[nodiscard]] double copyShare(double copied, double generated);

/// A row a candidate shown and one for all others; beside a reference with its rank, probability and the change, which
/// add up to nothing. `change` may be null.
[[nodiscard]] Table predictionTable(const SampleContext& context, const PredictionRows& rows,
                                    const PredictionChange* change);

inline constexpr float predictionMargin = 12;

struct PredictionGate {
  Rect bar;              ///< the axis 0 to 1
  bool beside = false;   ///< its words stand left of it, else above
  float textRight = 0;   ///< where words beside it end
  float width = 0;       ///< of the canvas
  double gate = 0;
  const PredictionChange* change = nullptr;  ///< beside a reference
};

/// The gate mixes two distributions; how much of one candidate is copied stands in its own row. Beside a reference a
/// line marks where it stood, with the way from there and the signed change.
void paintPredictionGate(SceneBuilder& builder, const PredictionGate& gate);

}  // namespace sojourn::present
