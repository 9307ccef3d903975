// SPDX-License-Identifier: GPL-3.0-or-later
// The Ablation workspace: a study of variants of a model, each trained with several seeds.
#pragma once

#include "views/qt/ablation/ablation_views.h"
#include "views/qt/docks/sample_area.h"

namespace sojourn::qt {

class AblationBar;

/// Reads the study's folder only while it is on screen.
class AblationArea final : public SampleArea {
  Q_OBJECT
 public:
  /// `library`: the runs that are open, for a new study. Both must outlive this.
  AblationArea(AblationViews& views, const session::RunLibrary& library, QWidget* parent = nullptr);

  [[nodiscard]] AblationBar* bar() const { return m_bar; }
  [[nodiscard]] session::LiveStudy& study() const { return m_views.study(); }
  void askNewStudy();
  void updateFrom(session::Changes changes) override;

 Q_SIGNALS:
  void studyWanted();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  AblationViews& m_views;
  const session::RunLibrary& m_library;
  AblationBar* m_bar;
};

}  // namespace sojourn::qt
