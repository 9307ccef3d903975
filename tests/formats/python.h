// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the original: runs a Python script where SOJOURN_PYTHON names an interpreter with NumPy and torch.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sojourn::test {

/// The interpreter of SOJOURN_PYTHON, where it can import `module`.
[[nodiscard]] std::optional<std::string> pythonWith(const std::string& module);

struct PythonAnswer {
  int exitCode = -1;
  std::string output;  ///< standard output and standard error together
};
/// Runs `python -c script arguments...`.
[[nodiscard]] PythonAnswer runPython(const std::string& python, const std::string& script,
                                     const std::vector<std::string>& arguments = {});

}  // namespace sojourn::test

/// Skips the test with a clear line where there is no such Python.
#define SOJOURN_NEEDS_PYTHON(python, module)                                                              \
  const auto python##Found = ::sojourn::test::pythonWith(module);                                         \
  if (!python##Found) GTEST_SKIP() << "SOJOURN_PYTHON names no Python interpreter that has " << (module); \
  const std::string& python = *python##Found
