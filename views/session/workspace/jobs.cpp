// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/jobs.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sojourn::session {

JobId Jobs::begin(std::string title, std::string unit, std::function<void()> cancel, JobKind kind,
                  std::chrono::steady_clock::time_point started) {
  const JobId id = ++m_last;
  m_jobs.push_back({.id = id, .kind = kind, .title = std::move(title), .unit = std::move(unit), .started = started});
  m_cancels[id] = std::move(cancel);
  m_observers.announce(Change::Jobs);
  return id;
}

void Jobs::advance(JobId id, std::size_t done, std::size_t total) {
  const auto job = std::ranges::find(m_jobs, id, &Job::id);
  if (job == m_jobs.end()) return;
  job->done = done;
  job->total = total;
  job->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - job->started).count();
  m_observers.announce(Change::Jobs);
}

void Jobs::end(JobId& id) {
  m_cancels.erase(id);
  if (std::erase_if(m_jobs, [id](const Job& job) { return job.id == id; }) > 0) m_observers.announce(Change::Jobs);
  id = 0;
}

void Jobs::cancel(JobId id) {
  const auto found = m_cancels.find(id);
  // A copy: it may end the job that owns it.
  const std::function<void()> cancel = found == m_cancels.end() ? nullptr : found->second;
  if (cancel) cancel();
}

}  // namespace sojourn::session
