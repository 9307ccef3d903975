// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of runs with probe snapshots, some of which can be seen learning beside each other.
#pragma once

#include <gtest/gtest.h>

#include "model/runs/store/run_files.h"
#include "tests/monitor/watched_folder.h"
#include "tests/runs/fake_probes.h"
#include "views/monitor/replay/learning.h"

namespace sojourn::test {

/// "short" has snapshots of the epochs 0 to 3, "long" of 0 to 5; "elsewhere" is of other data, "others" of other rows,
/// "bare" has none.
class LearningPair {
 public:
  LearningPair() {
    add("short", 3, true);
    add("long", 5, true);
    FakeRun& elsewhere = add("elsewhere", 3, true);
    rewrite(elsewhere, [](RunRecord& record) { record.dataset.fingerprint = "11"; });
    FakeRun& others = add("others", 3, true);
    rewrite(others, [](RunRecord& record) { record.probes = {5, 6}; });
    add("bare", 3, false);
  }
  [[nodiscard]] monitor::Monitor& monitor() { return m_folder.monitor(); }
  [[nodiscard]] std::string id(const std::string& name) const { return m_folder.id(name); }
  [[nodiscard]] bool settle() { return m_folder.settle(); }

  /// `main` selected and `beside` chosen, everything read.
  void show(monitor::Learning& learning, const std::string& main, const std::string& beside) {
    learning.setWatched(true);
    learning.chooseBeside(beside.empty() ? "" : id(beside));
    learning.followRuns(monitor().runs(), id(main), monitor().plots());
    EXPECT_TRUE(eventually([&] { return !learning.update() && learning.settled(); }));
    learning.update();
  }

 private:
  FakeRun& add(const std::string& name, std::int64_t epochs, bool probes) {
    FakeRun& run = m_folder.add(name, WatchedFolder::options(RunState::Finished, epochs));
    for (std::int64_t epoch = 0; probes && epoch <= epochs; ++epoch) {
      writeFakeProbes(run.paths().folder, epoch);
      run.append(ProbeEvent{.epoch = epoch, .file = run.paths().inEvents(run.paths().probe(epoch))});
    }
    return run;
  }
  template <class Change>
  static void rewrite(const FakeRun& run, const Change& change) {
    auto record = readRunRecord(run.paths().record());
    ASSERT_TRUE(record) << record.error().sentence();
    change(*record);
    // Written once: a trainer never writes it again.
    std::filesystem::remove(run.paths().record());
    ASSERT_TRUE(writeRunRecord(run.paths().record(), *record).ok());
  }

  WatchedFolder m_folder;
};

}  // namespace sojourn::test
