// SPDX-License-Identifier: GPL-3.0-or-later
// The ablation study: a model trained without one part at a time, with several seeds each, against the full model
// (SPEC 11).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/results/comparison.h"

namespace sojourn {

/// One training of a variant.
struct VariantRun {
  std::int64_t seed = 0;
  std::string run;          ///< its folder, below that of the study
  std::string state;        ///< "finished", "running", "waiting", "interrupted", "failed", "missing", "unreadable"
  std::string reason = {};  ///< of one that failed or cannot be read
  std::optional<double> accuracy = {}, known = {};  ///< Acc@1 in percent, of all targets and of known ones
};

struct StudiedVariant {
  std::string name;  ///< "no_pointer", "layers_3"; the first is "full_model"
  std::vector<VariantRun> runs;
  std::optional<double> mean, sd;  ///< of the runs' Acc@1; the standard deviation of two and more
  PairedDifference difference;     ///< to the full model, in points, paired by seed and sample
  std::size_t seeds = 0;           ///< that the difference rests on
  std::optional<double> claimedGeolife, claimedDiy;
  std::string verdict;  ///< on the claim for this dataset; empty where there is none
};

struct VariantStudy {
  std::size_t n = 0, users = 0;  ///< samples of the split and their users
  std::vector<StudiedVariant> variants;
};

}  // namespace sojourn
