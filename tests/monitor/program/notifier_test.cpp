// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop's notifier is given of words that a log holds.
#include "app/monitor/desktop.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"

namespace sojourn::monitor {
namespace {

TEST(Notifier, MarkupOfALogIsText) {
  const test::TempFolder folder;
  const std::filesystem::path program = folder / "notify-send", given = folder / "given";
  std::ofstream(program) << "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" << given.string() << ".new' && mv '"
                         << given.string() << ".new' '" << given.string() << "'\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", (folder.path().string() + ":" + before).c_str(), 1);
  Notifier().notify("run <a> failed\x1b", "<a href='http://example.org/'>Disk full</a> & more");
  ::setenv("PATH", before.c_str(), 1);
  // The program works beside us.
  ASSERT_TRUE(test::eventually([&] { return std::filesystem::exists(given); }));
  std::ifstream in(given);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  EXPECT_EQ(text,
            "--app-name=Sojourn monitor\n--\nrun <a> failed\\x1b\n"
            "&lt;a href=&#39;http://example.org/&#39;&gt;Disk full&lt;/a&gt; &amp; more\n");
}

}  // namespace
}  // namespace sojourn::monitor
