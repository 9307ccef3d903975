// SPDX-License-Identifier: GPL-3.0-or-later
// The Dataset workspace: what the filtered samples are like, and what the model reads of them.
#pragma once

#include "views/qt/dataset/dataset_views.h"
#include "views/qt/docks/sample_area.h"

namespace sojourn::qt {

class DatasetBar;

/// Measures only while it is on screen.
class DatasetArea final : public SampleArea {
  Q_OBJECT
 public:
  /// Both must outlive this.
  DatasetArea(DatasetViews& views, session::ModelComparisons& comparisons, QWidget* parent = nullptr);

  [[nodiscard]] DatasetBar* bar() const { return m_bar; }
  [[nodiscard]] session::DatasetStudy& study() const { return m_views.study(); }
  [[nodiscard]] session::OtherModelProfile& otherModel() const { return m_views.otherModel(); }
  [[nodiscard]] session::ModelComparisons& comparisons() const { return m_comparisons; }
  void updateFrom(session::Changes changes) override;

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  DatasetViews& m_views;
  session::ModelComparisons& m_comparisons;
  DatasetBar* m_bar;
};

}  // namespace sojourn::qt
