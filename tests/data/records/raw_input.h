// SPDX-License-Identifier: GPL-3.0-or-later
// Small inputs of `sojourn prepare`, written and read by a test.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "model/data/records/records.h"
#include "tests/support/temp_folder.h"

namespace sojourn::test {

inline void writeText(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

/// The fixes of all users that have any and the report, or the error.
struct AllFixes {
  std::vector<UserFixes> users;
  PreparationCounts counts;
  std::vector<Problem> problems;
  std::optional<Error> error;
};
inline AllFixes readAllFixes(const InputSettings& settings) {
  AllFixes all;
  const auto report = readFixes(settings, [&](UserFixes&& user) -> Status {
    if (!user.fixes.empty()) all.users.push_back(std::move(user));
    return {};
  });
  if (report) {
    all.counts = report->counts;
    all.problems = report->problems;
  } else {
    all.error = report.error();
  }
  return all;
}

/// An input in a file of its own.
class RawInput {
 public:
  RawInput(InputFormat format, std::string_view text, const std::string& name = "input.csv") {
    settings.input = m_folder / name;
    settings.format = format;
    writeText(settings.input, text);
  }
  [[nodiscard]] AllFixes fixes() const { return readAllFixes(settings); }
  [[nodiscard]] Result<ReadVisits> visits() const { return readVisitRecords(settings); }

  InputSettings settings;

 private:
  TempFolder m_folder;
};

}  // namespace sojourn::test
