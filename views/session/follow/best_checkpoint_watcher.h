// SPDX-License-Identifier: GPL-3.0-or-later
// Follow the best: whenever a run has written a better best.pt, it is to be opened for inspection again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ranges>

#include "views/session/follow/run_follower.h"

namespace sojourn::session {

/// Decides only; its owner opens what it names. It ends when something else is opened.
class BestCheckpointWatcher {
 public:
  /// `shown` is the checkpoint that is open now.
  void start(const FollowedRun& run, const std::filesystem::path& shown) {
    m_run = run.folder();
    m_best = run.entry.paths.bestCheckpoint();
    m_before = shown;
    m_reached = false;
    m_seq = -1;
    m_epoch.reset();
  }
  void stop() { m_run.clear(); }
  [[nodiscard]] bool active() const { return !m_run.empty(); }
  [[nodiscard]] bool follows(const FollowedRun& run) const { return active() && run.folder() == m_run; }
  /// The followed run's folder; empty where none is.
  [[nodiscard]] const std::filesystem::path& run() const { return m_run; }
  /// The epoch of the best.pt that was named last.
  [[nodiscard]] std::optional<std::int64_t> epoch() const { return m_epoch; }

  /// best.pt, once for every time that the log says it was written; nothing in between, and of other runs.
  [[nodiscard]] std::optional<std::filesystem::path> newest(const FollowedRun& run) {
    if (!follows(run) || !run.outline) return std::nullopt;
    const std::string name = run.entry.paths.inEvents(m_best);
    for (const auto& written : std::views::reverse(run.outline->checkpoints)) {
      if (written.event.file != name) continue;
      if (written.seq == m_seq) return std::nullopt;
      m_seq = written.seq;
      m_epoch = written.event.epoch;
      return checkNoLink(m_best) ? std::optional<std::filesystem::path>(m_best) : std::nullopt;
    }
    return std::nullopt;
  }
  /// The checkpoint that is open now. True where that ends the following: it is another one.
  [[nodiscard]] bool endsWith(const std::filesystem::path& shown) {
    if (!active()) return false;
    if (shown == m_best) {
      m_reached = true;
      return false;
    }
    if (!m_reached && shown == m_before) return false;
    stop();
    return true;
  }

 private:
  std::filesystem::path m_run;
  GuardedPath m_best;
  std::filesystem::path m_before;  ///< what was open when it began, and stays open until best.pt has been loaded
  bool m_reached = false;
  std::int64_t m_seq = -1;  ///< of the event that was answered last
  std::optional<std::int64_t> m_epoch;
};

}  // namespace sojourn::session
