// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the rooms of the larger folders against the source: their arrows, their sizes and their README.md.
#include "tests/layering/rooms.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/layering/include_scan.h"
#include "tests/layering/layers.h"
#include "tests/support/built.h"
#include "views/qt/shell/studio_workspace.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

/// "About 25" (DESIGN 2).
constexpr std::size_t mostFilesInAFolder = 27;
constexpr std::size_t mostLinesOfAReadme = 10;

/// For each folder with rooms: from each room to each other room that it includes from, the first include of each kind.
using RoomIncludes = std::map<std::pair<std::string, std::string>, std::string>;

const std::map<std::string, RoomIncludes>& roomIncludes() {
  static const std::map<std::string, RoomIncludes> all = [] {
    std::map<std::string, RoomIncludes> found;
    for (const char* top : {"model", "views", "app"}) {
      for (const test::Include& include : test::includesUnder(top)) {
        if (!test::plannedRooms().contains(include.folder)) continue;
        if (test::folderOf(include.target) != include.folder) continue;
        const std::string from = test::roomOf(include.file), to = test::roomOf(include.target);
        if (from != to) found[include.folder].try_emplace({from, to}, include.file + " includes " + include.target);
      }
    }
    return found;
  }();
  return all;
}

/// Whether every room may know `to`, or `from` is a later ground than `to`.
bool isGroundFor(const test::Rooms& rooms, const std::string& from, const std::string& to) {
  const auto lower = std::ranges::find(rooms.ground, to);
  return lower != rooms.ground.end() && std::ranges::find(rooms.ground.begin(), lower, from) == lower;
}

bool isNamed(const test::Rooms& rooms, const std::string& from, const std::string& to) {
  return std::ranges::any_of(rooms.arrows, [&](const auto& arrow) { return arrow.from == from && arrow.to == to; });
}

/// Whether `to` can be reached from `from` along includes.
bool reaches(const RoomIncludes& includes, const std::string& from, const std::string& to,
             std::set<std::string>& visited) {
  if (!visited.insert(from).second) return false;
  return std::ranges::any_of(includes, [&](const auto& include) {
    const auto& [a, b] = include.first;
    return a == from && (b == to || reaches(includes, b, to, visited));
  });
}

bool holdsSources(const fs::path& folder) {
  for (const auto& entry : fs::directory_iterator(folder))
    if (test::isSource(entry.path())) return true;
  return false;
}

std::set<std::string> roomsOnDisk(const fs::path& folder) {
  std::set<std::string> rooms;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory() && holdsSources(entry.path())) rooms.insert(entry.path().filename());
  return rooms;
}

TEST(Rooms, KnowOnlyTheirGroundAndNamedArrows) {
  std::size_t seen = 0;
  for (const auto& [folder, includes] : roomIncludes()) {
    const test::Rooms& rooms = test::plannedRooms().at(folder);
    for (const auto& [arrow, where] : includes) {
      const auto& [from, to] = arrow;
      ++seen;
      EXPECT_TRUE(from == rooms.top || isGroundFor(rooms, from, to) || isNamed(rooms, from, to))
          << where << ": " << folder << "/" << from << " may not know " << to
          << "; move the code, or name the arrow with its reason in rooms.h";
    }
  }
  EXPECT_GT(seen, 50U) << "the scan saw too little to prove anything";
}

TEST(Rooms, HaveNoArrowThatIsNamedButUnused) {
  for (const auto& [folder, rooms] : test::plannedRooms()) {
    ASSERT_TRUE(roomIncludes().contains(folder)) << folder;
    for (const test::RoomArrow& arrow : rooms.arrows) {
      EXPECT_FALSE(arrow.why.empty()) << folder << ": " << arrow.from << " -> " << arrow.to;
      EXPECT_TRUE(roomIncludes().at(folder).contains({arrow.from, arrow.to}))
          << folder << ": nothing in " << arrow.from << " includes from " << arrow.to
          << " any more; remove the arrow from rooms.h";
      EXPECT_FALSE(arrow.from == rooms.top || isGroundFor(rooms, arrow.from, arrow.to))
          << folder << ": " << arrow.from << " may know " << arrow.to << " without an arrow of its own";
    }
  }
}

