// SPDX-License-Identifier: GPL-3.0-or-later
// What something measured over the filtered samples is of; it holds while this does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "views/session/dataset/loaders.h"

namespace sojourn::session {

class Workspace;

struct FilteredSamples {
  DatasetPtr dataset;
  EnginePtr engine;
  Split split = Split::Test;
  std::uint64_t rows = 0;  ///< of the filtered rows, whatever their order
  std::size_t count = 0;

  bool operator==(const FilteredSamples&) const = default;
  [[nodiscard]] bool sameModelAndData(const FilteredSamples& other) const {
    return dataset == other.dataset && engine == other.engine;
  }
};

/// As the workspace has them now.
[[nodiscard]] FilteredSamples filteredSamples(const Workspace& workspace);

/// Ascending: which samples are drawn of them must not hang on how the table is sorted.
[[nodiscard]] std::vector<std::size_t> filteredRows(const Workspace& workspace);

}  // namespace sojourn::session
