// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand in the Visits view, and its parts: the band, the cards below it, the column at the right. For
// visits_*.cpp only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

struct DayColumn {
  std::int32_t daysAgo = 0;  ///< as shown, display offset included
  std::int32_t weekday = 0;
  float x = 0, width = 0;
  std::vector<std::size_t> visits = {};   ///< that begin on this day, in the order of the sequence
  std::vector<std::size_t> removed = {};  ///< of the reference, that are no longer there: below the others

  [[nodiscard]] std::size_t rows() const { return visits.size() + removed.size(); }
};

/// When a visit lies on the band: minutes since the first column's midnight, in shown time.
struct BandSpan {
  double begin = 0, end = 0;
  bool operator==(const BandSpan&) const = default;
};

inline constexpr float cardHeight = 52;
inline constexpr float cardHeightWithoutBar = 38;  // a model without a pointer copies nothing
inline constexpr float compactHeight = 34;         // lower on crowded days

/// How much of a visit a mark has room for: three text rows in a card, two in a compact one, one in a line.
enum class VisitMark { Card, Compact, Line };

struct VisitsLayout {
  std::vector<DayColumn> days;   ///< oldest first, one to ten
  std::vector<BandSpan> spans;   ///< by visit
  std::vector<BandSpan> before;  ///< by visit of the reference; empty without one
  Rect band;
  Rect target;  ///< the column at the right for prediction and target
  VisitMark mark = VisitMark::Card;
  float headerHeight = 0;  ///< day names and band; stays put when the marks scroll
  float pitch = 0;         ///< from mark to mark
  float markHeight = 0;
  Size contentSize;

  [[nodiscard]] float bandX(double minutes) const;
  /// A visit's block: at least 2 px to be seen and hit, inside the band also where it lies beyond its ends.
  [[nodiscard]] Rect blockRect(const BandSpan& span) const;
  [[nodiscard]] float pixelsPerMinute() const;
  [[nodiscard]] Rect markRect(const DayColumn& day, std::size_t row) const;
};

/// Cards where all of them fit, if need be without margins, else compact ones, else lines of 20 px; with more of those
/// in a day than fit, the content gets taller. Visits that overlap or stand in a wrong order keep their places in time.
[[nodiscard]] VisitsLayout layOutVisits(const SampleContext& context, Size canvas);

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

/// Adds the hit area of the outline of a visit of the reference that is removed.
void hitRemoved(const VisitsFrame& frame, Rect rect, std::size_t before);
/// Adds the hit area of a visit's block or card, which can be dragged where the sample can be edited.
void hitVisit(const VisitsFrame& frame, Rect rect, std::size_t visit);

/// A card or line a visit, and as an outline each visit that is removed.
void paintVisitMarks(const VisitsFrame& frame);

/// Draws into `layout.target`; what does not fit in height is left to the hit areas and the summary.
void paintNextVisit(const SampleContext& context, const VisitsLayout& layout, SceneBuilder& builder);

/// "Predicted Office with 0.471; the target, Office, has rank 1."
[[nodiscard]] std::string nextVisitSummary(const SampleContext& context);

}  // namespace sojourn::present
