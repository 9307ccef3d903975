// SPDX-License-Identifier: GPL-3.0-or-later
// Where the real data and the reference captures lie, for the parity tests.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

namespace sojourn::test {

/// The folder `data` of the shared folder, or nothing where it is absent.
[[nodiscard]] std::optional<std::filesystem::path> sharedData();

/// True where SOJOURN_REQUIRE_SHARED_DATA is set: then absent data is a failure and not a reason to skip.
[[nodiscard]] bool sharedDataRequired();

}  // namespace sojourn::test

/// Skips the test with a clear line where the real data is absent (fails where it is required).
#define SOJOURN_NEEDS_SHARED_DATA(folder)                                                                   \
  const auto folder##Found = ::sojourn::test::sharedData();                                                 \
  if (!folder##Found && ::sojourn::test::sharedDataRequired()) FAIL() << "the real data is required, yet absent"; \
  if (!folder##Found) GTEST_SKIP() << "the real data is not there: SOJOURN_SHARED names no such folder";    \
  const std::filesystem::path& folder = *folder##Found
