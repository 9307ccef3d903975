// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a training runs on the CPU or on a GPU when that is left to the program.
#pragma once

#include <string>

#include "model/train/trainer/trainer.h"

namespace sojourn {

struct TrainingDevice {
  Device device = Device::Cpu;
  std::string reason;  ///< "a step takes 62 ms on the CPU and 1.3 ms on the GPU"; empty where there is no GPU
};

/// For Device::Auto: the device on which this training ends first, by the time of a step on each. They are measured
/// with networks of their own, once for a model, a batch size and a machine. Must be asked before torch is first asked
/// for anything. Nothing fails: what cannot be measured is done on the CPU.
[[nodiscard]] TrainingDevice chooseTrainingDevice(const TrainRequest& request);

}  // namespace sojourn
