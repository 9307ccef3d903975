// SPDX-License-Identifier: GPL-3.0-or-later
// The sequences that a report is about, and the model's answers that it needs, computed on a thread of their own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "views/session/report/report_choice.h"
#include "views/session/report/sample_findings.h"
#include "views/session/what_if/what_if.h"

namespace sojourn::session {

struct ReportSubject {
  Sequence sequence;
  std::string title;               ///< "Sample 3 376, test", "Scenario Late Thursday"
  std::string sampleText;          ///< "sample 3376, test, edited": the scope that its views print
  std::optional<std::size_t> row;  ///< in the open split; absent for a scenario of other data

  std::optional<Sequence> recorded = {};                        ///< what an edited one is compared with
  std::vector<std::optional<std::size_t>> before = {};          ///< [visits of sequence] index in recorded
  std::vector<std::string> edits = {};                          ///< first to last, in words
  std::vector<std::pair<std::size_t, std::string>> flags = {};  ///< visits that could not have been, and why

  [[nodiscard]] bool edited() const { return recorded.has_value(); }
};

/// In the order of the report. Errors: of parseSampleList(); nothing chosen, or nothing there of what was chosen.
[[nodiscard]] Result<std::vector<ReportSubject>> reportSubjects(const ReportChoice& choice, const Workspace& workspace,
                                                                const WhatIf& whatIf);

/// How the samples were chosen: "the first 10 of 358 filtered of 3 502 test samples".
[[nodiscard]] std::string samplesText(const ReportChoice& choice, const Workspace& workspace);

/// Of one subject. The error is why there is no inspection.
struct ReportAnswer {
  Result<InspectionPtr> inspection;
  InspectionPtr recorded = {};  ///< of what an edited one is compared with; null where there is none, or it failed
};

/// First all inspections, which take milliseconds; then, where any are wished for, the findings of one subject after
/// the other. Gives way to what a person waits for on the screen. Owned and called on the workspace's thread, as are
/// the callbacks.
class ReportAnswers {
 public:
  struct Callbacks {
    std::function<void(std::vector<ReportAnswer>)> inspected;
    /// Of the subjects in their order, those without an inspection left out.
    std::function<void(std::size_t subject, SampleFindings)> found;
  };

  /// `workspace` must outlive this.
  ReportAnswers(Workspace& workspace, std::vector<ReportSubject> subjects, FindingWishes wishes, Callbacks callbacks);
  /// Cancels the work and waits for it.
  ~ReportAnswers();
  ReportAnswers(const ReportAnswers&) = delete;
  ReportAnswers& operator=(const ReportAnswers&) = delete;

 private:
  struct Order;
  static void work(const Order& order);
  template <class Act>
  static void post(const Order& order, Act act);

  Workspace& m_workspace;
  /// What is posted looks whether this is still there.
  const std::shared_ptr<Callbacks> m_callbacks;
  CancelToken m_cancel;
  Worker m_worker;
};

}  // namespace sojourn::session
