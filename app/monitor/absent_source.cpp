// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/absent_source.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <system_error>

#include "views/session/async/detachable_poller.h"

namespace sojourn::monitor {

using session::DetachablePoller;

bool isThere(const std::filesystem::path& source) {
  std::error_code failed;
  return std::filesystem::exists(source, failed);
}

std::optional<std::filesystem::path> absentSource(const std::vector<std::filesystem::path>& sources,
                                                  std::chrono::milliseconds patience, const Exists& exists) {
  struct Question {
    std::shared_ptr<std::atomic<bool>> absent = std::make_shared<std::atomic<bool>>(false);
    DetachablePoller thread;
  };
  std::vector<std::unique_ptr<Question>> questions;
  try {
    for (const std::filesystem::path& source : sources) {
      Question& asked = *questions.emplace_back(std::make_unique<Question>());
      asked.thread.post([absent = asked.absent, source, exists] { *absent = !exists(source); }, true);
      asked.thread.end();
    }
  } catch (const std::system_error&) {
    // No thread left: who is not asked may be there.
  }
  const auto latest = DetachablePoller::Clock::now() + patience;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (questions[i]->thread.awaitEnd(latest) && *questions[i]->absent) return sources[i];
  }
  return std::nullopt;
}

}  // namespace sojourn::monitor
