// SPDX-License-Identifier: GPL-3.0-or-later
// The Training curves view: geometry at every size, what its marks and labels say, and what it leaves out.
#include "views/present/training_curves.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/present/training_runs.h"
#include "views/present/run_colors.h"

namespace sojourn::present {
namespace {

const EvenMeasurer measurer;
constexpr std::array sizes{Size{500, 250}, Size{640, 480}, Size{1020, 215}, Size{1180, 300}, Size{2200, 900}};
constexpr std::array axes{CurveX::Epoch, CurveX::Step, CurveX::WallTime, CurveX::Relative};

Scene sceneOf(std::span<const CurveRun> runs, const CurveOptions& options = {}, Size size = {1180, 400},
              const Theme& theme = Theme::darkTheme()) {
  Picture picture = trainingCurvesPicture(runs, options, {size, theme, measurer});
  EXPECT_TRUE(std::holds_alternative<Scene>(picture));
  if (!std::holds_alternative<Scene>(picture)) return {};
  return std::get<Scene>(std::move(picture));
}

/// Runs of different lengths and starts.
class TrainingCurves : public testing::Test {
 protected:
  void make(std::size_t count) {
    histories.clear();
    runs.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const auto n = static_cast<std::int64_t>(i);
      histories.push_back(inventedHistory({.epochs = 8 + n % 5,
                                           .begunSteps = n * 7,
                                           .best = 4 + n % 4,
                                           .rate = i == 1 ? 0.02 : 6.5e-4,
                                           .start = 1.78e9 + 4000.0 * static_cast<double>(i)}));
    }
    for (std::size_t i = 0; i < count; ++i) runs.push_back(curveRun(histories[i], i, "v45-s" + std::to_string(i)));
  }
  std::vector<RunHistory> histories;
  std::vector<CurveRun> runs;
};

TEST_F(TrainingCurves, FitsAtEverySizeAxisAndTheme) {
  for (const std::size_t count : {1U, 6U, 20U}) {
    make(count);
    for (const Size size : sizes) {
      for (const CurveX x : axes) {
        for (const bool smooth : {false, true}) {
          SCOPED_TRACE(std::to_string(count) + " runs by " + std::string(curveXName(x)) + " at " +
                       std::to_string(size.width) + "x" + std::to_string(size.height));
          CurveOptions options{.x = x, .smoothing = smooth ? 0.6 : 0, .logarithmicLoss = smooth};
          if (smooth) options.cursor = x == CurveX::WallTime ? 1.78e9 + 300 : x == CurveX::Epoch ? 5 : 300;
          const Scene scene = sceneOf(runs, options, size, smooth ? Theme::light() : Theme::darkTheme());
          expectInsideContent(scene);
          expectTextsApart(scene, measurer);
          expectNumbersWhole(scene, measurer);
          expectDescribed(scene, count == 1 ? "1 run, by" : std::to_string(count) + " runs, by");
          EXPECT_FLOAT_EQ(scene.contentSize.width, size.width);
        }
      }
    }
  }
}

}  // namespace
}  // namespace sojourn::present
