// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the runs: the actions of the Runs dock, when they are possible, and what they ask.
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <cmath>

#include "model/core/text.h"
#include "views/present/runs/run_figures.h"
#include "views/qt/runs/run_removal.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/runs/runs_table_view.h"
#include "views/qt/widgets/compose.h"
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

QAction* RunsPanel::add(const char* name, const char* icon, const QString& text, const QString& tip) {
  auto* made = new QAction(text, this);
  made->setObjectName(QLatin1String(name));
  made->setToolTip(tip);
  if (icon) made->setIcon(lineIcon(QLatin1String(icon)));
  return made;
}

QAction* RunsPanel::addForRun(const char* name, const char* icon, const QString& text, const QString& tip,
                              std::function<void(const session::FollowedRunPtr&)> act) {
  QAction* made = add(name, icon, text, tip);
  connect(made, &QAction::triggered, this, [this, act = std::move(act)] {
    if (const auto run = current()) act(run);
  });
  return made;
}

void RunsPanel::makeActions() {
  using Run = session::FollowedRunPtr;
  const auto send = [this](ControlCommand command) {
    return [this, command](const Run& run) { m_library.send(run->folder(), command); };
  };
  addForRun("pauseRun", "pause", tr("Pause"), tr("Pause or resume the training"), [this](const Run& run) {
    const bool paused = session::standingOf(*run) == RunStanding::Paused;
    m_library.send(run->folder(), paused ? ControlCommand::Resume : ControlCommand::Pause);
  });
  addForRun("stopRun", "stop", tr("Stop…"), tr("Write a checkpoint and end the training; it can be resumed"),
            [this](const Run& run) {
              confirm(tr("Stop"), present::stopQuestion(nameOf(*run)),
                      [this, folder = run->folder()] { m_library.send(folder, ControlCommand::Stop); });
            });
  addForRun("resumeRun", "play", tr("Resume training…"), {}, [this](const Run& run) {
    confirm(tr("Resume"), present::resumeQuestion(nameOf(*run)), [this, run] { Q_EMIT resumeWanted(run); });
  });
  addForRun("launchLike", nullptr, tr("New run based on this…"),
            tr("Fill the Launch form with this run's configuration"),
            [this](const Run& run) { Q_EMIT launchWanted(run); });
  addForRun("checkpointRun", "save", tr("Write a checkpoint now"), {}, send(ControlCommand::Checkpoint));
  addForRun("evaluateRun", nullptr, tr("Evaluate now"), {}, send(ControlCommand::Evaluate));
  addForRun("setLearningRate", nullptr, tr("Set the learning rate…"), {}, [this](const Run& run) { askRate(*run); });
  addForRun("inspectBest", "target", tr("Inspect best"),
            tr("Open the run's dataset and its best checkpoint in the Inspect workspace"),
            [this](const Run& run) { Q_EMIT inspectWanted(run); });
  connect(add("renameRun", nullptr, tr("Rename (F2)")), &QAction::triggered, this, [this] {
    const QModelIndex at = m_table->currentIndex();
    if (at.isValid()) m_table->edit(at.siblingAtColumn(static_cast<int>(RunColumn::Name)));
  });
  addForRun("tagRun", nullptr, tr("Tags…"), {}, [this](const Run& run) { askTags(*run); });
  addForRun("noteRun", nullptr, tr("Note…"), {}, [this](const Run& run) {
    askText(this,
            {.title = tr("Note"),
             .label = tr("Note about this run"),
             .value = toText(run->entry.notes.note),
             .isLong = true},
            [this, folder = run->folder()](const QString& typed) {
              m_library.editNotes(folder, [note = typed.toStdString()](ViewerNotes& notes) { notes.note = note; });
            });
  });
  addForRun("referenceLine", nullptr, tr("Draw as a reference line"),
            tr("Draw this run dashed and grey in the curves, as a reference for the others"),
            [this](const Run& run) {
              const bool reference = !m_library.referenceLine(*run);
              if (reference) m_library.setChosen(run->folder(), true);
              m_library.setReferenceLine(run->folder(), reference);
              Q_EMIT referenceLinesChanged();
            })
      ->setCheckable(true);
  addForRun("archiveRun", nullptr, tr("Archive"), {}, [this](const Run& run) {
    const bool archived = !run->entry.notes.archived;
    if (archived) m_library.setChosen(run->folder(), false);
    m_library.editNotes(run->folder(), [archived](ViewerNotes& notes) { notes.archived = archived; });
  });
  connect(add("compareRuns", "layers", tr("Compare"),
              tr("Show the checked runs side by side: the settings in which they differ, then their figures")),
          &QAction::triggered, this, &RunsPanel::compareWanted);
  addForRun("differFromRun", nullptr, tr("Compare with this run"),
            tr("Make this run the reference of the comparison, for the column of differences"), [this](const Run& run) {
              m_comparison.setReference(m_comparison.marked(*run) ? std::filesystem::path() : run->folder());
              Q_EMIT comparisonChanged();
            });
  addForRun("revealTest", nullptr, tr("Reveal test figures…"), {}, [this](const Run& run) { askReveal(run); });
  addForRun("hideTest", nullptr, tr("Hide its test figures"), {}, [this](const Run& run) {
    m_comparison.hide(*run);
    Q_EMIT comparisonChanged();
  });
  connect(add("deleteRun", "trash", tr("Delete…"),
              tr("Move the selected runs to the desktop's trash; a log of another program is only closed")),
          &QAction::triggered, this, [this] { m_removal->remove(selected()); });
  QAction* grouped =
      add("groupSeeds", nullptr, tr("Seeds: grouped"),
          tr("Group runs that differ only in their seed: one row with their means, and one curve with a band"));
  grouped->setCheckable(true);
  grouped->setChecked(true);
  connect(grouped, &QAction::toggled, this, [this, grouped](bool on) {
    m_order->setGrouped(on);
    grouped->setText(on ? tr("Seeds: grouped") : tr("Seeds: single"));
    refresh();
    Q_EMIT comparisonChanged();
  });
  QAction* archived = add("showArchived", nullptr, tr("Show archived runs"));
  archived->setCheckable(true);
  connect(archived, &QAction::toggled, this, [this](bool shown) {
    m_order->setArchivedShown(shown);
    refresh();
  });
}

