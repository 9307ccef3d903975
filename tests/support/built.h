// SPDX-License-Identifier: GPL-3.0-or-later
// Where a test finds the programs that were built with it, and the sources. Not as definitions of the compiler: what
// one clone has compiled would be of no use to another one in a different folder.
#pragma once

#include <filesystem>
#include <string>

namespace sojourn::test {

/// The build folder that the running test lies in.
[[nodiscard]] const std::filesystem::path& buildFolder();
/// The checkout that it was built from.
[[nodiscard]] const std::filesystem::path& sourceFolder();
/// The demo's files.
[[nodiscard]] std::string demoFolder();
/// The path of a program in bin/: sojourn, sojourn-studio, sojourn-monitor.
[[nodiscard]] std::string builtProgram(const std::string& name);

}  // namespace sojourn::test
