// SPDX-License-Identifier: GPL-3.0-or-later
// A run's curves for other programs: TensorBoard event files and tables (SPEC 9, `sojourn export`).
#pragma once

#include <filesystem>

#include "model/core/cancel.h"
#include "model/core/guarded_path.h"
#include "model/core/result.h"
#include "model/runs/log/run_history.h"
#include "model/runs/store/run_files.h"

namespace sojourn {

/// Reads the events of a run to their end as it is now. Errors: there is no log, or it cannot be read
/// (ErrorKind::BadInput); Cancelled.
[[nodiscard]] Result<RunHistory> readRunHistory(const GuardedPath& events, const CancelToken& cancel = {});

/// Writes one event file into `folder`, which is made where it is not there, in place of an earlier export's. Tags, at
/// the run's steps: loss/train, learning_rate, gradient_norm (before clipping) and throughput (sequences a second) of
/// every step; loss/validation (batch_mean_loss), accuracy/all@1, accuracy/known@1, mrr/all and mrr/known of every
/// validation. The page Custom scalars shows both losses in one chart, and so accuracies and MRR of all and of known
/// targets; the page HParams has what `record` says of the configuration, where it is there. Errors: ErrorKind::Failed;
/// Cancelled.
[[nodiscard]] Status exportTensorBoard(const RunHistory& history, const std::filesystem::path& folder,
                                       const CancelToken& cancel = {}, const RunRecord* record = nullptr);

/// Writes steps.csv, epochs.csv and eval.csv (a row a group of targets) into `folder`, which is made where it is not
/// there. Columns are named like the events' members; what is not there is empty, NaN and infinities are the words
/// NaN, Infinity and -Infinity. Errors: ErrorKind::Failed; Cancelled.
[[nodiscard]] Status exportCsv(const RunHistory& history, const std::filesystem::path& folder,
                               const CancelToken& cancel = {});

}  // namespace sojourn
