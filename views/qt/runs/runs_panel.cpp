// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs/runs_panel.h"

#include <QDir>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QMenu>
#include <array>
#include <tuple>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/qt/runs/run_removal.h"
#include "views/qt/runs/runs_table_view.h"
#include "views/qt/runs/runs_tables.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::RunStanding;
using session::SentCommand;

namespace {

constexpr int leastFilter = 120, mostFilter = 300;

/// In the order of ControlCommand.
constexpr std::array commandWords{
    QT_TRANSLATE_NOOP("RunsPanel", "Pause"),    QT_TRANSLATE_NOOP("RunsPanel", "Resume"),
    QT_TRANSLATE_NOOP("RunsPanel", "Stop"),     QT_TRANSLATE_NOOP("RunsPanel", "Checkpoint"),
    QT_TRANSLATE_NOOP("RunsPanel", "Evaluate"), QT_TRANSLATE_NOOP("RunsPanel", "Learning rate")};

QString resultOf(const SentCommand& command, const session::FollowedRun& run) {
  if (command.stage == SentCommand::Stage::Waiting && !session::answersMayCome(run))
    return RunsPanel::tr("not answered: no trainer takes commands");
  if (command.stage == SentCommand::Stage::Sending || command.stage == SentCommand::Stage::Waiting)
    return RunsPanel::tr("waiting for the trainer");
  const QString word = command.stage == SentCommand::Stage::NotSent ? RunsPanel::tr("could not be sent")
                       : command.answer == ControlAnswer::Done      ? RunsPanel::tr("done")
                       : command.answer == ControlAnswer::Refused   ? RunsPanel::tr("refused")
                                                                    : RunsPanel::tr("expired");
  return command.why.empty() ? word : word + QStringLiteral(": ") + toText(escapeForDisplay(command.why, 160));
}

}  // namespace

RunsPanel::RunsPanel(session::RunLibrary& library, QWidget* parent)
    : QWidget(parent),
      m_library(library),
      m_comparison(library),
      m_lines(library, m_comparison),
      m_filter(new QLineEdit),
      m_command(textLabel({}, {.name = "commandText"})),
      m_order(new RunsOrder(m_lines, this)),
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
  m_filter->addAction(lineIcon(QStringLiteral("filter")), QLineEdit::LeadingPosition)->setText(tr("Filter"));
  m_filter->setClearButtonEnabled(false);
  connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
    m_order->setFilter(text);
    refresh();
  });
  m_command->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_command->setMinimumWidth(0);
  m_command->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_seeds = framedButton(command("groupSeeds"));
  m_seeds->setToolButtonStyle(Qt::ToolButtonIconOnly);
  m_goOn = framedButton(command("pauseRun"));
  auto* top = rowOf({{m_filter, mostFilter},
                     {m_command, 1},
                     m_seeds,
                     m_goOn,
                     framedButton(command("stopRun")),
                     framedButton(command("inspectBest")),
                     framedButton(command("compareRuns"))},
                    8, {8, 8, 8, 8});
  setLayout(columnOf({top, {m_table, 1}, {m_empty, 1}}, 0, {}));

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
  connect(m_empty, &EmptyPanel::actionRequested, this, &RunsPanel::folderWanted);
  refresh();
}

RunsPanel::~RunsPanel() {
  // The table loses its current row while it goes, which is no news to anybody.
  m_table->selectionModel()->disconnect(this);
}

session::FollowedRunPtr RunsPanel::current() const {
  const QModelIndex at = m_table->currentIndex();
  const int row = at.isValid() ? m_order->sourceRow(at) : -1;
  return row < 0 ? nullptr : m_lines.line(row).run;
}

std::vector<session::FollowedRunPtr> RunsPanel::selected() const {
  std::vector<session::FollowedRunPtr> runs;
  for (const QModelIndex& at : m_table->selectionModel()->selectedRows()) {
    const int row = m_order->sourceRow(at);
    if (row >= 0) runs.push_back(m_lines.line(row).run);
  }
  // The current row's menu is about it, selected or not.
  if (const auto run = current(); run && std::ranges::find(runs, run) == runs.end()) runs = {run};
  return runs;
}

void RunsPanel::select(const std::filesystem::path& folder) {
  m_wanted = folder;
  refresh();
}

void RunsPanel::refresh() {
  m_order->refresh();
  for (int row = 0; !m_wanted.empty() && row < m_order->rowCount(); ++row) {
    const RunLine* line = m_order->lineAt(m_order->index(row, 0));
    if (!line || line->run->folder() != m_wanted) continue;
    m_table->setCurrentIndex(m_order->index(row, 0));
    m_wanted.clear();
  }
  // The first run: a group takes no commands.
  for (int row = 0; !m_table->currentIndex().isValid() && row < m_order->rowCount(); ++row) {
    if (m_order->sourceRow(m_order->index(row, 0)) < 0) continue;
    m_table->setCurrentIndex(m_order->index(row, 0));
    if (row == 1) m_table->scrollToTop();  // its group's line is seen, too
  }
  m_seeds->setVisible(!m_order->groups().empty());
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
    const std::string folder = sourcesText().toStdString();
    present::EmptyState text{
        .title = sojourn::tr("No folder of runs is open"),
        .detail = sojourn::tr("Open a folder that contains runs; sojourn train writes each run into a folder."),
        .buttonText = sojourn::tr("Open a folder of runs"),
        .button = present::WindowCommand::OpenRuns};
    if (opened && m_lines.count() > 0)
      text = {.title = sojourn::tr("No matches"),
              .detail = sojourn::tr("The filter matches none of %1 runs.", {std::to_string(m_lines.count())})};
    else if (opened)
      std::tie(text.title, text.detail) =
          m_library.settled() ? std::pair(sojourn::tr("No runs in %1", {folder}),
                                          sojourn::tr("A new run in this folder appears automatically."))
                              : std::pair(sojourn::tr("Looking for runs"), folder);
    m_empty->show(text);
  }
  updateActions();
}

QString RunsPanel::commandText() const {
  const session::FollowedRunPtr run = current();
  const SentCommand* sent = run ? m_library.lastCommand(run->folder()) : nullptr;
  if (!sent) return {};
  QString text = tr(commandWords[static_cast<std::size_t>(sent->command)]);
  if (sent->value) text += QLatin1Char(' ') + QString::number(*sent->value);
  return text + QStringLiteral(": ") + resultOf(*sent, *run);
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
  const auto running = static_cast<int>(std::ranges::count(m_lines.all(), RunStanding::Running, &RunLine::standing));
  const int shown = static_cast<int>(m_order->acceptedRuns().size());
  const int all = m_lines.count();
  const QString count =
      shown == all ? (all == 1 ? tr("1 run") : tr("%1 runs").arg(all)) : tr("%1 of %2 runs").arg(shown).arg(all);
  return running > 0 ? tr("%1, %2, %3 running").arg(folder, count).arg(running)
                     : QStringLiteral("%1, %2").arg(folder, count);
}

present::Table RunsPanel::shownTable() const {
  return runsTable(m_lines, m_order->acceptedRuns(),
                   m_order->grouped() ? m_order->groups() : std::vector<RunGroupLine>());
}

present::Table RunsPanel::comparedTable() const {
  std::vector<int> rows = m_order->acceptedRuns();
  std::erase_if(rows, [this](int row) { return !m_lines.line(row).chosen; });
  return compareTable(m_lines, rows);
}

}  // namespace sojourn::qt
