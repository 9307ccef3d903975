// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the Visits view, the band and the cards below it. For visits_*.cpp only.
#pragma once

#include <string>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/visits/visits_layout.h"

namespace sojourn::present {

/// What all parts draw with.
struct VisitsFrame {
  const SampleContext& context;
  const VisitsLayout& layout;
  SceneBuilder& builder;

  [[nodiscard]] const Inspection& inspection() const { return *context.inspection; }
  [[nodiscard]] const Visit& visit(std::size_t i) const { return inspection().sequence.visits[i]; }
  [[nodiscard]] bool copies() const { return inspection().copiedMass.size() == inspection().sequence.visits.size(); }
  [[nodiscard]] bool compared() const { return hasReference(context); }
  /// Copied mass now minus that in the reference, where a visit that is not there copies nothing.
  [[nodiscard]] double copiedChange(std::size_t i) const;
};

/// Everything about a visit in words, its change and its flag included.
[[nodiscard]] std::string visitWords(const VisitsFrame& frame, std::size_t visit);
/// The same of a visit of the reference that is removed.
[[nodiscard]] std::string removedWords(const VisitsFrame& frame, std::size_t before);
/// Adds the hit area of a visit's block or card, which can be dragged where the sample can be edited.
void hitVisit(const VisitsFrame& frame, Rect rect, std::size_t visit);

/// Blocks in true time; dashed where visits were; overlaps hatched, flagged visits marked below.
void paintVisitsBand(const VisitsFrame& frame, Scene& scene);
/// A card or line a visit, and as an outline each visit that is removed.
void paintVisitMarks(const VisitsFrame& frame);

}  // namespace sojourn::present
