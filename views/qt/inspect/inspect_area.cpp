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

/// Four columns; in a narrower window the right docks share one tab bar, in the narrowest with Pointer.
DockLayout inspectLayout(QSize room) {
  if (room.width() < wideFrom) {
    constexpr int visits = 238;  // four compact cards in a day, whose names have a line of their own
    const DockPart prediction{232, tabs({"prediction"})};
    const DockLayout sample =
        room.width() < attentionFrom
            ? row({prediction, {0, tabs({"pointer", "attention", "gate", "position_bias", "model"}, {"help"})}})
            : row({prediction,
                   {0, tabs({"pointer"}, {"help"})},
                   {344, tabs({"attention", "gate", "position_bias", "model"})}});
    return row({{room.width() < attentionFrom ? 280 : 330, tabs({"samples"})},
                {0, column({{visits, tabs({"visits"})}, {0, sample}})}});
  }
  // Samples as wide as a place's name in two lines needs, beside it the picture at 1600 x 1000; what a larger window
  // has more goes to everybody, most of it to the middle and the maps.
  const int wider = std::max(0, room.width() - 1600), taller = std::max(0, room.height() - 908);
  constexpr int visits = 272;  // five compact cards in a day
  const DockLayout sample = row({{268 + wider / 10, tabs({"prediction"})}, {0, tabs({"pointer"}, {"model", "help"})}});
  const DockLayout maps = column(
      {{0, tabs({"attention"})}, {168 + taller / 5, tabs({"gate"})}, {156 + taller / 5, tabs({"position_bias"})}});
  return row({{384 + wider / 10, tabs({"samples"})},
              {0, column({{visits + taller / 6, tabs({"visits"})}, {0, sample}})},
              {452 + wider / 3, maps}});
}

}  // namespace

InspectArea::InspectArea(const InspectViews& views, const session::SeedEvaluations& stability, QWidget* parent)
    : SampleArea(views.current(), inspectLayout, parent), m_samples(new SamplesPanel(workspace())) {
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
