// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/files/workspace_files.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;
using What = session::MissingFile::What;

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

QString kindOf(What what) {
  if (what == What::Runs) return MissingFilesDialog::tr("Runs");
  return what == What::Dataset ? MissingFilesDialog::tr("Dataset") : MissingFilesDialog::tr("Checkpoint");
}

/// What is left of the way to the file: from there it is not far.
QString nearestFolder(const std::filesystem::path& file) {
  std::error_code ignored;
  std::filesystem::path folder = file.parent_path();
  while (folder.has_relative_path() && !std::filesystem::is_directory(folder, ignored)) folder = folder.parent_path();
  return toText(folder.string());
}

QString askPath(QWidget* parent, const session::MissingFile& file) {
  const QString title =
      MissingFilesDialog::tr("Locate %1").arg(toText(escapeForDisplay(file.path.filename().string())));
  const QString folder = nearestFolder(file.path);
  if (file.what == What::Runs) return askFolder(parent, title, folder);
  if (file.what == What::Checkpoint)
    return askFile(parent, title,
                   MissingFilesDialog::tr("Checkpoints (*.pt *.pth *.ckpt *.bin *.safetensors);;All files (*)"),
                   folder);
  return askDataset(parent, title, folder, toText(file.path.filename().string()));
}

/// A path that may be longer than the dialog is wide: its end tells more than its beginning.
class PathLabel final : public QLabel {
 public:
  explicit PathLabel(const std::filesystem::path& path) : m_path(toText(escapeForDisplay(path.string(), 4000))) {
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setToolTip(m_path.toHtmlEscaped());
    setAccessibleName(m_path);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QLabel::resizeEvent(event);
    setText(fontMetrics().elidedText(m_path, Qt::ElideLeft, width()));
  }

 private:
  QString m_path;
};

QLabel* label(const QString& text, present::Weight weight, present::Color color) {
  QLabel* made = plainLabel(text, present::Font{.size = 12.5F, .weight = weight});
  QPalette palette = made->palette();
  palette.setColor(QPalette::WindowText, toColor(color));
  made->setPalette(palette);
  return made;
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
  const auto offer = [this](const QString& text, const std::filesystem::path& file) {
    m_recent->addAction(text, this, [this, file] { open(file); });
  };
  for (const std::string& file : m_workspace.settings().recentWorkspaces) offer(menuText(file), file);
  std::error_code ignored;
  if (const auto previous = m_workspaceAutosave.previousFile();
      !previous.empty() && std::filesystem::exists(previous, ignored)) {
    m_recent->addSeparator();
    offer(tr("Previous workspace, unsaved"), previous);
  }
  if (m_recent->isEmpty()) m_recent->addAction(tr("None yet"))->setEnabled(false);
}

