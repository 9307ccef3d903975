// SPDX-License-Identifier: GPL-3.0-or-later
// A real GeoLife sequence edited by mouse and keys through every operation: each answer on screen is the engine's own
// for the sequence as it is written to a file, and undoing everything brings the original back to the last bit.
#include <QComboBox>
#include <QInputDialog>
#include <QListView>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "model/data/dataset/local_time.h"
#include "tests/e2e/edited_window.h"
#include "tests/e2e/same_inspection.h"
#include "views/qt/visits/edit_fields.h"
#include "views/qt/visits/flag_line.h"
#include "views/qt/what_if/history_panel.h"
#include "views/qt/what_if/what_if_searches.h"

namespace sojourn::test {
namespace {

class WhatIfOnGeoLife : public EditedWindow {
 protected:
  // Each edits what the one before it has left.
  void editByFields();
  void editTheList();
  void editByKeys();
  void editSeveral();
  void editByDragging();
  void editTheWhole();
  void editByWhatWasFound();
  using Part = void (WhatIfOnGeoLife::*)();
  static constexpr Part parts[] = {&WhatIfOnGeoLife::editByFields,      &WhatIfOnGeoLife::editTheList,
                                   &WhatIfOnGeoLife::editByKeys,        &WhatIfOnGeoLife::editSeveral,
                                   &WhatIfOnGeoLife::editByDragging,    &WhatIfOnGeoLife::editTheWhole,
                                   &WhatIfOnGeoLife::editByWhatWasFound};
};

void WhatIfOnGeoLife::editByFields() {
  select(3);
  const LocationId elsewhere = now().visits[0].location;
  expectEdit(
      "another place, picked", ReplaceLocation{{3}, elsewhere},
      [&] {
        QTest::mouseClick(bar().place(), Qt::LeftButton);
        pick(elsewhere);
      },
      Against::EngineAndProgram);
  expectEdit("the start, typed", SetStart{{3}, 18 * 60 + 5, 0}, [&] { type(bar().start(), "18:05"); });
  expectEdit("the start, stepped", ShiftTime{{3}, 15}, [&] {
    press(Qt::Key_F2);
    EXPECT_TRUE(bar().start()->hasFocus());
    QTest::keyClick(bar().start(), Qt::Key_Up);
  });
  expectEdit(
      "the duration, typed", SetDuration{{3}, 150}, [&] { type(bar().duration(), "2 h 30"); },
      Against::EngineAndProgram);
  expectEdit("the duration, stepped", SetDuration{{3}, 135}, [&] {
    bar().duration()->setFocus();
    QTest::keyClick(bar().duration(), Qt::Key_Down);
  });
  const int daysAgo = now().visits[3].daysAgo;
  expectEdit(
      "the day, by its keys", SetDay{{3}, daysAgo + 1, 0},
      [&] {
        bar().day()->setFocus();
        QTest::keyClick(bar().day(), Qt::Key_Up);
      },
      Against::EngineAndProgram);
}

void WhatIfOnGeoLife::editTheList() {
  select(2);
  expectEdit(
      "removed", RemoveVisits{{2}}, [&] { press(Qt::Key_Delete); }, Against::EngineAndProgram);
  select(5);
  expectEdit("duplicated", DuplicateVisits{{5}}, [&] { press(Qt::Key_D, Qt::ControlModifier); });
  select(7);
  Visit after = now().visits[7];
  const LocalTime end = localStart(after, static_cast<int>(std::ceil(after.durationMinutes)));
  after = {.location = 336,
           .weekday = end.weekday,
           .startMinute = end.minute,
           .durationMinutes = 60,
           .daysAgo = after.daysAgo - end.dayShift};
  expectEdit(
      "inserted where the selected one ends", InsertVisit{after},
      [&] {
        press(Qt::Key_Insert);
        pick(336);
      },
      Against::EngineAndProgram);
  select(4);
  expectEdit("one place later in the order", MoveVisit{4, 5},
             [&] { press(Qt::Key_Down, Qt::ControlModifier | Qt::ShiftModifier); });
  EXPECT_EQ(workspace().selection().now().selected.visit, 5U) << "the selection goes with the visit";
  select(9);
  expectEdit("one place earlier in the order", MoveVisit{9, 8},
             [&] { press(Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier); });
  ASSERT_FALSE(window().edits().flags().empty()) << "a visit before the one that it follows could not have been";
  select(window().edits().flags()[0].visit);
  const auto flag = window().edits().flags()[0];
  ASSERT_TRUE(flag.fix);
  expectEdit("fixed", *flag.fix, [&] { QTest::mouseClick(area().flagLine()->button(), Qt::LeftButton); });
}

void WhatIfOnGeoLife::editByKeys() {
  const struct {
    const char* name;
    std::size_t visit;  ///< each another one: of the same visit, keys in a row are one edit
    Qt::Key key;
    Qt::KeyboardModifiers modifiers;
    int minutes;
  } steps[] = {{"a quarter later", 13, Qt::Key_Right, Qt::ControlModifier, 15},
               {"a quarter earlier", 11, Qt::Key_Left, Qt::ControlModifier, -15},
               {"a minute later", 3, Qt::Key_Right, Qt::ControlModifier | Qt::AltModifier, 1},
               {"a minute earlier", 7, Qt::Key_Left, Qt::ControlModifier | Qt::AltModifier, -1},
               {"a day later", 5, Qt::Key_Down, Qt::ControlModifier, 1440},
               {"a day earlier", 12, Qt::Key_Up, Qt::ControlModifier, -1440}};
  for (const auto& step : steps) {
    select(step.visit);
    expectEdit(step.name, ShiftTime{{step.visit}, step.minutes}, [&] { press(step.key, step.modifiers); });
  }
  select(3);
  expectEdit("a run of keys", ShiftTime{{3}, 45}, [&] {
    for (int times = 0; times < 3; ++times) press(Qt::Key_Right, Qt::ControlModifier);
  });
  const double minutes = now().visits[*workspace().selection().now().selected.visit].durationMinutes;
  expectEdit("longer", SetDuration{{*workspace().selection().now().selected.visit}, minutes + 15},
             [&] { press(Qt::Key_Right, Qt::ControlModifier | Qt::ShiftModifier); });
  select(10);
  expectEdit("shorter", SetDuration{{10}, now().visits[10].durationMinutes - 15},
             [&] { press(Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier); });
}

void WhatIfOnGeoLife::editSeveral() {
  select(1, {3, 6});
  const LocationId place = now().visits.back().location;
  expectEdit(
      "three visits to one place", ReplaceLocation{{1, 3, 6}, place},
      [&] {
        press(Qt::Key_L, Qt::ControlModifier);
        pick(place);
      },
      Against::EngineAndProgram);
  expectEdit("three visits later", ShiftTime{{1, 3, 6}, 15}, [&] { press(Qt::Key_Right, Qt::ControlModifier); });
  select(2, {4});
  expectEdit("two durations", SetDuration{{2, 4}, 45}, [&] { type(bar().duration(), "45 min"); });
  select(5, {8});
  expectEdit("two copies", DuplicateVisits{{5, 8}}, [&] { press(Qt::Key_D, Qt::ControlModifier); });
  select(0, {7, 8});
  expectEdit("three removed", RemoveVisits{{0, 7, 8}}, [&] { press(Qt::Key_Delete); });
}

void WhatIfOnGeoLife::editByDragging() {
  const std::size_t last = now().visits.size() - 1;
  select(last);
  const present::HitArea one = markOf(last);
  const int way = pixelsFor(one, -360);
  expectEdit(
      "dragged", ShiftTime{{last}, minutesOf(one, way)}, [&] { drag(one, way); }, Against::EngineAndProgram);
  select(4, {6});
  const present::HitArea several = markOf(6);
  const int back = pixelsFor(several, -300);
  expectEdit("two dragged", ShiftTime{{4, 6}, minutesOf(several, back)}, [&] { drag(several, back); });
  select(2);
  const present::HitArea origin = markOf(2);
  const int on = pixelsFor(origin, 600);
  expectEdit(
      "a copy dragged away", DuplicateVisits{{2}, minutesOf(origin, on)},
      [&] { drag(origin, on, Qt::ControlModifier); }, Against::EngineAndProgram);
  // A drag that comes back is no edit, and the next one is of the visit that it began at.
  const Sequence before = now();
  const present::HitArea there = markOf(1);
  QWidget* viewport = view("what_if_visits").viewport();
  const QPoint from = middleOf("what_if_visits", there);
  QTest::mousePress(viewport, Qt::LeftButton, {}, from);
  dragTo(from + QPoint(40, 0));
  EXPECT_NE(now(), before) << "previewed";
  dragTo(from);
  QTest::mouseRelease(viewport, Qt::LeftButton, {}, from);
  EXPECT_EQ(now(), before);
  const present::HitArea next = markOf(3);
  const int later = pixelsFor(next, 300);
  expectEdit("dragged after a drag that came back", ShiftTime{{3}, minutesOf(next, later)}, [&] { drag(next, later); });
}

void WhatIfOnGeoLife::editTheWhole() {
  const UserId user = now().user;
  expectEdit(
      "another user", SetUser{user + 1},
      [&] {
        answering([](QInputDialog* dialog) { QTest::keyClick(dialog->findChild<QComboBox*>(), Qt::Key_Down); });
        chooseFromMenu("changeUser");
      },
      Against::EngineAndProgram);
  expectEdit("the next visit a day later", ShiftTargetDay{1}, [&] { chooseFromMenu("targetLater"); });
  expectEdit(
      "the next visit a day earlier", ShiftTargetDay{-1}, [&] { chooseFromMenu("targetEarlier"); },
      Against::EngineAndProgram);
}

void WhatIfOnGeoLife::editByWhatWasFound() {
  qt::WhatIfSearches& found = *area().searches();
  const auto ofNow = [&](const auto& answer) { return answer && answer->inspection->sequence == now(); };
  ASSERT_TRUE(waitFor([&] { return ofNow(found.sweeps().answer()); }));
  const std::int32_t present = found.sweeps().answer()->sweep.points[*found.sweeps().answer()->sweep.present].value;
  const std::int32_t value = present == 40 ? 44 : 40;
  const auto swept = found.sweeps().editTo(value);
  ASSERT_TRUE(swept);
  expectEdit("a point of the sweep", *swept,
             [&] { click("feature_sweep", markOf("feature_sweep", present::ApplySweep{value})); });
  ASSERT_TRUE(waitFor([&] { return found.counterfactuals().current() && ofNow(found.counterfactuals().answer()); }));
  ASSERT_GE(found.counterfactuals().answer()->findings.counterfactuals.size(), 2U)
      << "no counterfactual of what the edits have left";
  const auto counterfactual = found.counterfactuals().editTo(1);
  ASSERT_TRUE(counterfactual);
  const LocationId first = found.counterfactuals().answer()->findings.counterfactuals[1].first;
  expectEdit(
      "a counterfactual", *counterfactual,
      [&] {
        click("counterfactuals", markOf("counterfactuals", present::ChooseCounterfactual{1}));
        click("counterfactuals", markOf("counterfactuals", present::ApplyCounterfactual{1}));
      },
      Against::EngineAndProgram);
  EXPECT_EQ(workspace().inspection()->best().location, first) << "as the list predicted";
}

TEST_F(WhatIfOnGeoLife, EveryEditIsAsTheEngineSaysAndUndoingAllIsTheOriginalToTheLastBit) {
  const Sequence original = now();
  ASSERT_EQ(original.visits.size(), 14U);
  for (const Part part : parts) {
    (this->*part)();
    ASSERT_FALSE(HasFailure());
  }
  ASSERT_EQ(history().position(), kept() - 1);
  RecordProperty("edits", static_cast<int>(history().position()));

  for (std::size_t state = kept() - 1; state > 0; --state) {
    press(Qt::Key_Z, Qt::ControlModifier);
    expectKept(state - 1);
  }
  EXPECT_FALSE(history().canUndo());
  EXPECT_EQ(now(), original);
  const auto fresh = Engine::load(checkpoint(), {.device = Device::Cpu}, {}, {});
  ASSERT_TRUE(fresh.ok());
  const auto untouched = (*fresh)->inspect(workspace().dataset()->split(Split::Test)->sequence(sample), {});
  ASSERT_TRUE(untouched.ok());
  EXPECT_EQ(firstDifference(*workspace().inspection(), **untouched), "");

  for (std::size_t state = 1; state < kept(); ++state) press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_FALSE(history().canRedo());
  expectKept(kept() - 1);
}

TEST_F(WhatIfOnGeoLife, AKeptScenarioOpensAsAnEditAndAStateOfTheHistoryIsJumpedTo) {
  select(4);
  expectEdit("removed", RemoveVisits{{4}}, [&] { press(Qt::Key_Delete); });
  answering([](QInputDialog* dialog) {
    auto* line = dialog->findChild<QLineEdit*>();
    line->selectAll();
    QTest::keyClicks(line, QStringLiteral("Without Saturday"));
  });
  press(Qt::Key_S, Qt::ControlModifier | Qt::AltModifier);
  ASSERT_TRUE(waitFor([this] { return window().edits().scenarios().size() == 1; }));
  const Sequence saved = now();
  const auto clickRow = [](QListView* list, int row) {
    const QPoint at = list->visualRect(list->model()->index(row, 0)).center();
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, at);
    QCoreApplication::processEvents();
  };
  clickRow(area().history()->states(), 0);
  expectKept(0);
  select(0);
  expectEdit("another edit", RemoveVisits{{0}}, [&] { press(Qt::Key_Delete); });
  expectEdit(
      "the scenario", ReplaceSequence{saved}, [&] { clickRow(area().history()->scenarios(), 0); },
      Against::EngineAndProgram);
  EXPECT_EQ(history().now().name, "Open scenario Without Saturday");
  clickRow(area().history()->states(), 0);
  expectKept(0);
}

}  // namespace
}  // namespace sojourn::test
