// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of an input as they stand there and what each would become: the first, those of a user, those that are dropped.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/data/records/drop_reasons.h"
#include "model/data/records/records.h"

namespace sojourn {

struct PreviewRow {
  std::string file;                 ///< of a folder, relative to it; empty where the input is one file
  std::size_t line = 0;             ///< from 1, in its file
  std::vector<std::string> fields;  ///< as UTF-8
  DropReason dropped = DropReason::None;
  std::vector<std::size_t> wrong;  ///< the fields that it is dropped for; none where it has too few
  std::string became;              ///< what it would become, or the reason why it is dropped; empty while columns miss
};

/// The head of a table as it would be read, or of a GPX or Geolife input by the names of its fields.
struct InputPreview {
  char delimiter = ',';
  std::vector<std::string> header;            ///< column names, or "1", "2", ... without a header
  std::map<std::string, std::size_t> mapped;  ///< what is read from which column (from 0)
  std::vector<std::string> missing;           ///< needed, and no column for it
  std::vector<PreviewRow> rows;
};

/// Which rows are wanted, in the order of reading.
struct PreviewChoice {
  std::size_t most = 20;
  std::optional<std::string> user = {};
  std::optional<DropReason> dropped = {};
  std::vector<RepeatedRow> repeated = {};  ///< those that are dropped as DropReason::Duplicate: ReadReport::repeated
};

/// Reads until it has the rows that are wanted. Dates are read as settings.dates says: to know what a whole column
/// decides, give ReadReport::dates. Errors: those of the readers; cancelled. A damaged file of a folder is passed over.
[[nodiscard]] Result<InputPreview> previewInput(const InputSettings& settings, const PreviewChoice& choice = {},
                                                const Progress& progress = {}, const CancelToken& cancel = {});

}  // namespace sojourn