TEST(Rooms, HaveNoCycle) {
  for (const auto& [folder, includes] : roomIncludes()) {
    for (const auto& [arrow, where] : includes) {
      std::set<std::string> visited;
      EXPECT_FALSE(reaches(includes, arrow.second, arrow.first, visited))
          << folder << ": " << where << ", and there is a way back from " << arrow.second << " to " << arrow.first;
    }
  }
}

TEST(Rooms, HoldAllFilesOfTheirFolder) {
  for (const auto& [folder, rooms] : test::plannedRooms()) {
    const fs::path path = test::sourceFolder() / folder;
    for (const auto& entry : fs::directory_iterator(path))
      EXPECT_FALSE(test::isSource(entry.path())) << entry.path() << " lies in no room";
    const std::set<std::string> there = roomsOnDisk(path);
    for (const std::string& room : rooms.ground) EXPECT_TRUE(there.contains(room)) << folder << "/" << room;
    for (const test::RoomArrow& arrow : rooms.arrows) {
      EXPECT_TRUE(there.contains(arrow.from)) << folder << "/" << arrow.from;
      EXPECT_TRUE(there.contains(arrow.to)) << folder << "/" << arrow.to;
    }
    for (const std::string& room : there)
      for (const auto& entry : fs::directory_iterator(path / room))
        EXPECT_FALSE(entry.is_directory()) << entry.path() << " is a room in a room";
  }
}

TEST(Rooms, BearTheNameOfTheirFeature) {
  std::set<std::string> used;
  for (const char* layer : {"session", "present", "qt", "monitor", "imgui"}) {
    const std::string folder = std::string("views/") + layer;
    const auto planned = test::plannedRooms().find(folder);
    for (const std::string& room : roomsOnDisk(test::sourceFolder() / folder)) {
      const bool shared = planned != test::plannedRooms().end() &&
                          (room == planned->second.top || std::ranges::count(planned->second.ground, room) > 0);
      if (test::features().contains(room))
        used.insert(room);
      else
        EXPECT_TRUE(shared) << folder << "/" << room << " bears the name of no feature of rooms.h";
    }
  }
  for (const auto& [feature, what] : test::features()) EXPECT_TRUE(used.contains(feature)) << feature << ": " << what;
}

/// Inspect puts the views of a sample together, which are rooms of their own; Training's sessions are launch, replay
/// and runs.
TEST(Rooms, OfAWorkspaceBearItsNameInEveryLayer) {
  const auto has = [](const std::string& layer, const std::string& room) {
    return fs::is_directory(test::sourceFolder() / "views" / layer / room);
  };
  for (const auto& [workspace, name] : qt::studioWorkspaces) {
    EXPECT_TRUE(test::features().contains(name)) << name;
    EXPECT_TRUE(has("qt", name)) << name;
    const bool isInspect = workspace == qt::StudioWorkspace::Inspect;
    EXPECT_TRUE(isInspect || has("present", name)) << name;
    EXPECT_TRUE(isInspect || workspace == qt::StudioWorkspace::Training || has("session", name)) << name;
  }
}

TEST(Rooms, AreSmallEnoughToBeRead) {
  std::size_t seen = 0;
  for (const char* top : {"model", "views", "app", "tests"}) {
    std::map<std::string, std::size_t> files;
    for (const auto& entry : fs::recursive_directory_iterator(test::sourceFolder() / top))
      if (test::isSource(entry.path())) ++files[entry.path().parent_path()];
    for (const auto& [folder, count] : files) {
      EXPECT_LE(count, mostFilesInAFolder) << folder << " is too large: divide it by feature";
      ++seen;
    }
  }
  EXPECT_GT(seen, 100U) << "the scan saw too little to prove anything";
}

TEST(Rooms, AreDescribedInTheirFoldersReadme) {
  for (const auto& [folder, known] : test::allowedArrows()) {
    const fs::path path = test::sourceFolder() / folder;
    std::ifstream in(path / "README.md");
    ASSERT_TRUE(in) << folder << " has no README.md";
    std::stringstream text;
    text << in.rdbuf();
    const std::string words = text.str();
    EXPECT_LE(static_cast<std::size_t>(std::ranges::count(words, '\n')), mostLinesOfAReadme) << folder;
    for (const std::string& room : roomsOnDisk(path))
      EXPECT_NE(words.find("`" + room + "/`"), std::string::npos) << folder << "/README.md does not name " << room;
  }
}

}  // namespace
}  // namespace sojourn
