// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog of a report: what is chosen is written and remembered, and what it reveals is said before.
#include "views/qt/report/report_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

#include "tests/gui/report/report_page.h"
#include "tests/gui/window_fixture.h"
#include "views/qt/report/report_run.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

class ReportDialogTest : public WindowTest {
 protected:
  /// The dialog, opened from its menu entry.
  qt::ReportDialog* open() {
    window().action("report")->trigger();
    return window().findChild<qt::ReportDialog*>();
  }
  static QTreeWidgetItem* item(const qt::ReportDialog& dialog, const char* id) {
    for (QTreeWidgetItemIterator at(dialog.views()); *at; ++at)
      if ((*at)->data(0, Qt::UserRole).toString() == QLatin1String(id)) return *at;
    return nullptr;
  }
  static void type(const qt::ReportDialog& dialog, const char* field, const QString& text) {
    auto* edit = dialog.findChild<QLineEdit*>(QLatin1String(field));
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }
  QTemporaryDir m_folder;
};

TEST_F(ReportDialogTest, WritesWhatIsChosenAndRemembersIt) {
  qt::ReportDialog* dialog = open();
  ASSERT_NE(dialog, nullptr);
  type(*dialog, "reportTitle", QStringLiteral("A <finding>"));
  type(*dialog, "reportFile", m_folder.filePath(QStringLiteral("finding")));
  auto* samples = dialog->findChild<QComboBox*>(QStringLiteral("reportSamples"));
  samples->setCurrentIndex(samples->findData(static_cast<int>(session::ReportSamples::First)));
  dialog->findChild<QSpinBox*>(QStringLiteral("reportCount"))->setValue(2);
  item(*dialog, "attention")->setCheckState(0, Qt::Unchecked);
  item(*dialog, "effects")->setCheckState(0, Qt::Checked);
  EXPECT_TRUE(dialog->problem().isEmpty()) << qPrintable(dialog->problem());
  QTest::mouseClick(dialog->writeButton(), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return QFile::exists(m_folder.filePath(QStringLiteral("finding.pdf"))); }));
  const Page page = readPage(m_folder.filePath(QStringLiteral("finding.html")));
  EXPECT_TRUE(page.error.isEmpty());
  EXPECT_EQ(page.figures, 2 * 6) << "five of Inspect and one of Explain, of two samples";
  EXPECT_TRUE(fileBytes(m_folder.filePath(QStringLiteral("finding.html"))).contains("<h1>A &lt;finding&gt;</h1>"));
  EXPECT_TRUE(waitFor([&] { return workspace().jobs().all().empty(); }));
  EXPECT_TRUE(workspace().banners().all().empty());
  ASSERT_TRUE(waitFor([&] { return window().findChild<qt::ReportDialog*>() == nullptr; }));

  // The run that wrote it goes a moment after its job.
  ASSERT_TRUE(waitFor([&] { return (dialog = open()) != nullptr; }));
  EXPECT_EQ(dialog->choice().title, "A <finding>");
  EXPECT_EQ(dialog->choice().samples, session::ReportSamples::First);
  EXPECT_EQ(item(*dialog, "attention")->checkState(0), Qt::Unchecked);
  EXPECT_EQ(item(*dialog, "effects")->checkState(0), Qt::Checked);
  EXPECT_EQ(dialog->files().front(), m_folder.filePath(QStringLiteral("finding.html")));
  dialog->reject();
}

TEST_F(ReportDialogTest, TheSwitchShowsPseudonymsEverywhereAndTheDialogComesBack) {
  workspace().names().setUserName(workspace().sequence()->user, "Anna");
  workspace().names().setPlaceName(workspace().sequence()->visits.back().location, "Anna's flat");
  qt::ReportDialog* dialog = open();
  ASSERT_NE(dialog, nullptr);
  const auto reveals = [&] { return dialog->findChild<QLabel*>(QStringLiteral("reportReveals"))->text(); };
  EXPECT_TRUE(reveals().contains(QLatin1String("The report reveals 1 user, "))) << qPrintable(reveals());
  EXPECT_TRUE(reveals().contains(QLatin1String(", 2 names, "))) << qPrintable(reveals());
  EXPECT_FALSE(reveals().contains(QLatin1String("pseudonyms")));
  type(*dialog, "reportTitle", QStringLiteral("Why Tuesday"));
  type(*dialog, "reportFile", m_folder.filePath(QStringLiteral("shared")));
  const QPointer<qt::ReportDialog> before = dialog;
  dialog->findChild<QCheckBox*>(QStringLiteral("reportPseudonyms"))->click();
  ASSERT_TRUE(waitFor([&] { return !before && window().findChild<qt::ReportDialog*>(); }));
  dialog = window().findChild<qt::ReportDialog*>();
  EXPECT_TRUE(workspace().dataset()->pseudonyms);
  EXPECT_TRUE(window().action("pseudonyms")->isChecked());
  EXPECT_TRUE(dialog->findChild<QCheckBox*>(QStringLiteral("reportPseudonyms"))->isChecked());
  EXPECT_EQ(dialog->choice().title, "Why Tuesday");
  EXPECT_TRUE(reveals().contains(QLatin1String("0 names"))) << qPrintable(reveals());
  EXPECT_TRUE(reveals().contains(QLatin1String("under pseudonyms"))) << qPrintable(reveals());
  QTest::mouseClick(dialog->writeButton(), Qt::LeftButton);
  ASSERT_TRUE(waitFor([&] { return QFile::exists(m_folder.filePath(QStringLiteral("shared.html"))); }));
  const QString page = QString::fromUtf8(fileBytes(m_folder.filePath(QStringLiteral("shared.html"))));
  const QString section = page.mid(page.lastIndexOf(QLatin1String("<section>")));
  EXPECT_TRUE(section.contains(QLatin1String("What this report reveals"))) << qPrintable(section);
  EXPECT_TRUE(section.contains(QLatin1String("under pseudonyms")));
  EXPECT_TRUE(page.contains(QLatin1String("--pseudonyms SEED")));
  EXPECT_FALSE(page.contains(QString::fromStdString(workspace().pseudonyms()))) << "the seed goes another way";
  EXPECT_FALSE(page.contains(QLatin1String("Anna")));
  ASSERT_TRUE(waitFor([&] { return workspace().jobs().all().empty(); }));
}

