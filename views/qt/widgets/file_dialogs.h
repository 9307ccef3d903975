// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs that ask for files and folders. They begin where a person's files are: at `at` where that is given and there,
// else where the last dialog ended, else in the folder of the dataset that was opened, else at home.
#pragma once

#include <QString>
#include <QStringList>

class QWidget;

namespace sojourn::qt {

/// All answer an empty text, or no file, where the dialog was cancelled. `at`: a file or folder.
[[nodiscard]] QString askFile(QWidget* parent, const QString& title, const QString& filter, const QString& at = {});
[[nodiscard]] QStringList askFiles(QWidget* parent, const QString& title, const QString& filter);
[[nodiscard]] QString askFolder(QWidget* parent, const QString& title, const QString& at = {});
/// The dataset of a folder, as folder/name: of several the one of the name `known`, else the one that is chosen. The
/// folder itself where it holds none; empty where the question was cancelled.
[[nodiscard]] QString datasetIn(QWidget* parent, const QString& folder, const QString& known = {});
/// Asks for a folder, and for a dataset of it.
[[nodiscard]] QString askDataset(QWidget* parent, const QString& title, const QString& at = {},
                                 const QString& known = {});
/// `name`: a file's, or a whole path.
[[nodiscard]] QString askSaveFile(QWidget* parent, const QString& title, const QString& name, const QString& filter,
                                  bool confirmsOverwriting = true);

/// Where dialogs begin until one has ended somewhere else.
void setUsualFolder(const QString& folder);
/// Where a dialog without an answer of its own would begin now.
[[nodiscard]] QString usualFolder();

}  // namespace sojourn::qt
