// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_panel.h"

#include <QDir>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/qt/runs/run_removal.h"
#include "views/qt/runs/runs_compare.h"
#include "views/qt/runs/runs_order.h"
#include "views/qt/runs/runs_table_view.h"
#include "views/qt/widgets/empty_panel.h"
#include "views/qt/widgets/framed_button.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::RunStanding;
using session::SentCommand;

namespace {

constexpr int leastFilter = 120, mostFilter = 300;

QString wordOf(ControlCommand command) {
  switch (command) {
    case ControlCommand::Pause:
      return RunsPanel::tr("Pause");
    case ControlCommand::Resume:
      return RunsPanel::tr("Resume");
    case ControlCommand::Stop:
      return RunsPanel::tr("Stop");
    case ControlCommand::Checkpoint:
      return RunsPanel::tr("Checkpoint");
    case ControlCommand::Evaluate:
      return RunsPanel::tr("Evaluate");
    case ControlCommand::SetLearningRate:
      return RunsPanel::tr("Learning rate");
  }
  return {};
}

QString resultOf(const SentCommand& command, const session::FollowedRun& run) {
  const QString why =
      command.why.empty() ? QString() : QStringLiteral(": ") + toText(escapeForDisplay(command.why, 160));
  switch (command.stage) {
    case SentCommand::Stage::Sending:
      return RunsPanel::tr("waiting for the trainer");
    case SentCommand::Stage::Waiting:
      return session::answersMayCome(run) ? RunsPanel::tr("waiting for the trainer")
                                          : RunsPanel::tr("not answered: no trainer takes commands");
    case SentCommand::Stage::NotSent:
      return RunsPanel::tr("could not be sent") + why;
    case SentCommand::Stage::Answered:
      break;
  }
  switch (command.answer) {
    case ControlAnswer::Done:
      return RunsPanel::tr("done") + why;
    case ControlAnswer::Refused:
      return RunsPanel::tr("refused") + why;
    case ControlAnswer::Expired:
      return RunsPanel::tr("expired") + why;
  }
  return {};
}

}  // namespace

RunsPanel::RunsPanel(session::RunLibrary& library, QWidget* parent)
    : QWidget(parent),
      m_library(library),
      m_comparison(library),
      m_filter(new QLineEdit),
      m_command(new QLabel),
      m_model(new RunsModel(library, m_comparison, this)),
      m_order(new RunsOrder(*m_model, this)),
      m_table(new RunsTableView(*m_order)),
      m_removal(new RunRemoval(library, this)),
      m_empty(new EmptyPanel) {
  setFocusProxy(m_table);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Light);
  makeActions();
  m_filter->setPlaceholderText(tr("Filter, e.g. state:running model:v45 -tag:old"));
  m_filter->setAccessibleName(tr("Filter of runs"));
  m_filter->setFont(toFont({.size = 12}));
  m_filter->setMinimumWidth(leastFilter);
  m_filter->setMaximumWidth(mostFilter);
  m_filter->addAction(lineIcon(QStringLiteral("filter")), QLineEdit::LeadingPosition);
  m_filter->setClearButtonEnabled(false);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) {
    m_order->setWords(words);
    follow();
  });
  m_command->setObjectName(QStringLiteral("commandText"));
  m_command->setTextFormat(Qt::PlainText);
  m_command->setFont(toFont({.size = 12}));
  m_command->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_command->setMinimumWidth(0);
  m_command->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

  auto* top = new QHBoxLayout;
  top->setContentsMargins(8, 8, 8, 8);
  top->setSpacing(8);
  top->addWidget(m_filter, mostFilter);
  top->addWidget(m_command, 1);
  m_seeds = new QToolButton;
  m_seeds->setProperty("framed", true);
  m_seeds->setDefaultAction(command("groupSeeds"));
  m_seeds->setFixedHeight(24);
  m_seeds->setFont(toFont({.size = 12, .weight = present::Weight::Medium}));
  top->addWidget(m_seeds);
  m_goOn = framedButton(command("pauseRun"));
  top->addWidget(m_goOn);
  for (const char* name : {"stopRun", "inspectBest", "compareRuns"}) top->addWidget(framedButton(command(name)));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(top);
  column->addWidget(m_table, 1);
  column->addWidget(m_empty, 1);

  m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
  connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          [this] { m_table->viewport()->update(); });
  connect(m_removal, &RunRemoval::failed, this, &RunsPanel::failed);
  connect(m_removal, &RunRemoval::sourcesChanged, this, &RunsPanel::sourcesChanged);
  m_table->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_table, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
    if (!m_table->indexAt(at).isValid()) return;
    QMenu menu(this);
    fillMenu(&menu);
    menu.exec(m_table->viewport()->mapToGlobal(at));
  });
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    m_table->viewport()->update();
    updateActions();
    Q_EMIT currentChanged();
  });
  connect(m_empty, &EmptyPanel::acted, this, &RunsPanel::folderWanted);
  follow();
}

RunsPanel::~RunsPanel() {
  // The table loses its current row while it goes, which is no news to anybody.
  m_table->selectionModel()->disconnect(this);
}

