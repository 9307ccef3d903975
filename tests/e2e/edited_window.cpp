// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/edited_window.h"

#include <QApplication>
#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMouseEvent>
#include <QTest>
#include <QTimer>
#include <cmath>

#include "model/core/files.h"
#include "model/data/edit/sequence_text.h"
#include "model/data/io/scenario.h"
#include "tests/cli/program.h"
#include "tests/e2e/same_inspection.h"
#include "views/present/visits/visits_view.h"
#include "views/qt/visits/edit_bar.h"
#include "views/qt/visits/flag_line.h"
#include "views/qt/widgets/place_picker.h"

namespace sojourn::test {
namespace {

std::vector<float> floats(const nlohmann::json& numbers) {
  std::vector<float> list;
  for (const auto& number : numbers) list.push_back(number.is_array() ? std::nanf("") : number.get<float>());
  return list;
}

}  // namespace

void EditedWindow::SetUp() {
  GeoLifeWindow::SetUp();
  if (IsSkipped() || HasFatalFailure()) return;
  auto engine = Engine::load(checkpoint(), {.device = Device::Cpu}, {}, {});
  ASSERT_TRUE(engine.ok()) << engine.error().sentence();
  m_engine = *engine;
  keep("as recorded");
}

void EditedWindow::keep(const std::string& name) {
  m_kept.push_back({name, now(), workspace().inspection()});
}

void EditedWindow::expectKept(std::size_t state) {
  SCOPED_TRACE(m_kept[state].name);
  ASSERT_TRUE(settled());
  EXPECT_EQ(now(), m_kept[state].sequence);
  EXPECT_EQ(firstDifference(*workspace().inspection(), *m_kept[state].inspection), "");
}

void EditedWindow::expectEdit(const std::string& name, const SequenceEdit& edit, const std::function<void()>& act,
                              Against against) {
  SCOPED_TRACE(name);
  const auto expected = applyEdit(now(), edit);
  ASSERT_TRUE(expected.ok()) << expected.error().sentence();
  ASSERT_NE(expected->sequence, now()) << "an edit that changes nothing shows nothing";
  const std::size_t position = history().position();
  act();
  QCoreApplication::processEvents();
  ASSERT_EQ(now(), expected->sequence) << sequenceAsText(now()) << "in place of\n"
                                       << sequenceAsText(expected->sequence) << area().flagLine()->text().toStdString();
  ASSERT_EQ(history().position(), position + 1) << history().now().name;
  ASSERT_TRUE(settled());
  expectAnswerOfEngine();
  if (against == Against::EngineAndProgram) expectAnswerOfProgram();
  keep(name);
}

void EditedWindow::expectAnswerOfEngine() {
  ASSERT_TRUE(writeOutput(file(), sequenceAsJson(now())));
  const auto read = readSequenceFile(file());
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  const auto fresh = m_engine->inspect(*read, {});
  ASSERT_TRUE(fresh.ok()) << fresh.error().sentence();
  EXPECT_EQ(firstDifference(*workspace().inspection(), **fresh), "");
}

/// It writes every float with as many digits as bring the same float back.
void EditedWindow::expectAnswerOfProgram() {
  const ProgramRun run = runSojourn({"inspect", "--data", dataset().string(), "--checkpoint", checkpoint().string(),
                                     "--sequence", file().string(), "--maps", "--json", "-"});
  ASSERT_EQ(run.exitCode, 0) << run.err;
  const nlohmann::json answer = run.json();
  ASSERT_FALSE(answer.is_discarded());
  const Inspection& shown = *workspace().inspection();
  EXPECT_EQ(answer["user"], shown.sequence.user);
  EXPECT_EQ(answer["length"], shown.sequence.visits.size());
  EXPECT_EQ(answer["target_rank"], shown.targetRank.value_or(0));
  EXPECT_EQ(answer["gate"].get<float>(), shown.gate);
  EXPECT_EQ(floats(answer["content_score"]), shown.contentScore);
  EXPECT_EQ(floats(answer["position_bias"]), shown.positionBias);
  EXPECT_EQ(floats(answer["score"]), shown.score);
  EXPECT_EQ(floats(answer["pointer_weight"]), shown.pointerWeight);
  EXPECT_EQ(floats(answer["copied_mass"]), shown.copiedMass);
  ASSERT_EQ(answer["top"].size(), 10U);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(answer["top"][i]["location"], shown.ranking[i].location);
    EXPECT_EQ(answer["top"][i]["probability"].get<float>(), shown.ranking[i].probability);
    EXPECT_EQ(answer["top"][i]["log_probability"].get<float>(), shown.ranking[i].logProbability);
    EXPECT_EQ(answer["top"][i]["copied"].get<float>(), shown.ranking[i].copied);
    EXPECT_EQ(answer["top"][i]["generated"].get<float>(), shown.ranking[i].generated);
  }
  std::vector<float> attention;
  for (const auto& layer : answer["attention"])
    for (const auto& head : layer)
      for (const auto& query : head)
        for (const float weight : floats(query)) attention.push_back(weight);
  EXPECT_EQ(attention, shown.attention.values);
}

void EditedWindow::type(QLineEdit* field, const char* text) {
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, QString::fromLatin1(text));
  QTest::keyClick(field, Qt::Key_Return);
}

void EditedWindow::pick(LocationId wanted) {
  auto* picker = bar().picker();
  ASSERT_TRUE(picker->isVisible());
  QTest::keyClicks(picker->search(), QString::number(wanted));
  const int found = picker->list()->count();
  const auto current = [&] {
    const QListWidgetItem* item = picker->list()->currentItem();
    return item ? item->data(Qt::UserRole).toInt() : -1;
  };
  for (int row = 0; row < found && current() != wanted; ++row) QTest::keyClick(picker->search(), Qt::Key_Down);
  ASSERT_EQ(current(), wanted);
  QTest::keyClick(picker->search(), Qt::Key_Return);
  ASSERT_FALSE(picker->isVisible());
}

void EditedWindow::answering(const std::function<void(QInputDialog*)>& answer) {
  QTimer::singleShot(0, &window(), [this, answer] {
    auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
    if (!dialog) return answering(answer);
    answer(dialog);
    QTest::keyClick(dialog, Qt::Key_Return);
  });
}

int EditedWindow::pixelsFor(const present::HitArea& mark, int minutes) {
  return static_cast<int>(std::lround(static_cast<float>(minutes) * mark.drag->pixelsPerMinute));
}

int EditedWindow::minutesOf(const present::HitArea& mark, int pixels) {
  return present::draggedMinutes(*mark.drag, static_cast<float>(pixels), false);
}

void EditedWindow::drag(const present::HitArea& mark, int pixels, Qt::KeyboardModifiers modifiers) {
  QWidget* viewport = view("what_if_visits").viewport();
  const QPoint from = middleOf("what_if_visits", mark);
  QTest::mousePress(viewport, Qt::LeftButton, {}, from);
  for (const int way : {pixels / 2, pixels}) dragTo(from + QPoint(way, 0), modifiers);
  QTest::mouseRelease(viewport, Qt::LeftButton, modifiers, from + QPoint(pixels, 0));
}

void EditedWindow::dragTo(QPoint at, Qt::KeyboardModifiers modifiers) {
  QWidget* viewport = view("what_if_visits").viewport();
  QMouseEvent event(QEvent::MouseMove, QPointF(at), viewport->mapToGlobal(QPointF(at)), Qt::NoButton, Qt::LeftButton,
                    modifiers);
  QApplication::sendEvent(viewport, &event);
  QCoreApplication::processEvents();
}

}  // namespace sojourn::test
