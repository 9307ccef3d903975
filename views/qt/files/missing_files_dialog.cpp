// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/files/missing_files_dialog.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

#include "model/core/text.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"
#include "views/session/files/path_classifier.h"

namespace sojourn::qt {
namespace {

using What = session::MissingFile::What;

QString kindOf(What what) {
  switch (what) {
    case What::Dataset:
      return MissingFilesDialog::tr("Dataset");
    case What::Checkpoint:
      return MissingFilesDialog::tr("Checkpoint");
    case What::Runs:
      return MissingFilesDialog::tr("Runs");
  }
  return {};
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
  switch (file.what) {
    case What::Dataset: {
      const QString chosen = QFileDialog::getOpenFileName(parent, title, nearestFolder(file.path),
                                                          MissingFilesDialog::tr("Datasets (*.pk);;All files (*)"));
      return chosen.isEmpty() ? chosen : toText(session::dataPathOf(chosen.toStdString()).string());
    }
    case What::Checkpoint:
      return QFileDialog::getOpenFileName(
          parent, title, nearestFolder(file.path),
          MissingFilesDialog::tr("Checkpoints (*.pt *.pth *.ckpt *.bin *.safetensors);;All files (*)"));
    case What::Runs:
      return QFileDialog::getExistingDirectory(parent, title, nearestFolder(file.path));
  }
  return {};
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

QLabel* label(const QString& words, present::Weight weight, present::Color color) {
  auto* made = new QLabel(words);
  made->setTextFormat(Qt::PlainText);
  made->setFont(toFont({.size = 12.5F, .weight = weight}));
  QPalette palette = made->palette();
  palette.setColor(QPalette::WindowText, toColor(color));
  made->setPalette(palette);
  return made;
}

}  // namespace

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
  auto* words = new QLabel(
      tr("%1 refers to files that are no longer where they were. Locate one of them; files that moved with it are then "
         "found too. The current workspace stays on screen until you open this one.")
          .arg(name));
  words->setTextFormat(Qt::PlainText);
  words->setWordWrap(true);

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
  all->addWidget(words);
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
