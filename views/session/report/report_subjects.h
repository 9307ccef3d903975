// SPDX-License-Identifier: GPL-3.0-or-later
// The sequences that a report is about: recorded samples, an edited one, scenarios.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "views/session/report/report_choice.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {

struct ReportSubject {
  Sequence sequence;
  std::string title;               ///< "Sample 3 376, test", "Scenario Late Thursday"
  std::string sampleText;          ///< "sample 3376, test, edited": the scope that its views print
  std::optional<std::size_t> row;  ///< in the open split; absent for a scenario of other data

  std::optional<Sequence> recorded;                        ///< what an edited one is compared with
  std::vector<std::optional<std::size_t>> before;          ///< [visits of sequence] index in recorded
  std::vector<std::string> edits;                          ///< first to last, in words
  std::vector<std::pair<std::size_t, std::string>> flags;  ///< visits that could not have been, and why

  [[nodiscard]] bool edited() const { return recorded.has_value(); }
};

/// In the order of the report. Errors: of parseSampleList(); nothing chosen, or nothing there of what was chosen.
[[nodiscard]] Result<std::vector<ReportSubject>> reportSubjects(const ReportChoice& choice, const Workspace& workspace,
                                                                const WhatIf& whatIf);

/// How the samples were chosen: "the first 10 of 358 filtered of 3 502 test samples".
[[nodiscard]] std::string samplesText(const ReportChoice& choice, const Workspace& workspace);

}  // namespace sojourn::session
