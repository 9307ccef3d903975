// SPDX-License-Identifier: GPL-3.0-or-later
// The visits as table and as text, by mouse and keys.
#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <algorithm>

#include "model/data/dataset/local_time.h"
#include "model/data/edit/sequence_text.h"
#include "tests/gui/window_fixture.h"
#include "views/qt/visits/flag_line.h"
#include "views/qt/visits/visits_panel.h"
#include "views/qt/visits/visits_table.h"
#include "views/qt/visits/visits_text.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/place_picker.h"

namespace sojourn::test {
namespace {

using qt::VisitColumn;

class VisitsAsTable : public WindowTest {
 protected:
  VisitsAsTable()
      : m_tester(window().whatIf()->visits()->model(), QAbstractItemModelTester::FailureReportingMode::Fatal) {
    window().showWorkspace(qt::StudioWorkspace::WhatIf);
    window().whatIf()->dock(QStringLiteral("what_if_visits_table"))->reveal();
    m_recorded = now();
    QCoreApplication::processEvents();
  }
  qt::VisitsPanel& panel() { return *window().whatIf()->visits(); }
  qt::VisitsTableView& table() { return *panel().table(); }
  qt::VisitsText& text() { return *panel().text(); }
  const Sequence& now() { return *workspace().sequence(); }
  const session::EditHistory& history() { return *window().edits().history(); }
  QModelIndex cell(int row, VisitColumn column) { return panel().model()->index(row, static_cast<int>(column)); }
  void click(int row, VisitColumn column, Qt::KeyboardModifiers keys = {}) {
    table().scrollTo(cell(row, column));
    QTest::mouseClick(table().viewport(), Qt::LeftButton, keys, table().visualRect(cell(row, column)).center());
  }
  /// Opens the cell by a double click and types into its line.
  void type(int row, VisitColumn column, const QString& text) {
    click(row, column);
    QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, table().visualRect(cell(row, column)).center());
    auto* line = table().viewport()->findChild<QLineEdit*>();
    ASSERT_TRUE(line);
    line->selectAll();
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
    QCoreApplication::processEvents();
    // The line goes, so that the next one is found.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
  void showText() {
    QTest::mouseClick(panel().textButton(), Qt::LeftButton);
    ASSERT_TRUE(text().isVisible());
  }
  /// Writes a line again by keys.
  void rewriteLine(int line, const QString& words) {
    QPlainTextEdit* edit = text().edit();
    QTest::keyClick(edit, Qt::Key_Home, Qt::ControlModifier);
    for (int i = 0; i < line; ++i) QTest::keyClick(edit, Qt::Key_Down);
    QTest::keyClick(edit, Qt::Key_Home);
    QTest::keyClick(edit, Qt::Key_End, Qt::ShiftModifier);
    QTest::keyClicks(edit, words);
  }
  /// The line of a visit; two lines of the head come before.
  QString lineOf(const Visit& visit) {
    Sequence one = now();
    one.visits = {visit};
    return QString::fromStdString(sequenceAsText(one)).trimmed().section(QLatin1Char('\n'), -1);
  }
  int headLines() { return now().target ? 2 : 1; }

