// SPDX-License-Identifier: GPL-3.0-or-later
// The Dataset workspace: what the filtered samples are like, and what the model reads of them.
#pragma once

#include "views/qt/docks/sample_area.h"
#include "views/qt/docks/view_state.h"

namespace sojourn::qt {

class DatasetBar;

/// Measures only while it is on screen.
class DatasetArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `state` must outlive this.
  DatasetArea(session::Workspace& workspace, ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] DatasetBar* bar() const { return m_bar; }
  [[nodiscard]] session::DatasetStudy& study() const { return m_state.dataset(); }
  [[nodiscard]] session::OtherModelProfile& otherModel() const { return m_state.otherModel(); }
  [[nodiscard]] session::ModelComparisons& comparisons() const { return m_state.comparisons(); }
  void updateFrom(session::Changes changes) override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  ViewState& m_state;
  DatasetBar* m_bar;
};

}  // namespace sojourn::qt
