// SPDX-License-Identifier: GPL-3.0-or-later
// Where dialogs that ask for files begin.
#include "views/qt/widgets/file_dialogs.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QInputDialog>
#include <QTimer>

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace sojourn::test {
namespace {

/// Answers the next dialog with `choice` (cancels it where that is empty) and keeps where it began.
class NextDialog {
 public:
  explicit NextDialog(const QString& choice) {
    QTimer::singleShot(0, qApp, [this, choice] {
      auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
      if (!dialog) return;
      begun = dialog->directory().absolutePath();
      if (choice.isEmpty()) return dialog->reject();
      dialog->selectFile(choice);
      static_cast<QDialog*>(dialog)->accept();
    });
  }
  QString begun;
};

TEST(FileDialogs, BeginWhereAPersonsFilesAre) {
  const TempFolder first, second;
  const QString data = QString::fromStdString(first.path().string());
  const QString other = QString::fromStdString(second.path().string());
  const QString file = QDir(other).filePath(QStringLiteral("a.csv"));
  ASSERT_TRUE(QFile(file).open(QIODevice::WriteOnly));
  const QString tables = QStringLiteral("Tables (*.csv)");
  qt::setUsualFolder(data);
  NextDialog cancelled{QString()};
  EXPECT_TRUE(qt::askFile(nullptr, QStringLiteral("Open"), tables).isEmpty());
  EXPECT_EQ(cancelled.begun, data) << "the folder of the dataset";
  NextDialog named{file};
  EXPECT_EQ(qt::askFile(nullptr, QStringLiteral("Open"), tables, other), file);
  EXPECT_EQ(named.begun, other) << "where the file is that is about to be replaced";
  EXPECT_EQ(qt::usualFolder(), other) << "where the last one ended";
  NextDialog lost{QString()};
  static_cast<void>(qt::askFolder(nullptr, QStringLiteral("Open"), QStringLiteral("/nowhere/at/all")));
  EXPECT_EQ(lost.begun, other) << "that is not there any more";
  NextDialog saved{QString()};
  static_cast<void>(qt::askSaveFile(nullptr, QStringLiteral("Save"), QStringLiteral("view.csv"), tables));
  EXPECT_EQ(saved.begun, other);
  qt::setUsualFolder({});
}

TEST(FileDialogs, ADatasetIsFoundInItsFolder) {
  const TempFolder made;
  const QString folder = QString::fromStdString(made.path().string());
  EXPECT_EQ(qt::datasetIn(nullptr, folder), folder) << "there is none, and opening it says so";
  const auto add = [&](const char* file) {
    ASSERT_TRUE(QFile(QDir(folder).filePath(QLatin1String(file))).open(QIODevice::WriteOnly));
  };
  add("city_train.pk");
  EXPECT_EQ(qt::datasetIn(nullptr, folder), QDir(folder).filePath(QStringLiteral("city")));
  add("village_train.pk");
  EXPECT_EQ(qt::datasetIn(nullptr, folder, QStringLiteral("village")),
            QDir(folder).filePath(QStringLiteral("village")));
  QTimer::singleShot(0, qApp, [] {
    auto* question = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(question, nullptr);
    question->setTextValue(QStringLiteral("village"));
    question->accept();
  });
  EXPECT_EQ(qt::datasetIn(nullptr, folder), QDir(folder).filePath(QStringLiteral("village")));
}

}  // namespace
}  // namespace sojourn::test
