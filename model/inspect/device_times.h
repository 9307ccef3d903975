// SPDX-License-Identifier: GPL-3.0-or-later
// How long a model's work takes on each device of a machine, and which device is the faster for it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "model/results/device.h"
#include "model/results/model_description.h"

namespace sojourn {

/// Seconds, as measured.
struct DeviceTimes {
  double start = 0;       ///< until the first result; 0 for a CPU
  double inspection = 0;  ///< of one sequence, with maps
  double sequence = 0;    ///< one of many that are predicted together
  double step = 0;        ///< of a training

  bool operator==(const DeviceTimes&) const = default;
};

/// How much a model is asked for before its program ends.
struct ExpectedWork {
  double inspections = 0;
  double sequences = 0;  ///< predicted together
  double steps = 0;      ///< of a training

  [[nodiscard]] double secondsBy(const DeviceTimes& times) const {
    return times.start + inspections * times.inspection + sequences * times.sequence + steps * times.step;
  }
};

/// Below this a GPU is not tried: it would not even have started.
inline constexpr double quickestStart = 0.8;

struct DeviceDecision {
  bool inspectionsOnGpu = false, sequencesOnGpu = false;
  std::string reason;  ///< "about 0.05 s on the CPU and 1.2 s on the GPU"

  [[nodiscard]] bool gpu() const { return inspectionsOnGpu || sequencesOnGpu; }
};

/// For so much work, everything on one device. Without it, as in a program that stays open, each kind of work on the
/// device that is faster for it.
[[nodiscard]] DeviceDecision decideDevice(const DeviceTimes& cpu, const DeviceTimes& gpu,
                                          const std::optional<ExpectedWork>& work);

/// "12 ms", "1.4 s": two figures.
[[nodiscard]] std::string roughSeconds(double seconds);

/// What was measured, in a file of the user's cache folder ($XDG_CACHE_HOME/sojourn or ~/.cache/sojourn). A file that
/// cannot be read is as if there was none, and one that cannot be written is measured again next time.
class DeviceTimesFile {
 public:
  DeviceTimesFile();
  explicit DeviceTimesFile(std::filesystem::path file) : m_file(std::move(file)) {}

  [[nodiscard]] std::optional<DeviceTimes> find(const std::string& key) const;
  /// Replaces an earlier one; the oldest go where there are very many.
  void keep(const std::string& key, const DeviceTimes& times) const;

 private:
  std::filesystem::path m_file;  ///< empty: there is no place for it
};

/// Names a model by what its times depend on, and the device; `more` is what else they depend on. The processor and the
/// number of threads are part of it.
[[nodiscard]] std::string timesKey(const ModelDescription& model, const std::string& deviceName,
                                   const std::string& more = "");

}  // namespace sojourn
