// SPDX-License-Identifier: GPL-3.0-or-later
// What if in the studio's window: the menu entries of edits, the drags, scenarios asked for by name.
#include <QAction>
#include <QFileDialog>
#include <QInputDialog>
#include <QMenuBar>

#include "model/core/translation.h"
#include "views/present/visits/visits_view.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/what_if/history_panel.h"
#include "views/qt/what_if/reference_bar.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// Asks for a name, in a dialog wide enough for those that edits propose.
std::optional<QString> askName(QWidget* parent, const QString& title, const QString& proposed) {
  constexpr int designedWidth = 420;
  QInputDialog dialog(parent);
  dialog.setWindowTitle(title);
  dialog.setLabelText(MainWindow::tr("Name"));
  dialog.setTextValue(proposed);
  dialog.resize(static_cast<int>(designedWidth * textFactor()), dialog.sizeHint().height());
  if (dialog.exec() != QDialog::Accepted) return std::nullopt;
  return dialog.textValue().trimmed();
}

}  // namespace

using session::Change;

/// Made before the areas, whose buttons show them. They act on What if, so elsewhere they are off.
EditBar::Actions MainWindow::makeEditActions() {
  const auto make = [this](const char* name, const QString& text, const QString& icon, const QKeySequence& keys,
                           std::function<void()> run) {
    auto* made = new QAction(icon.isEmpty() ? QIcon() : lineIcon(icon), text, this);
    made->setObjectName(QLatin1String(name));
    made->setShortcut(keys);
    made->setShortcutVisibleInContextMenu(true);
    connect(made, &QAction::triggered, this, std::move(run));
    m_editActions.append(made);
    return made;
  };
  const auto none = QString();
  EditBar::Actions actions{};
  actions.undo =
      make("undo", tr("&Undo"), QStringLiteral("undo"), QKeySequence(tr("Ctrl+Z")), [this] { m_edits.undo(); });
  actions.redo =
      make("redo", tr("&Redo"), QStringLiteral("redo"), QKeySequence(tr("Ctrl+Shift+Z")), [this] { m_edits.redo(); });
  actions.remove = make("removeVisits", tr("&Remove"), QStringLiteral("trash"), QKeySequence(Qt::Key_Delete),
                        [this] { m_editor->remove(); });
  actions.duplicate = make("duplicateVisits", tr("&Duplicate"), QStringLiteral("copy"), QKeySequence(tr("Ctrl+D")),
                           [this] { m_editor->duplicate(); });
  actions.insert = make("insertVisit", tr("&Insert…"), QStringLiteral("plus"), QKeySequence(Qt::Key_Insert),
                        [this] { m_whatIf->editBar()->askInsert(); });
  make("editFields", tr("Edit &start"), none, QKeySequence(Qt::Key_F2), [this] { m_whatIf->editBar()->openFields(); });
  make("replacePlace", tr("Replace &place…"), none, QKeySequence(tr("Ctrl+L")),
       [this] { m_whatIf->editBar()->askPlace(); });
  const struct {
    const char* name;
    QString text, keys;
    int minutes;
  } steps[] = {{"laterQuarter", tr("15 minutes later"), tr("Ctrl+Right"), 15},
               {"earlierQuarter", tr("15 minutes earlier"), tr("Ctrl+Left"), -15},
               {"laterMinute", tr("1 minute later"), tr("Ctrl+Alt+Right"), 1},
               {"earlierMinute", tr("1 minute earlier"), tr("Ctrl+Alt+Left"), -1},
               {"laterDay", tr("1 day later"), tr("Ctrl+Down"), 1440},
               {"earlierDay", tr("1 day earlier"), tr("Ctrl+Up"), -1440}};
  for (const auto& step : steps) {
    make(step.name, step.text, none, QKeySequence(step.keys), [this, by = step.minutes] { m_editor->nudge(by); });
  }
  make("longer", tr("15 minutes longer"), none, QKeySequence(tr("Ctrl+Shift+Right")),
       [this] { m_editor->stretch(15); });
  make("shorter", tr("15 minutes shorter"), none, QKeySequence(tr("Ctrl+Shift+Left")),
       [this] { m_editor->stretch(-15); });
  make("orderEarlier", tr("One place earlier in the order"), none, QKeySequence(tr("Ctrl+Shift+Up")),
       [this] { m_editor->reorder(-1); });
  make("orderLater", tr("One place later in the order"), none, QKeySequence(tr("Ctrl+Shift+Down")),
       [this] { m_editor->reorder(1); });
  make("targetLater", tr("Next visit one day later"), none, {}, [this] { m_editor->apply(ShiftTargetDay{1}); });
  make("targetEarlier", tr("Next visit one day earlier"), none, {}, [this] { m_editor->apply(ShiftTargetDay{-1}); });
  make("changeUser", tr("Change the user…"), none, {}, [this] { askUser(); });
  make("saveScenario", tr("&Save scenario…"), QStringLiteral("save"), QKeySequence(tr("Ctrl+Alt+S")),
       [this] { askScenario(); });
  return actions;
}

