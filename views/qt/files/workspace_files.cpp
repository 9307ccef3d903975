// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/files/workspace_files.h"

#include <QAction>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <utility>

#include "model/core/text.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

/// From the first change on: work that never pauses is saved all the same.
constexpr int autosaveMilliseconds = 2000;

QString fileFilter() {
  return WorkspaceFiles::tr("Workspaces (*%1)").arg(QLatin1String(session::workspaceSuffix));
}

/// Filled by the caller but for what happens here.
session::WorkspaceAutosaveOptions connected(session::WorkspaceAutosaveOptions options, WorkspaceFiles* files,
                                            QTimer& timer) {
  options.due = [&timer] { timer.start(); };
  options.saved = [files](const std::filesystem::path& file) {
    Q_EMIT files->said(WorkspaceFiles::tr("Saved %1").arg(toText(escapeForDisplay(file.string()))));
  };
  return options;
}

}  // namespace

WorkspaceFiles::WorkspaceFiles(QWidget* window, session::Workspace& workspace, session::WhatIf& edits,
                               session::RunLibrary& library, session::WorkspaceAutosaveOptions options)
    : QObject(window),
      m_window(window),
      m_workspace(workspace),
      m_workspaceAutosave(workspace, edits, library, connected(std::move(options), this, m_autosave)) {
  m_autosave.setSingleShot(true);
  m_autosave.setInterval(autosaveMilliseconds);
  connect(&m_autosave, &QTimer::timeout, this, [this] { m_workspaceAutosave.autosave(); });
}

void WorkspaceFiles::fillMenu(QMenu* menu) {
  const auto add = [this, menu](const char* name, const QString& text, const QKeySequence& keys, auto run) {
    QAction* made = menu->addAction(text);
    made->setObjectName(QLatin1String(name));
    made->setShortcut(keys);
    connect(made, &QAction::triggered, this, run);
  };
  add("newWorkspace", tr("&New workspace"), {}, [this] { leaving([this] { m_workspaceAutosave.openNew(); }); });
  add("openWorkspace", tr("Open &workspace…"), {}, [this] { askOpen(); });
  m_recent = menu->addMenu(tr("Recent workspaces"));
  m_recent->setObjectName(QStringLiteral("recentWorkspaces"));
  // What was left unsaved comes and goes without a word.
  connect(m_recent, &QMenu::aboutToShow, this, &WorkspaceFiles::fillRecent);
  add("saveWorkspace", tr("&Save workspace"), QKeySequence::Save, [this] { save(); });
  add("saveWorkspaceAs", tr("Save workspace &as…"), QKeySequence(tr("Ctrl+Shift+S")), [this] { askSaveAs(); });
  fillRecent();
}

void WorkspaceFiles::fillRecent() {
  m_recent->clear();
  const auto offer = [this](const QString& words, const std::filesystem::path& file) {
    connect(m_recent->addAction(QString(words).replace(QLatin1Char('&'), QStringLiteral("&&"))), &QAction::triggered,
            this, [this, file] { open(file); });
  };
  for (const std::string& file : m_workspace.settings().recentWorkspaces) offer(toText(escapeForDisplay(file)), file);
  std::error_code ignored;
  if (const auto previous = m_workspaceAutosave.previousFile();
      !previous.empty() && std::filesystem::exists(previous, ignored)) {
    m_recent->addSeparator();
    offer(tr("Previous workspace, unsaved"), previous);
  }
  if (m_recent->isEmpty()) m_recent->addAction(tr("None yet"))->setEnabled(false);
}

void WorkspaceFiles::follow(session::Changes changes) {
  if (changes.hasAny({Change::Dataset, Change::Workspace})) showTitle();
  if (changes.has(Change::Settings) && m_recent) fillRecent();
  if (!changes.has(Change::Workspace)) return;
  if (m_missing) {
    m_missing->refresh();
  } else if (m_workspaceAutosave.awaited()) {
    m_missing = new MissingFilesDialog(m_workspaceAutosave, m_window);
    m_missing->open();
  }
}

void WorkspaceFiles::showTitle() {
  QString title = QStringLiteral("Sojourn");
  if (const auto& dataset = m_workspace.dataset()) title = QStringLiteral("%1 · %2").arg(toText(dataset->title), title);
  if (!m_workspaceAutosave.file().empty()) {
    // The mark of unsaved changes is written [*]; a name that holds it is not meant.
    QString name = toText(escapeForDisplay(session::workspaceName(m_workspaceAutosave.file()), 80));
    title = QStringLiteral("%1[*] · %2").arg(name.replace(QLatin1String("[*]"), QLatin1String("[*][*]")), title);
  }
  m_window->setWindowTitle(title);
  m_window->setWindowModified(m_workspaceAutosave.modified());
}

void WorkspaceFiles::leaving(std::function<void()> then) {
  if (!m_workspaceAutosave.modified()) return then();
  auto* box = new QMessageBox(QMessageBox::Question, tr("Save the workspace?"), {},
                              QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setObjectName(QStringLiteral("leaving"));
  box->setTextFormat(Qt::PlainText);
  box->setText(tr("%1 has unsaved changes.")
                   .arg(toText(escapeForDisplay(session::workspaceName(m_workspaceAutosave.file()), 80))));
  box->setInformativeText(
      tr("Unsaved changes stay under File, Recent workspaces, until you next leave a workspace unsaved."));
  connect(box, &QMessageBox::finished, this, [this, then = std::move(then)](int answer) {
    if (answer == QMessageBox::Cancel) return;
    if (answer == QMessageBox::Save) m_workspaceAutosave.save();
    then();
  });
  box->open();
}

void WorkspaceFiles::open(const std::filesystem::path& file) {
  leaving([this, file] { m_workspaceAutosave.open(file); });
}

void WorkspaceFiles::askOpen() {
  const QString file =
      QFileDialog::getOpenFileName(m_window, tr("Open workspace"), toText(m_workspaceAutosave.file().string()),
                                   fileFilter() + tr(";;All files (*)"));
  if (!file.isEmpty()) open(file.toStdString());
}

void WorkspaceFiles::save() {
  if (m_workspaceAutosave.file().empty()) return askSaveAs();
  m_workspaceAutosave.save();
}

void WorkspaceFiles::askSaveAs() {
  QString file = QFileDialog::getSaveFileName(m_window, tr("Save workspace as"),
                                              toText(m_workspaceAutosave.file().string()), fileFilter());
  if (file.isEmpty()) return;
  if (!session::isWorkspaceFile(file.toStdString())) file += QLatin1String(session::workspaceSuffix);
  m_workspaceAutosave.saveAs(file.toStdString());
}

}  // namespace sojourn::qt
