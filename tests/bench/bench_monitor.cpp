// SPDX-License-Identifier: GPL-3.0-or-later
// How the monitor opens a folder of 200 runs of 3,000 steps and one of 1,000,000, and what it costs while ten run.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "model/runs/store/ids_and_times.h"
#include "tests/runs/fake_run.h"
#include "tests/runs/many_runs.h"
#include "tests/support/built.h"
#include "tests/support/child.h"
#include "tests/support/temp_folder.h"
#include "views/session/follow/run_follower.h"

namespace sojourn {
namespace {

using test::Child;

const std::filesystem::path& manyRuns() {
  static const test::TempFolder folder;
  [[maybe_unused]] static const bool written = (test::writeManyRuns(folder.path()), true);
  return folder.path();
}

/// Megabytes that a process holds, and the most it ever held.
double megabytesOf(pid_t process, const char* what) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(what)) return std::strtod(line.c_str() + std::string(what).size() + 1, nullptr) / 1024;
  }
  return 0;
}

/// Seconds of processor time that a process has used.
double cpuSecondsOf(pid_t process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stat)), {});
  std::istringstream fields(text.substr(text.rfind(')') + 2));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// The time is that of the first whole list; `all` seconds until every log has been read.
void openManyRuns(benchmark::State& state) {
  const std::filesystem::path& folder = manyRuns();
  double all = 0, most = 0;
  for ([[maybe_unused]] auto _ : state) {
    const double began = wallNow();
    Child monitor({test::builtProgram("sojourn-monitor"), folder.string(), "--text"});
    // Lines come in the order of need: the last is of a finished run.
    const auto line = monitor.awaitLine([](const std::string& text) { return text.starts_with("finished"); },
                                        std::chrono::minutes(1));
    if (!line) return state.SkipWithError("nothing came within a minute");
    state.SetIterationTime(line->wall - began);
    const auto whole = monitor.awaitLine(
        [](const std::string& text) {
          return text.find(" runs in ") != std::string::npos && text.find("reading") == std::string::npos;
        },
        std::chrono::minutes(1));
    if (!whole) return state.SkipWithError("the logs were not read within a minute");
    all = whole->wall - began;
    most = megabytesOf(monitor.pid(), "VmHWM:");
  }
  state.counters["all_s"] = all;
  state.counters["most_MB"] = most;
}
BENCHMARK(openManyRuns)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(3);

/// The same without a program around it: until every run's latest part is known.
void followManyRuns(benchmark::State& state) {
  const std::filesystem::path& folder = manyRuns();
  double first = 0;
  int looks = 0;
  for ([[maybe_unused]] auto _ : state) {
    const double began = wallNow();
    session::RunFollower follower(folder);
    looks = 1;
    bool more = follower.poll().more;
    first = wallNow() - began;
    for (; more; ++looks) more = follower.poll().more;
  }
  state.counters["first_look_s"] = first;
  state.counters["looks"] = looks;
}
BENCHMARK(followManyRuns)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(3);

/// Ten trainings of ten steps a second beside `sojourn-monitor --text`: percent of a core, over half a minute.
void watchTenLiveRuns(benchmark::State& state) {
  constexpr int runs = 10;
  constexpr double seconds = 30;
  const test::TempFolder folder;
  std::atomic<bool> over = false;
  std::thread trainers([&] {
    std::vector<std::unique_ptr<test::FakeRun>> trained;
    test::FakeRunOptions options;
    options.epochs = 3;
    options.state = RunState::Running;
    for (int i = 0; i < runs; ++i)
      trained.push_back(std::make_unique<test::FakeRun>(folder / std::to_string(i), options));
    for (std::int64_t step = 1000; !over; ++step) {
      for (const auto& run : trained) {
        run->append(StepEvent{.step = step,
                              .epoch = 4,
                              .loss = 3,
                              .learningRate = 1e-3,
                              .gradientNorm = 1,
                              .clippedGradientNorm = 0.8,
                              .sequencesPerSecond = 1500,
                              .tokensPerSecond = 28'000});
        if (step % 10 == 0) run->writeStatus(RunState::Running);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  });
  std::this_thread::sleep_for(std::chrono::seconds(1));
  for ([[maybe_unused]] auto _ : state) {
    Child monitor({test::builtProgram("sojourn-monitor"), folder.path().string(), "--text"});
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const double before = cpuSecondsOf(monitor.pid());
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    const double used = cpuSecondsOf(monitor.pid()) - before;
    state.SetIterationTime(used);
    state.counters["percent_of_a_core"] = 100 * used / seconds;
    state.counters["MB"] = megabytesOf(monitor.pid(), "VmRSS:");
  }
  over = true;
  trainers.join();
}
BENCHMARK(watchTenLiveRuns)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(1);

}  // namespace
}  // namespace sojourn

BENCHMARK_MAIN();
