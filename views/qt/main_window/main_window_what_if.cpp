// SPDX-License-Identifier: GPL-3.0-or-later
// What if in the studio's window: the menu entries of edits, the drags, scenarios asked for by name.
#include <QAction>
#include <QInputDialog>
#include <QMenuBar>

#include "model/core/translation.h"
#include "views/present/visits/visits_view.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/what_if/history_panel.h"
#include "views/qt/what_if/reference_bar.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/file_dialogs.h"
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

/// Made before the areas, whose buttons show them. They act on What if, so elsewhere they are off.
EditBar::Actions MainWindow::makeEditActions() {
  const auto make = [this](const char* name, const QString& text, const char* icon, const QKeySequence& keys,
                           std::function<void()> run) {
    auto* made = new QAction(icon ? lineIcon(QLatin1String(icon)) : QIcon(), text, this);
    made->setObjectName(QLatin1String(name));
    made->setShortcut(keys);
    made->setShortcutVisibleInContextMenu(true);
    connect(made, &QAction::triggered, this, std::move(run));
    m_editActions.append(made);
    return made;
  };
  EditBar::Actions actions{};
  actions.undo = make("undo", tr("&Undo"), "undo", tr("Ctrl+Z"), [this] { m_edits.undo(); });
  actions.redo = make("redo", tr("&Redo"), "redo", tr("Ctrl+Shift+Z"), [this] { m_edits.redo(); });
  actions.remove = make("removeVisits", tr("&Remove"), "trash", Qt::Key_Delete, [this] { m_editor->remove(); });
  actions.duplicate =
      make("duplicateVisits", tr("&Duplicate"), "copy", tr("Ctrl+D"), [this] { m_editor->duplicate(); });
  actions.insert =
      make("insertVisit", tr("&Insert…"), "plus", Qt::Key_Insert, [this] { m_whatIf->editBar()->askInsert(); });
  make("editFields", tr("Edit &start"), nullptr, Qt::Key_F2, [this] { m_whatIf->editBar()->openFields(); });
  make("replacePlace", tr("Replace &place…"), nullptr, tr("Ctrl+L"), [this] { m_whatIf->editBar()->askPlace(); });
  make("laterQuarter", tr("15 minutes later"), nullptr, tr("Ctrl+Right"), [this] { m_editor->nudge(15); });
  make("earlierQuarter", tr("15 minutes earlier"), nullptr, tr("Ctrl+Left"), [this] { m_editor->nudge(-15); });
  make("laterMinute", tr("1 minute later"), nullptr, tr("Ctrl+Alt+Right"), [this] { m_editor->nudge(1); });
  make("earlierMinute", tr("1 minute earlier"), nullptr, tr("Ctrl+Alt+Left"), [this] { m_editor->nudge(-1); });
  make("laterDay", tr("1 day later"), nullptr, tr("Ctrl+Down"), [this] { m_editor->nudge(1440); });
  make("earlierDay", tr("1 day earlier"), nullptr, tr("Ctrl+Up"), [this] { m_editor->nudge(-1440); });
  make("longer", tr("15 minutes longer"), nullptr, tr("Ctrl+Shift+Right"), [this] { m_editor->stretch(15); });
  make("shorter", tr("15 minutes shorter"), nullptr, tr("Ctrl+Shift+Left"), [this] { m_editor->stretch(-15); });
  make("orderEarlier", tr("One place earlier in the order"), nullptr, tr("Ctrl+Shift+Up"),
       [this] { m_editor->reorder(-1); });
  make("orderLater", tr("One place later in the order"), nullptr, tr("Ctrl+Shift+Down"),
       [this] { m_editor->reorder(1); });
  make("targetLater", tr("Next visit one day later"), nullptr, {}, [this] { m_editor->apply(ShiftTargetDay{1}); });
  make("targetEarlier", tr("Next visit one day earlier"), nullptr, {}, [this] { m_editor->apply(ShiftTargetDay{-1}); });
  make("changeUser", tr("Change the user…"), nullptr, {}, [this] { askUser(); });
  make("saveScenario", tr("&Save scenario…"), "save", tr("Ctrl+Alt+S"), [this] { askScenario(); });
  return actions;
}

void MainWindow::makeWhatIf() {
  connect(m_whatIf->referenceBar(), &ReferenceBar::saveWanted, this, &MainWindow::askScenario);
  connect(m_whatIf->referenceBar(), &ReferenceBar::sampleWanted, this, &MainWindow::askReference);
  HistoryPanel* history = m_whatIf->history();
  connect(history, &HistoryPanel::failed, this, [this](const Error& error) { tell(error); });
  connect(history, &HistoryPanel::renameWanted, this, &MainWindow::askScenarioName);
  connect(history, &HistoryPanel::exportWanted, this, [this](int scenario) {
    const QString file =
        askSaveFile(this, tr("Export scenario"), QStringLiteral("scenario.json"), tr("Scenarios (*.json)"));
    if (!file.isEmpty()) tell(m_edits.exportScenario(static_cast<std::size_t>(scenario), file.toStdString()));
  });
  connect(history, &HistoryPanel::importWanted, this, [this] {
    const QString file = askFile(this, tr("Import a scenario"), tr("Scenarios (*.json);;All files (*)"));
    if (!file.isEmpty()) tell(m_edits.importScenario(file.toStdString()));
  });
}

void MainWindow::tell(const Status& status) {
  if (!status) m_workspace.banners().report(status.error(), Severity::Error, {}, session::BannerTopic::Edit);
}

void MainWindow::updateEdits() {
  const bool here = shownWorkspace() == StudioWorkspace::WhatIf;
  const auto* history = m_edits.history();
  const bool chosen = !m_editor->selected().empty();
  const bool back = history && history->canUndo(), forth = history && history->canRedo();
  // The others need a visit.
  const QStringList ofSequence{QStringLiteral("targetLater"), QStringLiteral("targetEarlier"),
                               QStringLiteral("changeUser"), QStringLiteral("saveScenario"),
                               QStringLiteral("insertVisit")};
  for (QAction* made : std::as_const(m_editActions))
    made->setEnabled(here && history && (chosen || ofSequence.contains(made->objectName())));
  action("undo")->setEnabled(here && back);
  action("redo")->setEnabled(here && forth);
  const auto named = [this](const char* name, const QString& word, const std::string& what) {
    action(name)->setToolTip(what.empty() ? word : QStringLiteral("%1: %2").arg(word, toText(sojourn::tr(what))));
  };
  named("undo", tr("Undo"), back ? history->now().name : std::string());
  named("redo", tr("Redo"), forth ? history->states()[history->position() + 1].name : std::string());
}

void MainWindow::handle(const present::ShiftAction& action) {
  const auto drag = [this](const present::Shift& shift, bool dropped) {
    m_editor->drag(shift.visit, shift.minutes, shift.copy, dropped);
  };
  std::visit(present::Overloaded{[&](const present::PreviewShift& one) { drag(one.shift, false); },
                                 [&](const present::ShiftVisit& one) { drag(one.shift, true); }},
             action);
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
  const auto samples = m_workspace.samples().table().size();
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
    names << QStringLiteral("%1  #%2").arg(toText(m_workspace.names().naming().userName(user))).arg(user);
  }
  bool taken = false;
  const QString chosen = QInputDialog::getItem(this, tr("Change the user"), tr("User"), names,
                                               std::max(0, sequence->user - 1), false, &taken);
  if (const qsizetype at = names.indexOf(chosen); taken && at >= 0)
    m_editor->apply(SetUser{static_cast<UserId>(at + 1)});
}

}  // namespace sojourn::qt
