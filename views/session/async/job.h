// SPDX-License-Identifier: GPL-3.0-or-later
// Work that takes a while, as the status bar shows it: amount, rate, rest, and a way out.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "model/core/cancel.h"

namespace sojourn::session {

using JobId = std::uint64_t;

enum class JobKind {
  OpenDataset,
  OpenCheckpoint,
  Evaluate,
  ProposeRoles,
  Service,  ///< of a service beside the workspace, which says itself how it is cancelled
};

/// A snapshot of one piece of work in progress.
struct Job {
  JobId id = 0;
  JobKind kind = JobKind::Evaluate;
  std::string title;  ///< "Loading diy_best.pt", "Evaluating test"; from file names, so show it escaped
  std::string unit;   ///< what is counted, in English: "sequences", "bytes"; empty where nothing is
  std::size_t done = 0;
  std::size_t total = 0;  ///< 0: it is not known how much there is
  std::chrono::steady_clock::time_point started{};
  double seconds = 0;  ///< since it started, as of the latest report
  bool cancellable = true;

  /// 0..1; 0 where the whole is not known.
  [[nodiscard]] double fraction() const {
    return total == 0 ? 0 : std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
  }
  /// 0 in the first quarter of a second, in which a rate is a guess that jumps about.
  [[nodiscard]] double ratePerSecond() const { return seconds < 0.25 ? 0 : static_cast<double>(done) / seconds; }
  /// Absent until a rate is known.
  [[nodiscard]] std::optional<double> secondsLeft() const {
    const double rate = ratePerSecond();
    if (total == 0 || rate <= 0) return std::nullopt;
    return static_cast<double>(total - std::min(done, total)) / rate;
  }
};

/// Progress that reaches the inbox at most some twenty times a second.
template <class Push>
[[nodiscard]] Progress throttled(Push push) {
  return [push, last = std::chrono::steady_clock::time_point{}](std::size_t done, std::size_t total) mutable {
    constexpr std::chrono::milliseconds betweenReports{50};
    const auto now = std::chrono::steady_clock::now();
    if (now - last < betweenReports && done < total) return;
    last = now;
    push(done, total);
  };
}

}  // namespace sojourn::session
