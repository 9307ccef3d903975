// SPDX-License-Identifier: GPL-3.0-or-later
// Run directories for tests, written with the same writers as a trainer's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/runs/log/event_log.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"

namespace sojourn::test {

struct FakeRunOptions {
  std::int64_t epochs = 12;  ///< whole ones in the log
  std::int64_t planned = 50;
  std::int64_t stepsPerEpoch = 58;
  RunState state = RunState::Finished;
  std::string id{};  ///< empty: a new one
  std::string created = "2026-01-31T08:15:00Z";
  std::string model = "pointer_v45";
  std::string prefix = "geolife";
  /// Validation loss by epoch; its lowest is the best. Unset: falls to 2.95 at the epoch 8 and rises again.
  std::function<double(std::int64_t epoch)> loss;
  std::optional<std::int64_t> seed;    ///< in the configuration, where it is set
  double learningRate = 6.5e-4;        ///< in the configuration
  std::optional<double> testAccuracy;  ///< of results.json, which is written where it is set
};

/// A run that a test writes on.
class FakeRun {
 public:
  FakeRun(const std::filesystem::path& folder, FakeRunOptions options = {});

  [[nodiscard]] const RunPaths& paths() const { return m_paths; }
  /// One epoch more: its steps, its end, its validation.
  void writeEpoch();
  /// status.json with a heartbeat of now, by this process; of a process that is gone where `alive` is false.
  void writeStatus(RunState state, bool alive = true);
  void append(EventBody event);
  [[nodiscard]] std::int64_t epoch() const { return m_epoch; }
  [[nodiscard]] double lossAt(std::int64_t epoch) const;

 private:
  RunPaths m_paths;
  FakeRunOptions m_options;
  std::unique_ptr<EventLog> m_log;
  void writeResults(double testAccuracy) const;

  std::int64_t m_epoch = 0, m_step = 0;
};

}  // namespace sojourn::test
