// SPDX-License-Identifier: GPL-3.0-or-later
// A query that the workspace shows: a job where it takes a while, a change where there is news.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "views/session/async/latest_query.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// What is asked, in the words of its job.
struct QueryDescription {
  std::string title;         ///< "Shapley values of sample 3376, test"
  const char* unit = "";     ///< what its progress counts
  bool shownAtOnce = false;  ///< it was asked for; else the job comes only where it takes a while
  const char* subject = "";  ///< "the Shapley values": what could not be computed
};

/// Owned and called on the workspace's thread; the work runs on a thread of its own and gives way to inspections.
template <class Answer, class Question = std::monostate>
class WorkspaceQuery {
 public:
  using Work = typename LatestQuery<Answer>::Work;

  /// `workspace` must outlive this. `change` is announced whenever anything differs.
  WorkspaceQuery(Workspace& workspace, Change change)
      : m_workspace(workspace), m_change(change), m_query(waking(workspace)) {}
  ~WorkspaceQuery() { cancel(); }
  WorkspaceQuery(const WorkspaceQuery&) = delete;
  WorkspaceQuery& operator=(const WorkspaceQuery&) = delete;

  /// Replaces what was asked before; the last answer stays until the next is there.
  void ask(QueryDescription description, Work work) { ask(std::move(description), Question{}, std::move(work)); }
  void ask(QueryDescription description, Question question, Work work) {
    endJob();
    m_stopped = false;
    m_description = std::move(description);
    m_query.ask(std::move(question),
                [work = std::move(work), subject = m_description.subject, &priority = m_workspace.inferencePriority()](
                    const CancelToken& cancel, const Progress& progress) -> Result<Answer> {
                  // A worker survives what should not be thrown but might be (out of memory).
                  try {
                    return work(cancel, [&](std::size_t done, std::size_t total) {
                      priority.waitForUrgent(cancel);
                      progress(done, total);
                    });
                  } catch (const std::exception& failure) {
                    return Error{ErrorKind::Failed, subject,
                                 std::string("could not be computed (") + failure.what() + ")",
                                 "close other programs if memory is short, then try again"};
                  }
                });
    m_workspace.inferencePriority().notify();  // the one before may wait there
    if (m_description.shownAtOnce) beginJob();
    m_workspace.announce(m_change);
  }
  /// The question is dropped; the last answer stays. Announces nothing.
  void cancel() {
    m_query.cancel();
    m_workspace.inferencePriority().notify();
    endJob();
  }
  /// Forgets the last answer and what was stopped, too.
  void forget() {
    cancel();
    m_query.forget();
    m_stopped = false;
  }
  /// As the job's own button does: stopped() tells of it.
  void stop() {
    cancel();
    m_stopped = true;
    m_workspace.announce(m_change);
  }

  [[nodiscard]] const std::shared_ptr<const Answer>& answer() const { return m_query.answer(); }
  /// As LatestQuery.
  [[nodiscard]] bool answers(const Question& question) const { return m_query.answers(question); }
  [[nodiscard]] const std::optional<Error>& error() const { return m_query.error(); }
  [[nodiscard]] bool awaiting() const { return m_query.awaiting(); }
  /// The newest question was stopped.
  [[nodiscard]] bool stopped() const { return m_stopped; }
  [[nodiscard]] std::pair<std::size_t, std::size_t> progress() const { return {m_query.done(), m_query.total()}; }

 private:
  /// Shorter waits are not reported (VISUAL 2).
  static constexpr double quietSeconds = 0.2;

  [[nodiscard]] std::function<void()> waking(Workspace& workspace) {
    return [this, alive = std::weak_ptr(m_alive), &workspace] {
      workspace.post([this, alive] {
        if (!alive.expired()) drain();
      });
    };
  }
  void drain() {
    if (!m_query.drain()) return;
    if (!m_query.awaiting()) {
      endJob();
    } else if (m_job != 0 || m_query.secondsSinceAsked() >= quietSeconds) {
      beginJob();
      m_workspace.advanceJob(m_job, m_query.done(), m_query.total());
    }
    m_workspace.announce(m_change);
  }
  void beginJob() {
    if (m_job == 0) m_job = m_workspace.beginJob(m_description.title, m_description.unit, [this] { stop(); });
  }
  void endJob() {
    if (m_job != 0) m_workspace.endJob(m_job);
  }

  Workspace& m_workspace;
  Change m_change;
  /// What is posted looks whether this is still there; gone after the worker, which copies it.
  const std::shared_ptr<int> m_alive = std::make_shared<int>();
  QueryDescription m_description;
  bool m_stopped = false;
  JobId m_job = 0;
  LatestQuery<Answer, Question> m_query;  ///< last: its thread is gone before anything it reaches
};

}  // namespace sojourn::session
