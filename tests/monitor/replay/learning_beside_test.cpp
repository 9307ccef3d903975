// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs that learn on the same probes, beside each other: which may, at which epochs, on which scales.
#include <gmock/gmock.h>

#include "tests/monitor/replay/learning_pair.h"
#include "tests/present/present_fixtures.h"
#include "views/monitor/replay/learning.h"
#include "views/present/chart/chart.h"

namespace sojourn::monitor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LearningBeside : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(m_pair.settle()); }

  [[nodiscard]] present::Scene scene(LearningPart part, LearningRun run = LearningRun::Main) const {
    present::ViewContent made =
        m_learning.content(part, {.size = {500, 400}, .theme = present::Theme::darkTheme(), .text = m_text}, run);
    EXPECT_TRUE(std::holds_alternative<present::Scene>(made));
    return std::get<present::Scene>(std::move(made));
  }
  [[nodiscard]] std::string whyNot(const std::string& name) {
    for (const BesideChoice& choice :
         besideChoices(m_pair.monitor().runs(), m_pair.id("short"), m_pair.monitor().plots()))
      if (choice.id == m_pair.id(name)) return choice.why;
    return "not listed";
  }

  test::LearningPair m_pair;
  present::EvenMeasurer m_text;
  Learning m_learning{{}, {}};
};

TEST_F(LearningBeside, OnlyRunsOfTheSameProbesMayAndTheOthersSayWhy) {
  const auto choices = besideChoices(m_pair.monitor().runs(), m_pair.id("short"), m_pair.monitor().plots());
  ASSERT_EQ(choices.size(), 4U) << "all but itself";
  EXPECT_EQ(choices[0].id, m_pair.id("long")) << "what can be chosen stands first";
  EXPECT_EQ(choices[0].why, "");
  EXPECT_EQ(whyNot("elsewhere"), "This run is trained on other data");
  EXPECT_EQ(whyNot("others"), "This run has other samples as probes");
  EXPECT_EQ(whyNot("bare"), "This run has no snapshots of probes");
  m_pair.show(m_learning, "short", "others");
  EXPECT_FALSE(m_learning.two());
  EXPECT_EQ(m_learning.besideWhy(), "This run has other samples as probes");
  m_pair.show(m_learning, "long", "long");
  EXPECT_EQ(m_learning.besideWhy(), "This is the selected run itself");
}

TEST_F(LearningBeside, BothGoToTheNearestEpochThatTheyHave) {
  m_pair.show(m_learning, "short", "long");
  ASSERT_TRUE(m_learning.two());
  EXPECT_THAT(m_learning.sharedEpochs(), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_EQ(m_learning.at(), 5U) << "the one that was selected stood at its last epoch";
  const auto handles = [&] {
    return std::vector{m_learning.replay().a(), m_learning.replay().b(), m_learning.besideReplay().a(),
                       m_learning.besideReplay().b()};
  };
  EXPECT_THAT(handles(), ElementsAre(2, 3, 4, 5)) << "each minus its own epoch before";
  m_learning.setMinus(false);
  EXPECT_THAT(handles(), ElementsAre(3, 3, 5, 5));
  m_learning.setMinus(true);
  EXPECT_FALSE(m_learning.advance()) << "at the end";
  m_learning.setAt(0);
  EXPECT_THAT(handles(), ElementsAre(0, 0, 0, 0)) << "nothing was before the first";
  EXPECT_TRUE(m_learning.advance());
  EXPECT_THAT(handles(), ElementsAre(0, 1, 0, 1));
  // A row of the longer one's matrix: its index is an epoch of both.
  m_learning.act(present::SetEpoch{4}, LearningRun::Beside);
  EXPECT_THAT(handles(), ElementsAre(2, 3, 3, 4));
  m_learning.act(present::SetProbe{2});
  EXPECT_EQ(m_learning.besideReplay().probe(), 2U);
}

TEST_F(LearningBeside, AloneAgainAIsWhereItWas) {
  m_pair.show(m_learning, "short", "");
  m_learning.replay().setA(1);
  m_pair.show(m_learning, "short", "long");
  EXPECT_EQ(m_learning.replay().a(), 2U);
  m_pair.show(m_learning, "short", "");
  EXPECT_FALSE(m_learning.two());
  EXPECT_EQ(m_learning.replay().a(), 1U);
  EXPECT_EQ(m_learning.besideReplay().run(), nullptr);
}

TEST_F(LearningBeside, EachSaysItsGateAndTheTargetsProbability) {
  m_pair.show(m_learning, "short", "long");
  // 1 - exp(-3/4) = 0.5276 learned: gate 0.5 + 0.4 of it, P 0.1 + 0.8 of it; 0.7135 after five epochs.
  EXPECT_EQ(scene(LearningPart::Head).summary, "short, epoch 3, gate 0.711, P 0.522.");
  EXPECT_EQ(scene(LearningPart::Head, LearningRun::Beside).summary, "long, epoch 5, gate 0.785, P 0.671.");
}

TEST_F(LearningBeside, ScalesAreOfBoth) {
  const auto boxes = [](const present::Scene& scene, present::Color ink) {
    float most = 0;
    for (const present::Shape& shape : scene.shapes) {
      const auto* box = std::get_if<present::BoxShape>(&shape);
      if (box && box->fill == ink) most = std::max(most, box->rect.height);
    }
    return most;
  };
  m_pair.show(m_learning, "short", "long");
  const auto inkOf = [&](const std::string& name) {
    return std::ranges::find(m_pair.monitor().plots().choices, m_pair.id(name), &present::PlotChoice::id)->color;
  };
  const present::Color first = inkOf("short");
  // A run that is in no chart has no colour of its own yet.
  const present::Color second = besideInk(first, inkOf("long"));
  EXPECT_NE(first, second);
  // The fullest bin of both has 80 right answers and fills the half of the plot, 400 - 30 - 18 - 4 high.
  EXPECT_FLOAT_EQ(boxes(scene(LearningPart::Gate), first), 174);
  EXPECT_FLOAT_EQ(boxes(scene(LearningPart::Gate, LearningRun::Beside), second), 174);
  std::vector<present::Color> lines;
  for (const present::Shape& shape : scene(LearningPart::Bias).shapes)
    if (const auto* chart = std::get_if<present::ChartShape>(&shape))
      for (const present::ChartSeries& line : chart->chart->series) lines.push_back(line.color);
  EXPECT_THAT(lines, ElementsAre(first, second)) << "one chart with both, each in its colour";
  // One image of 2 x 4 maps and as many below, and none below without the change.
  const auto images = [&] {
    const present::Scene maps = scene(LearningPart::Maps);
    return std::ranges::count_if(
        maps.shapes, [](const present::Shape& shape) { return std::holds_alternative<present::ImageShape>(shape); });
  };
  const auto withChange = images();
  m_learning.setMinus(false);
  EXPECT_EQ(withChange - images(), 8 + 1) << "the changes, and the bar of their scale";
  EXPECT_THAT(scene(LearningPart::Pointer).caption, HasSubstr("validation sample 0"));
}

}  // namespace
}  // namespace sojourn::monitor
