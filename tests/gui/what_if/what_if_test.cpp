// SPDX-License-Identifier: GPL-3.0-or-later
// The What if workspace by mouse and keys, on a fake sample.
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "model/data/dataset/local_time.h"
#include "tests/gui/window_fixture.h"
#include "views/qt/visits/edit_bar.h"
#include "views/qt/visits/edit_fields.h"
#include "views/qt/visits/flag_line.h"
#include "views/qt/what_if/history_panel.h"
#include "views/qt/what_if/reference_bar.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/place_picker.h"
#include "views/qt/widgets/text.h"

namespace sojourn::test {
namespace {

using qt::StepEdit;

class WhatIfWindow : public WindowTest {
 protected:
  WhatIfWindow() {
    window().showWorkspace(qt::StudioWorkspace::WhatIf);
    m_recorded = now();
    QCoreApplication::processEvents();
  }
  qt::WhatIfArea& area() { return *window().whatIf(); }
  qt::EditBar& bar() { return *area().editBar(); }
  const Sequence& now() { return *workspace().sequence(); }
  const session::EditHistory& history() { return *window().edits().history(); }
  void selectVisit(std::size_t index) {
    const auto& area = hit("what_if_visits", [&](const present::HitArea& one) { return one.focus.visit == index; });
    click("what_if_visits", area);
    ASSERT_EQ(workspace().selection().now().selected.visit, index);
  }
  void trigger(const char* name) {
    QCoreApplication::processEvents();
    ASSERT_TRUE(window().action(name)->isEnabled()) << name;
    window().action(name)->trigger();
    QCoreApplication::processEvents();
  }
  void type(StepEdit* field, const QString& text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }

