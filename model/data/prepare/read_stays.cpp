// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/prepare/read_stays.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "model/data/records/row_checks.h"

namespace sojourn {
namespace {

/// Reads the users whose names fall to one thread out of several; all together read the whole input.
class StaysReader {
 public:
  StaysReader(const PrepareSettings& settings, StaypointLog& log, const Progress& progress, const CancelToken& cancel)
      : m_settings(settings), m_log(log), m_progress(progress), m_cancel(cancel) {
    for (UserStays& user : log.finished()) m_finished.emplace(user.user, std::move(user));
    log.finished().clear();
    // Only here is a user's count of rows known apart, which a resumed preparation needs.
    m_apart = settings.input.format == InputFormat::Geolife;
    m_threads = m_apart ? std::max<std::size_t>(1, settings.threads) : 1;
    m_parts.resize(m_threads);
    // Whether too many rows were dropped is then known only when the parts are put together.
    m_input = settings.input;
    m_inParts = m_apart && (m_threads > 1 || !m_finished.empty());
    if (m_inParts) m_input.acceptBad = true;
  }

  Result<ReadStays> all() {
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < m_threads; ++i) others.emplace_back([this, i] { readPart(i); });
    readPart(0);
    for (std::thread& other : others) other.join();
    ReadStays whole;
    // A thread that only followed another one's failure says that it was cancelled.
    for (const bool cancelled : {false, true})
      for (const Part& part : m_parts)
        if (!part.state && (part.state.error().kind == ErrorKind::Cancelled) == cancelled) return part.state.error();
    for (Part& part : m_parts) {
      if (!m_apart) whole.report.add(part.report);
      std::ranges::move(part.users, std::back_inserter(whole.users));
    }
    if (m_apart) {
      for (auto& [name, user] : m_finished) whole.users.push_back(std::move(user));
      const bool numeric =
          std::ranges::all_of(whole.users, [](const UserStays& user) { return isAllDigits(user.user); });
      std::ranges::sort(
          whole.users, [numeric](const UserStays& a, const UserStays& b) { return idBefore(a.user, b.user, numeric); });
      // In the users' order, whichever thread or earlier run has read them. Of users without a fix only the report
      // counts.
      for (const UserStays& user : whole.users) whole.report.add(user.report);
      std::erase_if(whole.users, [](const UserStays& user) { return !user.report.counts.contains("points"); });
      if (const Status few = checkDroppedRows(m_settings.input, whole.report); !few) return few.error();
    }
    return whole;
  }

 private:
  struct Part {
    Status state;
    ReadReport report;
    std::vector<UserStays> users;
    std::size_t done = 0;
  };

  void readPart(std::size_t index) {
    Part& part = m_parts[index];
    const auto wanted = [this, index](const std::string& user) {
      return !m_finished.contains(user) && std::hash<std::string>{}(user) % m_threads == index;
    };
    const Progress progress = [this, &part](std::size_t done, std::size_t total) {
      if (!m_progress) return;
      const std::lock_guard lock(m_mutex);
      m_done += done - std::exchange(part.done, done);
      m_progress(std::min(m_done, total), total);
    };
    auto report = readFixes(
        m_input, [this, &part](UserFixes&& user) { return add(std::move(user), part); },
        m_apart ? std::function<bool(const std::string&)>(wanted) : nullptr, progress, m_cancel);
    if (report) {
      part.report = std::move(*report);
      return;
    }
    part.state = report.error();
    m_failed.cancel();
  }

  Status add(UserFixes&& user, Part& part) {
    if (m_failed.cancelled() || m_cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    if (const auto finished = m_finished.find(user.user); !m_apart && finished != m_finished.end()) {
      part.users.push_back(std::move(finished->second));
      return {};
    }
    if (!m_apart && user.fixes.empty()) return {};
    UserStays stays{.user = std::move(user.user),
                    .report = std::move(user.report),
                    .first = user.fixes.empty() ? 0 : user.fixes.front().time,
                    .last = user.fixes.empty() ? 0 : user.fixes.back().time,
                    .stays = findStaypoints(user.fixes, m_settings)};
    Status logged;
    {
      const std::lock_guard lock(m_mutex);
      logged = m_log.add(stays);
    }
    part.users.push_back(std::move(stays));
    return logged;
  }

  const PrepareSettings& m_settings;
  StaypointLog& m_log;
  const Progress& m_progress;
  const CancelToken& m_cancel;
  InputSettings m_input;
  bool m_apart = false;    ///< each user has files of their own
  bool m_inParts = false;  ///< no call of readFixes() sees the whole input
  std::size_t m_threads = 1;
  std::map<std::string, UserStays> m_finished;
  std::vector<Part> m_parts;
  CancelToken m_failed;  ///< stops the other threads when one fails
  std::mutex m_mutex;    ///< of the log and the progress
  std::size_t m_done = 0;
};

}  // namespace

Result<ReadStays> readStays(const PrepareSettings& settings, StaypointLog& log, const Progress& progress,
                            const CancelToken& cancel) {
  return StaysReader(settings, log, progress, cancel).all();
}

}  // namespace sojourn
