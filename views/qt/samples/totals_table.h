// SPDX-License-Identifier: GPL-3.0-or-later
// Four lines of figures over the Samples table: filtered and whole, all targets and known ones.
#pragma once

#include <QWidget>

#include "views/present/scene/scene.h"
#include "views/present/scene/theme.h"
#include "views/session/samples/sample_view.h"

namespace sojourn::qt {

class TotalsTable final : public QWidget {
  Q_OBJECT
 public:
  explicit TotalsTable(QWidget* parent = nullptr);
  void setTotals(const session::SampleTotals& totals, bool filtered);
  [[nodiscard]] const present::Scene& scene() const { return m_scene; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent*) override { rebuild(); }
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void rebuild();

  session::SampleTotals m_totals;
  bool m_filtered = false;
  present::Scene m_scene;
};

/// The same lines as a scene, also for exports.
[[nodiscard]] present::Scene totalsScene(const session::SampleTotals& totals, bool filtered, float width,
                                         const present::Theme& theme);

}  // namespace sojourn::qt
