// SPDX-License-Identifier: GPL-3.0-or-later
// How the configurations of runs differ: in words for a line of the table, key by key for a comparison.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/runs/store/run_files.h"

namespace sojourn::session {

/// Key and value of everything that a training depends on: "dataset", "model.d_model", "training.learning_rate", last
/// "seed". Keys without effect on what is learned (folders, workers, which probes and checkpoints are kept) are left
/// out.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> settingsOf(const RunRecord& record);

/// "lr 0.02, no clipping": what `record` has and `reference` has not; empty where they agree.
/// Without its seed where it stands for all seeds.
[[nodiscard]] std::string recordDifferenceText(const RunRecord& record, const RunRecord& reference,
                                               bool withSeed = true);

/// A key that not all of some runs have with one value.
struct DifferingSetting {
  std::string key;
  std::vector<std::optional<std::string>> values = {};  ///< a run each; absent where its configuration lacks the key
};
/// In the order of the configuration. A run without a configuration (a null record, a foreign log) lacks every key, and
/// makes none differ.
[[nodiscard]] std::vector<DifferingSetting> differingSettings(std::span<const RunRecord* const> records);

/// The same for runs that differ in nothing but their seed; empty for one without a seed.
[[nodiscard]] std::string seedGroupKey(const RunRecord& record);
/// Empty where the configuration has none.
[[nodiscard]] std::string seedOf(const RunRecord& record);

}  // namespace sojourn::session
