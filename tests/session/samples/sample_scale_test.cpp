// SPDX-License-Identifier: GPL-3.0-or-later
// A million sequences: sorting, filtering and growing stay fluid. The limits leave room for a busy machine and a build
// without optimisation; what is really reached is printed.
#include <algorithm>
#include <cstdio>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/cpu_time.h"
#include "views/session/samples/sample_view.h"

namespace sojourn::session {
namespace {

constexpr std::size_t million = 1'000'000;

#if defined(__SANITIZE_ADDRESS__)
constexpr double patience = 20;
#else
constexpr double patience = 2;
#endif

/// Of processor time, which another process on the machine does not change; the best of three.
template <class Work>
double milliseconds(const char* what, const Work& work) {
  double best = 1e9;
  for (int round = 0; round < 3; ++round) {
    const test::CpuTime time;
    work();
    best = std::min(best, 1e3 * time.seconds());
  }
  std::printf("  %-44s %8.1f ms\n", what, best);
  return best;
}

TEST(SampleScale, AMillionRowsStayFluid) {
  const DatasetPtr dataset = test::fakeDataset({.sequences = million, .locations = 5000, .users = 700});
  SampleTable table;
  milliseconds("open the table", [&] { table = SampleTable(dataset, Split::Test); });
  std::vector<Outcome> outcomes;
  outcomes.reserve(million);
  for (std::size_t row = 0; row < million; ++row) {
    Outcome outcome = test::fakeOutcome(*table.sequences(), row);
    // Scattered values: sorted input would flatter.
    outcome.gate = static_cast<float>((row * 2654435761U) % 1000003U) / 1000003.0F;
    outcomes.push_back(outcome);
  }
  table.fill(0, outcomes);

  SampleView view;
  milliseconds("first view", [&] { view.reset(&table); });
  bool descending = false;
  for (const SampleColumn column :
       {SampleColumn::Gate, SampleColumn::User, SampleColumn::Prediction, SampleColumn::Rank}) {
    const double took = milliseconds((std::string("sort by ") + columnTitle(column)).c_str(), [&] {
      descending = !descending;
      view.setSort({column, descending});
    });
    EXPECT_LT(took, 150 * patience) << columnTitle(column);
    const auto rows = view.rows();
    EXPECT_TRUE(std::ranges::is_sorted(rows, [&](SampleIndex a, SampleIndex b) {
      const double x = table.value(a, column).value(), y = table.value(b, column).value();
      return descending ? x > y : x < y;
    }));
  }
  for (const char* text : {"wrong", "gate<0.5", "user:3 wrong gate<0.5 in-history:no", "rank>2 len:4..6"}) {
    const SampleFilter filter = SampleFilter::parse(text, nullptr).filter;
    const double took =
        milliseconds((std::string("filter ") + text + ", then sort by rank").c_str(), [&] { view.setFilter(filter); });
    EXPECT_LT(took, 150 * patience) << text;
    EXPECT_EQ(view.rows().size(), filter.apply(table).size());
    EXPECT_GT(view.rows().size(), 0U);
  }
  EXPECT_LT(milliseconds("find a row", [&] { (void)view.positionOf(million - 1); }), 15 * patience);
}

}  // namespace
}  // namespace sojourn::session
