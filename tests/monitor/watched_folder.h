// SPDX-License-Identifier: GPL-3.0-or-later
// A monitor over a folder of fake runs, brought to rest by the test.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "model/runs/store/ids_and_times.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "tests/support/waiting.h"
#include "views/monitor/state/monitor.h"

namespace sojourn::test {

class WatchedFolder {
 public:
  explicit WatchedFolder(monitor::MonitorSettings settings = {}) : m_settings(std::move(settings)) {}

  /// Before the monitor is asked for.
  FakeRun& add(const std::string& name, const FakeRunOptions& options) {
    m_runs.push_back(std::make_unique<FakeRun>(m_folder / name, options));
    return *m_runs.back();
  }
  /// One that was added.
  FakeRun& at(const std::string& name) {
    return **std::ranges::find(m_runs, m_folder / name, [](const auto& run) { return run->paths().folder; });
  }
  static FakeRunOptions options(RunState state, std::int64_t epochs = 3) {
    FakeRunOptions made;
    made.state = state;
    made.epochs = epochs;
    made.stepsPerEpoch = 20;
    made.loss = [](std::int64_t epoch) { return 4.0 - 0.1 * static_cast<double>(epoch); };
    return made;
  }

  monitor::Monitor& monitor() {
    if (!m_monitor)
      m_monitor = std::make_unique<monitor::Monitor>(
          monitor::MonitorOptions{
              .sources = {m_folder.path()},
              .wake = {},
              .notify = [this](const std::string& title, const std::string&) { notifications.push_back(title); },
              .interval = std::chrono::milliseconds(10)},
          m_settings);
    return *m_monitor;
  }

  /// Updates until it is so, for longestWait at most.
  [[nodiscard]] bool until(const std::function<bool()>& condition) {
    return eventually([&] {
      monitor().update(wallNow());
      return condition();
    });
  }
  [[nodiscard]] bool settle() {
    return until([this] { return monitor().settled() && monitor().runs().size() == m_runs.size(); });
  }
  [[nodiscard]] std::string id(const std::string& name) const { return (m_folder / name).string(); }
  [[nodiscard]] const std::filesystem::path& path() const { return m_folder.path(); }

  std::vector<std::string> notifications;

 private:
  TempFolder m_folder;
  monitor::MonitorSettings m_settings;
  std::vector<std::unique_ptr<FakeRun>> m_runs;
  std::unique_ptr<monitor::Monitor> m_monitor;
};

}  // namespace sojourn::test
