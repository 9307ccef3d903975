// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/runs_panel.h"

#include <QDir>
#include <QInputDialog>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>
#include <cmath>

#include "model/core/text.h"
#include "views/qt/empty_panel.h"
#include "views/qt/framed_button.h"
#include "views/qt/icons.h"
#include "views/qt/run_removal.h"
#include "views/qt/runs_compare.h"
#include "views/qt/runs_order.h"
#include "views/qt/runs_table_view.h"
#include "views/qt/text.h"

namespace sojourn::qt {

using session::RunStanding;
using session::SentCommand;

namespace {

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

QString resultOf(const SentCommand& command) {
  const QString why =
      command.why.empty() ? QString() : QStringLiteral(": ") + toText(escapeForDisplay(command.why, 160));
  switch (command.stage) {
    case SentCommand::Stage::Sending:
    case SentCommand::Stage::Waiting:
      return RunsPanel::tr("waiting for the trainer");
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

/// The rate that the configuration names; empty where it names none.
QString configuredRate(const RunEntry& entry) {
  if (!entry.record) return {};
  const auto& config = entry.record->config;
  const auto training = config.find("training");
  if (training == config.end() || !training->is_object()) return {};
  const auto rate = training->find("learning_rate");
  return rate != training->end() && rate->is_number() ? QString::number(rate->get<double>()) : QString();
}

/// Why a run cannot be resumed; empty where it can.
QString obstacleToResuming(const session::FollowedRun& run) {
  if (run.vanished) return RunsPanel::tr("Its folder is not there any more");
  if (!run.entry.record) return RunsPanel::tr("Its run.json cannot be used");
  switch (session::standingOf(run)) {
    case RunStanding::Failed:
    case RunStanding::Stopped:
      return {};
    case RunStanding::Stalled:
      return run.entry.liveness == Liveness::Dead ? QString() : RunsPanel::tr("Its trainer may still be at work");
    case RunStanding::Finished:
      return RunsPanel::tr("It has finished");
    default:
      return RunsPanel::tr("It is being trained");
  }
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
  m_filter->setPlaceholderText(tr("Filter, as in state:running model:v45 -tag:old"));
  m_filter->setAccessibleName(tr("Filter of the runs"));
  m_filter->setFont(toFont({.size = 12}));
  m_filter->setFixedWidth(300);
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
  top->addWidget(m_filter);
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

QAction* RunsPanel::add(const char* name, const QString& icon, const QString& text, std::function<void()> run) {
  auto* made = new QAction(text, this);
  made->setObjectName(QLatin1String(name));
  if (!icon.isEmpty()) made->setIcon(lineIcon(icon));
  connect(made, &QAction::triggered, this, std::move(run));
  return made;
}

void RunsPanel::makeActions() {
  add("pauseRun", QStringLiteral("pause"), tr("Pause"), [this] {
    pauseOrResume();
  })->setToolTip(tr("Hold the training without using the processor, or go on"));
  add("stopRun", QStringLiteral("stop"), tr("Stop"), [this] {
    send(ControlCommand::Stop);
  })->setToolTip(tr("Write a checkpoint and end the training; it can be resumed"));
  add("resumeRun", QStringLiteral("play"), tr("Resume training"), [this] {
    if (const auto run = current()) Q_EMIT resumeWanted(run);
  });
  add("launchLike", {}, tr("Launch one like this…"), [this] {
    if (const auto run = current()) Q_EMIT launchWanted(run);
  })->setToolTip(tr("Fill the Launch form with this run's configuration"));
  add("checkpointRun", QStringLiteral("save"), tr("Write a checkpoint now"),
      [this] { send(ControlCommand::Checkpoint); });
  add("evaluateRun", {}, tr("Evaluate now"), [this] { send(ControlCommand::Evaluate); });
  add("setLearningRate", {}, tr("Set the learning rate…"), [this] { askLearningRate(); });
  add("inspectBest", QStringLiteral("target"), tr("Inspect best"), [this] {
    if (const auto run = current()) Q_EMIT inspectWanted(run);
  })->setToolTip(tr("Open the run's dataset and its best checkpoint in the Inspect workspace"));
  add("renameRun", {}, tr("Rename (F2)"), [this] {
    const QModelIndex at = m_table->currentIndex();
    if (at.isValid()) m_table->edit(at.siblingAtColumn(static_cast<int>(RunColumn::Name)));
  });
  add("tagRun", {}, tr("Tags…"), [this] { askTags(); });
  add("noteRun", {}, tr("Note…"), [this] { askNote(); });
  add("referenceLine", {}, tr("Draw as a reference line"), [this] {
    const auto run = current();
    if (!run) return;
    const bool reference = !m_library.referenceLine(*run);
    if (reference) m_library.setChosen(run->folder(), true);
    m_library.setReferenceLine(run->folder(), reference);
    Q_EMIT referenceLinesChanged();
  })->setCheckable(true);
  command("referenceLine")->setToolTip(tr("Dashed and grey in the curves: what the others are held against"));
  add("archiveRun", {}, tr("Archive"), [this] { archive(); });
  add("compareRuns", QStringLiteral("layers"), tr("Compare"), [this] {
    Q_EMIT compareWanted();
  })->setToolTip(tr("The checked runs side by side: the settings in which they differ, then their figures"));
  add("differFromRun", {}, tr("Tell the others apart from this run"), [this] {
    const auto run = current();
    if (!run) return;
    m_comparison.setReference(m_comparison.marked(*run) ? std::filesystem::path() : run->folder());
    Q_EMIT comparisonChanged();
  })->setToolTip(tr("Make it the reference of the comparison: the column of differences is against it"));
  add("revealTest", {}, tr("Reveal test figures…"), [this] { askReveal(); });
  add("hideTest", {}, tr("Hide its test figures"), [this] {
    const auto run = current();
    if (!run) return;
    m_comparison.hide(*run);
    Q_EMIT comparisonChanged();
  });
  add("deleteRun", QStringLiteral("trash"), tr("Delete…"), [this] {
    m_removal->remove(selected());
  })->setToolTip(tr("Move the selected runs to the desktop's trash; a log of another program is only closed"));
  QAction* grouped = add("groupSeeds", {}, tr("Seeds: grouped"), [] {});
  grouped->setCheckable(true);
  grouped->setChecked(true);
  grouped->setToolTip(
      tr("Runs that differ in nothing but their seed below a line of their means, and one curve with a band"));
  connect(grouped, &QAction::toggled, this, [this](bool on) {
    m_order->setGrouped(on);
    command("groupSeeds")->setText(on ? tr("Seeds: grouped") : tr("Seeds: single"));
    follow();
    Q_EMIT comparisonChanged();
  });
  QAction* archived = add("showArchived", {}, tr("Show archived runs"), [] {});
  archived->setCheckable(true);
  connect(archived, &QAction::toggled, this, [this](bool shown) {
    m_order->setArchivedShown(shown);
    follow();
  });
}

void RunsPanel::fillMenu(QMenu* menu) const {
  for (const char* name : {"pauseRun", "stopRun", "resumeRun", "checkpointRun", "evaluateRun", "setLearningRate"})
    menu->addAction(command(name));
  menu->addSeparator();
  menu->addAction(command("inspectBest"));
  menu->addAction(command("launchLike"));
  menu->addSeparator();
  for (const char* name : {"compareRuns", "differFromRun", "referenceLine", "revealTest", "hideTest"})
    menu->addAction(command(name));
  menu->addSeparator();
  for (const char* name : {"renameRun", "tagRun", "noteRun", "archiveRun", "showArchived", "groupSeeds"})
    menu->addAction(command(name));
  menu->addSeparator();
  menu->addAction(command("deleteRun"));
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
  m_table->setVisible(!empty);
  m_empty->setVisible(empty);
  if (empty) {
    const bool opened = !m_library.sources().empty();
    const QString folder = sourcesText();
    present::EmptyState words{.title = "No folder of runs is open",
                              .detail = "A run is the folder that sojourn train writes into; a folder may hold many.",
                              .buttonText = "Open a folder of runs",
                              .button = {.id = "openRuns", .argument = {}}};
    if (opened && m_model->rowCount() > 0) {
      words = {.title = "The filter leaves no run",
               .detail = std::to_string(m_model->rowCount()) + " runs are there.",
               .buttonText = {},
               .button = {}};
    } else if (opened) {
      words.title = m_library.settled() ? "No runs in " + folder.toStdString() : "Looking for runs";
      words.detail = m_library.settled() ? "A run that begins there appears by itself." : folder.toStdString();
    }
    m_empty->show(words);
  }
  updateActions();
}

void RunsPanel::updateActions() {
  const session::FollowedRunPtr run = current();
  const RunStanding standing = run ? session::standingOf(*run) : RunStanding::Vanished;
  const bool paused = standing == RunStanding::Paused;
  QAction* pause = command("pauseRun");
  pause->setText(paused ? tr("Resume") : tr("Pause"));
  pause->setIcon(lineIcon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
  const bool listens = run && session::takesCommands(standing);
  for (const char* name : {"pauseRun", "stopRun", "checkpointRun", "evaluateRun", "setLearningRate"})
    command(name)->setEnabled(listens);
  const bool there = run && !run->vanished;
  for (const char* name : {"renameRun", "tagRun", "noteRun", "archiveRun"}) command(name)->setEnabled(there);
  const QString obstacle = run ? obstacleToResuming(*run) : tr("No run is chosen");
  command("resumeRun")->setEnabled(obstacle.isEmpty());
  command("resumeRun")
      ->setToolTip(obstacle.isEmpty() ? tr("Go on exactly where the training stood, through the queue") : obstacle);
  command("launchLike")->setEnabled(there && run->entry.record);
  // A run that nobody trains can only be taken up again; the button says so.
  m_goOn->setDefaultAction(command(obstacle.isEmpty() ? "resumeRun" : "pauseRun"));
  command("deleteRun")->setEnabled(there);
  QAction* line = command("referenceLine");
  line->setEnabled(there);
  line->setChecked(run && m_library.referenceLine(*run));
  command("inspectBest")->setEnabled(there && run->entry.record);
  const bool shown = run && m_comparison.revealed(*run);
  command("revealTest")->setEnabled(there && !shown && session::RunComparison::hasTest(*run));
  command("hideTest")->setEnabled(shown);
  int chosen = 0;
  for (int row = 0; row < m_model->rowCount(); ++row) chosen += m_model->line(row).chosen ? 1 : 0;
  command("compareRuns")->setEnabled(chosen > 1);
  command("differFromRun")->setEnabled(there && run->entry.record);
  command("differFromRun")
      ->setText(run && m_comparison.marked(*run) ? tr("No longer tell the others apart from this run")
                                                 : tr("Tell the others apart from this run"));
  command("archiveRun")->setText(run && run->entry.notes.archived ? tr("Take out of the archive") : tr("Archive"));
  m_command->setText(commandText());
}

QString RunsPanel::commandText() const {
  const session::FollowedRunPtr run = current();
  const SentCommand* sent = run ? m_library.lastCommand(run->folder()) : nullptr;
  if (!sent) return {};
  QString words = wordOf(sent->command);
  if (sent->value) words += QLatin1Char(' ') + QString::number(*sent->value);
  return words + QStringLiteral(": ") + resultOf(*sent);
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

void RunsPanel::send(ControlCommand command, std::optional<double> value) {
  if (const auto run = current()) m_library.send(run->folder(), command, value);
}

void RunsPanel::pauseOrResume() {
  const auto run = current();
  if (!run) return;
  send(session::standingOf(*run) == RunStanding::Paused ? ControlCommand::Resume : ControlCommand::Pause);
}

void RunsPanel::askLearningRate() {
  const auto run = current();
  if (!run) return;
  auto* ask = new QInputDialog(this);
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setWindowTitle(tr("Set the learning rate"));
  ask->setLabelText(tr("From the next step on, with the schedule's shape kept. The run counts as steered then."));
  ask->setTextValue(configuredRate(run->entry));
  connect(ask, &QInputDialog::textValueSelected, this, [this, folder = run->folder()](const QString& typed) {
    bool isNumber = false;
    const double rate = QLocale::c().toDouble(typed.trimmed(), &isNumber);
    if (isNumber && std::isfinite(rate) && rate > 0)
      m_library.send(folder, ControlCommand::SetLearningRate, rate);
    else
      m_command->setText(tr("Learning rate: %1 is no number above 0").arg(typed));
  });
  ask->open();
}

void RunsPanel::editCurrent(const std::function<void(ViewerNotes&)>& edit) {
  if (const auto run = current()) m_library.editNotes(run->folder(), edit);
}

void RunsPanel::askTags() {
  const auto run = current();
  if (!run) return;
  QStringList tags;
  for (const std::string& tag : run->entry.notes.tags) tags << toText(tag);
  auto* ask = new QInputDialog(this);
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setWindowTitle(tr("Tags"));
  ask->setLabelText(tr("Separated by commas"));
  ask->setTextValue(tags.join(QStringLiteral(", ")));
  connect(ask, &QInputDialog::textValueSelected, this, [this, folder = run->folder()](const QString& typed) {
    std::vector<std::string> chosen;
    for (const QString& tag : typed.split(QLatin1Char(','), Qt::SkipEmptyParts))
      if (!tag.trimmed().isEmpty()) chosen.push_back(tag.trimmed().toStdString());
    m_library.editNotes(folder, [chosen](ViewerNotes& notes) { notes.tags = chosen; });
  });
  ask->open();
}

void RunsPanel::askNote() {
  const auto run = current();
  if (!run) return;
  auto* ask = new QInputDialog(this);
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setOption(QInputDialog::UsePlainTextEditForTextInput);
  ask->setWindowTitle(tr("Note"));
  ask->setLabelText(tr("What is to be remembered of this run"));
  ask->setTextValue(toText(run->entry.notes.note));
  connect(ask, &QInputDialog::textValueSelected, this, [this, folder = run->folder()](const QString& typed) {
    m_library.editNotes(folder, [note = typed.toStdString()](ViewerNotes& notes) { notes.note = note; });
  });
  ask->open();
}

void RunsPanel::askReveal() {
  const auto run = current();
  if (!run) return;
  const auto times = static_cast<qlonglong>(run->entry.notes.reveals);
  auto* ask =
      new QMessageBox(QMessageBox::Question, tr("Reveal test figures"),
                      tr("Reveal the test figures of %1?").arg(toText(escapeForDisplay(run->entry.title(), 80))),
                      QMessageBox::Cancel, this);
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setTextFormat(Qt::PlainText);
  ask->setInformativeText(
      tr("Test figures are hidden because a run that is chosen by them looks better than it is: choose by validation, "
         "and look at the test split once. Each showing is counted in the run's notes; so far %1.")
          .arg(times == 0   ? tr("there was none")
               : times == 1 ? tr("there was one")
                            : tr("there were %1").arg(times)));
  QPushButton* reveal = ask->addButton(tr("Reveal"), QMessageBox::AcceptRole);
  connect(reveal, &QPushButton::clicked, this, [this, run] {
    m_comparison.reveal(*run);
    Q_EMIT comparisonChanged();
  });
  ask->open();
}

void RunsPanel::archive() {
  const auto run = current();
  if (!run) return;
  const bool put = !run->entry.notes.archived;
  if (put) m_library.setChosen(run->folder(), false);
  editCurrent([put](ViewerNotes& notes) { notes.archived = put; });
}

}  // namespace sojourn::qt
