// SPDX-License-Identifier: GPL-3.0-or-later
// Guarded paths: what is opened, made, renamed or deleted through them lies in the folder where they begin.
#include "model/core/files.h"
#include "model/core/guarded_path.h"

#include <fstream>

#include <gtest/gtest.h>

#include "model/core/files.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// A foreign folder with links into another one, which nobody may change.
class GuardedPaths : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(m_temp / "inside/real");
    fs::create_directories(m_temp / "outside");
    std::ofstream(m_temp / "outside/file") << "theirs";
    std::ofstream(m_temp / "inside/real/file") << "ours";
    fs::create_symlink(m_temp / "outside/file", m_temp / "inside/file");
    fs::create_symlink(m_temp / "outside", m_temp / "inside/folder");
    fs::create_symlink(m_temp / "inside", m_temp / "way");
  }
  void TearDown() override {
    EXPECT_EQ(test::textOfFile(m_temp / "outside/file"), "theirs");
    EXPECT_EQ(std::distance(fs::directory_iterator(m_temp / "outside"), fs::directory_iterator()), 1);
  }
  [[nodiscard]] GuardedPath inside() const { return m_temp / "inside"; }

  test::TempFolder m_temp;
};

TEST_F(GuardedPaths, FollowLinksOnlyOnTheWayToTheFolder) {
  EXPECT_TRUE(readFile(GuardedPath(m_temp / "way/file"), 100).ok()) << "a plain path guards nothing";
  EXPECT_TRUE(readFile(GuardedPath(m_temp / "way") / "real" / "file", 100).ok());
  for (const GuardedPath& path : {inside() / "file", inside() / "folder" / "file"}) {
    const auto read = readFile(path, 100);
    ASSERT_FALSE(read.ok()) << path;
    EXPECT_EQ(read.error().where, path.string());
    EXPECT_NE(read.error().what.find("link"), std::string::npos) << read.error().what;
    struct stat info {};
    EXPECT_FALSE(statGuarded(path, info));
    EXPECT_FALSE(checkNoLink(path).ok());
  }
  EXPECT_TRUE(checkNoLink(inside() / "real" / "file").ok());
  EXPECT_TRUE(checkNoLink(inside() / "absent" / "file").ok());
}

TEST_F(GuardedPaths, NothingBehindALinkIsWrittenRenamedOrDeleted) {
  const GuardedPath behind = inside() / "folder" / "file";
  EXPECT_FALSE(writeFileAtomically(behind, "new").ok());
  EXPECT_LT(openGuarded(behind, O_WRONLY | O_APPEND).get(), 0);
  EXPECT_LT(openGuarded(inside() / "file", O_WRONLY | O_APPEND).get(), 0);
  EXPECT_FALSE(removeGuarded(behind));
  EXPECT_FALSE(renameGuarded(behind, inside() / "taken"));
  EXPECT_FALSE(renameGuarded(inside() / "real" / "file", behind));
  EXPECT_FALSE(namesIn(inside() / "folder").ok());
  for (const GuardedPath& folder : {inside() / "folder", inside() / "folder" / "inner", inside() / "file"}) {
    const Status made = makeGuardedFolder(folder);
    ASSERT_FALSE(made.ok()) << folder;
    EXPECT_EQ(made.error().kind, ErrorKind::BadInput);
  }
  // A link itself is an entry like any other.
  EXPECT_TRUE(writeFileAtomically(inside() / "file", "new").ok());
  EXPECT_FALSE(fs::is_symlink(m_temp / "inside/file"));
  EXPECT_TRUE(removeGuarded(inside() / "folder"));
}

TEST_F(GuardedPaths, RealFoldersAndFilesAreUsedAsUsual) {
  const GuardedPath folder = inside() / "new" / "inner";
  ASSERT_TRUE(makeGuardedFolder(folder).ok());
  ASSERT_TRUE(makeGuardedFolder(folder).ok()) << "it is there already";
  ASSERT_TRUE(writeFileAtomically(folder / "b", "text").ok());
  ASSERT_TRUE(renameGuarded(folder / "b", folder / "a"));
  EXPECT_EQ(test::textOfFile(folder / "a"), "text");
  EXPECT_EQ(*namesIn(folder), std::vector<std::string>{"a"});
  EXPECT_TRUE(removeGuarded(folder / "a"));
  EXPECT_TRUE(namesIn(folder)->empty());
  EXPECT_TRUE(namesIn(folder / "absent")->empty());
}

TEST_F(GuardedPaths, NamesAreRelativeToWhereOneIsToo) {
  const fs::path before = fs::current_path();
  fs::current_path(m_temp / "inside");
  EXPECT_TRUE(readFile(GuardedPath() / "real" / "file", 100).ok());
  EXPECT_FALSE(readFile(GuardedPath() / "file", 100).ok());
  EXPECT_TRUE(readFile(GuardedPath("real/file"), 100).ok());
  EXPECT_FALSE(readFile(GuardedPath(), 100).ok());
  fs::current_path(before);
}

TEST(StagedFile, KnowsItsTemporaryNamesAndNoOthers) {
  EXPECT_EQ(stagedName(".status.json.4711-3.tmp"), "status.json");
  EXPECT_EQ(stagedName(".epoch-0001.pt.1-0.tmp"), "epoch-0001.pt");
  for (const char* name : {"status.json.1-0.tmp", ".tmp", ".a.tmp", ".a.1.tmp", ".a.-1.tmp", ".a.1-.tmp", ".1-0.tmp",
                           "..1-0.tmp", ".a.1-0.tmp2", ".a1-0.tmp", ".notes.tmp"})
    EXPECT_FALSE(stagedName(name)) << name;
}

}  // namespace
}  // namespace sojourn
