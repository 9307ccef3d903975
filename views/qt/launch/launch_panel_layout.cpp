// SPDX-License-Identifier: GPL-3.0-or-later
// How the Launch dock is laid out: the form beside its text, and the foot with the queue and the buttons.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <utility>

#include "model/core/text.h"
#include "views/qt/launch/launch_form_view.h"
#include "views/qt/launch/launch_panel.h"
#include "views/qt/launch/queue_list.h"
#include "views/qt/launch/yaml_edit.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
/// px at normal text size.
constexpr int widthForText = 1000, widthForTwo = 330;
}  // namespace

void LaunchPanel::build() {
  m_base->setAccessibleName(tr("Configuration to start from"));
  m_base->setToolTip(tr("The values of unchanged fields: a published recipe, or the configuration of a run"));
  m_base->setFont(toFont({.size = 12}));
  m_base->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_base->setMinimumContentsLength(8);
  QLabel* like = textLabel(tr("Based on"), {.name = "fieldName"});
  QLabel* but = textLabel(tr("with these changes"), {.name = "fieldName"});
  like->setBuddy(m_base);
  QLabel* title =
      textLabel(tr("As YAML"), {.font = {.size = 12, .weight = present::Weight::SemiBold}, .margins = {12, 8, 12, 0}});
  title->setBuddy(m_yaml);
  m_yaml->setMinimumHeight(150);
  m_yaml->setWhatsThis(
      tr("The same configuration as text. The form and the text follow each other; "
         "a list of values trains one run after the other."));

  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("launchBody"));
  m_halves = columnOf({columnOf({rowOf({like, {m_base, 1}, but}, 8, {12, 10, 12, 0}), m_view, spring()}, 6),
                       {columnOf({title, {rowOf({m_yaml}, -1, {12, 0, 12, 0}), 1}}), 1}},
                      6, {0, 0, 0, 8});
  body->setLayout(m_halves);
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(body);
  setLayout(columnOf({{scroll, 1}, makeFoot()}, 0, {}));
  setFocusProxy(m_base);
}

QWidget* LaunchPanel::makeFoot() {
  auto* open = new QPushButton(tr("Open…"));
  auto* save = new QPushButton(tr("Save…"));
  open->setToolTip(tr("Read a configuration from a YAML file"));
  save->setToolTip(tr("Write this configuration to a YAML file"));
  open->setObjectName(QStringLiteral("openYaml"));
  save->setObjectName(QStringLiteral("saveYaml"));
  m_queueButton->setObjectName(QStringLiteral("queueRuns"));
  m_queueButton->setIcon(lineIcon(QStringLiteral("play")));
  m_queueButton->setIconSize({14, 14});
  for (QPushButton* button : {open, save, m_queueButton}) {
    button->setFont(toFont({.size = 12, .weight = present::Weight::Medium}));
    // Enter in a field starts no training.
    button->setAutoDefault(false);
  }
  connect(open, &QPushButton::clicked, this, &LaunchPanel::askOpen);
  connect(save, &QPushButton::clicked, this, &LaunchPanel::askSave);
  auto* foot = new QWidget;
  foot->setObjectName(QStringLiteral("launchFoot"));
  foot->setLayout(
      columnOf({m_queueList, m_summary, rowOf({spring(), open, save, m_queueButton}, 8, {12, 8, 12, 8})}, 0, {}));
  return foot;
}

void LaunchPanel::arrange() {
  const double room = width() / textFactor();
  const bool beside = room >= widthForText;
  m_view->setAcross(beside ? 4 : room >= widthForTwo ? 2 : 1);
  if (beside == (m_halves->direction() == QBoxLayout::LeftToRight)) return;
  m_halves->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_halves->setStretch(0, beside ? 2 : 0);
}

void LaunchPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange) arrange();
}

/// Qt would move the focus of a disabled button out of the dock, to the tool bar.
void LaunchPanel::enableQueueButton(bool ready) {
  if (!ready && m_queueButton->hasFocus()) {
    m_base->setFocus(Qt::OtherFocusReason);
    m_focusPending = true;
  }
  m_queueButton->setEnabled(ready);
  if (ready && std::exchange(m_focusPending, false) && m_base->hasFocus())
    m_queueButton->setFocus(Qt::OtherFocusReason);
}

void LaunchPanel::showFoot() {
  const session::DiskCheck* checked = diskCheck();
  const std::vector<session::LaunchError>& errors = m_draft.errors(checked);
  const QString problem = errors.empty() ? QString() : toText(errors.front().message);
  const auto runs = plan().runs();
  m_queueButton->setText(runs == 1 ? tr("Queue run") : tr("Queue %1 runs").arg(runs));
  enableQueueButton(problem.isEmpty() && checked && !m_launcher.busy());
  m_queueButton->setToolTip(!problem.isEmpty()  ? problem
                            : m_launcher.busy() ? tr("Adding the runs to the queue")
                            : !checked          ? tr("Checking the folders")
                                       : tr("Add to the queue of %1, which also trains when this window is closed")
                                             .arg(toText(escapeForDisplay(plan().folder.string(), 200))));
  m_queueButton->setAccessibleDescription(m_queueButton->toolTip());
  restyle(m_summary, "mark", problem.isEmpty() ? QString() : QStringLiteral("wrong"));
  m_summary->setText(!problem.isEmpty() ? problem : toText(m_draft.summary(checked)));
}

}  // namespace sojourn::qt
