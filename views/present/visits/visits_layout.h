// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand in the Visits view: a column a day, the 24 hour band over them, cards or lines in them.
#pragma once

#include <cstdint>
#include <vector>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene.h"

namespace sojourn::present {

struct DayColumn {
  std::int32_t daysAgo = 0;  ///< as shown, display offset included
  std::int32_t weekday = 0;
  float x = 0, width = 0;
  std::vector<std::size_t> visits;   ///< that begin on this day, in the order of the sequence
  std::vector<std::size_t> removed;  ///< of the reference, that are no longer there: below the others

  [[nodiscard]] std::size_t rows() const { return visits.size() + removed.size(); }
};

/// When a visit lies on the band: minutes since the first column's midnight, in shown time.
struct BandSpan {
  double begin = 0, end = 0;
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

/// Cards where all of them fit, if need be without margins, else compact ones, else lines of 20 px; with more of those in a day than fit, the
/// content gets taller.
/// Visits that overlap or stand in a wrong order keep their places in time.
[[nodiscard]] VisitsLayout layOutVisits(const SampleContext& context, Size canvas);

}  // namespace sojourn::present