void RunsPanel::fillMenu(QMenu* menu) const {
  constexpr const char* separator = nullptr;
  for (const char* name :
       {"pauseRun",      "stopRun",     "resumeRun",    "checkpointRun", "evaluateRun", "setLearningRate",
        separator,       "inspectBest", "launchLike",   separator,       "compareRuns", "differFromRun",
        "referenceLine", "revealTest",  "hideTest",     separator,       "renameRun",   "tagRun",
        "noteRun",       "archiveRun",  "showArchived", "groupSeeds",    separator,     "deleteRun"}) {
    if (name)
      menu->addAction(command(name));
    else
      menu->addSeparator();
  }
}

void RunsPanel::updateActions() {
  const session::FollowedRunPtr run = current();
  const RunStanding standing = run ? session::standingOf(*run) : RunStanding::Vanished;
  const bool there = run && !run->vanished;
  const bool recorded = there && run->entry.record;
  const bool listens = run && session::takesCommands(standing);
  const bool shown = run && m_comparison.revealed(*run);
  const QString obstacle = run ? obstacleToResuming(*run) : tr("No run selected");
  const auto enable = [this](std::initializer_list<const char*> names, bool on) {
    for (const char* name : names) command(name)->setEnabled(on);
  };
  enable({"pauseRun", "stopRun", "checkpointRun", "evaluateRun", "setLearningRate"}, listens);
  enable({"renameRun", "tagRun", "noteRun", "archiveRun", "deleteRun", "referenceLine"}, there);
  enable({"launchLike", "differFromRun"}, recorded);
  enable({"inspectBest"}, recorded && !run->entry.imported);
  enable({"resumeRun"}, obstacle.isEmpty());
  enable({"revealTest"}, there && !shown && session::RunComparison::hasTest(*run));
  enable({"hideTest"}, shown);
  enable({"compareRuns"}, std::ranges::count_if(m_lines.all(), &RunLine::chosen) > 1);
  const bool paused = standing == RunStanding::Paused;
  command("pauseRun")->setText(paused ? tr("Resume") : tr("Pause"));
  command("pauseRun")->setIcon(lineIcon(paused ? QStringLiteral("play") : QStringLiteral("pause")));
  command("resumeRun")
      ->setToolTip(obstacle.isEmpty() ? tr("Continue the training exactly where it stopped, through the queue")
                                      : obstacle);
  // A run without a trainer can only be resumed; the button says so.
  m_goOn->setDefaultAction(command(obstacle.isEmpty() ? "resumeRun" : "pauseRun"));
  command("referenceLine")->setChecked(run && m_library.referenceLine(*run));
  command("differFromRun")
      ->setText(run && m_comparison.marked(*run) ? tr("Stop comparing with this run") : tr("Compare with this run"));
  command("archiveRun")->setText(run && run->entry.notes.archived ? tr("Unarchive") : tr("Archive"));
  m_command->setText(commandText());
}

