// SPDX-License-Identifier: GPL-3.0-or-later
// What the Prediction view adds beside a reference: each candidate's rank and probability before, the gate's change,
// and how much probability moved. For prediction_*.cpp only.
#pragma once

#include <string>
#include <vector>

#include "views/present/prediction/prediction_rows.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Made once a picture; only where hasReference() holds.
class PredictionChange {
 public:
  explicit PredictionChange(const SampleContext& context);

  /// The candidate in the reference; its pointer is null where the reference's ranking does not hold the place.
  [[nodiscard]] RankedCandidate before(LocationId location) const;
  [[nodiscard]] double change(const Candidate& now) const;
  /// Of all candidates without a row: what they had before, so that the changes of all rows add up to none.
  [[nodiscard]] double othersBefore(const PredictionRows& rows) const;
  [[nodiscard]] double gateBefore() const { return m_gateBefore; }
  [[nodiscard]] double gateChange() const { return m_gateChange; }
  /// Half the summed absolute change.
  [[nodiscard]] double moved() const { return m_moved; }

  /// ", rank 2 before: P 0.266, change +0.294"
  [[nodiscard]] std::string words(const Candidate& now) const;
  /// "Compared with sample 3376 as recorded, 2 edits: probability moved 0.265, before it was Office with 0.471, ..."
  [[nodiscard]] std::string summary() const;

 private:
  const SampleContext& m_context;
  const Inspection& m_before;
  double m_gateBefore = 0, m_gateChange = 0, m_moved = 0;
};

/// The empty frame from 0 to where the reference's bar ended, around the bar that is.
void paintReferenceFrame(SceneBuilder& builder, Rect bar, float end, float reach);

/// A triangle of 5 px: up where the rank improved, down where it fell, nothing where it stayed.
void paintRankArrow(Scene& scene, const Theme& theme, Point topLeft, std::size_t before, std::size_t now);

}  // namespace sojourn::present
