// SPDX-License-Identifier: GPL-3.0-or-later
// The FeatureSweep view: steps and never slopes, a click a value, sentences that count right.
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/data/dataset/local_time.h"
#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"
#include "views/present/samples/sample_text.h"
#include "views/present/what_if/what_if_views.h"

namespace sojourn::present {
namespace {

using ::testing::HasSubstr;

/// Two candidates of the window take turns every third value; the gate swings.
FeatureSweep fakeFeatureSweep(const FixtureSample& sample, SweepFeature feature, std::size_t count, bool gate = true) {
  const auto& visits = sample.inspection.sequence.visits;
  FeatureSweep sweep{.feature = feature,
                     .visit = visits.size() - 1,
                     .candidates = {},
                     .points = {},
                     .probabilities = {},
                     .present = count / 2};
  sweep.candidates = {sample.inspection.ranking[0].location, sample.inspection.ranking[1].location};
  const std::int32_t from = feature == SweepFeature::Location || feature == SweepFeature::User ? 1 : 0;
  for (std::size_t k = 0; k < count; ++k) {
    const bool turn = k % 3 == 0;
    const float high = 0.5F + 0.1F * static_cast<float>(std::sin(static_cast<double>(k)));
    sweep.points.push_back({.value = from + static_cast<std::int32_t>(k),
                            .first = sweep.candidates[turn ? 1 : 0],
                            .firstProbability = high,
                            .gate = gate ? 0.6F + 0.2F * static_cast<float>(std::cos(static_cast<double>(k))) : NAN,
                            .entropy = 1.5F,
                            .trained = k * k,
                            .impossible = k < 2});
    sweep.probabilities.push_back(turn ? 0.2F : high);
    sweep.probabilities.push_back(turn ? high : 0.2F);
  }
  return sweep;
}

Scene draw(const FeatureSweepInput& input, Size size) {
  return std::get<Scene>(featureSweepContent(input, {size, Theme::light(), measurer}));
}

struct Case {
  SweepFeature feature;
  std::size_t count;
};
constexpr std::array cases{Case{SweepFeature::Start, 96},    Case{SweepFeature::Day, 8},
                           Case{SweepFeature::Weekday, 7},   Case{SweepFeature::Recency, 8},
                           Case{SweepFeature::Duration, 97}, Case{SweepFeature::Location, 59},
                           Case{SweepFeature::User, 44}};

TEST(FeatureSweepView, HoldsTogetherAtAllSizesForAllFeatures) {
  for (const Size size : {Size{300, 260}, Size{424, 520}, Size{900, 800}, Size{300, 900}}) {
    for (const Case& one : cases) {
      for (const bool gate : {true, false}) {
        const FixtureSample sample({.visits = 14, .longNames = size.width > 400});
        const FeatureSweep sweep = fakeFeatureSweep(sample, one.feature, one.count, gate);
        SCOPED_TRACE(std::to_string(size.width) + " wide, " + std::to_string(one.count));
        const Scene scene = draw({.sample = sample.context(), .sweep = &sweep, .recorded = 1}, size);
        expectInsideContent(scene);
        expectTextsApart(scene, measurer);
        expectDescribed(scene, "sample 3376, test");
        EXPECT_EQ(scene.hits.size(), one.count);
        EXPECT_EQ(scene.table.rows.size(), one.count);
      }
    }
  }
}

TEST(FeatureSweepView, LinesAreStepsOverTheirBins) {
  const FixtureSample sample({.visits = 9});
  const FeatureSweep sweep = fakeFeatureSweep(sample, SweepFeature::Start, 96);
  const Scene scene = draw({.sample = sample.context(), .sweep = &sweep}, {600, 500});
  std::size_t stepLines = 0;
  for (const LineShape& line : shapesOf<LineShape>(scene)) {
    if (line.points.size() != 193) continue;  // two a bin, and the end of the last one
    ++stepLines;
    for (std::size_t k = 0; k < 192; k += 2) {
      EXPECT_FLOAT_EQ(line.points[k].y, line.points[k + 1].y) << "flat over its bin";
      EXPECT_NEAR(line.points[k].x, scene.hits[k / 2].rect.x, 0.01) << "on the hit area of its value";
    }
  }
  EXPECT_EQ(stepLines, 3U) << "two candidates and the gate";
}

TEST(FeatureSweepView, AClickOnAValueIsItsEdit) {
  const FixtureSample sample({.visits = 9});
  for (const Case& one : cases) {
    const FeatureSweep sweep = fakeFeatureSweep(sample, one.feature, one.count);
    const Scene scene = draw({.sample = sample.context(), .sweep = &sweep}, {600, 500});
    std::vector<std::int32_t> values, expected;
    for (const HitArea& hit : scene.hits) {
      ASSERT_TRUE(test::isFor<ApplySweep>(hit));
      values.push_back(test::actionOf<ApplySweep>(hit)->value);
    }
    for (const FeatureSweepPoint& point : sweep.points) expected.push_back(point.value);
    EXPECT_THAT(values, ::testing::UnorderedElementsAreArray(expected));
    const Scene old = draw({.sample = sample.context(), .sweep = &sweep, .outdated = true}, {600, 500});
    for (const HitArea& hit : old.hits) EXPECT_FALSE(hit.action) << "the sequence is another one by now";
  }
}

TEST(FeatureSweepView, TheSentencesCount) {
  const FixtureSample sample({.visits = 9});
  const FeatureSweep sweep = fakeFeatureSweep(sample, SweepFeature::Start, 96);
  const Scene scene = draw({.sample = sample.context(), .sweep = &sweep}, {600, 500});
  const std::string winner = placeText(sample.context(), sweep.candidates[0]);
  // Every third of 96 goes to the other: 32, with a change before and after each but the very first.
  EXPECT_THAT(scene.summary,
              HasSubstr(winner + " is first in 64 of 96 quarter hours, and the first place changes 63 times."));
  EXPECT_THAT(scene.summary, HasSubstr("2 not physically possible"));
  EXPECT_THAT(scene.summary, HasSubstr("jumps by up to 0."));
  const FeatureSweep places = fakeFeatureSweep(sample, SweepFeature::Location, 59);
  const Scene sorted = draw({.sample = sample.context(), .sweep = &places}, {600, 500});
  EXPECT_THAT(sorted.summary, HasSubstr("39 of 59 places; 1 other is first elsewhere."));
  // Sorted by the first candidate's probability.
  float last = 1;
  for (const HitArea& hit : sorted.hits) {
    const float p = places.at(static_cast<std::size_t>(test::actionOf<ApplySweep>(hit)->value) - 1, 0);
    EXPECT_LE(p, last);
    last = p;
  }
}

TEST(FeatureSweepView, NowIsTheAccentAndTheRecordedOneDashed) {
  const FixtureSample sample({.visits = 9});
  const FeatureSweep sweep = fakeFeatureSweep(sample, SweepFeature::Start, 96);
  const auto marks = [&](std::optional<std::size_t> recorded) {
    std::vector<LineShape> lines;
    for (const LineShape& line :
         shapesOf<LineShape>(draw({.sample = sample.context(), .sweep = &sweep, .recorded = recorded}, {600, 500})))
      if (line.points.size() == 2 && line.points[0].x == line.points[1].x) lines.push_back(line);
    return lines;
  };
  ASSERT_EQ(marks(std::nullopt).size(), 1U);
  EXPECT_EQ(marks(std::nullopt).front().color, Theme::light().accent);
  ASSERT_EQ(marks(40).size(), 2U);
  EXPECT_TRUE(marks(40).front().dashed);
  EXPECT_LT(marks(40).front().points[0].x, marks(40).back().points[0].x);
  EXPECT_EQ(marks(48).size(), 1U) << "it is where it was";
}

TEST(FeatureSweepView, SaysWhatItWaitsFor) {
  const FixtureSample sample({.visits = 9});
  const Canvas canvas{{600, 500}, Theme::light(), measurer};
  EXPECT_THAT(std::get<EmptyState>(featureSweepContent({.sample = sample.context()}, canvas)).title,
              HasSubstr("Computing"));
  EXPECT_FALSE(std::get<EmptyState>(featureSweepContent({.sample = {}}, canvas)).title.empty());
}

/// What lies at a time lies there on the axis, in the bands and in the table, whatever zone is shown.
TEST(FeatureSweepView, TheAxisIsInTheTimeThatIsShown) {
  const FixtureSample sample({.visits = 6});
  const FeatureSweep sweep = fakeFeatureSweep(sample, SweepFeature::Start, 96);
  for (const std::int32_t offset : {0, 480, 345, -210}) {
    SampleContext context = sample.context();
    context.displayOffsetMinutes = offset;
    const Scene scene = draw({.sample = context, .sweep = &sweep}, {700, 500});
    ASSERT_EQ(scene.hits.size(), 96U);
    for (std::size_t k = 0; k < 96; ++k) {
      const std::string begins = clockText(static_cast<std::int64_t>(k) * 15) + " to ";
      EXPECT_EQ(scene.hits[k].label.find(begins), 0U) << offset << ": " << scene.hits[k].label;
      EXPECT_EQ(cellIn(scene.table, k, "label").find(begins), 0U) << offset;
      // Recorded at midnight and a quarter past it.
      const bool impossible = wrapped(static_cast<std::int64_t>(k) * 15 - offset, minutesPerDay) < 30;
      EXPECT_EQ(scene.hits[k].label.find("not physically possible") != std::string::npos, impossible) << k;
      if (k % 12 != 0) continue;
      const auto ticks = shapesOf<TextShape>(scene);
      EXPECT_TRUE(std::ranges::any_of(ticks, [&](const TextShape& text) {
        return text.text == begins.substr(0, 2) &&
               std::abs(text.rect.x + text.rect.width / 2 - scene.hits[k].rect.x) < 1;
      })) << begins;
    }
  }
}

TEST(FeatureSweepView, WeekdaysAreThoseThatAreShown) {
  FixtureSample sample({.visits = 6});
  sample.inspection.sequence.visits.back().startMinute = 20 * 60;
  const FeatureSweep sweep = fakeFeatureSweep(sample, SweepFeature::Weekday, 7);
  SampleContext context = sample.context();
  context.displayOffsetMinutes = 480;
  const Scene scene = draw({.sample = context, .sweep = &sweep}, {700, 500});
  EXPECT_EQ(scene.hits.front().label.find("Mon only"), 0U) << scene.hits.front().label;
  EXPECT_EQ(scene.hits.front().action, Action(ApplySweep{6})) << "a Sunday, as recorded";
}

}  // namespace
}  // namespace sojourn::present
