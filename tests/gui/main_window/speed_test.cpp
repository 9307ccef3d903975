// SPDX-License-Identifier: GPL-3.0-or-later
// What a change costs: how often each picture is made again, and how work grows with the samples. How long it takes is
// measured by bench_studio.
#include <QCoreApplication>
#include <QScrollBar>

#include "tests/gui/picture_counter.h"
#include "tests/gui/window_fixture.h"
#include "tests/support/growth.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_table.h"

namespace sojourn::test {
namespace {

TEST_F(WindowTest, AChangeOfSampleMakesEachPictureAtMostTwice) {
  ASSERT_TRUE(waitFor(
      [this] { return settled() && workspace().samples().table().complete() && workspace().jobs().all().empty(); }));
  for (std::size_t round = 1; round < 20; ++round) {
    const PictureCounter pictures(window());
    workspace().setRow(round);
    ASSERT_TRUE(settled());
    EXPECT_GT(pictures.most(), 0);
    EXPECT_LE(pictures.most(), 2) << "for the sequence, and for the inspection";
  }
}

TEST_F(WindowTest, AStepOfTheMouseMakesEachPictureAtMostOnce) {
  ASSERT_TRUE(waitFor(
      [this] { return settled() && workspace().samples().table().complete() && workspace().jobs().all().empty(); }));
  for (std::size_t visit = 0; visit < 8; ++visit) {
    const PictureCounter pictures(window());
    workspace().selection().hover({.visit = visit, .query = {}, .location = {}, .head = {}});
    QCoreApplication::processEvents();
    EXPECT_EQ(pictures.most(), 1);
  }
}

/// The Samples view over a split of this many samples.
class ManySamples {
 public:
  explicit ManySamples(int count) : m_host(loaders(count), {}), m_panel(m_host.workspace()) {
    m_panel.resize(316, 900);
    m_panel.show();
    m_following = m_host.workspace().subscribe([this](session::Changes changes) { m_panel.updateFrom(changes); });
    m_host.workspace().openDemo();
    EXPECT_TRUE(waitFor([&] { return m_panel.model()->rowCount() == count; }));
  }
  qt::SamplesPanel& panel() { return m_panel; }

 private:
  static session::Loaders loaders(int count) {
    session::Loaders loaders = fakeLoaders();
    loaders.dataset = [small = loaders.dataset("/nowhere/city", {}, {}),
                       count](const auto&...) -> Result<session::DatasetPtr> {
      auto dataset = std::make_shared<Dataset>(**small);
      SequenceSet set;
      Sequence sequence = dataset->split(Split::Test)->sequence(0);
      sequence.visits.resize(3);
      for (int row = 0; row < count; ++row) set.append(sequence);
      dataset->splits = {};
      dataset->splits[static_cast<std::size_t>(Split::Test)] = std::move(set);
      return session::DatasetPtr(std::move(dataset));
    };
    return loaders;
  }
  qt::WorkspaceHost m_host;
  qt::SamplesPanel m_panel;
  session::Subscription m_following;
};

TEST(MillionSamples, ScrollingDoesNotDependOnTheirNumber) {
  ManySamples small(100'000), large(1'000'000);
  EXPECT_TRUE(takesConstantTime(100'000, [&](std::size_t count) {
    return [&panel = (count == 100'000 ? small : large).panel(), count] {
      for (int step = 0; step < 40; ++step) {
        panel.table()->verticalScrollBar()->setValue(static_cast<int>(count) / 41 * step);
        panel.table()->viewport()->repaint();
      }
    };
  }));
  EXPECT_TRUE(takesLinearTime(100'000, [&](std::size_t count) {
    return [&panel = (count == 100'000 ? small : large).panel()] { panel.model()->reset(); };
  }));
}

}  // namespace
}  // namespace sojourn::test
