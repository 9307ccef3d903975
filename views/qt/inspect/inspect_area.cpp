// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/inspect/inspect_area.h"

#include "views/qt/inspect/inspect_views.h"
#include "views/qt/samples/samples_panel.h"

namespace sojourn::qt {
namespace {

// Below this the right docks share one tab bar.
constexpr int wideFrom = 1440;
// Below this the docks' minimum widths leave no room for Attention beside Pointer, as on a screen at 150 %.
constexpr int attentionFrom = 1260;

void arrangeWide(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  area.addDockWidget(Qt::LeftDockWidgetArea, at("samples"));
  area.splitDockWidget(at("samples"), at("visits"), Qt::Horizontal);
  area.splitDockWidget(at("visits"), at("attention"), Qt::Horizontal);
  area.splitDockWidget(at("visits"), at("prediction"), Qt::Vertical);
  area.splitDockWidget(at("prediction"), at("pointer"), Qt::Horizontal);
  area.splitDockWidget(at("attention"), at("gate"), Qt::Vertical);
  area.splitDockWidget(at("gate"), at("position_bias"), Qt::Vertical);
  for (const char* id : {"samples", "visits", "prediction", "pointer", "attention", "gate", "position_bias"})
    at(id)->show();
  for (const char* id : {"model", "help"}) {
    area.tabifyDockWidget(at("pointer"), at(id));
    at(id)->hide();
  }
  // Samples as wide as a place's name in two lines needs, beside it the picture at 1600 x 1000; what a larger window
  // has more goes to everybody, most of it to the middle and the maps.
  const int wider = std::max(0, window.width() - 1600);
  const int left = 384 + wider / 10;
  const int right = 452 + wider / 3;
  const int middle = window.width() - left - right - 8;
  const int prediction = 268 + wider / 10;
  area.shareOut({at("samples"), at("visits"), at("attention")}, {left, middle, right}, Qt::Horizontal);
  area.shareOut({at("prediction"), at("pointer")}, {prediction, middle - prediction - 4}, Qt::Horizontal);
  const int height = std::max(600, window.height() - 92);
  const int taller = std::max(0, window.height() - 1000);
  const int visits = 272 + taller / 6;  // five compact cards in a day
  const int gate = 168 + taller / 5;
  const int bias = 156 + taller / 5;
  area.shareOut({at("visits"), at("prediction")}, {visits, height - visits - 4}, Qt::Vertical);
  area.shareOut({at("attention"), at("gate"), at("position_bias")}, {height - gate - bias - 8, gate, bias},
                Qt::Vertical);
}

void arrangeNarrow(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  area.addDockWidget(Qt::LeftDockWidgetArea, at("samples"));
  area.splitDockWidget(at("samples"), at("visits"), Qt::Horizontal);
  area.splitDockWidget(at("visits"), at("prediction"), Qt::Vertical);
  area.splitDockWidget(at("prediction"), at("pointer"), Qt::Horizontal);
  const bool tight = window.width() < attentionFrom;
  if (tight)
    area.tabifyDockWidget(at("pointer"), at("attention"));
  else
    area.splitDockWidget(at("pointer"), at("attention"), Qt::Horizontal);
  area.tabifyDockWidget(at("attention"), at("gate"));
  area.tabifyDockWidget(at("gate"), at("position_bias"));
  area.tabifyDockWidget(at("position_bias"), at("model"));
  for (const char* id : {"samples", "visits", "prediction", "pointer", "attention", "gate", "position_bias", "model"})
    at(id)->show();
  area.tabifyDockWidget(at("pointer"), at("help"));
  at("help")->hide();
  at(tight ? "pointer" : "attention")->raise();
  const int left = tight ? 280 : 330;
  const int middle = std::max(tight ? 0 : 900, window.width() - left - 4);
  area.shareOut({at("samples"), at("visits")}, {left, middle}, Qt::Horizontal);
  constexpr int visits = 238;  // four compact cards in a day, whose names have a line of their own
  area.shareOut({at("visits"), at("prediction")}, {visits, std::max(200, window.height() - 92 - visits - 4)},
                Qt::Vertical);
  if (tight) {
    area.shareOut({at("prediction"), at("pointer")}, {232, middle - 232 - 4}, Qt::Horizontal);
    return;
  }
  area.shareOut({at("prediction"), at("pointer"), at("attention")}, {232, middle - 232 - 344 - 8, 344}, Qt::Horizontal);
}

/// Four columns; in a narrower window the right docks share one tab bar, in the narrowest with Pointer.
void arrangeInspect(DockArea& area, QSize window) {
  if (window.width() >= wideFrom)
    arrangeWide(area, window);
  else
    arrangeNarrow(area, window);
}

}  // namespace

InspectArea::InspectArea(const InspectViews& views, const session::SeedEvaluations& stability, QWidget* parent)
    : SampleArea(views.current(), arrangeInspect, parent), m_samples(new SamplesPanel(workspace())) {
  setObjectName(QStringLiteral("inspectArea"));
  add(new ViewDock(QStringLiteral("samples"), tr("Samples"), m_samples, {240, 160}));
  for (const ViewSpec& spec : views.specs()) addView(spec);
  addHelp();
  m_samples->setEvaluations(stability);
  connect(m_samples, &SamplesPanel::said, this, &SampleArea::said);
  connect(m_samples, &SamplesPanel::actionRequested, this, &SampleArea::actionRequested);
}

void InspectArea::updateFrom(session::Changes changes) {
  m_samples->updateFrom(changes);
  SampleArea::updateFrom(changes);
  dock(QStringLiteral("samples"))->bar()->setCaption(m_samples->caption(), {});
}

}  // namespace sojourn::qt
