// SPDX-License-Identifier: GPL-3.0-or-later
// The What if workspace: a sample's visits changed by hand, and every view of what the model then says.
#pragma once

#include "views/qt/docks/sample_area.h"
#include "views/qt/visits/edit_bar.h"

namespace sojourn::qt {

class FlagLine;
class HistoryPanel;
class ReferenceBar;
class WhatIfViews;
class VisitEditor;
class VisitsPanel;
class WhatIfNearest;
class WhatIfRules;
class WhatIfSearches;

class WhatIfArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` and `editor` must outlive this.
  WhatIfArea(const WhatIfViews& views, VisitEditor& editor, const EditBar::Actions& actions, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes) override;
  [[nodiscard]] ReferenceBar* referenceBar() const { return m_reference; }
  [[nodiscard]] EditBar* editBar() const { return m_bar; }
  [[nodiscard]] FlagLine* flagLine() const { return m_flags; }
  [[nodiscard]] HistoryPanel* history() const { return m_history; }
  [[nodiscard]] VisitsPanel* visits() const { return m_visits; }
  [[nodiscard]] WhatIfSearches* searches() const { return m_searches; }
  [[nodiscard]] WhatIfNearest* nearest() const { return m_nearest; }
  [[nodiscard]] WhatIfRules* rules() const { return m_rules; }
  /// All of it that shows colours of the theme by itself.
  void repaintViews() override;

 protected:
  /// Enter on the visits opens the fields of the selected one.
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  VisitEditor& m_editor;
  ReferenceBar* m_reference;
  EditBar* m_bar;
  FlagLine* m_flags;
  HistoryPanel* m_history;
  VisitsPanel* m_visits;
  WhatIfSearches* m_searches = nullptr;
  WhatIfNearest* m_nearest = nullptr;
  WhatIfRules* m_rules = nullptr;
};

}  // namespace sojourn::qt
