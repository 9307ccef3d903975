// SPDX-License-Identifier: GPL-3.0-or-later
// The monitor over a folder of runs and a home folder, without a trainer.
#pragma once

#include <filesystem>

#include <gmock/gmock.h>

#include "model/config/config_file.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/monitor/watched_folder.h"
#include "tests/support/built.h"
#include "views/monitor/launch/launching.h"
#include "views/monitor/state/panel_data.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::monitor {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Launches : public ::testing::Test {
 protected:
  void SetUp() override {
    auto options = m_folder.options(RunState::Finished);
    options.seed = 42;
    m_folder.add("hot", options);
    m_folder.add("left", m_folder.options(RunState::Running)).writeStatus(RunState::Running, false);
    ASSERT_TRUE(m_folder.settle());
    m_launching = std::make_unique<Launching>(
        LaunchingOptions{.wake = {},
                         .startQueue = [this](const std::filesystem::path& folder, std::int64_t atATime,
                                              std::function<void(const session::QueueEnd&)> ended) -> Status {
                           m_started.emplace_back(folder, atATime);
                           if (m_startError) return *m_startError;
                           m_ended = std::move(ended);
                           return {};
                         },
                         .demo =
                             [] {
                               return Result<session::Loaders::DemoFiles>({test::demoFolder(), test::demoFolder()});
                             },
                         .home = m_home.path()},
        monitor());
  }

  [[nodiscard]] Monitor& monitor() { return m_folder.monitor(); }
  void act(const present::LaunchAction& action) { m_launching->act(action); }
  void set(const std::string& key, const std::string& text) { act(present::SetField{key, text}); }
  /// A file is read by another thread; until then nothing can be launched.
  void start(const std::string& from) {
    set("from", from);
    EXPECT_TRUE(until([&] {
      const bool reading = formModel().differs.starts_with("Reading ");
      EXPECT_FALSE(reading && formModel().launch.enabled);
      return !reading;
    }));
  }
  [[nodiscard]] const LaunchFormModel& formModel() const { return m_launching->formModel(); }
  [[nodiscard]] const session::FormField& field(const std::string& key) const {
    for (const session::FormSection& section : formModel().sections)
      for (const session::FormField& one : section.fields)
        if (one.key == key) return one;
    static const session::FormField none;
    ADD_FAILURE() << "no field " << key;
    return none;
  }
  [[nodiscard]] bool until(const std::function<bool()>& condition) {
    return m_folder.until([&] {
      m_launching->update(wallNow());
      return condition();
    });
  }
  /// What the disk says has come.
  [[nodiscard]] bool checked() {
    return until([this] { return !m_launching->busy() && ++m_rounds % 20 == 0; });
  }
  [[nodiscard]] std::vector<QueuedRun> waiting() const { return RunQueue(m_folder.path()).waiting(); }

  test::TempFolder m_home;
  test::WatchedFolder m_folder;
  std::vector<std::pair<std::filesystem::path, std::int64_t>> m_started;
  std::optional<Error> m_startError;
  std::function<void(const session::QueueEnd&)> m_ended;  ///< tells that the queue started last has ended
  std::unique_ptr<Launching> m_launching;
  int m_rounds = 0;
};

}  // namespace sojourn::monitor
