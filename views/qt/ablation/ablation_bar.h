// SPDX-License-Identifier: GPL-3.0-or-later
// The rows over the docks of the Ablation workspace: which study, which metric, its trainings, and what it comes to.
#pragma once

#include <QLabel>
#include <QToolButton>
#include <array>

#include "views/qt/ablation/ablation_views.h"
#include "views/qt/widgets/compose.h"

class QButtonGroup;

namespace sojourn::qt {

class FittingLabel;

class AblationBar final : public OptionBar {
  Q_OBJECT
 public:
  /// `views` must outlive this.
  explicit AblationBar(AblationViews& views, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);

  /// By the figure's, and the targets', place in their lists.
  [[nodiscard]] QToolButton* figure(std::size_t number) const { return m_figures.at(number); }
  [[nodiscard]] QToolButton* targets(std::size_t number) const { return m_targets.at(number); }
  [[nodiscard]] QToolButton* start() const { return m_start; }
  [[nodiscard]] QToolButton* pause() const { return m_pause; }
  [[nodiscard]] QToolButton* stop() const { return m_stop; }
  [[nodiscard]] QToolButton* seeds() const { return m_seeds; }
  [[nodiscard]] QLabel* sentence() const;

 Q_SIGNALS:
  void studyWanted();
  void newStudyWanted();

 private:
  void askSeeds();
  void recolor();
  void fill();

  AblationViews& m_views;
  QToolButton* m_study;
  FittingLabel* m_seedList;
  std::array<QToolButton*, 4> m_figures{};
  std::array<QToolButton*, 3> m_targets{};
  QToolButton *m_start, *m_pause, *m_stop, *m_seeds;
  QFrame* m_strip;
  QLabel* m_icon;
  FittingLabel *m_sentence, *m_detail;
};

}  // namespace sojourn::qt
