// SPDX-License-Identifier: GPL-3.0-or-later
// The words and marks that all views of one sample share: scope, places, visits and when they are shown to have begun,
// and how a change is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// "sample 3376, test, epoch 8": what every caption begins with. Without an epoch where the checkpoint has none.
[[nodiscard]] std::string scopeText(const SampleContext& context);

/// The place's name, safe to draw (SPEC 8.3), or its default ("Place 14", "Unseen").
[[nodiscard]] std::string placeText(const SampleContext& context, LocationId location);

/// When a visit is shown to have begun: its record moved by the display offset. What the model reads never moves.
struct ShownStart {
  std::int32_t weekday = 0;
  std::int32_t minute = 0;   ///< 0..1439
  std::int32_t daysAgo = 0;  ///< before the recorded day of the target; -1 where the offset moves it past that day
};
[[nodiscard]] ShownStart shownStart(const SampleContext& context, const Visit& visit);
[[nodiscard]] ShownStart movedBy(const ShownStart& start, std::int64_t minutes);

/// When a visit is shown to have begun, as cells of a table: "Wed", "08:10".
struct ShownCells {
  std::string weekday, start;
  std::int32_t daysAgo = 0;
};
[[nodiscard]] ShownCells shownCells(const SampleContext& context, const Visit& visit);

/// "Wed 08:10", as shown.
[[nodiscard]] std::string whenText(const SampleContext& context, const Visit& visit);

/// "Office, Wed 08:10": how a visit is named in status lines and tables.
[[nodiscard]] std::string visitText(const SampleContext& context, std::size_t visit);

/// "today", "1 day ago", "7 days ago", "1 day later".
[[nodiscard]] std::string daysAgoText(std::int32_t daysAgo);

/// "1 visit", "14 visits", "1 187 places".
[[nodiscard]] std::string countText(std::size_t count, const char* one, const char* many);

/// The place's square beside its name, white where the sample has no colours.
[[nodiscard]] Swatch swatchOf(const SampleContext& context, LocationId location);

/// Why there is nothing to draw before the first inspection, or nothing at all when there is one.
[[nodiscard]] std::optional<EmptyState> nothingInspected(const SampleContext& context);

/// How strongly a mark shows that it is pointed at (VISUAL 2).
enum class Emphasis {
  None,
  Tint,      ///< hovered, or belongs to what is selected: a soft ground
  Selected,  ///< clicked: soft ground and accent edge
};
/// A visit is selected itself; it is tinted with the hovered visit or place, and with a selected place.
[[nodiscard]] Emphasis emphasisOfVisit(const SampleContext& context, std::size_t visit);
/// A place is selected when it was chosen itself; it is tinted when hovered or when a visit to it is chosen.
[[nodiscard]] Emphasis emphasisOfPlace(const SampleContext& context, LocationId location);

/// What hovering or clicking a visit selects: the visit and its place.
[[nodiscard]] Focus focusOnVisit(const SampleContext& context, std::size_t visit);
[[nodiscard]] Focus focusOnPlace(LocationId location);

struct VisitLabel {
  LocationId location = 0;
  std::string place;    ///< "Office", safe to draw
  std::string weekday;  ///< "Thu", as shown
  std::string time;     ///< "Thu 10:06", as shown
  Swatch swatch;
  std::int32_t daysAgo = 0;  ///< as shown: neighbours with the same number lie within one day bracket

  /// "Office, Thu 10:06"
  [[nodiscard]] std::string full() const { return place + ", " + time; }
};

/// Of a visit of the sequence shown or of its reference.
[[nodiscard]] VisitLabel visitLabel(const SampleContext& context, const Visit& visit);

/// One label a visit of the inspected sequence, in its order: made once, used for every row, column and cell.
[[nodiscard]] std::vector<VisitLabel> visitLabels(const SampleContext& context);

/// A change of a probability or weight from here on catches the eye; smaller ones are written in the text's grey.
inline constexpr double noticedChange = 0.005;

[[nodiscard]] Color changeColor(const Theme& theme, double change);
/// The bar of a change has its colour at any size.
[[nodiscard]] Color changeFill(const Theme& theme, double change);
[[nodiscard]] Font changeFont(double change, float size);

/// "compared with sample 3376 as recorded, 2 edits"
[[nodiscard]] std::string comparedWithText(const SampleContext& context);

/// "Office, Thu 10:06" of a visit of the reference, at the times shown.
[[nodiscard]] std::string referenceVisitText(const SampleContext& context, std::size_t before);

/// What is different in a visit's record: "was Office, Wed 20:46, 12.5 h", "new visit"; empty where nothing is.
[[nodiscard]] std::string recordChangeText(const SampleContext& context, std::size_t visit);

}  // namespace sojourn::present
