// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/arguments.h"

#include <future>

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn::monitor {
namespace {

using namespace std::chrono_literals;

TEST(AbsentSource, IsTheFirstThatIsNotThere) {
  const test::TempFolder folder;
  EXPECT_EQ(absentSource({}, test::longestWait), std::nullopt);
  EXPECT_EQ(absentSource({folder.path(), "/"}, test::longestWait), std::nullopt);
  EXPECT_EQ(absentSource({folder.path(), folder / "a", folder / "b"}, test::longestWait), folder / "a");
}

TEST(AbsentSource, ADiskThatDoesNotAnswerIsGivenCredit) {
  std::promise<void> back;
  const auto exists = [answer = back.get_future().share()](const std::filesystem::path& source) {
    if (source == "/silent") answer.wait();
    return source != "/silent" && source != "/absent";
  };
  EXPECT_EQ(absentSource({"/silent", "/there"}, 50ms, exists), std::nullopt);
  // How much patience the others' threads need hangs on the machine.
  std::optional<std::filesystem::path> absent;
  for (auto patience = 50ms; !absent && patience < test::longestWait; patience *= 4)
    absent = absentSource({"/silent", "/absent"}, patience, exists);
  EXPECT_EQ(absent, "/absent") << "the others are asked all the same";
  back.set_value();
  EXPECT_EQ(absentSource({"/silent"}, test::longestWait, exists), "/silent");
}

}  // namespace
}  // namespace sojourn::monitor
