// SPDX-License-Identifier: GPL-3.0-or-later
// Reads predictions that another program made, so that any model can be compared with ours.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/outcome.h"

namespace sojourn {

struct FilePredictions {
  std::vector<Outcome> outcomes;      ///< of all rows of the set; rank 0 where the target is not listed
  bool probabilities = false;         ///< the file has them: else those of the outcomes are NaN
  std::size_t ranks = 0;              ///< that every row has; figures of later ranks are not known
  std::size_t columns = 0;            ///< ranks of the longest row
  std::vector<LocationId> locations;  ///< [rows][columns], best first; paddingLocation behind the last of a row
  std::vector<float> chances;         ///< [rows][columns]; empty without probabilities

  /// What it says of a row, best first.
  [[nodiscard]] std::span<const LocationId> locationsOf(std::size_t row) const;
  /// Of those; empty without probabilities.
  [[nodiscard]] std::span<const float> chancesOf(std::size_t row) const;
};

/// A CSV with the columns index,rank1,...,rank10 and optionally probability1,...,probability10, one line for each row
/// of `set` in any order; fewer ranks are enough. Errors (ErrorKind::BadInput): what the file cannot be, with its line;
/// a row that is missing or there twice; a location twice in a line; probabilities outside 0..1.
[[nodiscard]] Result<FilePredictions> readPredictions(const std::filesystem::path& file, const SequenceSet& set);
/// The same of a text; `where` names it in errors.
[[nodiscard]] Result<FilePredictions> parsePredictions(std::string_view text, const std::string& where,
                                                       const SequenceSet& set);

}  // namespace sojourn
