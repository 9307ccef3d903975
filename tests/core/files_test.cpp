// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>

#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

std::string textOf(const Bytes& bytes) {
  std::string text;
  for (const std::byte b : bytes) text += static_cast<char>(b);
  return text;
}

TEST(Files, WritesAtomicallyAndReadsBack) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "a.txt", "first"));
  ASSERT_TRUE(writeFileAtomically(folder / "a.txt", "second"));
  const auto content = readFile(folder / "a.txt", 100);
  ASSERT_TRUE(content);
  EXPECT_EQ(textOf(*content), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "a temporary file was left";
}

TEST(Files, RefusesWhatIsNotARegularFile) {
  const test::TempFolder folder;
  EXPECT_FALSE(readFile(folder.path(), 100));
  EXPECT_FALSE(readFile(folder / "absent", 100));
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const auto pipe = readFile(folder / "pipe", 100);
  ASSERT_FALSE(pipe) << "a named pipe must neither hang nor be read";
  EXPECT_EQ(pipe.error().what, "is not a regular file");
}

TEST(Files, RefusesMoreThanTheLimit) {
  const test::TempFolder folder;
  ASSERT_TRUE(writeFileAtomically(folder / "a", std::string(101, 'x')));
  EXPECT_FALSE(readFile(folder / "a", 100));
  EXPECT_TRUE(readFile(folder / "a", 101));
}

TEST(Files, SaysWhereAWriteFailed) {
  const auto status = writeFileAtomically("/nonexistent-folder/a", "x");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::Failed);
  EXPECT_EQ(status.error().where, "/nonexistent-folder/a");
}

}  // namespace
}  // namespace sojourn
