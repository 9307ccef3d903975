// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/what_if/what_if_nearest.h"

#include <QComboBox>
#include <QToolButton>
#include <utility>

#include "model/core/text.h"
#include "views/present/what_if/what_if_views.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

WhatIfNearest::WhatIfNearest(const CurrentSample& current, QObject* parent)
    : QObject(parent),
      m_workspace(current.workspace()),
      m_spec{.id = QStringLiteral("nearest"),
             .title = tr("Nearest training samples"),
             .minimum = {260, 160},
             .exported = {420, 800},
             .dependsOn = {Change::Names, Change::Sample},
             .build = std::bind_front(&WhatIfNearest::content, this),
             .outdated = [this] { return m_records.outdated(); }},
      m_records(m_workspace, [this] { changed(); }) {
  makeBar();
}

void WhatIfNearest::makeBar() {
  m_similarity = narrowCombo("nearestBy", tr("Similarity measure"), 8);
  m_similarity->addItems({tr("By model embedding"), tr("By visit edit distance")});
  m_similarity->setItemData(
      1,
      tr("Weighted edit distance: inserting or removing a visit costs 1, another place 0.5, time of day up "
         "to 0.2, weekday up to 0.2, duration up to 0.1; divided by the longer length"),
      Qt::ToolTipRole);
  m_progressText = new QLabel;
  auto* cancel = new QToolButton;
  cancel->setObjectName(QStringLiteral("nearestCancel"));
  cancel->setText(tr("Cancel"));
  cancel->setAccessibleName(tr("Stop reading the training split"));
  m_progress = new QWidget;
  m_progress->setLayout(rowOf({{m_progressText, 1}, cancel}, -1, {}));
  m_progress->hide();
  m_bar = new QWidget;
  m_bar->setLayout(columnOf({m_similarity, m_progress}, 6, {12, 8, 12, 2}));
  connect(m_similarity, &QComboBox::activated, this, [this](int index) {
    m_records.setSimilarity(index == 0 ? SimilarityMeasure::Context : SimilarityMeasure::Record);
  });
  connect(cancel, &QToolButton::clicked, this, [this] { m_records.cancel(); });
}

void WhatIfNearest::watch(DockArea& area) {
  m_view = area.view(m_spec.id);
  area.onInFrontChanged(m_spec.id, [this](bool inFront) { m_records.setWatched(inFront); });
}

void WhatIfNearest::changed() {
  m_progress->setVisible(m_records.reading());
  const auto grouped = [](std::size_t count) { return toText(groupThousands(static_cast<long long>(count))); };
  m_progressText->setText(m_records.total() == 0
                              ? tr("Reading the training split")
                              : tr("Reading: %1 of %2").arg(grouped(m_records.done()), grouped(m_records.total())));
  const std::tuple now(m_records.answer(), m_records.outdated(), m_records.error().has_value());
  if (std::get<0>(m_drawn) != m_records.answer()) m_selected.reset();
  if (std::exchange(m_drawn, now) != now && m_view) m_view->refresh();
}

present::ViewContent WhatIfNearest::content(const SampleSource& source, const present::Canvas& canvas) const {
  if (m_records.error()) return present::EmptyState{.title = m_records.error()->sentence()};
  const auto& answer = m_records.answer();
  present::NearestInput input{.sample = source.sample};
  if (answer) {
    input.sample.inspection = answer->inspection.get();
    input.sample.sampleText = answer->sampleText;
    input.neighbours = &answer->neighbours;
    input.selected = m_selected;
  }
  return present::nearestContent(input, canvas);
}

void WhatIfNearest::handle(const present::Action& action) {
  const auto* ours = std::get_if<present::NearestAction>(&action);
  if (!ours) return;
  std::visit(
      present::Overloaded{[this](const present::SelectTraining& one) {
                            m_selected = one.row;
                            if (m_view) m_view->refresh();
                          },
                          [this](const present::OpenTraining& one) {
                            m_workspace.open(
                                {.data = {}, .checkpoint = {}, .heads = {}, .split = Split::Train, .index = one.row});
                          }},
      *ours);
}

}  // namespace sojourn::qt
