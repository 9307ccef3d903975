// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "model/runs/queue/run_queue.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/session/launch/launch_queue.h"

namespace sojourn::session {
namespace {

using test::TempFolder;

/// A program that stands in for `sojourn`.
std::filesystem::path script(const TempFolder& folder, const std::string& body) {
  const std::filesystem::path file = folder / "sojourn";
  std::ofstream(file) << "#!/bin/sh\n" << body << "\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return file;
}

TEST(QueueProcess, AMissingProgramIsAnErrorAndOneThatFailsSaysWhy) {
  const TempFolder folder;
  const auto ignore = [](const QueueEnd&) {};
  const Status missing = startQueueWith(folder / "nowhere", folder.path(), 1, ignore);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().what, "is not there: it is the program that trains");
  // Where its errors cannot be written it is not the program that is wrong.
  const TempFolder readOnly;
  std::filesystem::create_directories(RunQueue(readOnly.path()).standardError());
  const Status unwritable = startQueueWith(script(folder, "exit 0"), readOnly.path(), 1, ignore);
  ASSERT_FALSE(unwritable);
  EXPECT_EQ(unwritable.error().where, RunQueue(readOnly.path()).standardError());
  EXPECT_EQ(unwritable.error().what, "cannot be written (Is a directory)");
  EXPECT_EQ(unwritable.error().remedy.find("make the folder writable"), 0U);
  std::atomic<bool> over{false};
  QueueEnd end;
  ASSERT_TRUE(startQueueWith(script(folder, "echo \"$@\" >&2; ps -o sid= -p $$ >&2; echo no room >&2; exit 4"),
                             folder.path(), 3, [&](const QueueEnd& ended) {
                               end = ended;
                               over = true;
                             }));
  ASSERT_TRUE(test::eventually([&] { return over.load(); }));
  EXPECT_EQ(end.exitCode, 4);
  EXPECT_EQ(end.lastLine, "no room");
  std::ifstream said(RunQueue(folder.path()).standardError());
  std::string arguments;
  std::getline(said, arguments);
  EXPECT_EQ(arguments, "queue " + folder.path().string() + " --jobs 3");
  pid_t session = 0;
  said >> session;
  EXPECT_NE(session, ::getsid(0)) << "a session of its own: closing a terminal does not reach it";
}

}  // namespace
}  // namespace sojourn::session
