// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/compare/compare_area.h"

#include <QKeyEvent>
#include <algorithm>
#include <ranges>

#include "views/qt/compare/compare_bar.h"
#include "views/qt/compare/compare_views.h"
#include "views/qt/compare/compared_samples.h"
#include "views/qt/widgets/text.h"
#include "views/session/compare/model_comparisons.h"

namespace sojourn::qt {
namespace {

// Below this Metrics, Difference and Reliability share one tab bar.
constexpr int wideCompare = 1440;

void arrangeCompare(DockArea& area, QSize window) {
  const auto at = [&area](const char* id) { return area.dock(QLatin1String(id)); };
  ViewDock *agreement = at("compare_agreement"), *samples = at("compare_samples"), *visits = at("compare_visits");
  ViewDock *prediction = at("compare_prediction"), *reading = at("compare_reading");
  ViewDock *metrics = at("compare_metrics"), *difference = at("compare_difference"),
           *reliability = at("compare_reliability");
  const bool wide = window.width() >= wideCompare;
  area.addDockWidget(Qt::LeftDockWidgetArea, agreement);
  area.splitDockWidget(agreement, visits, Qt::Horizontal);
  area.splitDockWidget(visits, metrics, Qt::Horizontal);
  area.splitDockWidget(agreement, samples, Qt::Vertical);
  area.splitDockWidget(visits, prediction, Qt::Vertical);
  area.splitDockWidget(prediction, reading, Qt::Vertical);
  area.splitDockWidget(metrics, reliability, Qt::Vertical);
  if (wide)
    area.splitDockWidget(metrics, difference, Qt::Vertical);
  else
    area.tabifyDockWidget(metrics, difference);
  area.tabifyDockWidget(reading, at("help"));
  for (ViewDock* dock : area.docks())
    if (dock->id() != QLatin1String("help")) dock->show();
  at("help")->hide();
  reading->raise();
  metrics->raise();
  const int height = std::max(520, window.height() - 136);
  const int left = wide ? 320 + std::max(0, window.width() - 1600) / 8 : 270;
  const int right = wide ? 508 + std::max(0, window.width() - 1600) / 4 : 400;
  area.shareOut({agreement, visits, metrics}, {left, window.width() - left - right - 8, right}, Qt::Horizontal);
  const int upper = std::clamp(height * 34 / 100, 190, 320), strip = std::clamp(height * 25 / 100, 150, 240);
  area.shareOut({agreement, samples}, {upper, height - upper - 4}, Qt::Vertical);
  area.shareOut({visits, prediction, reading}, {strip, (height - strip) / 2, (height - strip) / 2}, Qt::Vertical);
  const int chart = wide ? std::clamp(height * 19 / 100, 150, 220) : 170;
  if (wide)
    area.shareOut({metrics, difference, reliability}, {(height - chart) * 59 / 100, (height - chart) * 41 / 100, chart},
                  Qt::Vertical);
  else
    area.shareOut({metrics, reliability}, {height - chart, chart}, Qt::Vertical);
}

}  // namespace

CompareArea::CompareArea(CompareViews& views, QWidget* parent)
    : SampleArea(views.current(), arrangeCompare, parent),
      m_views(views),
      m_bar(new CompareBar(workspace(), views.comparisons())),
      m_samples(new ComparedSamples(workspace(), views.comparisons())) {
  setObjectName(QStringLiteral("compareArea"));
  setMenuWidget(m_bar);
  addView(views.specs().front());
  add(new ViewDock(QStringLiteral("compare_samples"), tr("Samples"), m_samples, {220, 160}));
  for (const ViewSpec& spec : views.specs() | std::views::drop(1)) addView(spec);
  addHelp();
}

session::ModelComparisons& CompareArea::comparisons() const {
  return m_views.comparisons();
}

void CompareArea::offerModels() {
  m_bar->offerModels();
}

void CompareArea::addModel(const session::ComparedSource& source) {
  m_bar->addModel(source);
}

present::ViewContent CompareArea::samplesScene() const {
  return m_samples->scene();
}

void CompareArea::updateFrom(session::Changes changes) {
  SampleArea::updateFrom(changes);
  m_bar->updateFrom(changes);
  if (!isVisible()) return;
  m_samples->updateFrom(changes);
  dock(QStringLiteral("compare_samples"))->bar()->setCaption(m_samples->caption(), {});
}

bool CompareArea::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const Qt::KeyboardModifiers held = key->modifiers() & ~Qt::KeypadModifier;
    const bool shift = held == (Qt::AltModifier | Qt::ShiftModifier);
    // With Shift a keyboard sends what is printed above the digit.
    static const QString above = QStringLiteral("!@#$%^&*");
    qsizetype model = key->key() - Qt::Key_1;
    if (shift && (model < 0 || model > 7) && key->text().size() == 1) model = above.indexOf(key->text());
    if ((shift || held == Qt::AltModifier) && model >= 0 &&
        model < static_cast<qsizetype>(m_views.comparisons().models().size())) {
      event->accept();
      if (event->type() == QEvent::KeyPress) {
        if (shift)
          m_views.comparisons().showSecond(static_cast<std::size_t>(model));
        else
          m_views.comparisons().showFirst(static_cast<std::size_t>(model));
      }
      return true;
    }
  }
  return SampleArea::event(event);
}

void CompareArea::showEvent(QShowEvent* event) {
  SampleArea::showEvent(event);
  m_views.comparisons().setWatched(true, this);
  updateFrom(session::Changes::all());
}

void CompareArea::hideEvent(QHideEvent* event) {
  SampleArea::hideEvent(event);
  m_views.comparisons().setWatched(false, this);
}

}  // namespace sojourn::qt