void RunsPanel::confirm(const QString& title, const std::string& question, std::function<void()> confirmed) {
  auto* box = new QMessageBox(QMessageBox::Question, title, toText(question), QMessageBox::Cancel, this);
  box->setObjectName(QStringLiteral("confirmCommand"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::PlainText);
  connect(box->addButton(title, QMessageBox::AcceptRole), &QPushButton::clicked, this, std::move(confirmed));
  box->open();
}

void RunsPanel::askRate(const session::FollowedRun& run) {
  askText(this,
          {.title = tr("Set the learning rate"),
           .label = tr("Learning rate of %1 from the next step on, with the schedule's shape kept.\nThe run counts as "
                       "steered then: it is excluded from the means over seeds.")
                        .arg(toText(nameOf(run))),
           .value = rateOf(run)},
          [this, folder = run.folder()](const QString& typed) {
            bool isNumber = false;
            const double rate = QLocale::c().toDouble(typed.trimmed(), &isNumber);
            if (isNumber && std::isfinite(rate) && rate > 0)
              m_library.send(folder, ControlCommand::SetLearningRate, rate);
            else
              m_command->setText(tr("Learning rate: %1 is not a number above 0").arg(typed));
          });
}

void RunsPanel::askTags(const session::FollowedRun& run) {
  QStringList tags;
  for (const std::string& tag : run.entry.notes.tags) tags << toText(tag);
  askText(this, {.title = tr("Tags"), .label = tr("Separated by commas"), .value = tags.join(QStringLiteral(", "))},
          [this, folder = run.folder()](const QString& typed) {
            std::vector<std::string> chosen;
            for (const QString& tag : typed.split(QLatin1Char(','), Qt::SkipEmptyParts))
              if (!tag.trimmed().isEmpty()) chosen.push_back(tag.trimmed().toStdString());
            m_library.editNotes(folder, [chosen](ViewerNotes& notes) { notes.tags = chosen; });
          });
}

void RunsPanel::askReveal(const session::FollowedRunPtr& run) {
  const auto times = static_cast<qlonglong>(run->entry.notes.reveals);
  auto* ask =
      new QMessageBox(QMessageBox::Question, tr("Reveal test figures"),
                      tr("Reveal the test figures of %1?").arg(toText(nameOf(*run))), QMessageBox::Cancel, this);
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setTextFormat(Qt::PlainText);
  ask->setInformativeText(
      tr("Test figures are hidden because a run that is chosen by them looks better than it is: choose by validation, "
         "and look at the test split once. Each reveal is counted in the run's notes; so far: %1.")
          .arg(times == 0   ? tr("none")
               : times == 1 ? tr("one")
                            : QString::number(times)));
  connect(ask->addButton(tr("Reveal"), QMessageBox::AcceptRole), &QPushButton::clicked, this, [this, run] {
    m_comparison.reveal(*run);
    Q_EMIT comparisonChanged();
  });
  ask->open();
}

}  // namespace sojourn::qt
