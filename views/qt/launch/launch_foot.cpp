// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/launch_foot.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "model/core/text.h"
#include "views/qt/launch/launch_field.h"
#include "views/qt/launch/queue_list.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

LaunchFoot::LaunchFoot(QWidget* focusWhileDisabled)
    : m_focusWhileDisabled(focusWhileDisabled),
      m_queueList(new QueueList),
      m_summary(new QLabel),
      m_queueButton(new QPushButton) {
  setObjectName(QStringLiteral("launchFoot"));
  // A plain QWidget paints its style sheet's background by itself, a derived one only with this.
  setAttribute(Qt::WA_StyledBackground);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(m_queueList);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 8, 12, 8);
  row->setSpacing(8);
  m_summary->setFont(toFont({.size = 12}));
  m_summary->setTextFormat(Qt::PlainText);
  m_summary->setWordWrap(true);
  m_summary->setContentsMargins(12, 8, 12, 0);
  column->addWidget(m_summary);
  auto* open = new QPushButton(tr("Open…"));
  auto* save = new QPushButton(tr("Save…"));
  open->setToolTip(tr("Read a configuration from a YAML file"));
  save->setToolTip(tr("Write this configuration to a YAML file"));
  open->setObjectName(QStringLiteral("openYaml"));
  save->setObjectName(QStringLiteral("saveYaml"));
  m_queueButton->setObjectName(QStringLiteral("queueRuns"));
  m_queueButton->setIcon(lineIcon(QStringLiteral("play")));
  m_queueButton->setIconSize({14, 14});
  row->addStretch(1);
  for (QPushButton* button : {open, save, m_queueButton}) {
    button->setFont(toFont({.size = 12, .weight = present::Weight::Medium}));
    // Enter in a field starts no training.
    button->setAutoDefault(false);
    row->addWidget(button);
  }
  connect(open, &QPushButton::clicked, this, &LaunchFoot::openWanted);
  connect(save, &QPushButton::clicked, this, &LaunchFoot::saveWanted);
  connect(m_queueButton, &QPushButton::clicked, this, &LaunchFoot::queueWanted);
  column->addLayout(row);
}

/// Qt would move the focus of a disabled button out of the dock, to the tool bar.
void LaunchFoot::enableQueueButton(bool ready) {
  if (!ready && m_queueButton->hasFocus()) {
    m_focusWhileDisabled->setFocus(Qt::OtherFocusReason);
    m_focusPending = true;
  }
  m_queueButton->setEnabled(ready);
  if (ready && std::exchange(m_focusPending, false) && m_focusWhileDisabled->hasFocus())
    m_queueButton->setFocus(Qt::OtherFocusReason);
}

void LaunchFoot::show(const State& state) {
  const session::LaunchPlan& plan = state.plan;
  QString problem;
  if (!plan.errors.empty())
    problem = toText(plan.errors.front().message);
  else if (state.fromDisk && !state.fromDisk->errors.empty())
    problem = toText(state.fromDisk->errors.front().message);
  const bool checked = state.fromDisk.has_value() && !state.checking;
  const auto runs = plan.runs();
  m_queueButton->setText(runs == 1 ? tr("Queue run") : tr("Queue %1 runs").arg(runs));
  enableQueueButton(problem.isEmpty() && checked && !state.busy);
  m_queueButton->setToolTip(!problem.isEmpty() ? problem
                            : state.busy       ? tr("Adding the runs to the queue")
                            : !checked         ? tr("Checking the folders")
                                               : tr("Add to the queue of %1, which also trains when this window is "
                                                            "closed")
                                             .arg(toText(escapeForDisplay(plan.folder.string(), 200))));
  m_queueButton->setAccessibleDescription(m_queueButton->toolTip());
  QString words =
      toText(session::summaryOf(plan, session::estimate(plan, state.paces), checked ? &*state.fromDisk : nullptr));
  const bool onlyHere = !plan.errors.empty() && !state.errorHasField;
  if (onlyHere) words = problem;
  restyle(m_summary, "mark", onlyHere ? QStringLiteral("wrong") : QString());
  m_summary->setText(words);
}

}  // namespace sojourn::qt
