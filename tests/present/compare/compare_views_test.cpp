// SPDX-License-Identifier: GPL-3.0-or-later
// The views of Compare on a comparison made by hand: numbers, what a click filters, and models that lack something.
#include "views/present/compare/compare_views.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/present/present_fixtures.h"
#include "tests/present/scene_checks.h"
#include "tests/support/actions.h"

namespace sojourn::present {
namespace {

using ::testing::HasSubstr;

struct ComparePresenter {
  const char* name;
  ViewContent (*content)(const CompareContext&, const Canvas&);
};
constexpr std::array<ComparePresenter, 6> comparePresenters{{{"agreement", modelAgreementContent},
                                                             {"metrics", modelMetricsContent},
                                                             {"difference", sliceDifferenceContent},
                                                             {"reliability", reliabilityContent},
                                                             {"prediction", comparedPredictionContent},
                                                             {"reading", comparedReadingContent}}};

PairedDifference difference(double value, double half) {
  return {.value = value,
          .low = value - half,
          .high = value + half,
          .p = 0.01,
          .pHolm = 0.04,
          .naiveLow = value - half / 4,
          .naiveHigh = value + half / 4};
}

Metrics metricsWith(std::int64_t n, double accuracy) {
  Metrics metrics;
  metrics.n = n;
  metrics.accuracy = {accuracy, accuracy + 5, accuracy + 10, accuracy + 15};
  metrics.mrr = accuracy + 7;
  metrics.ndcg10 = accuracy + 8;
  metrics.f1 = accuracy / 100;
  return metrics;
}

/// `models` of 100 samples of 10 users each; model m is right on 60 - 5 m of them, and the last one gives no
/// probabilities.
ModelComparison madeComparison(std::size_t models, bool known = true) {
  ModelComparison comparison;
  comparison.n = 100;
  comparison.users = 10;
  for (std::size_t m = 0; m < models; ++m) {
    const double accuracy = 60 - 5 * static_cast<double>(m);
    ComparisonModel& model = comparison.models.emplace_back();
    model.name = "model " + std::to_string(m);
    model.metrics.all = metricsWith(100, accuracy);
    if (known) model.metrics.known = metricsWith(80, accuracy + 1);
    model.metrics.unseen = metricsWith(known ? 20 : 100, accuracy - 1);
    if (m + 1 == models && models > 2) continue;
    model.ece = 0.05 + 0.01 * static_cast<double>(m);
    model.eceLow = *model.ece - 0.02;
    model.eceHigh = *model.ece + 0.02;
    for (int b = 0; b < 15; ++b)
      model.calibration.push_back({.low = b / 15.0,
                                   .high = (b + 1) / 15.0,
                                   .n = b == 3 ? 0U : 7U,
                                   .confidence = (b + 0.5) / 15,
                                   .accuracy = (b + 0.7) / 15,
                                   .accuracyLow = b / 15.0,
                                   .accuracyHigh = (b + 1) / 15.0});
  }
  for (std::size_t a = 0; a < models; ++a)
    for (std::size_t b = a + 1; b < models; ++b) {
      const double less = 5 * static_cast<double>(b - a);
      ModelPair& pair = comparison.pairs.emplace_back(
          ModelPair{.a = a, .b = b, .all = {40, 20, 10, 30}, .known = {35, 15, 5, 25}, .differences = {}});
      for (MetricDifferences* of : {&pair.differences.all, &pair.differences.known, &pair.differences.unseen})
        *of = {.accuracy = difference(less, 2),
               .accuracy5 = difference(less, 20),
               .accuracy10 = difference(less, 2),
               .mrr = difference(less, 2),
               .ndcg10 = difference(less, 2),
               .f1 = difference(less, 2)};
      pair.differences.ece = difference(-1, 0.5);
    }
  const auto slice = [&](const char* by, const char* value, std::size_t n) {
    ComparisonSlice& made = comparison.slices.emplace_back();
    made = {.by = by, .value = value, .n = n, .users = 6, .accuracy = {}, .difference = {}};
    for (std::size_t m = 0; m < models; ++m) {
      made.accuracy.push_back(50 - static_cast<double>(m));
      if (m > 0) made.difference.push_back(difference(static_cast<double>(m), 0.5));
    }
  };
  slice("length", "3 to 8", 60);
  slice("length", "26 and more", 40);
  slice("hour", "7", 100);
  slice("weekday", "Thu", 100);
  slice("user", "3", 30);
  slice("user", "4", 70);
  slice("place", "14", 20);
  slice("in_window", "no", 20);
  slice("last_seen", "never", 20);
  slice("last_seen", "11 to 20", 80);
  slice("stays", "yes", 30);
  slice("target_count", "0", 20);
  return comparison;
}

class CompareViewsTest : public ::testing::Test {
 protected:
  /// The first model has a pointer, the second attention alone, the third neither; the last of more than two is a rule.
  CompareContext made(std::size_t models, bool known = true) {
    m_comparison = madeComparison(models, known);
    m_compared.resize(models);
    std::iota(m_compared.begin(), m_compared.end(), std::size_t{0});
    CompareContext context;
    context.sample = m_samples[0].context();
    for (std::size_t m = 0; m < models; ++m) {
      ComparedModelInput& model = context.models.emplace_back();
      model.title = "Model with a long name that no column holds " + std::to_string(m);
      if (m + 1 == models && models > 2) {
        model.rule = "window_frequency";
        model.probabilities = false;
        model.ranking = m_ranking;
      } else {
        const FixtureSample& sample = m_samples[std::min<std::size_t>(m, 2)];
        model.model = &sample.model;
        model.inspection = &sample.inspection;
      }
    }
    context.comparison = &m_comparison;
    context.compared = m_compared;
    context.intervals = true;
    context.scope = "100 test samples";
    return context;
  }
  static Scene sceneOf(const ViewContent& content) {
    const auto* scene = std::get_if<Scene>(&content);
    EXPECT_NE(scene, nullptr) << std::get<EmptyState>(content).title;
    return scene ? *scene : Scene();
  }
  static std::string termOf(const Scene& scene, std::string_view label) {
    for (const HitArea& area : scene.hits)
      if (area.label.find(label) != std::string::npos && test::isFor<ToggleFilter>(area)) return test::filterOf(area);
    return "";
  }

