// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/file_dialogs.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <string>

#include "model/core/translation.h"
#include "model/data/io/dataset_files.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

QString& lastFolder() {
  static QString folder;
  return folder;
}
QString& folderOfData() {
  static QString folder;
  return folder;
}

/// A file's folder, or a folder itself.
QString folderOf(const QString& path) {
  const QFileInfo info(path);
  return info.isDir() ? info.absoluteFilePath() : info.absolutePath();
}

QString beginAt(const QString& at) {
  // A file is marked in its folder.
  return !at.isEmpty() && QFileInfo::exists(folderOf(at)) ? at : usualFolder();
}

QString remembered(const QString& chosen) {
  if (!chosen.isEmpty()) lastFolder() = folderOf(chosen);
  return chosen;
}

}  // namespace

QString askFile(QWidget* parent, const QString& title, const QString& filter, const QString& at) {
  return remembered(QFileDialog::getOpenFileName(parent, title, beginAt(at), filter));
}

QStringList askFiles(QWidget* parent, const QString& title, const QString& filter) {
  const QStringList chosen = QFileDialog::getOpenFileNames(parent, title, usualFolder(), filter);
  if (!chosen.isEmpty()) remembered(chosen.front());
  return chosen;
}

QString askFolder(QWidget* parent, const QString& title, const QString& at) {
  return remembered(QFileDialog::getExistingDirectory(parent, title, beginAt(at)));
}

QString datasetIn(QWidget* parent, const QString& folder, const QString& known) {
  QStringList names;
  for (const std::string& name : datasetsIn(folder.toStdString())) names << toText(name);
  if (names.isEmpty()) return folder;
  QString chosen = names.contains(known) ? known : names.constFirst();
  bool agreed = true;
  if (names.size() > 1 && chosen != known)
    chosen = QInputDialog::getItem(parent, toText(tr("Open a dataset")),
                                   toText(tr("The folder holds %1 datasets:", {std::to_string(names.size())})), names,
                                   0, false, &agreed);
  return agreed ? QDir(folder).filePath(chosen) : QString();
}

QString askDataset(QWidget* parent, const QString& title, const QString& at, const QString& known) {
  const QString folder = askFolder(parent, title, at);
  return folder.isEmpty() ? folder : datasetIn(parent, folder, known);
}

QString askSaveFile(QWidget* parent, const QString& title, const QString& name, const QString& filter,
                    bool confirmsOverwriting) {
  const bool whole = QFileInfo(name).isAbsolute() && QFileInfo::exists(folderOf(name));
  const QFileDialog::Options options =
      confirmsOverwriting ? QFileDialog::Options() : QFileDialog::Options(QFileDialog::DontConfirmOverwrite);
  return remembered(QFileDialog::getSaveFileName(
      parent, title, whole ? name : QDir(usualFolder()).filePath(QFileInfo(name).fileName()), filter, nullptr,
      options));
}

void setUsualFolder(const QString& folder) {
  folderOfData() = folder;
}

QString usualFolder() {
  for (const QString& folder : {lastFolder(), folderOfData()})
    if (!folder.isEmpty() && QFileInfo(folder).isDir()) return folder;
  return QDir::homePath();
}

}  // namespace sojourn::qt
