// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "model/core/guarded_path.h"
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

TEST(Files, AnOutputIsWrittenToAPipeWhichStays) {
  const test::TempFolder folder;
  const std::filesystem::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  // Held open at both ends, so that nothing waits for anybody.
  const Descriptor held(::open(pipe.c_str(), O_RDWR | O_NONBLOCK));
  ASSERT_TRUE(writeOutput(pipe, "through"));
  std::string got(100, '\0');
  got.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(held.get(), got.data(), got.size()))));
  EXPECT_TRUE(std::filesystem::is_fifo(pipe)) << "the pipe was replaced";
  EXPECT_EQ(got, "through");
}

TEST(Files, AFullDeviceIsAnErrorAndStaysADevice) {
  const auto status = writeOutput("/dev/full", "x");
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().kind, ErrorKind::Failed);
  EXPECT_EQ(status.error().where, "/dev/full");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  EXPECT_TRUE(writeOutput("/dev/null", "x"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(Files, AnOutputFollowsLinksAndKeepsThem) {
  const test::TempFolder folder;
  std::filesystem::create_directory(folder / "there");
  ASSERT_TRUE(writeOutput(folder / "there/file", "old"));
  std::filesystem::create_symlink("there/file", folder / "link");
  std::filesystem::create_symlink("there/absent", folder / "dangling");
  std::filesystem::create_symlink("round", folder / "round");
  ASSERT_TRUE(writeOutput(folder / "link", "new"));
  ASSERT_TRUE(writeOutput(folder / "dangling", "made"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(textOf(*readFile(folder / "there/file", 100)), "new");
  EXPECT_EQ(textOf(*readFile(folder / "there/absent", 100)), "made");
  EXPECT_FALSE(writeOutput(folder / "round", "x"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "round"));
  EXPECT_EQ(writeOutput(folder / "there", "x").error().what, "is a folder");
}

}  // namespace
}  // namespace sojourn