void WorkspaceFiles::updateFrom(session::Changes changes) {
  if (changes.hasAny({Change::Dataset, Change::Workspace})) showTitle();
  if (const auto& dataset = m_workspace.dataset(); changes.has(Change::Dataset) && dataset && !m_workspace.isDemo())
    setUsualFolder(toText(dataset->folder.string()));
  if (changes.has(Change::Settings) && m_recent) fillRecent();
  if (!changes.has(Change::Workspace)) return;
  if (m_missing) {
    m_missing->refresh();
  } else if (m_workspaceAutosave.awaited()) {
    m_missing = new MissingFilesDialog(m_workspaceAutosave, m_window);
    connect(m_missing, &QObject::destroyed, this, [this] { m_missing = nullptr; });
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
  const QString file = askFile(m_window, tr("Open workspace"), fileFilter() + tr(";;All files (*)"),
                               toText(m_workspaceAutosave.file().string()));
  if (!file.isEmpty()) open(file.toStdString());
}

void WorkspaceFiles::save() {
  if (m_workspaceAutosave.file().empty()) return askSaveAs();
  m_workspaceAutosave.save();
}

void WorkspaceFiles::askSaveAs() {
  QString file =
      askSaveFile(m_window, tr("Save workspace as"), toText(m_workspaceAutosave.file().string()), fileFilter());
  if (file.isEmpty()) return;
  if (!session::isWorkspaceFile(file.toStdString())) file += QLatin1String(session::workspaceSuffix);
  m_workspaceAutosave.saveAs(file.toStdString());
}

MissingFilesDialog::MissingFilesDialog(session::WorkspaceAutosave& workspaceAutosave, QWidget* parent)
    : QDialog(parent), m_workspaceAutosave(workspaceAutosave), m_lines(new QGridLayout), m_open(nullptr) {
  setAttribute(Qt::WA_DeleteOnClose);
  setObjectName(QStringLiteral("missingFiles"));
  setWindowTitle(tr("Files of this workspace are missing"));
  ask = [this](const session::MissingFile& file) { return askPath(this, file); };
  const std::filesystem::path& file = workspaceAutosave.awaited()->file;
  const QString name = file.empty()
                           ? tr("The last workspace")
                           : tr("Workspace %1").arg(toText(escapeForDisplay(session::workspaceName(file), 60)));
  QLabel* text = plainLabel(
      tr("%1 refers to files that are no longer where they were. Locate one of them; files that moved with it are then "
         "found too. The current workspace stays on screen until you open this one.")
          .arg(name));
  text->setWordWrap(true);

  auto* lines = new QWidget;
  m_lines->setContentsMargins(0, 0, 0, 0);
  m_lines->setHorizontalSpacing(12);
  m_lines->setVerticalSpacing(8);
  m_lines->setColumnStretch(1, 1);
  auto* column = new QVBoxLayout(lines);
  column->setContentsMargins(0, 0, 8, 0);
  column->addLayout(m_lines);
  column->addStretch();
  auto* scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(lines);
  // The ground is the dialog's.
  scroll->viewport()->setAutoFillBackground(false);
  lines->setAutoFillBackground(false);

  auto* buttons = new QDialogButtonBox;
  m_open = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
  buttons->addButton(QDialogButtonBox::Cancel);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] { m_workspaceAutosave.openAwaited(); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(this, &QDialog::rejected, this, [this] { m_workspaceAutosave.forgetAwaited(); });

  auto* all = new QVBoxLayout(this);
  all->setSpacing(14);
  all->addWidget(text);
  all->addWidget(scroll, 1);
  all->addWidget(buttons);
  constexpr int lineHeight = 34, mostLines = 10;
  resize(660,
         150 + lineHeight * std::min<int>(mostLines, static_cast<int>(workspaceAutosave.awaited()->missing.size())));
  refresh();
}

void MissingFilesDialog::refresh() {
  if (!m_workspaceAutosave.awaited()) {
    hide();
    deleteLater();
    return;
  }
  while (QLayoutItem* item = m_lines->takeAt(0)) {
    // Later: it may be the sender of this call.
    item->widget()->hide();
    item->widget()->setObjectName({});
    item->widget()->deleteLater();
    delete item;
  }
  const present::Theme& theme = Appearance::theme();
  bool all = true;
  const auto& missing = m_workspaceAutosave.awaited()->missing;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    const session::MissingFile& file = missing[i];
    const bool found = !file.found.empty();
    all = all && found;
    const int row = static_cast<int>(i);
    m_lines->addWidget(label(kindOf(file.what), present::Weight::SemiBold, theme.text), row, 0);
    m_lines->addWidget(new PathLabel(found ? file.found : file.path), row, 1);
    m_lines->addWidget(
        label(found ? tr("Found") : tr("Missing"), present::Weight::Regular, found ? theme.text2 : theme.err), row, 2);
    auto* button = new QPushButton(tr("Locate…"));
    button->setObjectName(QStringLiteral("locate%1").arg(row));
    button->setAccessibleName(tr("Locate %1 %2").arg(kindOf(file.what), toText(escapeForDisplay(file.path.string()))));
    connect(button, &QPushButton::clicked, this, [this, i] { locate(i); });
    m_lines->addWidget(button, row, 3);
  }
  m_open->setText(all ? tr("Open") : tr("Open without missing files"));
  // To open without something is no answer to give by accident.
  m_open->setAutoDefault(all);
  (all ? m_open : locateButton(0))->setDefault(true);
}

QPushButton* MissingFilesDialog::locateButton(int line) const {
  return findChild<QPushButton*>(QStringLiteral("locate%1").arg(line));
}

void MissingFilesDialog::locate(std::size_t line) {
  const session::MissingFile file = m_workspaceAutosave.awaited()->missing[line];
  if (const QString path = ask(file); !path.isEmpty()) m_workspaceAutosave.relocateMissing(line, path.toStdString());
}

}  // namespace sojourn::qt
