// SPDX-License-Identifier: GPL-3.0-or-later
// Which views a report can hold, and why not where it cannot.
#pragma once

#include <QString>
#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "views/qt/studio/studio_views.h"

namespace sojourn::qt {

struct ReportView {
  QString id;     ///< as in exports
  QString title;  ///< "Position bias"
  QString group;  ///< the workspace it is of
  /// Made for every sample; absent for a view of the whole set, which `shown` makes once, as it stands on the screen.
  std::optional<ViewSpec> spec = {};
  std::function<present::ViewContent(const present::Theme&)> shown;
  bool compares = false;  ///< of edited samples only
  QString section = {};   ///< of views of the set; empty: that of model and samples
  bool ofPeople = true;   ///< false: it shows no user and no place
  QString missing;        ///< why it cannot be shown now; empty where it can
};

/// Whether one of them shows users and places of the whole split.
[[nodiscard]] inline bool showsWholeSplit(const std::vector<ReportView>& views) {
  return std::ranges::any_of(views, [](const ReportView& view) { return !view.spec && view.ofPeople; });
}

/// Those of Inspect, What if, Explain, Compare, Dataset, Places and Ablation, in the order of a report. `views`
/// outlives them.
[[nodiscard]] std::vector<ReportView> reportViews(const StudioViews& views);

/// The views of every sample in Inspect: what a report shows where nothing else is said.
[[nodiscard]] QStringList usualReportViews();

/// Now, with the offset from UTC: "2026-11-21T21:35:04+00:00".
[[nodiscard]] std::string reportDate();

/// The views with the wanted ids, in the order of `all`. Error: an id of no view, with the known ones.
[[nodiscard]] Result<std::vector<ReportView>> chosenReportViews(const std::vector<ReportView>& all,
                                                                const QStringList& wanted);

}  // namespace sojourn::qt
