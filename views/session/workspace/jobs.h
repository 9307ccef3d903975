// SPDX-License-Identifier: GPL-3.0-or-later
// The work that is under way, as the status bar and the box of jobs show it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "views/session/async/job.h"
#include "views/session/workspace/changes.h"

namespace sojourn::session {

/// Announces Change::Jobs. Owner thread only.
class Jobs {
 public:
  explicit Jobs(Observers& observers) : m_observers(observers) {}

  /// In the order of their begin.
  [[nodiscard]] const std::vector<Job>& all() const { return m_jobs; }
  /// `cancel` is called when the job is cancelled; who began it ends it.
  [[nodiscard]] JobId begin(std::string title, std::string unit, std::function<void()> cancel,
                            JobKind kind = JobKind::Service,
                            std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now());
  void advance(JobId id, std::size_t done, std::size_t total);
  /// Sets the id to 0.
  void end(JobId& id);
  void cancel(JobId id);

 private:
  Observers& m_observers;
  JobId m_last = 0;
  std::vector<Job> m_jobs;
  std::map<JobId, std::function<void()>> m_cancels;
};

}  // namespace sojourn::session