  Sequence m_recorded;
};

TEST(EditFields, ReadWhatPeopleWrite) {
  EXPECT_EQ(qt::clockFromText(QStringLiteral("19:46")), 19 * 60 + 46);
  EXPECT_EQ(qt::clockFromText(QStringLiteral(" 7.05 ")), 425);
  EXPECT_EQ(qt::clockFromText(QStringLiteral("0000")), 0);
  for (const char* wrong : {"24:00", "12:60", "", "12", "-1:30", "1:5", "12:305"})
    EXPECT_FALSE(qt::clockFromText(QString::fromLatin1(wrong))) << wrong;
  for (const double minutes : {0.0, 45.0, 60.0, 750.0, 2880.0, 84.5, 0.1})
    EXPECT_EQ(qt::durationFromText(qt::durationWords(minutes)), minutes) << minutes;
  EXPECT_EQ(qt::durationFromText(QStringLiteral("12:30")), 750);
  EXPECT_EQ(qt::durationFromText(QStringLiteral("12.5 h")), 750);
  EXPECT_EQ(qt::durationFromText(QStringLiteral("90")), 90);
  for (const char* wrong : {"", "h", "1 h 60", "one hour", "-5", "1e9"})
    EXPECT_FALSE(qt::durationFromText(QString::fromLatin1(wrong))) << wrong;
}

TEST_F(WhatIfWindow, FieldsChangeTheSelectedVisit) {
  selectVisit(1);
  EXPECT_EQ(bar().start()->text().toStdString(), clockText(now().visits[1].startMinute));
  type(bar().duration(), QStringLiteral("45 min"));
  EXPECT_EQ(now().visits[1].durationMinutes, 45);
  const int minute = (now().visits[1].startMinute + 1) % 1440;
  type(bar().start(), QString::fromStdString(clockText(minute)));
  const auto where = workspace().selection().now().selected.visit;
  ASSERT_TRUE(where);
  EXPECT_EQ(now().visits[*where].startMinute, minute);
  EXPECT_EQ(history().position(), 2U);
  type(bar().start(), QStringLiteral("25:00"));
  EXPECT_TRUE(area().flagLine()->text().contains(QStringLiteral("not a time")));
  EXPECT_EQ(history().position(), 2U);
  ASSERT_TRUE(settled());
  EXPECT_EQ(workspace().inspection()->sequence, now());
  trigger("undo");
  trigger("undo");
  EXPECT_EQ(now(), m_recorded);
  EXPECT_FALSE(window().action("undo")->isEnabled());
}

TEST_F(WhatIfWindow, KeysRemoveDuplicateAndStep) {
  selectVisit(2);
  const std::size_t length = now().visits.size();
  QWidget* visits = view("what_if_visits").viewport();
  view("what_if_visits").setFocus();
  QTest::keyClick(visits, Qt::Key_Delete);
  EXPECT_EQ(now().visits.size(), length - 1);
  QTest::keyClick(visits, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(now(), m_recorded);
  selectVisit(2);
  QTest::keyClick(visits, Qt::Key_D, Qt::ControlModifier);
  EXPECT_EQ(now().visits.size(), length + 1);
  QTest::keyClick(visits, Qt::Key_Right, Qt::ControlModifier);
  QTest::keyClick(visits, Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(history().position(), 2U) << "a run of keys is one edit";
  QTest::keyClick(visits, Qt::Key_Z, Qt::ControlModifier);
  QTest::keyClick(visits, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(history().position(), 2U);
  QTest::keyClick(visits, Qt::Key_Return);
  EXPECT_TRUE(bar().start()->hasFocus()) << "Enter opens the fields";
  QTest::keyClick(bar().start(), Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(history().position(), 1U) << "undo is of the edits while nothing is typed";
}

TEST_F(WhatIfWindow, ARunOfKeysEndsWithTheSelection) {
  QWidget* visits = view("what_if_visits").viewport();
  selectVisit(2);
  view("what_if_visits").setFocus();
  QTest::keyClick(visits, Qt::Key_Right, Qt::ControlModifier);
  const auto first = applyEdit(m_recorded, ShiftTime{{2}, 15});
  ASSERT_TRUE(first);
  ASSERT_EQ(now(), first->sequence);
  QTest::keyClick(visits, Qt::Key_Right, Qt::AltModifier);
  const auto next = workspace().selection().now().selected.visit;
  ASSERT_TRUE(next);
  QTest::keyClick(visits, Qt::Key_Right, Qt::ControlModifier);
  const auto second = applyEdit(first->sequence, ShiftTime{{*next}, 15});
  ASSERT_TRUE(second);
  EXPECT_EQ(now(), second->sequence) << "the visit that is selected now, not the one of the run before";
  EXPECT_EQ(history().position(), 2U);
}

TEST_F(WhatIfWindow, ADragThatCameBackIsOver) {
  const auto ask = [this](const present::Action& action) { Q_EMIT view("what_if_visits").actionRequested(action); };
  ask(present::PreviewShift{{1, 60, false}});
  EXPECT_NE(now(), m_recorded);
  ask(present::PreviewShift{{1, 0, false}});
  EXPECT_EQ(now(), m_recorded);
  ask(present::PreviewShift{{3, -60, false}});
  ask(present::ShiftVisit{{3, -60, false}});
  const auto expected = applyEdit(m_recorded, ShiftTime{{3}, -60});
  ASSERT_TRUE(expected);
  EXPECT_EQ(now(), expected->sequence) << "the visit that is dragged now, not the one that was let go";
  EXPECT_EQ(history().position(), 1U);
}

TEST_F(WhatIfWindow, APlaceIsSearchedAndPicked) {
  selectVisit(0);
  QTest::mouseClick(bar().place(), Qt::LeftButton);
  auto* picker = bar().picker();
  ASSERT_TRUE(picker->isVisible());
  const int all = picker->list()->count();
  ASSERT_GT(all, 3);
  const LocationId wanted = picker->list()->item(all - 1)->data(Qt::UserRole).toInt();
  QTest::keyClicks(picker->search(), QString::number(wanted));
  EXPECT_LT(picker->list()->count(), all);
  while (picker->list()->currentItem()->data(Qt::UserRole).toInt() != wanted)
    QTest::keyClick(picker->search(), Qt::Key_Down);
  QTest::keyClick(picker->search(), Qt::Key_Return);
  EXPECT_FALSE(picker->isVisible());
  EXPECT_EQ(now().visits[0].location, wanted);
  EXPECT_EQ(history().now().name.find("Replace "), 0U) << history().now().name;
}

TEST_F(WhatIfWindow, TheHistoryJumpsAndTheReferenceBarTells) {
  selectVisit(1);
  trigger("removeVisits");
  selectVisit(1);
  trigger("removeVisits");
  ASSERT_TRUE(settled());
  QCoreApplication::processEvents();
  EXPECT_TRUE(area().referenceBar()->text().contains(QStringLiteral("2 edits: ")))
      << area().referenceBar()->text().toStdString();
  EXPECT_TRUE(area().referenceBar()->text().contains(QStringLiteral("gate")));
  QListView* states = area().history()->states();
  ASSERT_EQ(states->model()->rowCount(), 3);
  QTest::mouseClick(states->viewport(), Qt::LeftButton, {}, states->visualRect(states->model()->index(1, 0)).center());
  EXPECT_EQ(history().position(), 1U);
  EXPECT_TRUE(waitFor([&] { return states->model()->index(2, 0).data(qt::HistoryPanel::Undone).toBool(); }));
  const present::Scene* scene = view("what_if_pointer").scene();
  ASSERT_TRUE(settled());
  QCoreApplication::processEvents();
  ASSERT_NE(scene, nullptr);
}

TEST_F(WhatIfWindow, TheChangeIsNeverCutWithinANumber) {
  selectVisit(1);
  trigger("removeVisits");
  ASSERT_TRUE(settled());
  QCoreApplication::processEvents();
  const auto* label = area().referenceBar()->findChild<qt::FittingLabel*>();
  ASSERT_NE(label, nullptr);
  const QString whole = area().referenceBar()->text();
  for (const int width : {2200, 1366, 1000, 800, 640}) {
    area().referenceBar()->resize(width, area().referenceBar()->height());
    area().referenceBar()->layout()->activate();
    EXPECT_LE(label->sizeHint().width(), label->width()) << width;
    EXPECT_EQ(area().referenceBar()->text(), whole) << "a screen reader says all of it";
    const bool all = label->text().contains(QStringLiteral("gate"));
    EXPECT_TRUE(width != 2200 || all);
    EXPECT_FALSE(width == 640 && all);
  }
}

TEST_F(WhatIfWindow, TheFieldsNeverLieOnEachOther) {
  for (const int percent : {100, 150}) {
    workspace().setTextPercent(percent);
    ASSERT_TRUE(waitFor([&] { return qt::textFactor() == percent / 100.0; }));
    for (const int designed : {900, 645, 560, 474}) {
      bar().resize(static_cast<int>(designed * qt::textFactor()), bar().height());
      bar().layout()->activate();
      int free = 0;
      for (int i = 0; i < bar().layout()->count(); ++i) {
        const QWidget* widget = bar().layout()->itemAt(i)->widget();
        if (!widget || widget->isHidden()) continue;
        EXPECT_GE(widget->x(), free) << widget->accessibleName().toStdString() << " in " << bar().width();
        EXPECT_GE(widget->width(), widget->minimumSizeHint().width() / 2) << bar().width();
        free = widget->x() + widget->width();
      }
      EXPECT_LE(free, bar().width());
    }
  }
  workspace().setTextPercent(100);
  ASSERT_TRUE(waitFor([] { return qt::textFactor() == 1; }));
}

TEST_F(WhatIfWindow, AFlagHasItsFix) {
  selectVisit(0);
  type(bar().duration(), QStringLiteral("2880"));
  QCoreApplication::processEvents();
  ASSERT_FALSE(window().edits().flags().empty());
  EXPECT_TRUE(area().flagLine()->isVisible());
  EXPECT_TRUE(area().flagLine()->text().contains(QStringLiteral("Not physically possible; still evaluated")));
}

TEST_F(WhatIfWindow, AFlagWrapsWhereThePanelIsNarrow) {
  selectVisit(0);
  type(bar().duration(), QStringLiteral("2880"));
  QCoreApplication::processEvents();
  qt::FlagLine& line = *area().flagLine();
  ASSERT_TRUE(line.isVisible());
  QList<QLabel*> labels = line.findChildren<QLabel*>();
  ASSERT_EQ(labels.size(), 1);
  const auto textAt = [&](int width) {
    line.setFixedWidth(width);
    QCoreApplication::processEvents();
    return labels[0]->text();
  };
  const int button = line.button()->isVisible() ? line.button()->width() : 0;
  const int whole = labels[0]->fontMetrics().horizontalAdvance(line.text());
  EXPECT_EQ(textAt(whole + button + 100), line.text());
  const int single = line.height();
  EXPECT_EQ(textAt(whole * 2 / 3 + button + 60), line.text()) << "on two lines";
  EXPECT_GT(line.height(), single);
  EXPECT_GE(line.height(), 2 * labels[0]->fontMetrics().height());
  const QString narrow = textAt(whole / 6 + button + 60);
  EXPECT_TRUE(narrow.endsWith(QStringLiteral("\u2026"))) << qPrintable(narrow);
  EXPECT_TRUE(line.text().startsWith(narrow.chopped(1))) << qPrintable(narrow);
  EXPECT_EQ(textAt(whole + button + 100), line.text());
  EXPECT_EQ(line.height(), single);
}

TEST_F(WhatIfWindow, EditKeysAreOffInOtherWorkspaces) {
  selectVisit(0);
  window().showWorkspace(qt::StudioWorkspace::Inspect);
  EXPECT_FALSE(window().action("removeVisits")->isEnabled());
  window().showWorkspace(qt::StudioWorkspace::WhatIf);
  EXPECT_TRUE(window().action("removeVisits")->isEnabled());
}

}  // namespace
}  // namespace sojourn::test
