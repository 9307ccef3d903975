// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/dataset/dataset_bar.h"

#include <QButtonGroup>
#include <QSignalBlocker>

#include "model/data/dataset/local_time.h"
#include "model/data/statistics/resampling.h"
#include "views/present/scene/format.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

DatasetBar::DatasetBar(session::Workspace& workspace, QWidget* parent)
    : OptionBar("datasetBar", 40, parent),
      m_workspace(workspace),
      m_filter(new FilterEdit(workspace)),
      m_scope(new FittingLabel),
      m_zone(narrowCombo("datasetZone", tr("Time zone of hours"), 14)),
      m_note(new FittingLabel) {
  auto* group = new QButtonGroup(this);
  const std::array titles{tr("Train"), tr("Validation"), tr("Test")};
  for (const Split split : allSplits) {
    QToolButton* button = framedButton(titles.at(static_cast<std::size_t>(split)));
    button->setCheckable(true);
    group->addButton(button);
    connect(button, &QToolButton::clicked, this, [this, split] { m_workspace.setSplit(split); });
    m_splits.at(static_cast<std::size_t>(split)) = button;
  }
  m_filter->setMinimumWidth(160);
  m_scope->setFont(toFont({.size = 12}));
  m_scope->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_note->setFont(toFont({.size = 12}));
  m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  const QString times = toText(present::grouped(userResamples));
  m_note->setChoices({tr("95 % intervals: users resampled %1 times").arg(times), tr("95 % by user")});
  for (int hours = -12; hours <= 14; ++hours)
    m_zone->addItem(hours == 0 ? tr("As recorded") : toText(offsetText(hours * 60) + " h"), hours * 60);
  m_zone->setToolTip(tr("Hours and weekdays are shown in this time zone; what the model reads never changes"));
  connect(m_zone, &QComboBox::activated, this,
          [this](int index) { m_workspace.names().setDisplayOffsetMinutes(m_zone->itemData(index).toInt()); });
  setLayout(rowOf({textLabel(tr("Split")),
                   m_splits[0],
                   m_splits[1],
                   m_splits[2],
                   fixedGap(4),
                   {m_filter, 2},
                   {m_scope, 3},
                   textLabel(tr("Hours")),
                   m_zone,
                   {m_note, 2}},
                  6, {12, 0, 12, 0}));
  showZone();
}

QLabel* DatasetBar::scope() const {
  return m_scope;
}

void DatasetBar::updateFrom(session::Changes changes) {
  if (changes.has(Change::Dataset)) showSplit();
  if (changes.hasAny({Change::Dataset, Change::Filter})) m_filter->refresh();
  if (changes.hasAny({Change::Dataset, Change::Filter, Change::SampleRows})) showScope();
  if (changes.hasAny({Change::Dataset, Change::Time})) showZone();
}

void DatasetBar::showSplit() {
  const auto& dataset = m_workspace.dataset();
  for (const Split split : allSplits) {
    QToolButton* button = this->split(split);
    button->setEnabled(dataset && dataset->split(split));
    button->setChecked(split == m_workspace.split());
  }
}

void DatasetBar::showScope() {
  restyle(m_scope, "wrong", m_workspace.samples().filterError().has_value());
  if (const auto& error = m_workspace.samples().filterError()) return m_scope->setChoices({toText(error->message)});
  if (!m_workspace.dataset()) return m_scope->setChoices({});
  const QString samples = tr("%1 samples").arg(toText(present::grouped(m_workspace.samples().view().rows().size())));
  m_scope->setChoices({tr("%1; click a bar, cell or dot to filter").arg(samples), samples});
}

void DatasetBar::showZone() {
  const QSignalBlocker quiet(m_zone);
  const int minutes = m_workspace.names().displayOffsetMinutes();
  int index = m_zone->findData(minutes);
  if (index < 0) {
    m_zone->addItem(toText(offsetText(minutes) + " h"), minutes);
    index = m_zone->count() - 1;
  }
  m_zone->setCurrentIndex(index);
  m_zone->setEnabled(m_workspace.dataset() != nullptr);
}

}  // namespace sojourn::qt