void MainWindow::makeWhatIf() {
  m_editSubscription = m_edits.subscribe([this](session::Changes changes) {
    // Most come in the midst of the workspace's own changes and are followed with them, so that nothing is drawn twice.
    if (m_editChanges.empty())
      QMetaObject::invokeMethod(
          this, [this] { follow({}); }, Qt::QueuedConnection);
    m_editChanges |= changes;
  });
  connect(m_whatIf->referenceBar(), &ReferenceBar::saveWanted, this, &MainWindow::askScenario);
  connect(m_whatIf->referenceBar(), &ReferenceBar::sampleWanted, this, &MainWindow::askReference);
  HistoryPanel* history = m_whatIf->history();
  connect(history, &HistoryPanel::failed, this, [this](const Error& error) { m_workspace.report(error); });
  connect(history, &HistoryPanel::renameWanted, this, &MainWindow::askScenarioName);
  connect(history, &HistoryPanel::exportWanted, this, [this](int scenario) {
    const QString file = QFileDialog::getSaveFileName(this, tr("Export scenario"), QStringLiteral("scenario.json"),
                                                      tr("Scenarios (*.json)"));
    if (!file.isEmpty()) tell(m_edits.exportScenario(static_cast<std::size_t>(scenario), file.toStdString()));
  });
  connect(history, &HistoryPanel::importWanted, this, [this] {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Import a scenario"), {}, tr("Scenarios (*.json);;All files (*)"));
    if (!file.isEmpty()) tell(m_edits.importScenario(file.toStdString()));
  });
}

void MainWindow::tell(const Status& status) {
  if (!status) m_workspace.report(status.error());
}

void MainWindow::followEdits() {
  const bool here = shownWorkspace() == StudioWorkspace::WhatIf;
  const auto* history = m_edits.history();
  const bool chosen = !m_editor->selected().empty();
  for (QAction* made : std::as_const(m_editActions)) {
    const QString name = made->objectName();
    bool on = here && history;
    if (name == QLatin1String("undo"))
      on = on && history->canUndo();
    else if (name == QLatin1String("redo"))
      on = on && history->canRedo();
    else if (!name.startsWith(QLatin1String("target")) && name != QLatin1String("changeUser") &&
             name != QLatin1String("saveScenario") && name != QLatin1String("insertVisit"))
      on = on && chosen;
    made->setEnabled(on);
  }
  const auto named = [this](const char* name, const QString& word, const std::string& what) {
    action(name)->setToolTip(what.empty() ? word : QStringLiteral("%1: %2").arg(word, toText(sojourn::tr(what))));
  };
  const bool back = history && history->canUndo(), forth = history && history->canRedo();
  named("undo", tr("Undo"), back ? history->now().name : std::string());
  named("redo", tr("Redo"), forth ? history->states()[history->position() + 1].name : std::string());
}

bool MainWindow::carryOutDrag(const present::Action& wanted) {
  const bool dropped = wanted.id == "shiftVisit";
  if (!dropped && wanted.id != "previewShift") return false;
  if (const auto shift = present::shiftFromArgument(wanted.argument)) {
    m_editor->drag(shift->visit, shift->minutes, shift->copy, dropped);
  }
  return true;
}

void MainWindow::askScenario() {
  if (!m_edits.history()) return;
  const auto name = askName(this, tr("Save scenario"), toText(m_edits.history()->now().name));
  if (name) tell(m_edits.saveScenario(name->toStdString()));
}

void MainWindow::askScenarioName(int scenario) {
  const auto index = static_cast<std::size_t>(scenario);
  if (index >= m_edits.scenarios().size()) return;
  const auto name = askName(this, tr("Rename scenario"), toText(m_edits.scenarios()[index].scenario.name));
  if (name) tell(m_edits.renameScenario(index, name->toStdString()));
}

void MainWindow::askReference() {
  const auto samples = m_workspace.samples().size();
  if (samples == 0) return;
  bool taken = false;
  const int row = QInputDialog::getInt(this, tr("Compare with another sample"), tr("Sample"),
                                       static_cast<int>(m_workspace.row().value_or(0)), 0,
                                       static_cast<int>(samples) - 1, 1, &taken);
  if (taken) m_edits.pinSample(static_cast<std::size_t>(row));
}

void MainWindow::askUser() {
  const Sequence* sequence = m_workspace.sequence();
  const auto& dataset = m_workspace.dataset();
  if (!sequence || !dataset) return;
  QStringList names;
  for (UserId user = 1; user < dataset->numUsers; ++user) {
    names << QStringLiteral("%1  #%2").arg(toText(m_workspace.naming().userName(user))).arg(user);
  }
  bool taken = false;
  const QString chosen = QInputDialog::getItem(this, tr("Change the user"), tr("User"), names,
                                               std::max(0, sequence->user - 1), false, &taken);
  if (const qsizetype at = names.indexOf(chosen); taken && at >= 0)
    m_editor->apply(SetUser{static_cast<UserId>(at + 1)});
}

}  // namespace sojourn::qt
