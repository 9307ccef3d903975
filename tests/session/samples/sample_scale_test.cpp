// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting and filtering of a million sequences: right, and in time linear in their number.
#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "tests/session/fake_data.h"
#include "tests/support/growth.h"
#include "views/session/samples/sample_view.h"

namespace sojourn::session {
namespace {

/// A split of a size, evaluated, with scattered values: sorted input would flatter.
struct EvaluatedSplit {
  explicit EvaluatedSplit(std::size_t count)
      : table(test::fakeDataset({.sequences = count, .locations = 5000, .users = 700}), Split::Test) {
    std::vector<Outcome> outcomes;
    outcomes.reserve(count);
    for (std::size_t row = 0; row < count; ++row) {
      outcomes.push_back(test::fakeOutcome(*table.sequences(), row));
      outcomes.back().gate = static_cast<float>((row * 2654435761U) % 1000003U) / 1000003.0F;
    }
    table.fill(0, outcomes);
    view.reset(&table);
  }
  SampleTable table;
  SampleView view;
};

TEST(SampleScale, SortingAndFilteringAMillionRowsTakesLinearTime) {
  constexpr std::size_t few = 100'000, million = 1'000'000;
  EvaluatedSplit small(few), large(million);
  const auto linear = [&](const auto& work) {
    return test::takesLinearTime(few, [&](std::size_t count) {
      return [&work, &view = count == few ? small.view : large.view] { work(view); };
    });
  };
  bool descending = false;
  for (const SampleColumn column :
       {SampleColumn::Gate, SampleColumn::User, SampleColumn::Prediction, SampleColumn::Rank}) {
    descending = !descending;
    EXPECT_TRUE(linear([&](SampleView& view) {
      view.setSort({SampleColumn::Length, false});
      view.setSort({column, descending});
    })) << columnTitle(column);
    const auto rows = large.view.rows();
    EXPECT_TRUE(std::ranges::is_sorted(rows, [&](SampleIndex a, SampleIndex b) {
      const double x = large.table.value(a, column).value(), y = large.table.value(b, column).value();
      return descending ? x > y : x < y;
    }));
  }
  for (const char* text : {"wrong", "gate<0.5", "user:3 wrong gate<0.5 in-history:no", "rank>2 len:4..6"}) {
    const SampleFilter filter = SampleFilter::parse(text, nullptr).filter;
    EXPECT_TRUE(linear([&](SampleView& view) { view.setFilter(filter); })) << text;
    EXPECT_EQ(large.view.rows().size(), filter.apply(large.table).size());
    EXPECT_GT(large.view.rows().size(), 0U);
  }
  EXPECT_TRUE(linear([&](SampleView& view) { (void)view.positionOf(view.rows().back()); })) << "find a row";
}

}  // namespace
}  // namespace sojourn::session
