// SPDX-License-Identifier: GPL-3.0-or-later
// Sweep, counterfactuals and nearest samples without a window: views whose pictures take a search of their own.
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "views/qt/visits/visit_editor.h"
#include "views/qt/what_if/what_if_nearest.h"
#include "views/qt/what_if/what_if_searches.h"

namespace sojourn::qt {

class SearchedViews {
 public:
  /// Both must outlive this.
  SearchedViews(const CurrentSample& current, session::WhatIf& whatIf);

  [[nodiscard]] std::vector<const ViewSpec*> specs() const;
  /// Begins what these views (ids) show of the sample in front; others are left alone.
  void ask(const QStringList& views);
  /// Whether all that was asked for is there, or is known never to come.
  [[nodiscard]] bool settled();

 private:
  VisitEditor m_editor;
  WhatIfSearches m_searches;
  WhatIfNearest m_nearest;
  QWidget m_controls;  ///< owns the bars that a window would lay out
  QStringList m_asked;
};

}  // namespace sojourn::qt
