// SPDX-License-Identifier: GPL-3.0-or-later
// One reader for each kind of foreign log. For import_*.cpp and their tests.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/cancel.h"
#include "model/runs/import/import_run.h"

namespace sojourn {

/// Whether the beginning of a file looks like what the reader below takes. Cheap; a yes promises nothing.
[[nodiscard]] bool looksLikeTrainingLog(std::string_view head);
[[nodiscard]] bool looksLikeTable(std::string_view head);
[[nodiscard]] bool looksLikeJsonLines(std::string_view head);
[[nodiscard]] bool looksLikeEventFile(std::string_view head);

/// Lines of text. Read of a line: its time at the beginning ("2025-12-29 06:38:22,318", no zone: taken as UTC); after
/// "Epoch 3/50" what is named by a word and a number ("Train: 4.2286 | Val: 3.2382 | Acc@1: 38.63%"); "Model
/// parameters: 251,476"; "Early stopping"; after a line with "test result" such figures are those of the test split.
[[nodiscard]] Result<ImportedRun> importTrainingLog(std::string_view text, const std::string& where,
                                                    const CancelToken& cancel = {});

/// A header and rows of numbers; what the columns mean says MetricNameResolver. A text column "split" or "type" names
/// each row's split: rows of a table without steps and epochs are then the results of whole runs, and what is shown of
/// validation is their mean.
[[nodiscard]] Result<ImportedRun> importTable(std::string_view text, const std::string& where,
                                              const CancelToken& cancel = {});

/// The folder that `sojourn export --csv` has written: all that the events said of steps, epochs and evaluations.
[[nodiscard]] Result<ImportedRun> importExport(const std::filesystem::path& folder, const CancelToken& cancel = {});
[[nodiscard]] bool isExport(const std::filesystem::path& folder);

/// An object a line. Objects within objects are read as "outer/inner"; what the keys mean says MetricNameResolver; a
/// text "split", "mode" or "phase" goes before them. Other texts, lists and truths are passed over.
[[nodiscard]] Result<ImportedRun> importJsonLines(std::string_view text, const std::string& where,
                                                  const CancelToken& cancel = {});

/// One event file, or all of a folder together, as TensorBoard shows them; those in its folders train, validation,
/// val, eval and test with the folder's name before their tags.
[[nodiscard]] Result<ImportedRun> importTensorBoard(const std::filesystem::path& path, const CancelToken& cancel = {});
/// The files that are read of a folder, in their order.
[[nodiscard]] std::vector<std::filesystem::path> eventFiles(const std::filesystem::path& folder);
/// The folder whose run the event files that lie directly in `folder` belong to; nothing where there are none.
[[nodiscard]] std::optional<std::filesystem::path> folderOfEvents(const std::filesystem::path& folder);

/// A number of a foreign text: decimal with a point, NaN and infinities in their usual spellings. `percent` tells of a
/// percent sign behind it.
[[nodiscard]] std::optional<double> numberOfText(std::string_view text, bool* percent = nullptr);

}  // namespace sojourn