  Sequence m_recorded;
  QAbstractItemModelTester m_tester;
};

TEST_F(VisitsAsTable, ShowsEveryVisitAndSharesTheSelection) {
  ASSERT_EQ(panel().model()->rowCount(), static_cast<int>(now().visits.size()));
  EXPECT_EQ(cell(1, VisitColumn::Start).data().toString().toStdString(), clockText(now().visits[1].startMinute));
  EXPECT_EQ(cell(1, VisitColumn::DaysAgo).data().toInt(), now().visits[1].daysAgo);
  click(1, VisitColumn::Start);
  EXPECT_EQ(workspace().selection().now().selected.visit, 1U);
  click(3, VisitColumn::Start, Qt::ShiftModifier);
  EXPECT_EQ(workspace().selection().now().selected.visit, 3U);
  EXPECT_EQ(workspace().selection().now().alsoVisits, (std::vector<std::size_t>{1, 2}));
  workspace().selection().select({.visit = 2, .query = {}, .location = {}, .head = {}});
  QCoreApplication::processEvents();
  ASSERT_EQ(table().selectionModel()->selectedRows().size(), 1);
  EXPECT_EQ(table().selectionModel()->selectedRows()[0].row(), 2);
  QTest::keyClick(&table(), Qt::Key_Down);
  EXPECT_EQ(workspace().selection().now().selected.visit, 3U);
}

TEST_F(VisitsAsTable, CellsAreEdited) {
  type(1, VisitColumn::Duration, QStringLiteral("45 min"));
  EXPECT_EQ(now().visits[1].durationMinutes, 45);
  ASSERT_EQ(history().position(), 1U);
  EXPECT_EQ(cell(1, VisitColumn::Duration).data().toString(), QStringLiteral("45 min"));
  type(1, VisitColumn::Start, QStringLiteral("25:00"));
  EXPECT_EQ(history().position(), 1U);
  EXPECT_TRUE(panel().flagLine()->text().contains(QStringLiteral("not a time")));
  const int minute = (now().visits[1].startMinute + 1) % 1440;
  type(1, VisitColumn::Start, QString::fromStdString(clockText(minute)));
  EXPECT_EQ(history().position(), 2U);
  EXPECT_TRUE(std::ranges::any_of(now().visits, [&](const Visit& visit) { return visit.startMinute == minute; }));
  EXPECT_TRUE(panel().flagLine()->text().isEmpty()) << panel().flagLine()->text().toStdString();
  type(0, VisitColumn::DaysAgo, QStringLiteral("9"));
  EXPECT_EQ(history().position(), 2U) << "beyond the window";
  type(0, VisitColumn::DaysAgo, QStringLiteral("7"));
  EXPECT_EQ(now().visits[0].daysAgo, 7);
}

TEST_F(VisitsAsTable, ACellThatIsLeftAsItWasIsNoEdit) {
  type(1, VisitColumn::Start, cell(1, VisitColumn::Start).data().toString());
  EXPECT_EQ(history().position(), 0U);
  EXPECT_FALSE(workspace().edited());
}

TEST_F(VisitsAsTable, TheDayIsChosenFromTheWindow) {
  click(0, VisitColumn::Day);
  QTest::keyClick(&table(), Qt::Key_F2);
  auto* days = table().viewport()->findChild<QComboBox*>();
  ASSERT_TRUE(days);
  EXPECT_EQ(days->count(), 8);
  const int was = now().visits[0].daysAgo;
  const int wanted = was == 7 ? 6 : 7;
  days->setCurrentIndex(days->findData(wanted));
  Q_EMIT days->activated(days->currentIndex());
  QCoreApplication::processEvents();
  EXPECT_EQ(history().position(), 1U);
  EXPECT_TRUE(std::ranges::any_of(now().visits, [&](const Visit& visit) { return visit.daysAgo == wanted; }));
}

TEST_F(VisitsAsTable, ThePlaceIsPickedForAllSelectedVisits) {
  click(0, VisitColumn::Place);
  click(1, VisitColumn::Place, Qt::ShiftModifier);
  QTest::keyClick(&table(), Qt::Key_Return);
  ASSERT_TRUE(panel().picker()->isVisible());
  QListWidget* list = panel().picker()->list();
  const LocationId wanted = list->item(list->count() - 1)->data(Qt::UserRole).toInt();
  QTest::keyClick(panel().picker()->search(), Qt::Key_Down);
  list->setCurrentRow(list->count() - 1);
  QTest::keyClick(panel().picker()->search(), Qt::Key_Return);
  EXPECT_EQ(now().visits[0].location, wanted);
  EXPECT_EQ(now().visits[1].location, wanted);
  EXPECT_EQ(history().position(), 1U) << "one edit";
}

TEST_F(VisitsAsTable, SeveralRowsAreRemovedAndShifted) {
  const std::size_t length = now().visits.size();
  click(1, VisitColumn::Start);
  click(2, VisitColumn::Start, Qt::ShiftModifier);
  QTest::keyClick(&table(), Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(history().now().name.find("Move 2 visits"), 0U) << history().now().name;
  QTest::keyClick(&table(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(now(), m_recorded);
  click(1, VisitColumn::Start);
  click(2, VisitColumn::Start, Qt::ShiftModifier);
  QTest::keyClick(&table(), Qt::Key_Delete);
  EXPECT_EQ(now().visits.size(), length - 2);
  EXPECT_EQ(panel().model()->rowCount(), static_cast<int>(length - 2));
}

TEST_F(VisitsAsTable, TextIsOneEditWhenItIsApplied) {
  showText();
  ASSERT_FALSE(text().applyButton()->isEnabled());
  Visit changed = now().visits[1];
  changed.durationMinutes = 33;
  rewriteLine(headLines() + 1, lineOf(changed));
  Visit other = now().visits[2];
  other.location = now().visits[0].location;
  rewriteLine(headLines() + 2, lineOf(other));
  EXPECT_EQ(now(), m_recorded) << "typing changes nothing";
  EXPECT_TRUE(text().applyButton()->isEnabled());
  QTest::keyClick(text().edit(), Qt::Key_Return, Qt::ControlModifier);
  ASSERT_EQ(history().position(), 1U);
  EXPECT_EQ(history().now().name, "Edit as text");
  EXPECT_EQ(now().visits[1], changed);
  EXPECT_EQ(now().visits[2], other);
  EXPECT_EQ(history().now().ids, history().states()[0].ids) << "the same visits, changed";
  EXPECT_FALSE(text().applyButton()->isEnabled());
  EXPECT_TRUE(text().note().contains(QStringLiteral("as recorded")));
  QTest::keyClick(text().edit(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(now(), m_recorded) << "nothing is typed: undo is of the edits";
}

TEST_F(VisitsAsTable, WrongLinesAreReportedAndNothingIsLost) {
  showText();
  rewriteLine(headLines(), QStringLiteral("7 Fry 11:07 84 15"));
  rewriteLine(headLines() + 1, QStringLiteral("7 Fri"));
  ASSERT_EQ(text().faults().size(), 2U);
  EXPECT_EQ(text().faults()[0].line, headLines() + 1);
  EXPECT_EQ(text().faults()[1].line, headLines() + 2);
  EXPECT_TRUE(text().note().contains(QStringLiteral("the weekday is \"Fry\""))) << text().note().toStdString();
  EXPECT_TRUE(text().note().contains(QStringLiteral("and 1 more")));
  EXPECT_EQ(text().edit()->extraSelections().size(), 2);
  EXPECT_FALSE(text().applyButton()->isEnabled());
  const QString typed = text().edit()->toPlainText();
  QTest::keyClick(text().edit(), Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(now(), m_recorded);
  EXPECT_EQ(text().edit()->toPlainText(), typed);
  // An edit elsewhere, and another sample and back: it is still there.
  workspace().selection().select({.visit = 3, .query = {}, .location = {}, .head = {}});
  window().action("removeVisits")->trigger();
  EXPECT_EQ(text().edit()->toPlainText(), typed);
  const std::size_t row = *workspace().row();
  workspace().setRow(row + 1);
  EXPECT_NE(text().edit()->toPlainText(), typed);
  workspace().setRow(row);
  EXPECT_EQ(text().edit()->toPlainText(), typed);
  QTest::mouseClick(text().revertButton(), Qt::LeftButton);
  EXPECT_NE(text().edit()->toPlainText(), typed);
  EXPECT_TRUE(text().faults().empty());
  EXPECT_EQ(text().edit()->toPlainText().count(QLatin1Char('\n')), headLines() + static_cast<int>(now().visits.size()));
}

TEST_F(VisitsAsTable, WhatTheModelCannotReadIsRefusedAndTheTextStays) {
  showText();
  Visit nowhere = now().visits[0];
  nowhere.location = 9'999;
  rewriteLine(headLines(), lineOf(nowhere));
  ASSERT_TRUE(text().applyButton()->isEnabled());
  const QString typed = text().edit()->toPlainText();
  QTest::mouseClick(text().applyButton(), Qt::LeftButton);
  EXPECT_EQ(now(), m_recorded);
  EXPECT_EQ(text().edit()->toPlainText(), typed);
  EXPECT_TRUE(panel().flagLine()->text().contains(QStringLiteral("9999"))) << panel().flagLine()->text().toStdString();
}

TEST_F(VisitsAsTable, KeysOfTheTextStayInTheText) {
  showText();
  workspace().selection().select({.visit = 1, .query = {}, .location = {}, .head = {}});
  QTest::keyClick(text().edit(), Qt::Key_Home, Qt::ControlModifier);
  QTest::keyClick(text().edit(), Qt::Key_Delete);
  QTest::keyClick(text().edit(), Qt::Key_D, Qt::ControlModifier);
  QTest::keyClick(text().edit(), Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(now(), m_recorded);
  EXPECT_TRUE(text().edit()->toPlainText().startsWith(QStringLiteral("ser ")));
}

}  // namespace
}  // namespace sojourn::test
