// SPDX-License-Identifier: GPL-3.0-or-later
// The Samples dock: filter line, totals, table.
#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QTimer>

#include "tests/gui/window_fixture.h"
#include "views/qt/docks/sample_scope.h"
#include "views/qt/samples/filter_edit.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"
#include "views/qt/samples/totals_table.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

using session::SampleColumn;

class SamplesTest : public WindowTest {
 protected:
  qt::SamplesPanel& panel() { return *window().samples(); }
  qt::SamplesModel& model() { return *panel().model(); }
  static int section(SampleColumn column) {
    for (int i = 0; i < static_cast<int>(qt::shownSampleColumns.size()); ++i) {
      if (qt::SamplesModel::column(i) == column) return i;
    }
    return -1;
  }
  QString cell(int row, SampleColumn column) { return model().index(row, section(column)).data().toString(); }
};

TEST_F(SamplesTest, TheModelKeepsQtsRules) {
  const QAbstractItemModelTester tester(&model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
  workspace().samples().setFilterText("len>10");
  workspace().samples().setSort({.column = SampleColumn::Gate, .descending = true});
  workspace().samples().setFilterText("");
  EXPECT_EQ(model().rowCount(), static_cast<int>(fakeRows));
}

TEST_F(SamplesTest, RowsSayWhatTheModelAnswered) {
  const session::SampleTable& table = workspace().samples().table();
  for (int row = 0; row < 5; ++row) {
    const auto sample = model().sampleAt(row);
    EXPECT_EQ(cell(row, SampleColumn::Index), QString::number(sample));
    EXPECT_EQ(cell(row, SampleColumn::Rank), QString::number(table.outcome(sample).rank));
    EXPECT_EQ(cell(row, SampleColumn::Correct),
              table.outcome(sample).rank == 1 ? QStringLiteral("right") : QStringLiteral("wrong"));
    EXPECT_EQ(cell(row, SampleColumn::Length).toULongLong(), table.length(sample));
  }
}

TEST_F(SamplesTest, ACopiedValueIsNoFormula) {
  const auto copied = [this](const char* action, SampleColumn column) {
    const QModelIndex cell = model().index(2, section(column));
    QTimer::singleShot(0, &panel(), [&] {
      for (QMenu* menu : panel().findChildren<QMenu*>())
        for (QAction* one : menu->actions())
          if (one->text() == QLatin1String(action)) one->trigger();
      if (QWidget* open = QApplication::activePopupWidget()) open->close();
    });
    panel().table()->scrollTo(cell);
    Q_EMIT panel().table()->customContextMenuRequested(panel().table()->visualRect(cell).center());
    return QApplication::clipboard()->text();
  };
  const QString name = QStringLiteral("=HYPERLINK(\"http://x\")");
  workspace().names().setPlaceName(workspace().samples().table().target(model().sampleAt(2)), name.toStdString());
  ASSERT_EQ(cell(2, SampleColumn::Target), name);
  EXPECT_EQ(copied("Copy value", SampleColumn::Target), QLatin1Char('\'') + name);
  EXPECT_TRUE(copied("Copy row", SampleColumn::Target).contains(QStringLiteral("\t'=HYPERLINK")));
  EXPECT_EQ(copied("Copy value", SampleColumn::Index), cell(2, SampleColumn::Index));
}

TEST_F(SamplesTest, NamesKeepTheirRoomAtAnotherTextSize) {
  workspace().setTextPercent(150);
  ASSERT_TRUE(waitFor([] { return qt::textFactor() == 1.5; }));
  const std::string street = "Observatory Hill";
  workspace().names().setPlaceName(workspace().samples().table().target(0), "Office, " + street);
  const qreal needed =
      qt::metrics({.size = 12, .weight = present::Weight::Medium}).horizontalAdvance(QString::fromStdString(street));
  EXPECT_TRUE(waitFor([&] { return panel().table()->columnWidth(section(SampleColumn::Target)) >= needed + 8; }));
  workspace().setTextPercent(100);
}

TEST_F(SamplesTest, AClickOnARowChangesTheSample) {
  const QModelIndex fifth = model().index(5, 0);
  QTest::mouseClick(panel().table()->viewport(), Qt::LeftButton, {}, panel().table()->visualRect(fifth).center());
  EXPECT_EQ(workspace().row(), model().sampleAt(5));
  QTest::keyClick(panel().table(), Qt::Key_Down);
  EXPECT_EQ(workspace().row(), model().sampleAt(6));
}

TEST_F(SamplesTest, EnterLeavesAFilterThatIsRightAndEndsAWordThatIsNone) {
  qt::FilterEdit* filter = panel().filter();
  filter->setFocus();
  const auto enter = [filter] { QTest::keyClick(filter->offers()->popup(), Qt::Key_Return); };
  QTest::keyClicks(filter, QStringLiteral("len>10"));
  if (filter->offers()->popup()->isVisible()) enter();
  EXPECT_EQ(filter->text(), QStringLiteral("len>10"));
  filter->selectAll();
  QTest::keyClick(filter, Qt::Key_Backspace);
  ASSERT_TRUE(filter->offers()->popup()->isVisible()) << "an empty line offers what can be asked";
  enter();
  EXPECT_EQ(filter->text(), QString());
  QTest::keyClicks(filter, QStringLiteral("wro"));
  ASSERT_TRUE(filter->offers()->popup()->isVisible());
  enter();
  EXPECT_EQ(filter->text(), QStringLiteral("wrong"));
  filter->selectAll();
  QTest::keyClicks(filter, QStringLiteral("gate>2"));
  ASSERT_TRUE(workspace().samples().filterError()) << "gates end at 1";
  if (filter->offers()->popup()->isVisible()) enter();
  EXPECT_EQ(filter->text(), QStringLiteral("gate>2")) << "an offer says something else";
}

TEST_F(SamplesTest, TypingFiltersAndTotalsFollow) {
  panel().filter()->setFocus();
  QTest::keyClicks(panel().filter(), QStringLiteral("len>12"));
  std::size_t longer = 0;
  for (std::size_t row = 0; row < fakeRows; ++row)
    longer += workspace().samples().table().length(static_cast<std::uint32_t>(row)) > 12 ? 1 : 0;
  ASSERT_GT(longer, 0U);
  EXPECT_EQ(model().rowCount(), static_cast<int>(longer));
  const auto* totals = window().findChild<qt::TotalsTable*>();
  EXPECT_DOUBLE_EQ(std::get<double>(totals->scene().table.rows[0][1]), static_cast<double>(longer));
  EXPECT_DOUBLE_EQ(std::get<double>(totals->scene().table.rows[2][1]), static_cast<double>(fakeRows));
  // The fake dataset has coordinates.
  const DistanceErrors& errors = workspace().samples().aggregates().distances(session::SampleScope::Filtered);
  ASSERT_GT(errors.measured, 0U);
  const auto& columns = totals->scene().table.columns;
  ASSERT_EQ(columns.back(), "mean_km");
  EXPECT_DOUBLE_EQ(std::get<double>(totals->scene().table.rows[0].back()), *errors.mean.value);
  EXPECT_FALSE(totals->toolTip().isEmpty());
}

TEST_F(SamplesTest, AWrongWordIsNamedAndTheTableKeepsTheLastFilter) {
  panel().filter()->setFocus();
  QTest::keyClicks(panel().filter(), QStringLiteral("len>12"));
  const int rows = model().rowCount();
  QTest::keyClicks(panel().filter(), QStringLiteral(" gate<high"));
  ASSERT_TRUE(workspace().samples().filterError().has_value());
  EXPECT_TRUE(panel().filter()->property("wrong").toBool());
  EXPECT_EQ(model().rowCount(), rows);
  bool named = false;
  for (const QLabel* label : panel().findChildren<QLabel*>()) {
    named = named || (label->isVisible() &&
                      label->text().contains(QString::fromStdString(workspace().samples().filterError()->message)));
  }
  EXPECT_TRUE(named) << "the error is not on screen";
}

TEST_F(SamplesTest, OffersWordsWhileOneTypes) {
  panel().filter()->setFocus();
  QTest::keyClicks(panel().filter(), QStringLiteral("wr"));
  ASSERT_TRUE(panel().filter()->offers()->popup()->isVisible());
  EXPECT_EQ(panel().filter()->offers()->popup()->model()->index(0, 0).data().toString(), QStringLiteral("wrong"));
  QTest::keyClick(panel().filter()->offers()->popup(), Qt::Key_Down);
  QTest::keyClick(panel().filter()->offers()->popup(), Qt::Key_Return);
  EXPECT_TRUE(workspace().samples().filterText().starts_with("wrong")) << workspace().samples().filterText();
}

TEST_F(SamplesTest, TheOffersLeaveTheErrorReadable) {
  panel().filter()->setFocus();
  const auto* offers = panel().filter()->offers()->popup();
  const auto* error = panel().findChild<QLabel*>(QStringLiteral("filterError"));
  const auto screenRect = [](const QWidget* widget) { return QRect(widget->mapToGlobal(QPoint()), widget->size()); };
  QTest::keyClicks(panel().filter(), QStringLiteral("g"));
  ASSERT_TRUE(offers->isVisible());
  ASSERT_TRUE(error->isVisible()) << "one letter is no filter";
  ASSERT_TRUE(rested());  // the layout gives the words their room
  EXPECT_FALSE(screenRect(offers).intersects(screenRect(error)));
  EXPECT_GE(screenRect(offers).top(), screenRect(error).bottom());

  QTest::keyClicks(panel().filter(), QStringLiteral("ate"));
  panel().filter()->clear();
  QTest::keyClicks(panel().filter(), QStringLiteral("wrong "));
  ASSERT_TRUE(rested());
  ASSERT_FALSE(error->isVisible());
  const int below = screenRect(offers).top() - screenRect(panel().filter()).bottom();
  EXPECT_TRUE(!offers->isVisible() || below < 20) << "no room is left for words that are not there";
}

TEST_F(SamplesTest, TheHeaderSaysWhatSomebodyElseSortedBy) {
  QHeaderView& header = *panel().table()->horizontalHeader();
  const auto titles = [&header] { return header.viewport()->grab().toImage(); };
  const QImage before = titles();
  workspace().samples().setSort({.column = SampleColumn::TargetProbability, .descending = true});
  const QImage descending = titles();
  EXPECT_TRUE(descending != before) << "by an arrow";
  EXPECT_EQ(header.sortIndicatorSection(), section(SampleColumn::TargetProbability));
  EXPECT_EQ(header.sortIndicatorOrder(), Qt::DescendingOrder);
  EXPECT_EQ(workspace().samples().view().sort().column, SampleColumn::TargetProbability);
  workspace().samples().setSort({.column = SampleColumn::TargetProbability, .descending = false});
  EXPECT_TRUE(titles() != descending);
}

TEST_F(SamplesTest, AFilterWithoutMatchesSaysSoAndCanBeCleared) {
  ASSERT_TRUE(settled());
  workspace().samples().setFilterText("len>200");
  auto* empty = panel().table()->findChild<qt::EmptyPanel*>();
  ASSERT_TRUE(empty);
  EXPECT_TRUE(empty->isVisible());
  const auto state = std::get<present::EmptyState>(view("gate").content());
  EXPECT_EQ(state.title, "No matches");
  EXPECT_NE(state.detail.find("len>200"), std::string::npos);
  auto* clear = empty->findChild<QPushButton*>();
  ASSERT_TRUE(clear);
  EXPECT_EQ(clear->text(), QStringLiteral("Clear filter"));
  QTest::mouseClick(clear, Qt::LeftButton);
  EXPECT_EQ(workspace().samples().filterText(), "");
  EXPECT_FALSE(empty->isVisible());
  EXPECT_EQ(model().rowCount(), static_cast<int>(fakeRows));
  EXPECT_TRUE(view("gate").scene());
}

TEST_F(SamplesTest, AnEditedSampleIsMarked) {
  ASSERT_TRUE(settled());
  auto* text = panel().findChild<QLabel*>(QStringLiteral("editedSample"));
  auto* bar = window().findChild<QLabel*>(QStringLiteral("sampleEdited"));
  ASSERT_TRUE(text && bar);
  EXPECT_FALSE(text->isVisible());
  EXPECT_TRUE(bar->text().isEmpty());
  Sequence other = *workspace().sequence();
  other.visits.front().startMinute = (other.visits.front().startMinute + 60) % 1440;
  workspace().setSequence(other);
  EXPECT_TRUE(text->isVisible());
  EXPECT_EQ(bar->text(), QStringLiteral("edited"));
  EXPECT_TRUE(model().index(0, 0).data(qt::EditedRole).toBool());
  EXPECT_FALSE(model().index(1, 0).data(qt::EditedRole).toBool());
  workspace().discardEdits();
  EXPECT_FALSE(text->isVisible());
  EXPECT_TRUE(bar->text().isEmpty());
}

TEST_F(SamplesTest, HomeAndEndGoToTheOuterRowsAndSortingShowsTheTop) {
  QTest::keyClick(panel().table(), Qt::Key_End);
  EXPECT_EQ(workspace().row(), model().sampleAt(model().rowCount() - 1));
  EXPECT_GT(panel().table()->verticalScrollBar()->value(), 0);
  panel().table()->horizontalHeader()->setSortIndicator(section(SampleColumn::Length), Qt::AscendingOrder);
  EXPECT_EQ(panel().table()->verticalScrollBar()->value(), 0) << "wherever the current row is now";
  QTest::keyClick(panel().table(), Qt::Key_Home);
  EXPECT_EQ(workspace().row(), model().sampleAt(0));
}

TEST(SamplesWhileOpening, TheFirstDatasetIsNamedUntilItIsThere) {
  session::Workspace opened({.loaders = fakeLoaders(), .wake = {}, .settingsFile = {}});
  EXPECT_FALSE(qt::openingContent(opened)) << "nothing was asked for";
  session::Changes heard;
  const session::Subscription listening = opened.subscribe([&heard](session::Changes changes) { heard |= changes; });
  opened.openDataset("/nowhere/geolife");
  EXPECT_TRUE(heard.has(session::Change::Dataset)) << "the views say so at once";
  const auto content = qt::openingContent(opened);
  ASSERT_TRUE(content);
  EXPECT_NE(content->title.find("geolife"), std::string::npos) << content->title;
  ASSERT_TRUE(waitFor([&] {
    opened.drain();
    return !opened.opening();
  }));
  EXPECT_FALSE(qt::openingContent(opened));
}

TEST_F(SamplesTest, TheHeaderSorts) {
  const int rank = section(SampleColumn::Rank);
  panel().table()->horizontalHeader()->setSortIndicator(rank, Qt::DescendingOrder);
  EXPECT_EQ(workspace().samples().view().sort(),
            (session::SampleSort{.column = SampleColumn::Rank, .descending = true}));
  EXPECT_GE(cell(0, SampleColumn::Rank).toInt(), cell(1, SampleColumn::Rank).toInt());
  EXPECT_GT(cell(0, SampleColumn::Rank).toInt(), cell(static_cast<int>(fakeRows) - 1, SampleColumn::Rank).toInt());
}

}  // namespace
}  // namespace sojourn::test
