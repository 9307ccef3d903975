// SPDX-License-Identifier: GPL-3.0-or-later
// What if on the published model: what a key costs, and that edits which come faster than answers never queue. How long
// a key takes is measured by bench_studio.
#include <QTest>
#include <latch>
#include <mutex>

#include "tests/e2e/geolife_window.h"
#include "tests/gui/picture_counter.h"
#include "tests/support/forwarding_engine.h"
#include "views/qt/what_if/what_if_searches.h"

namespace sojourn::test {
namespace {

/// An engine that notes what it is asked to inspect, and can be made to wait before it answers.
class WatchedEngine final : public ForwardingEngine {
 public:
  using ForwardingEngine::ForwardingEngine;

  void holdBack() {
    const std::lock_guard lock(m_mutex);
    m_asked.clear();
    m_held.emplace(1);
  }
  void letGo() { m_held->count_down(); }
  [[nodiscard]] std::vector<Sequence> asked() const {
    const std::lock_guard lock(m_mutex);
    return m_asked;
  }

  [[nodiscard]] Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                  const InspectOptions& options) const override {
    {
      const std::lock_guard lock(m_mutex);
      m_asked.push_back(sequence);
    }
    if (m_held) m_held->wait();
    return ForwardingEngine::inspect(sequence, options);
  }

 private:
  mutable std::mutex m_mutex;
  mutable std::vector<Sequence> m_asked;
  std::optional<std::latch> m_held;
};

class WhatIfCost : public GeoLifeWindow {
 protected:
  [[nodiscard]] session::Loaders loaders() const override {
    session::Loaders made = GeoLifeWindow::loaders();
    made.engine = [this](const std::filesystem::path& file, const EngineOptions& options, const Progress& progress,
                         const CancelToken& cancel) -> Result<session::EnginePtr> {
      auto engine = Engine::load(file, options, progress, cancel);
      if (!engine) return engine.error();
      m_engine = std::make_shared<WatchedEngine>(*engine);
      return session::EnginePtr(m_engine);
    };
    return made;
  }
  WatchedEngine& engine() { return *m_engine; }
  /// No search is left that would draw its answer into the next round.
  bool searched() {
    const auto& sweep = area().searches()->sweeps().answer();
    return sweep && sweep->inspection->sequence == now() && !area().searches()->counterfactuals().awaiting();
  }

 private:
  mutable std::shared_ptr<WatchedEngine> m_engine;
};

TEST_F(WhatIfCost, AKeyAsksTheModelOnceAndMakesEachPictureAtMostThreeTimes) {
  ASSERT_TRUE(waitFor([this] { return workspace().samples().table().complete() && workspace().jobs().all().empty(); }));
  select(8);
  ASSERT_TRUE(settled());
  ASSERT_TRUE(waitFor([this] { return searched(); }));
  for (int round = 0; round < 20; ++round) {
    const std::size_t asked = engine().asked().size();
    const PictureCounter pictures(window());
    press(round % 2 == 1 ? Qt::Key_Left : Qt::Key_Right, Qt::ControlModifier);
    while (workspace().inspectionOutdated()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::processEvents();
    ASSERT_EQ(workspace().inspection()->sequence, now());
    EXPECT_EQ(engine().asked().size(), asked + 1);
    EXPECT_GT(pictures.most(), 0);
    EXPECT_LE(pictures.most(), 3) << "for the edit, the inspection and the searches";
    ASSERT_TRUE(waitFor([this] { return searched(); }));
  }
}

TEST_F(WhatIfCost, TheNewestEditWinsAndNoneQueues) {
  select(8);
  engine().holdBack();
  for (int edit = 0; edit < 20; ++edit) {
    press(Qt::Key_Right, Qt::ControlModifier);
    QCoreApplication::processEvents();
  }
  engine().letGo();
  ASSERT_TRUE(settled());
  QTest::qWait(300);
  const std::vector<Sequence> asked = engine().asked();
  ASSERT_LE(asked.size(), 2U) << "the one that was under way, and the newest";
  EXPECT_EQ(asked.back(), now());
  EXPECT_EQ(workspace().inspection()->sequence, now());
}

}  // namespace
}  // namespace sojourn::test
