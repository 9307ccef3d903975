// SPDX-License-Identifier: GPL-3.0-or-later
// The Compare workspace: several models on the same samples, and on the current one.
#pragma once

#include "views/qt/docks/sample_area.h"
#include "views/session/compare/compared_source.h"

namespace sojourn::session {
class ModelComparisons;
}

namespace sojourn::qt {

class CompareBar;
class ComparedSamples;
class CompareViews;
/// Compares only while it is on screen. Ctrl, Alt and a digit put a model in the first column, with Shift in the
/// second.
class CompareArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `views` must outlive this.
  explicit CompareArea(CompareViews& views, QWidget* parent = nullptr);

  [[nodiscard]] CompareBar* bar() const { return m_bar; }
  [[nodiscard]] ComparedSamples* samples() const { return m_samples; }
  [[nodiscard]] session::ModelComparisons& comparisons() const;
  /// Opens the menu of what can be added.
  void offerModels();
  /// What refuses it becomes a banner.
  void addModel(const session::ComparedSource& source);
  /// The rows of the samples as a table, for files.
  [[nodiscard]] present::ViewContent samplesScene() const;
  void updateFrom(session::Changes changes) override;

 protected:
  bool event(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  CompareViews& m_views;
  CompareBar* m_bar;
  ComparedSamples* m_samples;
};

}  // namespace sojourn::qt
