// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real `sojourn` and keeps what it said.
#pragma once

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace sojourn::test {

struct ProgramRun {
  int exitCode = -1;            ///< 128 + the signal's number where a signal ended it
  std::string out;              ///< standard output
  std::string err;              ///< standard error
  double cpuSeconds = 0;        ///< of processor time, its own and the system's for it
  std::uint64_t peakBytes = 0;  ///< the most memory that it had at a time

  /// Standard output as JSON; discarded() where it is none, so that assertions on it fail.
  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out, nullptr, false); }
};

/// Runs it in `folder` ("" = here) with standard output and error into files, so neither is a terminal. Where
/// `signalAfterMs` is positive it gets `signal` after that many milliseconds.
[[nodiscard]] ProgramRun runSojourn(const std::vector<std::string>& arguments, const std::string& folder = {},
                                    int signalAfterMs = 0, int signal = SIGINT);

/// Runs it until `file` is there and then sends `signal`, as often as `times` says. Fails the test where it ends
/// before.
[[nodiscard]] ProgramRun runSojournUntil(const std::vector<std::string>& arguments, const std::filesystem::path& file,
                                         int signal, int times = 1);

/// The same as somebody whom permissions bind. Root is bound by none, so where the tests run as root its right to
/// override them is taken from the program; the exit code is notHeld where the system does not let it be taken.
[[nodiscard]] ProgramRun runSojournHeldToPermissions(const std::vector<std::string>& arguments);
inline constexpr int notHeld = 125;

}  // namespace sojourn::test
