// SPDX-License-Identifier: GPL-3.0-or-later
// Reads predictions that another program made, so that any model can be compared with ours.
#pragma once

#include <filesystem>
#include <vector>

#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/results/outcome.h"

namespace sojourn {

struct FilePredictions {
  std::vector<Outcome> outcomes;  ///< of all rows of the set; rank 0 where the target is not listed
  bool probabilities = false;     ///< the file has them: else those of the outcomes are NaN
};

/// A CSV with the columns index,rank1,...,rank10 and optionally probability1,...,probability10, one line for each row
/// of `set` in any order; fewer ranks are enough. Errors (ErrorKind::BadInput): what the file cannot be, with its line;
/// a row that is missing or there twice; a location twice in a line; probabilities outside 0..1.
[[nodiscard]] Result<FilePredictions> readPredictions(const std::filesystem::path& file, const SequenceSet& set);
/// The same of a text; `where` names it in errors.
[[nodiscard]] Result<FilePredictions> parsePredictions(std::string_view text, const std::string& where,
                                                       const SequenceSet& set);

}  // namespace sojourn
