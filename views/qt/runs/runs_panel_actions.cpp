// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the runs: the actions of the Runs dock, when they are possible, and what they ask.
#include <QInputDialog>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <cmath>

#include "model/core/text.h"
#include "views/present/runs/run_questions.h"
#include "views/qt/runs/run_removal.h"
#include "views/qt/runs/runs_order.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/runs/runs_table_view.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::RunStanding;

namespace {

std::string nameOf(const session::FollowedRun& run) {
  return escapeForDisplay(run.entry.title(), 80);
}

/// The rate of its latest step, or before the first the one that the configuration names; empty where there is none.
QString rateOf(const session::FollowedRun& run) {
  if (run.recent && !run.recent->learningRate.empty())
    return toText(present::rateText(run.recent->learningRate.back()));
  const auto* rate = session::trainingSetting(run.entry, "learning_rate");
  return rate && rate->is_number() ? QString::number(rate->get<double>()) : QString();
}

/// Why a run cannot be resumed; empty where it can.
QString obstacleToResuming(const session::FollowedRun& run) {
  if (run.vanished) return RunsPanel::tr("Its folder no longer exists");
  if (run.entry.imported) return RunsPanel::tr("It is the log of another program");
  if (!run.entry.record) return RunsPanel::tr("Its run.json cannot be used");
  switch (session::standingOf(run)) {
    case RunStanding::Failed:
    case RunStanding::Stopped:
      return {};
    case RunStanding::Stalled:
      return run.entry.liveness == Liveness::Dead ? QString() : RunsPanel::tr("Its trainer may still be running");
    case RunStanding::Finished:
      return RunsPanel::tr("It has finished");
    default:
      return RunsPanel::tr("It is being trained");
  }
}

}  // namespace

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
  })->setToolTip(tr("Pause or resume the training"));
  add("stopRun", QStringLiteral("stop"), tr("Stop…"), [this] {
    askStop();
  })->setToolTip(tr("Write a checkpoint and end the training; it can be resumed"));
  add("resumeRun", QStringLiteral("play"), tr("Resume training…"), [this] {
    const auto run = current();
    if (!run) return;
    confirm(tr("Resume"), present::resumeQuestion(nameOf(*run)), tr("Resume"),
            [this, run] { Q_EMIT resumeWanted(run); });
  });
  add("launchLike", {}, tr("New run based on this…"), [this] {
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
  command("referenceLine")
      ->setToolTip(tr("Draw this run dashed and grey in the curves, as a reference for the others"));
  add("archiveRun", {}, tr("Archive"), [this] { archive(); });
  add("compareRuns", QStringLiteral("layers"), tr("Compare"), [this] {
    Q_EMIT compareWanted();
  })->setToolTip(tr("Show the checked runs side by side: the settings in which they differ, then their figures"));
  add("differFromRun", {}, tr("Compare with this run"), [this] {
    const auto run = current();
    if (!run) return;
    m_comparison.setReference(m_comparison.marked(*run) ? std::filesystem::path() : run->folder());
    Q_EMIT comparisonChanged();
  })->setToolTip(tr("Make this run the reference of the comparison, for the column of differences"));
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
      tr("Group runs that differ only in their seed: one row with their means, and one curve with a band"));
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
  const QString obstacle = run ? obstacleToResuming(*run) : tr("No run selected");
  command("resumeRun")->setEnabled(obstacle.isEmpty());
  command("resumeRun")
      ->setToolTip(obstacle.isEmpty() ? tr("Continue the training exactly where it stopped, through the queue")
                                      : obstacle);
  command("launchLike")->setEnabled(there && run->entry.record);
  // A run without a trainer can only be resumed; the button says so.
  m_goOn->setDefaultAction(command(obstacle.isEmpty() ? "resumeRun" : "pauseRun"));
  command("deleteRun")->setEnabled(there);
  QAction* line = command("referenceLine");
  line->setEnabled(there);
  line->setChecked(run && m_library.referenceLine(*run));
  command("inspectBest")->setEnabled(there && run->entry.record && !run->entry.imported);
  const bool shown = run && m_comparison.revealed(*run);
  command("revealTest")->setEnabled(there && !shown && session::RunComparison::hasTest(*run));
  command("hideTest")->setEnabled(shown);
  int chosen = 0;
  for (int row = 0; row < m_model->rowCount(); ++row) chosen += m_model->line(row).chosen ? 1 : 0;
  command("compareRuns")->setEnabled(chosen > 1);
  command("differFromRun")->setEnabled(there && run->entry.record);
  command("differFromRun")
      ->setText(run && m_comparison.marked(*run) ? tr("Stop comparing with this run") : tr("Compare with this run"));
  command("archiveRun")->setText(run && run->entry.notes.archived ? tr("Unarchive") : tr("Archive"));
  m_command->setText(commandText());
}

void RunsPanel::send(ControlCommand command, std::optional<double> value) {
  if (const auto run = current()) m_library.send(run->folder(), command, value);
}

void RunsPanel::pauseOrResume() {
  const auto run = current();
  if (!run) return;
  send(session::standingOf(*run) == RunStanding::Paused ? ControlCommand::Resume : ControlCommand::Pause);
}

void RunsPanel::confirm(const QString& title, const std::string& question, const QString& yes,
                        std::function<void()> confirmed) {
  auto* box = new QMessageBox(QMessageBox::Question, title, toText(question), QMessageBox::Cancel, this);
  box->setObjectName(QStringLiteral("confirmCommand"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::PlainText);
  QPushButton* button = box->addButton(yes, QMessageBox::AcceptRole);
  connect(button, &QPushButton::clicked, this, std::move(confirmed));
  box->open();
}

void RunsPanel::askStop() {
  const auto run = current();
  if (!run) return;
  confirm(tr("Stop"), present::stopQuestion(nameOf(*run)), tr("Stop"),
          [this, folder = run->folder()] { m_library.send(folder, ControlCommand::Stop); });
}

void RunsPanel::askLearningRate() {
  const auto run = current();
  if (!run) return;
  auto* ask = new QInputDialog(this);
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setWindowTitle(tr("Set the learning rate"));
  ask->setLabelText(tr("Learning rate of %1 from the next step on, with the schedule's shape kept.\nThe run counts as "
                       "steered then: it is excluded from the means over seeds.")
                        .arg(toText(nameOf(*run))));
  ask->setTextValue(rateOf(*run));
  connect(ask, &QInputDialog::textValueSelected, this, [this, folder = run->folder()](const QString& typed) {
    bool isNumber = false;
    const double rate = QLocale::c().toDouble(typed.trimmed(), &isNumber);
    if (isNumber && std::isfinite(rate) && rate > 0)
      m_library.send(folder, ControlCommand::SetLearningRate, rate);
    else
      m_command->setText(tr("Learning rate: %1 is not a number above 0").arg(typed));
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
  ask->setLabelText(tr("Note about this run"));
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
         "and look at the test split once. Each reveal is counted in the run's notes; so far: %1.")
          .arg(times == 0   ? tr("none")
               : times == 1 ? tr("one")
                            : QString::number(times)));
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
