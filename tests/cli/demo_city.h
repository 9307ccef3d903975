// SPDX-License-Identifier: GPL-3.0-or-later
// The demo city on disk and the program run on it, so that tests of a command need no other data.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/support/temp_folder.h"

namespace sojourn::test {

class DemoCityTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(runSojourn({"demo", m_folder.path().string()}).exitCode, 0); }

  /// `sojourn command --data DEMO --checkpoint DEMO'S more...`
  [[nodiscard]] ProgramRun run(const char* command, const std::vector<std::string>& more) const {
    std::vector<std::string> words{command, "--data", m_folder.path().string(), "--checkpoint",
                                   (m_folder / "demo_city_pointer_v45.pt").string()};
    words.insert(words.end(), more.begin(), more.end());
    return runSojourn(words);
  }

  TempFolder m_folder;
};

}  // namespace sojourn::test