session::FollowedRunPtr RunsPanel::current() const {
  const QModelIndex at = m_table->currentIndex();
  const int row = at.isValid() ? m_order->sourceRow(at) : -1;
  return row < 0 ? nullptr : m_model->line(row).run;
}

std::vector<session::FollowedRunPtr> RunsPanel::selected() const {
  std::vector<session::FollowedRunPtr> runs;
  for (const QModelIndex& at : m_table->selectionModel()->selectedRows()) {
    const int row = m_order->sourceRow(at);
    if (row >= 0) runs.push_back(m_model->line(row).run);
  }
  // The current row's menu is about it, selected or not.
  if (const auto run = current(); run && std::ranges::find(runs, run) == runs.end()) runs = {run};
  return runs;
}

void RunsPanel::follow() {
  m_model->follow();
  // The first run: a group takes no commands.
  for (int row = 0; !m_table->currentIndex().isValid() && row < m_order->rowCount(); ++row) {
    if (m_order->sourceRow(m_order->index(row, 0)) < 0) continue;
    m_table->setCurrentIndex(m_order->index(row, 0));
    if (row == 1) m_table->scrollToTop();  // its group's line is seen, too
  }
  const bool hasGroups = !m_order->groups().empty();
  m_seeds->setVisible(hasGroups);
  const bool empty = m_order->rowCount() == 0;
  m_table->fit();
  // A hidden table cannot hold the focus: it waits in the filter line until there is a run.
  const bool appears = m_table->isHidden() && !empty;
  // Asked of the window, which may not be the active one yet.
  const QWidget* focused = window()->focusWidget();
  if (empty && focused == m_table) m_filter->setFocus(Qt::OtherFocusReason);
  setFocusProxy(empty ? static_cast<QWidget*>(m_filter) : m_table);
  m_table->setVisible(!empty);
  m_empty->setVisible(empty);
  if (appears && focused == m_filter && m_filter->text().isEmpty()) m_table->setFocus(Qt::OtherFocusReason);
  // What is shown scrolls to its current row, in the height that it had while it was hidden.
  if (appears && m_table->currentIndex().row() <= 1) m_table->scrollToTop();
  if (empty) {
    const bool opened = !m_library.sources().empty();
    const QString folder = sourcesText();
    present::EmptyState words{
        .title = sojourn::tr("No folder of runs is open"),
        .detail = sojourn::tr("Open a folder that contains runs; sojourn train writes each run into a folder."),
        .buttonText = sojourn::tr("Open a folder of runs"),
        .button = {.id = "openRuns", .argument = {}}};
    if (opened && m_model->rowCount() > 0) {
      words = {.title = sojourn::tr("No matches"),
               .detail = sojourn::tr("The filter matches none of %1 runs.", {std::to_string(m_model->rowCount())})};
    } else if (opened) {
      words.title =
          m_library.settled() ? sojourn::tr("No runs in %1", {folder.toStdString()}) : sojourn::tr("Looking for runs");
      words.detail =
          m_library.settled() ? sojourn::tr("A new run in this folder appears automatically.") : folder.toStdString();
    }
    m_empty->show(words);
  }
  updateActions();
}

QString RunsPanel::commandText() const {
  const session::FollowedRunPtr run = current();
  const SentCommand* sent = run ? m_library.lastCommand(run->folder()) : nullptr;
  if (!sent) return {};
  QString words = wordOf(sent->command);
  if (sent->value) words += QLatin1Char(' ') + QString::number(*sent->value);
  return words + QStringLiteral(": ") + resultOf(*sent, *run);
}

/// "~/runs and 2 more"
QString RunsPanel::sourcesText() const {
  QString first = toText(escapeForDisplay(m_library.folder().string(), 120));
  const QString home = QDir::homePath();
  if (first.startsWith(home + QLatin1Char('/'))) first.replace(0, home.size(), QStringLiteral("~"));
  const auto others = static_cast<qlonglong>(m_library.sources().size()) - 1;
  return others > 0 ? tr("%1 and %2 more").arg(first).arg(others) : first;
}

QString RunsPanel::caption() const {
  if (m_library.sources().empty()) return {};
  const QString folder = sourcesText();
  int running = 0;
  for (int row = 0; row < m_model->rowCount(); ++row)
    running += m_model->line(row).standing == RunStanding::Running ? 1 : 0;
  const int shown = static_cast<int>(shownRuns().size());
  const int all = m_model->rowCount();
  const QString count =
      shown == all ? (all == 1 ? tr("1 run") : tr("%1 runs").arg(all)) : tr("%1 of %2 runs").arg(shown).arg(all);
  return running > 0 ? tr("%1, %2, %3 running").arg(folder, count).arg(running)
                     : QStringLiteral("%1, %2").arg(folder, count);
}

present::Table RunsPanel::shownTable() const {
  present::Table table = runsTable(*m_model, shownRuns());
  if (m_order->grouped()) addGroups(table, m_order->groups());
  return table;
}

present::Table RunsPanel::comparedTable() const {
  std::vector<int> rows = shownRuns();
  std::erase_if(rows, [this](int row) { return !m_model->line(row).chosen; });
  return compareTable(*m_model, rows);
}

/// Also those that are folded away.
std::vector<int> RunsPanel::shownRuns() const {
  return m_order->acceptedRuns();
}

}  // namespace sojourn::qt