  FixtureSample m_samples[3]{FixtureSample({}), FixtureSample({.pointer = false, .gate = false}),
                             FixtureSample({.pointer = false, .gate = false, .heads = 0})};
  std::vector<LocationId> m_ranking{14, 3, 5};
  std::vector<std::size_t> m_compared;
  ModelComparison m_comparison;
};

TEST_F(CompareViewsTest, EveryViewFitsWhateverTheModelsLack) {
  for (const std::size_t models : {2U, 4U, 8U})
    for (const bool known : {true, false})
      for (const Size size : {Size{320, 170}, Size{400, 460}, Size{760, 360}, Size{1100, 700}})
        for (const ComparePresenter& presenter : comparePresenters) {
          // Their docks are no narrower, and more models take more room.
          const bool wide =
              std::string_view(presenter.name) == "prediction" || std::string_view(presenter.name) == "reading";
          if (wide && size.width < (models == 2 ? 400.0F : 700.0F)) continue;
          SCOPED_TRACE(std::string(presenter.name) + ", " + std::to_string(models) + " models, width " +
                       std::to_string(size.width));
          const Scene scene = sceneOf(presenter.content(made(models, known), lightCanvas(size)));
          expectInsideContent(scene);
          EXPECT_FALSE(scene.summary.empty());
          EXPECT_FALSE(scene.caption.empty());
          EXPECT_FALSE(scene.table.rows.empty());
          for (const auto& row : scene.table.rows) ASSERT_EQ(row.size(), scene.table.columns.size());
        }
}

TEST_F(CompareViewsTest, AFailedModelSaysWhyAndTheOthersStay) {
  CompareContext context = made(3);
  context.models[1] = {.title = "broken.pt", .state = "broken.pt, byte 12: is cut off", .failed = true};
  m_comparison = madeComparison(2);
  m_compared = {0, 2};
  context.compared = m_compared;
  for (const ComparePresenter& presenter : comparePresenters) {
    SCOPED_TRACE(presenter.name);
    const Scene scene = sceneOf(presenter.content(context, lightCanvas({760, 360})));
    expectInsideContent(scene);
  }
  EXPECT_TRUE(says(sceneOf(comparedPredictionContent(context, lightCanvas({760, 360}))), "is cut off"));
  context.comparison = nullptr;
  const auto empty = modelMetricsContent(context, lightCanvas({400, 300}));
  EXPECT_EQ(std::get<EmptyState>(empty).title, "Model B cannot be compared");
}

TEST_F(CompareViewsTest, APredictionsFileShowsAllThatItLists) {
  CompareContext context = made(2);
  const std::vector<float> chances{0.6F, 0.25F, 0.125F};
  context.models[1] = {.title = "theirs.csv", .ranking = m_ranking, .listedProbabilities = chances};
  const Scene scene = sceneOf(comparedPredictionContent(context, lightCanvas({760, 360})));
  expectInsideContent(scene);
  EXPECT_TRUE(says(scene, "first 3, as the file lists them"));
  std::size_t found = 0;
  for (const auto& row : scene.table.rows)
    for (std::size_t i = 0; i < m_ranking.size(); ++i) {
      if (std::get<double>(row[0]) != m_ranking[i]) continue;
      ++found;
      const auto column =
          static_cast<std::size_t>(std::ranges::find(scene.table.columns, "B_rank") - scene.table.columns.begin());
      EXPECT_EQ(std::get<double>(row[column]), static_cast<double>(i + 1));
      EXPECT_FLOAT_EQ(static_cast<float>(std::get<double>(row[column + 1])), chances[i]);
    }
  EXPECT_EQ(found, m_ranking.size());
}

TEST_F(CompareViewsTest, ColumnsOfPredictionNeverCollide) {
  for (float width = 236; width <= 760; width += 12) {
    SCOPED_TRACE(width);
    const Scene scene = sceneOf(comparedPredictionContent(made(2), lightCanvas({width, 360})));
    expectTextsApart(scene, measurer);
    expectNumbersWhole(scene, measurer);
  }
}

TEST_F(CompareViewsTest, RanksThatAreNotListedHaveNoFigure) {
  CompareContext context = made(2);
  m_comparison.models[1].ranks = 3;
  keepFirstRanks(m_comparison.models[1].metrics.all, 3);
  const Scene scene = sceneOf(modelMetricsContent(context, lightCanvas({508, 400})));
  const auto label = [&](std::string_view text) {
    return std::ranges::any_of(scene.hits,
                               [&](const HitArea& hit) { return hit.label.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(label("not known, the file lists 3 ranks"));
}

TEST_F(CompareViewsTest, MetricsHaveAnIntervalForEveryFigureAndTarget) {
  const Scene scene = sceneOf(modelMetricsContent(made(3), lightCanvas({508, 400})));
  std::size_t differences = 0;
  for (std::size_t row = 0; row < scene.table.rows.size(); ++row) {
    const auto* model = std::get_if<std::string>(&scene.table.rows[row][1]);
    if (!model || *model != "A \u2212 B") continue;
    ++differences;
    for (const char* figure : {"acc@1", "acc@5", "acc@10", "mrr", "ndcg@10", "f1"}) {
      SCOPED_TRACE(figure);
      const double half = std::string_view(figure) == "acc@5" ? 20 : 2;
      EXPECT_NEAR(numberIn(scene.table, row, std::string(figure) + "_low"), 5 - half, 1e-9);
      EXPECT_NEAR(numberIn(scene.table, row, std::string(figure) + "_high"), 5 + half, 1e-9);
    }
  }
  EXPECT_EQ(differences, 3U) << "all, known and unseen targets";
  EXPECT_FALSE(textsSaying(scene, "\u2248 65.0").empty()) << "Acc@5 of B differs too little from that of A";
  CompareContext swapped = made(3);
  std::swap(swapped.first, swapped.second);
  const Scene turned = sceneOf(modelMetricsContent(swapped, lightCanvas({508, 400})));
  EXPECT_THAT(turned.summary, HasSubstr("B less that of A is \u22125.0 points, \u22127.0 to \u22123.0"))
      << turned.summary;
  EXPECT_FALSE(shapesOf<PolygonShape>(turned).empty()) << "A is better than B";
  const auto marked = [](const Scene& of, const char* text) {
    return std::ranges::any_of(of.hits,
                               [text](const HitArea& hit) { return hit.label.find(text) != std::string::npos; });
  };
  EXPECT_TRUE(marked(turned, ", better than B"));
  EXPECT_TRUE(marked(scene, ", worse than A"));
}

TEST_F(CompareViewsTest, ErrorsInKilometresHaveTheirOwnRows) {
  CompareContext context = made(2);
  EXPECT_FALSE(says(sceneOf(modelMetricsContent(context, lightCanvas({508, 400}))), "Error, km"));
  for (ComparisonModel& model : m_comparison.models) {
    model.distance.emplace();
    model.distance->measured = 90;
    model.distance->median = {.value = 0.5, .low = 0.25, .high = 1};
    model.distance->mean = {.value = 2, .low = 1, .high = 4};
  }
  m_comparison.pairs[0].distance =
      DistanceDifferences{.n = 80, .median = {}, .mean = {.value = -3, .low = -5, .high = -1}};
  const auto meanOf = [](const Scene& scene, const char* model) {
    for (std::size_t row = 0; row < scene.table.rows.size(); ++row)
      if (std::get<std::string>(scene.table.rows[row][0]) == "error" &&
          std::get<std::string>(scene.table.rows[row][1]).starts_with(model))
        return std::array{numberIn(scene.table, row, "measured"), numberIn(scene.table, row, "mean_km"),
                          numberIn(scene.table, row, "mean_km_low"), numberIn(scene.table, row, "mean_km_high")};
    return std::array{0.0, 0.0, 0.0, 0.0};
  };
  Scene scene = sceneOf(modelMetricsContent(context, lightCanvas({508, 400})));
  EXPECT_TRUE(says(scene, "Error, km"));
  EXPECT_EQ(meanOf(scene, "A "), (std::array{90.0, 2.0, 1.0, 4.0}));
  EXPECT_EQ(meanOf(scene, "A \u2212 B"), (std::array{80.0, -3.0, -5.0, -1.0}));
  std::swap(context.first, context.second);
  scene = sceneOf(modelMetricsContent(context, lightCanvas({508, 400})));
  EXPECT_EQ(meanOf(scene, "B \u2212 A"), (std::array{80.0, 3.0, 1.0, 5.0}));
  for (const auto& row : scene.table.rows) EXPECT_EQ(row.size(), scene.table.columns.size());
}

TEST_F(CompareViewsTest, DistrictsAreRowsWhereTheyAreKnown) {
  CompareContext context = made(2);
  context.differenceBy = DifferenceBy::District;
  const auto offered = [](const Scene& scene) {
    return std::ranges::any_of(scene.hits, [](const HitArea& area) {
      return area.action && *area.action == Action(SetDifferenceBy{DifferenceBy::District});
    });
  };
  const Scene without = sceneOf(sliceDifferenceContent(context, lightCanvas({508, 620})));
  EXPECT_FALSE(offered(without));
  EXPECT_EQ(termOf(without, "Visits 3 to 8"), "len:3..8") << "the first kind of rows in its place";
  ComparisonSlice slice = m_comparison.slices.front();
  slice.by = "district";
  slice.value = "Old town";
  m_comparison.slices.push_back(slice);
  const Scene scene = sceneOf(sliceDifferenceContent(context, lightCanvas({508, 620})));
  EXPECT_TRUE(offered(scene));
  EXPECT_EQ(termOf(scene, "District Old town"), "district:\"Old town\"");
}

TEST_F(CompareViewsTest, RowsOfTheDifferenceAreChosenAndFilter) {
  CompareContext context = made(3);
  const auto shown = [&](DifferenceBy by) {
    context.differenceBy = by;
    return sceneOf(sliceDifferenceContent(context, lightCanvas({508, 620})));
  };
  Scene scene = shown(DifferenceBy::Sample);
  EXPECT_EQ(termOf(scene, "Visits 3 to 8"), "len:3..8");
  EXPECT_EQ(termOf(scene, "Visits 26 and more"), "len:26..");
  EXPECT_EQ(termOf(scene, "In history no"), "in-history:no");
  EXPECT_EQ(termOf(scene, "Visits ago never"), "last-seen:0");
  EXPECT_EQ(termOf(scene, "Visits ago 11 to 20"), "last-seen:11..20");
  EXPECT_EQ(termOf(scene, "Stays yes"), "stays:yes");
  EXPECT_EQ(termOf(scene, "In training 0"), "") << "the filter has no word for it";
  EXPECT_EQ(scene.table.rows.size(), 13U) << "the table has all slices";
  EXPECT_EQ(termOf(shown(DifferenceBy::Hour), "Last at 07:00"), "hour:7");
  EXPECT_EQ(termOf(shown(DifferenceBy::Weekday), "Last on Thu"), "weekday:thu");
  EXPECT_EQ(termOf(shown(DifferenceBy::Place), "Target"), "target:14");
  scene = shown(DifferenceBy::User);
  EXPECT_EQ(termOf(scene, "User 3"), "user:3");
  const auto four = textsSaying(scene, "4"), three = textsSaying(scene, "3");
  ASSERT_EQ(four.size(), 1U);
  ASSERT_EQ(three.size(), 1U);
  EXPECT_LT(four.front().rect.y, three.front().rect.y) << "the one with more samples is first";
  EXPECT_TRUE(std::ranges::any_of(scene.hits, [](const HitArea& area) {
    return area.action && *area.action == Action(SetDifferenceBy{DifferenceBy::Place});
  }));
}

TEST_F(CompareViewsTest, BinsOfTheReliabilityFilterByTheirModel) {
  const Scene scene = sceneOf(reliabilityContent(made(3), lightCanvas({508, 180})));
  EXPECT_EQ(termOf(scene, "A, P 0.07 to 0.13"), "A:0.066667..0.133333");
  EXPECT_EQ(termOf(scene, "B, P 0.93 to 1.00"), "B:0.933333..1.000000");
  EXPECT_EQ(termOf(scene, "A, P 0.20"), "") << "an empty bin";
  EXPECT_TRUE(says(scene, "0.030 to 0.070"));
  EXPECT_TRUE(says(scene, "C: ranks without probabilities"));
  EXPECT_THAT(scene.summary, HasSubstr("A \u2212 B: \u22121.0 points, 95 % by users \u22121.5 to \u22120.5"))
      << scene.summary;
}

TEST_F(CompareViewsTest, CellsOfTheAgreementFilterByBothModels) {
  CompareContext context = made(3);
  context.filter = "len>2 A:right B:wrong";
  const Scene scene = sceneOf(modelAgreementContent(context, lightCanvas({320, 320})));
  EXPECT_TRUE(std::ranges::any_of(scene.hits, [](const HitArea& area) {
    return area.action && *area.action == Action(ToggleFilter{"A:right B:wrong"});
  }));
  EXPECT_TRUE(filterHas(context, "A:right B:wrong"));
  EXPECT_FALSE(filterHas(context, "A:right"));
  EXPECT_TRUE(filterHas(context, "len>2"));
}

TEST_F(CompareViewsTest, WithoutAModelOrASecondOneTheViewsSayWhatToDo) {
  CompareContext context = made(2);
  context.models.resize(1);
  context.comparison = nullptr;
  EXPECT_EQ(std::get<EmptyState>(modelAgreementContent(context, lightCanvas({300, 300}))).title,
            "Choose a second model");
  context = made(2);
  context.comparison = nullptr;
  context.stopped = true;
  EXPECT_EQ(std::get<EmptyState>(reliabilityContent(context, lightCanvas({300, 300}))).button,
            Action(ResumeComparison{}));
}

}  // namespace
}  // namespace sojourn::present
