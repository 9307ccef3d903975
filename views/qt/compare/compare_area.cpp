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

DockLayout compareLayout(QSize room) {
  const bool wide = room.width() >= wideCompare;
  const int height = room.height(), wider = std::max(0, room.width() - 1600);
  const int upper = std::clamp(height * 34 / 100, 190, 320), strip = std::clamp(height * 25 / 100, 150, 240);
  const int chart = wide ? std::clamp(height * 19 / 100, 150, 220) : 170;
  const DockLayout samples = column({{upper, tabs({"compare_agreement"})}, {0, tabs({"compare_samples"})}});
  const DockLayout sample = column(
      {{strip, tabs({"compare_visits"})}, {0, tabs({"compare_prediction"})}, {0, tabs({"compare_reading"}, {"help"})}});
  if (!wide) {
    const DockLayout figures =
        column({{0, tabs({"compare_metrics", "compare_difference"})}, {chart, tabs({"compare_reliability"})}});
    return row({{270, samples}, {0, sample}, {400, figures}});
  }
  const DockLayout figures = column({{(height - chart) * 59 / 100, tabs({"compare_metrics"})},
                                     {0, tabs({"compare_difference"})},
                                     {chart, tabs({"compare_reliability"})}});
  return row({{320 + wider / 8, samples}, {0, sample}, {508 + wider / 4, figures}});
}

}  // namespace

CompareArea::CompareArea(CompareViews& views, QWidget* parent)
    : SampleArea(views.current(), compareLayout, parent),
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
  if (!changes.hasAny({session::Change::Comparison, session::Change::Model, session::Change::Dataset})) return;
  const bool alone = comparisons().models().size() < 2 && workspace().dataset();
  cover(alone ? present::nothingCompared(m_views.context(m_views.current().source())) : std::nullopt);
}

bool CompareArea::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const Qt::KeyboardModifiers held = key->modifiers() & ~Qt::KeypadModifier;
    const Qt::KeyboardModifiers first = Qt::ControlModifier | Qt::AltModifier;
    const bool shift = held == (first | Qt::ShiftModifier);
    // With Shift a keyboard sends what is printed above the digit.
    static const QString above = QStringLiteral("!@#$%^&*");
    qsizetype model = key->key() - Qt::Key_1;
    if (shift && (model < 0 || model > 7) && key->text().size() == 1) model = above.indexOf(key->text());
    if ((shift || held == first) && model >= 0 &&
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
