// SPDX-License-Identifier: GPL-3.0-or-later
// Sweep and counterfactuals in the real window: nothing is asked before What if is open, a click makes the edit.
#include "views/qt/what_if/what_if_searches.h"

#include <QComboBox>
#include <QTest>
#include <algorithm>

#include "model/explain/counterfactual/feature_sweep.h"
#include "tests/gui/window_fixture.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/what_if/reference_bar.h"
#include "views/qt/what_if/what_if_area.h"

namespace sojourn::test {
namespace {

using namespace std::chrono_literals;

class WhatIfSearchesWindow : public WindowTest {
 protected:
  WhatIfSearchesWindow() { EXPECT_TRUE(settled()); }
  void openWhatIf() {
    window().showWorkspace(qt::StudioWorkspace::WhatIf);
    // The line that says that it searches goes with the end of the search, and all rows move up.
    EXPECT_TRUE(waitFor([&] {
      return searches().sweeps().answer() && searches().counterfactuals().current() &&
             searches().counterfactuals().settled();
    }));
  }
  qt::WhatIfSearches& searches() { return *window().whatIf()->searches(); }
  /// The hit area of a view that carries out the action.
  const present::HitArea& hitOf(const char* id, const present::Action& action) {
    return hit(id, [&](const present::HitArea& area) { return area.action == action; });
  }
};

TEST_F(WhatIfSearchesWindow, CostNothingBeforeTheyAreSeen) {
  EXPECT_FALSE(waitFor([&] { return searches().sweeps().answer() || searches().counterfactuals().answer(); }, 700ms));
  openWhatIf();
}

TEST_F(WhatIfSearchesWindow, ComputeNothingBehindAnotherTab) {
  openWhatIf();
  qt::WhatIfArea& area = *window().whatIf();
  area.tabifyDockWidget(area.dock(QStringLiteral("counterfactuals")), area.dock(QStringLiteral("feature_sweep")));
  area.dock(QStringLiteral("counterfactuals"))->raise();
  QCoreApplication::processEvents();
  const auto before = searches().sweeps().answer();
  Sequence edited = *workspace().sequence();
  edited.visits.pop_back();
  workspace().setSequence(edited);
  ASSERT_TRUE(waitFor([&] { return !workspace().inspectionOutdated() && searches().counterfactuals().current(); }));
  EXPECT_FALSE(waitFor([&] { return searches().sweeps().answer() != before; }, 500ms));
  area.dock(QStringLiteral("feature_sweep"))->raise();
  EXPECT_TRUE(waitFor([&] { return searches().sweeps().answer()->inspection->sequence == edited; }));
}

TEST_F(WhatIfSearchesWindow, AClickInTheSweepMakesItTheEdit) {
  openWhatIf();
  const Sequence before = *workspace().sequence();
  const std::size_t last = before.visits.size() - 1;
  auto* feature = window().findChild<QComboBox*>(QStringLiteral("sweepFeature"));
  ASSERT_TRUE(feature);
  feature->setCurrentIndex(feature->findData(static_cast<int>(SweepFeature::Duration)));
  Q_EMIT feature->activated(feature->currentIndex());
  ASSERT_TRUE(waitFor([&] { return searches().sweeps().answer()->sweep.feature == SweepFeature::Duration; }));
  const std::int32_t now = presentValue(before, last, SweepFeature::Duration);
  const std::int32_t wanted = now == 20 ? 30 : 20;
  click("feature_sweep", hitOf("feature_sweep", present::ApplySweep{wanted}));
  EXPECT_TRUE(workspace().edited());
  EXPECT_EQ(presentValue(*workspace().sequence(), last, SweepFeature::Duration), wanted);
  ASSERT_TRUE(waitFor([&] {
    const auto& answer = searches().sweeps().answer();
    return answer->inspection->sequence == *workspace().sequence() &&
           answer->sweep.points[*answer->sweep.present].value == wanted;
  })) << "and the sweep is of the edited sequence";
}

TEST_F(WhatIfSearchesWindow, TheSweepMarksWhatWasRecorded) {
  openWhatIf();
  const auto says = [&](const std::string& beginning) {
    const present::Scene* scene = view("feature_sweep").scene();
    return scene && std::ranges::any_of(scene->shapes, [&](const present::Shape& shape) {
             const auto* text = std::get_if<present::TextShape>(&shape);
             return text && text->text.starts_with(beginning);
           });
  };
  EXPECT_FALSE(says("recorded "));
  // Wherever in the order an edit puts it, it stays the selected visit.
  workspace().selection().select({.visit = 0, .query = {}, .location = {}, .head = {}});
  const auto moveOn = [&] {
    const std::size_t chosen = workspace().selection().now().selected.visit.value();
    const std::int32_t start = workspace().sequence()->visits[chosen].startMinute;
    return window().edits().apply(SetStart{{chosen}, (start + 90) % 1440}).ok();
  };
  ASSERT_TRUE(moveOn());
  const auto follows = [&] {
    return !workspace().inspectionOutdated() &&
           searches().sweeps().answer()->inspection->sequence == *workspace().sequence();
  };
  ASSERT_TRUE(waitFor([&] { return follows() && says("recorded "); }));
  // Whatever else it is compared with.
  window().edits().pinSample(3);
  ASSERT_TRUE(moveOn());
  EXPECT_TRUE(waitFor([&] { return follows() && says("recorded "); }));
}

TEST_F(WhatIfSearchesWindow, AppliedCounterfactualsHaveTheirSentenceInTheHistory) {
  openWhatIf();
  const std::string apply = "Apply: ";
  const auto& button =
      hit("counterfactuals", [&](const present::HitArea& area) { return area.label.starts_with(apply); });
  const std::string sentence = button.label.substr(apply.size());
  click("counterfactuals", button);
  EXPECT_EQ(window().edits().history()->now().name, sentence);
}

TEST_F(WhatIfSearchesWindow, WhatIsOfAnotherSampleOrEditIsDimAtOnce) {
  openWhatIf();
  for (const char* id : {"feature_sweep", "counterfactuals", "nearest"}) {
    window().whatIf()->dock(QLatin1String(id))->raise();
    const auto shown = [&] { return view(id).scene() && !view(id).waiting(); };
    ASSERT_TRUE(waitFor(shown)) << id;
    const std::string caption = view(id).scene()->caption;
    // No event is handled between the act and the look: not even the new inspection is there.
    QTest::keyClick(&window(), Qt::Key_PageDown);
    EXPECT_TRUE(view(id).waiting()) << id << ", another sample";
    ASSERT_TRUE(waitFor([this] { return !workspace().inspectionOutdated(); }));
    if (view(id).waiting()) {
      EXPECT_EQ(view(id).scene()->caption, caption) << "it names the sample that it is of";
    }
    ASSERT_TRUE(waitFor(shown)) << id;
    EXPECT_NE(view(id).scene()->caption, caption);
    Sequence edited = *workspace().sequence();
    edited.visits.front().startMinute += 15;
    workspace().setSequence(edited);
    EXPECT_TRUE(view(id).waiting()) << id << ", an edit";
    ASSERT_TRUE(waitFor(shown)) << id;
  }
}

TEST_F(WhatIfSearchesWindow, AStoppedSearchShowsNoListOfAnotherSample) {
  openWhatIf();
  QTest::keyClick(&window(), Qt::Key_PageDown);
  ASSERT_TRUE(waitFor([this] { return searches().counterfactuals().awaiting(); }));
  searches().counterfactuals().cancel();
  EXPECT_EQ(view("counterfactuals").scene(), nullptr);
  EXPECT_EQ(view("counterfactuals").summary(), QStringLiteral("The search was stopped. "));
  searches().counterfactuals().resume();
  EXPECT_TRUE(waitFor([this] { return view("counterfactuals").scene() != nullptr; }));
}

TEST_F(WhatIfSearchesWindow, TheVisitIsTheSelectedOne) {
  openWhatIf();
  auto* visit = window().findChild<QComboBox*>(QStringLiteral("sweepVisit"));
  ASSERT_TRUE(visit);
  EXPECT_EQ(visit->count(), static_cast<int>(workspace().sequence()->visits.size()));
  EXPECT_EQ(visit->currentIndex(), visit->count() - 1);
  visit->setCurrentIndex(1);
  Q_EMIT visit->activated(1);
  EXPECT_EQ(workspace().selection().now().selected.visit, 1U);
  ASSERT_TRUE(waitFor([&] { return searches().sweeps().answer()->sweep.visit == 1; }));
  workspace().selection().select({.visit = 0, .query = {}, .location = {}, .head = {}});
  EXPECT_TRUE(waitFor([&] { return visit->currentIndex() == 0 && searches().sweeps().answer()->sweep.visit == 0; }));
}

TEST_F(WhatIfSearchesWindow, ACounterfactualIsChosenAndAppliedByClicksAndByKeys) {
  openWhatIf();
  const auto answer = searches().counterfactuals().answer();
  ASSERT_GE(answer->findings.counterfactuals.size(), 2U);
  click("counterfactuals", hitOf("counterfactuals", present::ChooseCounterfactual{1}));
  EXPECT_FALSE(workspace().edited()) << "a first click only chooses";
  click("counterfactuals", hitOf("counterfactuals", present::ApplyCounterfactual{1}));
  EXPECT_TRUE(workspace().edited());
  EXPECT_EQ(*workspace().sequence(), answer->findings.counterfactuals[1].sequence);
  ASSERT_TRUE(waitFor([&] { return searches().counterfactuals().current(); }));
  EXPECT_EQ(searches().counterfactuals().answer()->findings.before, answer->findings.counterfactuals[1].first);

  workspace().discardEdits();
  ASSERT_TRUE(waitFor([&] { return searches().counterfactuals().current() && !workspace().inspectionOutdated(); }));
  const Sequence smallest = searches().counterfactuals().answer()->findings.counterfactuals.front().sequence;
  qt::SceneView& list = view("counterfactuals");
  list.setFocus();
  QTest::keyClick(&list, Qt::Key_Down);
  QTest::keyClick(&list, Qt::Key_Return);
  EXPECT_EQ(*workspace().sequence(), smallest);
}

TEST_F(WhatIfSearchesWindow, HoveringShowsWhatAnEditWouldDo) {
  openWhatIf();
  const Sequence before = *workspace().sequence();
  const QString prediction = view("what_if_prediction").summary();
  const auto rowOf = [&](const char* id, const present::Action& preview) {
    return middleOf(id, hit(id, [&](const present::HitArea& area) { return area.preview == preview; }));
  };
  // While the window is laid out the list moves under the pointer, which is over another row for a moment.
  const Sequence& first = searches().counterfactuals().answer()->findings.counterfactuals[0].sequence;
  ASSERT_TRUE(waitFor([&] {
    QTest::mouseMove(view("counterfactuals").viewport(), rowOf("counterfactuals", present::PreviewCounterfactual{0}));
    return window().edits().preview() && window().edits().preview()->state.sequence == first;
  }));
  QCoreApplication::processEvents();
  EXPECT_NE(view("what_if_prediction").summary(), prediction);
  EXPECT_TRUE(window().findChild<qt::ReferenceBar*>()->text().contains(QStringLiteral("Preview")));
  EXPECT_EQ(*workspace().sequence(), before);
  EXPECT_TRUE(searches().counterfactuals().current()) << "a preview is no edit: nothing is searched again";

  QTest::mouseMove(view("counterfactuals").viewport(), QPoint(2, 1));
  ASSERT_TRUE(waitFor([&] { return !window().edits().preview(); }));
  QCoreApplication::processEvents();
  EXPECT_EQ(view("what_if_prediction").summary(), prediction);

  const std::int32_t value = searches().sweeps().answer()->sweep.points.front().value;
  QTest::mouseMove(view("feature_sweep").viewport(), rowOf("feature_sweep", present::PreviewSweep{value}));
  ASSERT_TRUE(waitFor([&] { return window().edits().preview().has_value(); }));
  EXPECT_EQ(window().edits().preview()->state.sequence,
            applyEdit(before, *searches().sweeps().editTo(value))->sequence);
  EXPECT_FALSE(workspace().edited());
}

TEST_F(WhatIfSearchesWindow, AsksForAPlaceAndForSeveralEdits) {
  openWhatIf();
  auto* to = window().findChild<QComboBox*>(QStringLiteral("counterfactualsTo"));
  auto* most = window().findChild<QComboBox*>(QStringLiteral("counterfactualsMost"));
  ASSERT_TRUE(to && most);
  ASSERT_GE(to->count(), 3);
  const LocationId before = searches().counterfactuals().answer()->findings.before;
  // A place of the window, which its visits can be made to say.
  int index = -1;
  for (int k = 1; k < to->count(); ++k) {
    const auto& visits = workspace().sequence()->visits;
    const LocationId place = to->itemData(k).toInt();
    if (place != before && std::ranges::find(visits, place, &Visit::location) != visits.end()) index = k;
  }
  ASSERT_GT(index, 0);
  const LocationId wanted = to->itemData(index).toInt();
  to->setCurrentIndex(index);
  Q_EMIT to->activated(index);
  most->setCurrentIndex(1);
  Q_EMIT most->activated(1);
  ASSERT_TRUE(waitFor([&] { return searches().counterfactuals().current(); }));
  EXPECT_EQ(searches().counterfactuals().answer()->findings.to, wanted);
  EXPECT_GT(searches().counterfactuals().answer()->findings.levels[1].tried, 0U);
  for (const Counterfactual& counterfactual : searches().counterfactuals().answer()->findings.counterfactuals)
    EXPECT_EQ(counterfactual.first, wanted);
}

}  // namespace
}  // namespace sojourn::test
