// SPDX-License-Identifier: GPL-3.0-or-later
// The model's answers that a report needs, computed on a thread of their own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "views/session/report/report_subjects.h"
#include "views/session/report/sample_findings.h"

namespace sojourn::session {

/// Of one subject. The error is why there is no inspection.
struct ReportAnswer {
  Result<InspectionPtr> inspection;
  InspectionPtr recorded;  ///< of what an edited one is compared with; null where there is none, or it failed
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