TEST_F(ReportDialogTest, CountsWhatItRevealsOnlyWhereTheChoiceChanges) {
  int asked = 0;
  bool whole = false;
  qt::ReportStock stock{.samples = 9, .filtered = 9, .present = QStringLiteral("sample 3"), .views = {}, .reveals = {}};
  stock.views.push_back({.id = QStringLiteral("visits"),
                         .title = QStringLiteral("Visits"),
                         .group = QStringLiteral("All"),
                         .shown = {},
                         .missing = {}});
  stock.reveals = [&](const session::ReportChoice&, bool wholeSplit) {
    ++asked;
    whole = wholeSplit;
    return QStringLiteral("1 user");
  };
  session::ReportChoice choice;
  choice.views = {"visits"};
  qt::ReportDialog dialog(choice, m_folder.filePath(QStringLiteral("r")), std::move(stock));
  EXPECT_EQ(asked, 1);
  EXPECT_TRUE(whole) << "a view without an entry is of the whole split";
  dialog.findChild<QLineEdit*>(QStringLiteral("reportTitle"))->setText(QStringLiteral("Why Tuesday"));
  EXPECT_EQ(asked, 1) << "each letter of a title would count a split";
  auto* samples = dialog.findChild<QComboBox*>(QStringLiteral("reportSamples"));
  samples->setCurrentIndex(samples->findData(static_cast<int>(session::ReportSamples::Listed)));
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(dialog.findChild<QLabel*>(QStringLiteral("reportReveals"))->text(),
            QStringLiteral("The report reveals 1 user."));
}

TEST_F(ReportDialogTest, SaysWhyAViewOrAReportCannotBe) {
  qt::ReportDialog* dialog = open();
  ASSERT_NE(dialog, nullptr);
  EXPECT_FALSE(item(*dialog, "what_if_visits")->flags().testFlag(Qt::ItemIsEnabled)) << "nothing is edited";
  EXPECT_TRUE(item(*dialog, "what_if_visits")->text(0).contains(QLatin1String("Nothing is edited")));
  EXPECT_TRUE(item(*dialog, "training_curves")->text(0).contains(QLatin1String("No runs are open")));
  const QTreeWidgetItem& longest = *item(*dialog, "aggregate_faithfulness");
  EXPECT_GE(dialog->views()->columnWidth(0),
            2 * dialog->views()->indentation() + dialog->views()->fontMetrics().horizontalAdvance(longest.text(0)))
      << qPrintable(longest.text(0));
  type(*dialog, "reportFile", m_folder.filePath(QStringLiteral("nowhere/finding")));
  EXPECT_TRUE(dialog->problem().contains(QLatin1String("is not a folder")));
  EXPECT_FALSE(dialog->writeButton()->isEnabled());
  type(*dialog, "reportFile", m_folder.filePath(QStringLiteral("finding")));
  auto* samples = dialog->findChild<QComboBox*>(QStringLiteral("reportSamples"));
  samples->setCurrentIndex(samples->findData(static_cast<int>(session::ReportSamples::Listed)));
  type(*dialog, "reportListed", QStringLiteral("3, 99"));
  EXPECT_TRUE(dialog->problem().contains(QLatin1String("99"))) << qPrintable(dialog->problem());
  type(*dialog, "reportListed", QStringLiteral("3, 9"));
  EXPECT_TRUE(dialog->writeButton()->isEnabled());
  for (const char* format : {"reportHtml", "reportPdf"})
    dialog->findChild<QCheckBox*>(QLatin1String(format))->setChecked(false);
  EXPECT_FALSE(dialog->writeButton()->isEnabled());
  QTest::keyClick(dialog, Qt::Key_Escape);
  ASSERT_TRUE(waitFor([&] { return window().findChild<qt::ReportDialog*>() == nullptr; }));
  EXPECT_TRUE(QDir(m_folder.path()).isEmpty());
}

}  // namespace
}  // namespace sojourn::test
