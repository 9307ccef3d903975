// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/log/column.h"

#include <numeric>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sojourn {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Column, ACopySharesItsMemoryAndNeverChanges) {
  Column<int> column{1, 2, 3};
  const Column<int> before = column;
  EXPECT_EQ(before.data(), column.data());
  column.push_back(4);
  EXPECT_EQ(before.data(), column.data()) << "what is added stands beyond the end of the copy";
  EXPECT_THAT(before, ElementsAre(1, 2, 3));
  EXPECT_THAT(column, ElementsAre(1, 2, 3, 4));
}

TEST(Column, TwoCopiesThatBothGoOnPart) {
  Column<int> one{1, 2};
  Column<int> other = one;
  one.push_back(3);
  other.push_back(4);
  EXPECT_THAT(one, ElementsAre(1, 2, 3));
  EXPECT_THAT(other, ElementsAre(1, 2, 4));
  one.append(other);
  one.append(one);
  EXPECT_THAT(one, ElementsAre(1, 2, 3, 1, 2, 4, 1, 2, 3, 1, 2, 4));
  EXPECT_THAT(other, ElementsAre(1, 2, 4));
}

TEST(Column, WhatIsDroppedStaysInTheCopies) {
  Column<double> column{1, 2, 3, 4};
  const Column<double> before = column;
  column.truncate(2);
  column.push_back(9);
  EXPECT_THAT(column, ElementsAre(1, 2, 9));
  EXPECT_THAT(before, ElementsAre(1, 2, 3, 4));
  column.truncate(5);
  EXPECT_EQ(column.size(), 3U) << "it never becomes longer";
  const double* memory = column.data();
  column.truncate(1);
  column.push_back(7);
  EXPECT_EQ(column.data(), memory) << "nobody else looks, so the memory is used again: a log full of rewinds is cheap";
  EXPECT_THAT(column, ElementsAre(1, 7));
}

TEST(Column, OneValueChangesInOneCopyAlone) {
  Column<int> column{1, 2, 3};
  const Column<int> before = column;
  column.set(1, 8);
  EXPECT_THAT(column, ElementsAre(1, 8, 3));
  EXPECT_THAT(before, ElementsAre(1, 2, 3));
  EXPECT_THAT(Column<int>(), IsEmpty());
  EXPECT_EQ(Column<int>(), Column<int>({}));
}

TEST(Column, ACopyIsReadWhileTheOtherGrows) {
  Column<int> column;
  long sums = 0;
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < 100; ++i) column.push_back(1);
    const Column<int> copy = column;
    std::thread reader([&copy, &sums] { sums += std::accumulate(copy.begin(), copy.end(), 0L); });
    for (int i = 0; i < 100; ++i) column.push_back(1);
    reader.join();
  }
  EXPECT_EQ(sums, 50L * 100 + 200L * (49 * 50 / 2));
}

}  // namespace
}  // namespace sojourn
