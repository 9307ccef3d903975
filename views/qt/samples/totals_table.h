// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of figures over the Samples table: filtered and whole, all targets and known ones, and errors in km.
#pragma once

#include <QWidget>

#include "model/results/distance_errors.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/theme.h"
#include "views/session/samples/sample_view.h"

namespace sojourn::qt {

/// What the table shows.
struct SamplesSummary {
  session::SampleTotals totals;
  bool filtered = false;
  DistanceErrors filteredErrors = {}, wholeErrors = {};  ///< of samples with coordinates; none measured: no line
};

class TotalsTable final : public QWidget {
  Q_OBJECT
 public:
  explicit TotalsTable(QWidget* parent = nullptr);
  void setSummary(const SamplesSummary& summary);
  [[nodiscard]] const present::Scene& scene() const { return m_scene; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent*) override { rebuild(); }
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void rebuild();

  SamplesSummary m_summary;
  present::Scene m_scene;
};

/// The same lines as a scene, also for exports.
[[nodiscard]] present::Scene totalsScene(const SamplesSummary& summary, float width, const present::Theme& theme);

}  // namespace sojourn::qt
