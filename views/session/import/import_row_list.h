// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that the Import page lists one by one: the first of the input, those of a user, those that leave at a step.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/data/prepare/trial_preparation.h"
#include "model/data/records/input_preview.h"

namespace sojourn::session {

/// The first rows where both are empty.
struct ImportRowChoice {
  std::string user;    ///< whose rows
  std::string reason;  ///< of funnelOf(): the rows, or the stays, that leave for it

  /// Rows as they stand in the input, not stays that were found in it.
  [[nodiscard]] bool ofInput() const;
  bool operator==(const ImportRowChoice&) const = default;
};

struct ImportRowList {
  ImportRowChoice choice;
  std::uint64_t trial = 0;          ///< ImportTrials::number, of stays
  std::vector<std::string> header;  ///< of the fields, in the language of the user where they are of stays
  std::vector<PreviewRow> rows;     ///< at most mostListed
};
inline constexpr std::size_t mostListed = 100;

/// Reads the input again until it has the rows. Errors: those of previewInput().
[[nodiscard]] Result<ImportRowList> listInputRows(const ImportRowChoice& choice, const TrialInput& input,
                                                  const Progress& progress, const CancelToken& cancel);
/// Stays with their start and end on the clock of the settings.
[[nodiscard]] ImportRowList listStays(const ImportRowChoice& choice, const TrialInput& input, const Preparation& made);

}  // namespace sojourn::session
