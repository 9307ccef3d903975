// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/absent_source.h"

#include <future>

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace sojourn::monitor {
namespace {

using namespace std::chrono_literals;

TEST(AbsentSource, IsTheFirstThatIsNotThere) {
  const test::TempFolder folder;
  EXPECT_EQ(absentSource({}, 20s), std::nullopt);
  EXPECT_EQ(absentSource({folder.path(), "/"}, 20s), std::nullopt);
  EXPECT_EQ(absentSource({folder.path(), folder / "a", folder / "b"}, 20s), folder / "a");
}

TEST(AbsentSource, ADiskThatDoesNotAnswerIsGivenCredit) {
  std::promise<void> back;
  const auto exists = [answer = back.get_future().share()](const std::filesystem::path& source) {
    if (source == "/silent") answer.wait();
    return source != "/silent" && source != "/absent";
  };
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(absentSource({"/silent", "/there"}, 50ms, exists), std::nullopt);
  EXPECT_EQ(absentSource({"/silent", "/absent"}, 50ms, exists), "/absent") << "the others are asked all the same";
  EXPECT_LT(std::chrono::steady_clock::now() - began, 10s);
  back.set_value();
  EXPECT_EQ(absentSource({"/silent"}, 20s, exists), "/silent");
}

}  // namespace
}  // namespace sojourn::monitor
