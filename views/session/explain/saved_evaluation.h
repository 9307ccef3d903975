// SPDX-License-Identifier: GPL-3.0-or-later
// A result over the filtered samples as a workspace keeps it: its figures, and all that they were computed from.
//
// It stands within the workspace's file and not beside it: one is some 30 kB (means and intervals, nothing of a single
// sample), few are kept, and a study that is copied or sent takes its results along.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "model/data/dataset/dataset.h"
#include "model/data/io/strict_json.h"
#include "model/explain/explanation/explain_set.h"
#include "model/results/explanation_summary.h"
#include "model/results/model_description.h"

namespace sojourn::session {

/// At most so many in one workspace: the one that is shown and those of other filters.
inline constexpr std::size_t mostSavedEvaluations = 9;

struct SavedEvaluation {
  std::string dataset;     ///< SHA-256
  std::string checkpoint;  ///< SHA-256
  std::int64_t heads = 1;  ///< that the model was read with
  Split split = Split::Test;
  std::string filter;         ///< as it was typed
  std::uint64_t rows = 0;     ///< FilteredSamples::rows
  std::size_t filtered = 0;   ///< samples that the filter showed
  ExplainSetRequest request;  ///< methods and number of samples apart: the summary tells them
  std::string program;        ///< version that computed it
  /// Never null. Fewer samples than were asked for: it was stopped, or the program was.
  std::shared_ptr<const ExplanationSummary> summary;

  /// By what is written of them: a figure that is not a number equals another one.
  bool operator==(const SavedEvaluation& other) const;
};

/// One for these; the caller adds what is of the filter.
[[nodiscard]] SavedEvaluation savedEvaluation(const Dataset& dataset, const ModelDescription& model,
                                              std::shared_ptr<const ExplanationSummary> summary);

/// Why it does not hold for what is open, in a sentence's second half ("the checkpoint has changed since then"); empty
/// where it does. Whether its filter still shows the same samples is not asked here. Null: nothing is open.
[[nodiscard]] std::string whyOutdated(const SavedEvaluation& saved, const Dataset* dataset,
                                      const ModelDescription* model);

/// An object of several lines, a method each. Figures that are not finite are null, with nothing behind them.
[[nodiscard]] std::string evaluationJsonText(const SavedEvaluation& saved, const std::string& indent);
/// Throws JsonRefusal: wrong keys and types, counts that contradict each other, figures beyond any range.
[[nodiscard]] SavedEvaluation evaluationOfJson(const StrictJson& json, const std::string& place);

}  // namespace sojourn::session
