// SPDX-License-Identifier: GPL-3.0-or-later
// A dataset: up to three splits of sequences, what their metadata says, places and users with names.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/files.h"
#include "model/core/result.h"
#include "model/data/dataset/place_names.h"
#include "model/data/dataset/pseudonyms.h"
#include "model/data/dataset/sequence_set.h"

namespace sojourn {

enum class Split { Train, Validation, Test };
inline constexpr std::array allSplits{Split::Train, Split::Validation, Split::Test};
/// "train", "validation", "test", as in file names and on the command line.
[[nodiscard]] constexpr const char* splitName(Split split) {
  return std::array{"train", "validation", "test"}[static_cast<std::size_t>(split)];
}
[[nodiscard]] constexpr std::optional<Split> splitFromName(std::string_view name) {
  for (const Split split : allSplits)
    if (name == splitName(split)) return split;
  return std::nullopt;
}

struct Dataset {
  std::filesystem::path folder;
  std::string prefix;
  std::string title;  ///< the metadata's dataset_name if there is one, else the prefix
  std::array<std::optional<SequenceSet>, 3> splits;
  PlaceNames places;
  std::vector<std::string> userNames;  ///< by user id; empty where there is no name
  std::vector<Problem> problems;       ///< metadata that disagrees, values out of range, ... (SPEC 8.3)
  /// SPEC 2: 1 + the largest id in train; metadata where train is absent; else 1 + the largest id seen.
  LocationId numLocations = 0;
  UserId numUsers = 0;
  bool localClock = false;  ///< times are known to be those of the people's clocks, so that no zone is offered
  std::size_t maxSequenceLength = 0;  ///< longest sequence over the loaded splits + 10
  /// SHA-256 over the split files that were read, hexadecimal; of these and the seed where there are pseudonyms.
  std::string fingerprint;
  std::string filesFingerprint = {};                       ///< where there are pseudonyms: of the files alone
  std::shared_ptr<const Pseudonyms> pseudonyms = nullptr;  ///< null: ids are as recorded

  [[nodiscard]] const SequenceSet* split(Split which) const {
    const auto& set = splits[static_cast<std::size_t>(which)];
    return set ? &*set : nullptr;
  }
};

struct DatasetLocation {
  std::filesystem::path folder;
  std::string prefix;
};

/// DATA of the command line: a folder that holds one dataset, or folder/prefix. Several prefixes without a choice are
/// an error that lists them.
[[nodiscard]] Result<DatasetLocation> locateDataset(const std::filesystem::path& data);

struct DatasetReadOptions {
  std::vector<Split> wanted{Split::Train, Split::Validation, Split::Test};  ///< absent files are skipped
  std::vector<Split> required{};                                            ///< absent files are an error
  std::string pseudonyms{};  ///< a seed: all splits are read, and every id is a pseudonym; empty: as recorded
};
[[nodiscard]] Result<Dataset> readDataset(const DatasetLocation& location, const DatasetReadOptions& options = {},
                                          const Progress& progress = {}, const CancelToken& cancel = {});

/// How numbers are written: int64 and float64 as SPEC 2 has them, or int32 and float32, which occur in the wild and
/// take half the space. Durations beyond 2^24 minutes or in fractions that float32 lacks are rounded when narrow.
enum class NumberWidth { Wide, Narrow };

/// A split as the bytes of a `.pk` file.
[[nodiscard]] Bytes encodeSequences(const SequenceSet& set, NumberWidth width = NumberWidth::Wide);

/// Writes {prefix}_{split}.pk, {prefix}_metadata.json and, where there is something to say, {prefix}_locations.csv and
/// {prefix}_users.csv as SPEC 2 has them. The folder must exist; each file is written atomically.
[[nodiscard]] Status writeDataset(const Dataset& dataset, const std::filesystem::path& folder,
                                  NumberWidth width = NumberWidth::Wide);

}  // namespace sojourn
