// SPDX-License-Identifier: GPL-3.0-or-later
// Holds DESIGN 2's arrows against the link lines as CMake knows them.
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/layering/layers.h"
#include "tests/support/built.h"

namespace sojourn {
namespace {

std::map<std::string, std::vector<std::string>> linkLines() {
  std::map<std::string, std::vector<std::string>> lines;
  std::ifstream in(test::buildFolder() / "tests/layering/links.txt");
  for (std::string line; std::getline(in, line);) {
    const auto bar = line.find('|');
    std::istringstream links(line.substr(bar + 1));
    for (std::string link; std::getline(links, link, ';');) lines[line.substr(0, bar)].push_back(link);
  }
  return lines;
}

/// "model/core" of "sojourn_core"; empty where the target is no folder of the house.
std::string folderOfLibrary(const std::string& target) {
  const std::string prefix = "sojourn_";
  if (!target.starts_with(prefix)) return {};
  for (const auto& [folder, known] : test::allowedArrows()) {
    if (folder.substr(folder.find('/') + 1) == target.substr(prefix.size())) return folder;
  }
  return {};
}

TEST(LinkLines, FollowTheArrows) {
  const auto lines = linkLines();
  ASSERT_TRUE(lines.contains("sojourn_core"));
  ASSERT_TRUE(lines.contains("sojourn_present"));
  for (const auto& [target, links] : lines) {
    const std::string from = folderOfLibrary(target);
    if (from.empty()) continue;
    for (const std::string& link : links) {
      const std::string to = folderOfLibrary(link);
      if (to.empty()) continue;
      EXPECT_TRUE(test::allowedArrows().at(from).contains(to)) << target << " links " << link;
    }
  }
}

TEST(LinkLines, KeepTorchAndToolkitsInTheirRooms) {
  for (const auto& [target, links] : linkLines()) {
    for (const std::string& link : links) {
      if (link.find("sojourn_torch") != std::string::npos) {
        EXPECT_TRUE(target == "sojourn_nets" || target == "sojourn_inspect" || target == "sojourn_explain" ||
                    target == "sojourn_train")
            << target << " links " << link;
      }
      if (link.find("Qt6::") != std::string::npos) {
        EXPECT_TRUE(target == "sojourn_qt") << target << " links " << link;
      }
      if (link.find("imgui") != std::string::npos || link.find("implot") != std::string::npos || link == "glfw") {
        EXPECT_TRUE(target == "sojourn_imgui" || target == "sojourn-monitor") << target << " links " << link;
      }
    }
  }
}

#ifdef SOJOURN_HAS_MONITOR
TEST(LinkLines, TheMonitorLoadsNeitherTorchNorQt) {
  FILE* const listing = ::popen(("ldd " + test::builtProgram("sojourn-monitor")).c_str(), "r");
  ASSERT_NE(listing, nullptr);
  std::string libraries;
  char part[512];
  while (std::fgets(part, sizeof part, listing)) libraries += part;
  EXPECT_EQ(::pclose(listing), 0);
  ASSERT_NE(libraries.find("libglfw"), std::string::npos) << libraries;
  for (const char* unwanted : {"torch", "libc10", "Qt6", "cuda"})
    EXPECT_EQ(libraries.find(unwanted), std::string::npos) << unwanted << " in\n" << libraries;
}
#endif

}  // namespace
}  // namespace sojourn
