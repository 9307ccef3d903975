// SPDX-License-Identifier: GPL-3.0-or-later
// A question that takes a while, asked again and again: the newest counts, and the last answer stays until the next is
// there, together with the question that it answers. The workspace shows it as a job.
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "model/core/translation.h"
#include "views/session/async/worker.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// What is asked, in the words of its job: the title in the language of the user, the others in English.
struct QueryDescription {
  std::string title = {};              ///< "Shapley values of sample 3376, test"; empty: there is no job
  const char* unit = "";               ///< what its progress counts
  const char* subject = "";            ///< "the Shapley values": what failed where something was thrown
  bool shownAtOnce = false;            ///< it was asked for; else the job comes only where it takes a while
  bool progressShown = false;          ///< its view shows how far it is: that is announced, too
  bool stoppedAnswers = false;         ///< stopped, the work answers with what it has, and that is taken
  std::chrono::milliseconds quiet{0};  ///< it begins when nothing newer came for so long
  Priority priority = Priority::Question;
  const char* failure = "could not be computed";
  const char* remedy = "close other programs if memory is short, then try again";
};

/// Where the work of a query runs.
enum class QueryThread {
  Shared,  ///< of the workspace, with all that computes
  Own,     ///< for files: a disk may not answer
};

/// Owned and called on the workspace's thread; the work gives way to what is more urgent. A question is all that an
/// answer depends on: the sample as it is edited, the model, what is wanted. A view whose answer is to another question
/// than the present one shows something that does not hold, and dims.
template <class Answer, class Question = std::monostate>
class WorkspaceQuery {
 public:
  using AnswerPtr = std::shared_ptr<const Answer>;
  /// Called by the work with what it has so far.
  using Publish = std::function<void(Answer)>;
  using Work =
      std::function<Result<Answer>(const CancelToken& cancel, const Progress& progress, const Publish& publish)>;

  /// `workspace` must outlive this. `changed` is called whenever anything differs.
  WorkspaceQuery(Workspace& workspace, std::function<void()> changed, QueryThread thread = QueryThread::Shared)
      : m_workspace(workspace), m_changed(std::move(changed)) {
    if (thread == QueryThread::Shared)
      m_worker.emplace(workspace.threads());
    else
      m_worker.emplace();
  }
  WorkspaceQuery(Workspace& workspace, Change change, QueryThread thread = QueryThread::Shared)
      : WorkspaceQuery(
            workspace, [&workspace, change] { workspace.announce(change); }, thread) {}
  ~WorkspaceQuery() { cancel(); }
  WorkspaceQuery(const WorkspaceQuery&) = delete;
  WorkspaceQuery& operator=(const WorkspaceQuery&) = delete;

  /// Replaces what was asked before; the last answer stays until the next is there.
  void ask(QueryDescription description, Work work) { ask(std::move(description), Question{}, std::move(work)); }
  void ask(QueryDescription description, Question question, Work work) {
    begin(std::move(question));
    m_description = std::move(description);
    m_awaited = ++m_number;
    m_progress = {};
    m_askedAt = Clock::now();
    m_worker->replace([this, number = m_awaited, description = m_description, work = std::move(work),
                       cancel = m_cancel] { run(number, description, work, cancel); },
                      m_description.quiet, m_description.priority);
    if (m_description.shownAtOnce) beginJob();
    m_changed();
  }
  /// The same for a question that is not the newest already. Nothing is computed where the last answer is one to it: an
  /// edit was undone.
  void askOnce(QueryDescription description, Question question, Work work) {
    if (m_asked == question) return;
    if (!m_answerWhole || !answers(question)) return ask(std::move(description), std::move(question), std::move(work));
    begin(std::move(question));
    m_changed();
  }
  /// The question is dropped; the last answer stays.
  void cancel() {
    m_awaited = 0;
    m_asked.reset();
    m_worker->clear();
    m_cancel.cancel();
    m_workspace.threads().notify();  // the work may wait there
    endJob();
  }
  /// Forgets the last answer and what was stopped, too.
  void forget() {
    cancel();
    m_answer.reset();
    m_answered.reset();
    m_error.reset();
    m_stopped = false;
  }
  /// Stops the newest question, as its job's button does; it is not asked again by itself.
  void stop() {
    if (!awaiting()) return;
    m_stopped = true;
    if (m_description.stoppedAnswers) {
      m_cancel.cancel();
      m_workspace.threads().notify();
    } else {
      auto asked = std::move(m_asked);
      cancel();
      m_asked = std::move(asked);
    }
    m_changed();
  }

  /// The newest answer; null before the first.
  [[nodiscard]] const AnswerPtr& answer() const { return m_answer; }
  /// What answer() answers.
  [[nodiscard]] const std::optional<Question>& answered() const { return m_answered; }
  [[nodiscard]] bool answers(const Question& question) const { return m_answer && m_answered == question; }
  /// The newest question; absent where it was dropped.
  [[nodiscard]] const std::optional<Question>& asked() const { return m_asked; }
  /// Why the newest question has no answer. To be cancelled is no failure.
  [[nodiscard]] const std::optional<Error>& error() const { return m_error; }
  [[nodiscard]] bool awaiting() const { return m_awaited != 0; }
  /// The newest question was stopped.
  [[nodiscard]] bool stopped() const { return m_stopped; }
  [[nodiscard]] std::pair<std::size_t, std::size_t> progress() const { return m_progress; }
  /// What the work of the last answer took.
  [[nodiscard]] double seconds() const { return m_seconds; }

 private:
  using Clock = std::chrono::steady_clock;
  /// Shorter waits are not reported (VISUAL 2).
  static constexpr std::chrono::milliseconds quietWait{200};

  void begin(Question question) {
    cancel();
    m_asked = std::move(question);
    m_cancel = CancelToken();
    m_error.reset();
    m_stopped = false;
  }
  void beginJob() {
    if (m_job == 0 && !m_description.title.empty())
      m_job = m_workspace.jobs().begin(m_description.title, m_description.unit, [this] { stop(); });
  }
  void endJob() {
    if (m_job != 0) m_workspace.jobs().end(m_job);
  }

  /// On the worker's thread.
  void run(std::uint64_t number, const QueryDescription& description, const Work& work, const CancelToken& cancel) {
    const auto began = Clock::now();
    const Progress report = throttled([this, number](std::size_t done, std::size_t total) {
      post(number, [this, done, total] { takeProgress(done, total); });
    });
    const auto send = [&](Answer answer, bool whole) {
      const std::chrono::duration<double> took = Clock::now() - began;
      post(number, [this, answer = std::make_shared<const Answer>(std::move(answer)), whole, took] {
        take(answer, whole, took.count());
      });
    };
    const auto fail = [&](Error error) { post(number, [this, error = std::move(error)] { takeError(error); }); };
    // A worker survives what should not be thrown but might be (out of memory).
    try {
      auto result = work(
          cancel,
          [&, &threads = m_workspace.threads()](std::size_t done, std::size_t total) {
            threads.giveWay(description.priority, cancel);
            report(done, total);
          },
          [&](Answer partial) { send(std::move(partial), false); });
      if (!result.ok()) return fail(result.error());
      send(std::move(*result), true);
    } catch (const std::exception& failure) {
      fail({ErrorKind::Failed, tr(description.subject), tr(description.failure) + " (" + failure.what() + ")",
            tr(description.remedy)});
    }
  }
  /// Runs `act` on the owner's thread where the question is still awaited by then.
  template <class Act>
  void post(std::uint64_t number, Act act) {
    m_workspace.post([this, alive = std::weak_ptr(m_alive), number, act = std::move(act)] {
      if (!alive.expired() && number == m_awaited) act();
    });
  }
  void takeProgress(std::size_t done, std::size_t total) {
    m_progress = {done, total};
    if (m_job != 0 || Clock::now() - m_askedAt >= quietWait) {
      beginJob();
      if (m_job != 0) m_workspace.jobs().advance(m_job, done, total);
    }
    if (m_description.progressShown) m_changed();
  }
  void take(const AnswerPtr& answer, bool whole, double seconds) {
    m_answer = answer;
    m_answered = m_asked;
    m_answerWhole = whole;
    m_seconds = seconds;
    if (whole) end();
    m_changed();
  }
  void takeError(const Error& error) {
    if (error.kind != ErrorKind::Cancelled) m_error = error;
    end();
    m_changed();
  }
  void end() {
    m_awaited = 0;
    endJob();
  }

  Workspace& m_workspace;
  std::function<void()> m_changed;
  /// What is posted looks whether this is still there; gone after the worker, which copies it.
  const std::shared_ptr<int> m_alive = std::make_shared<int>();
  QueryDescription m_description;
  std::optional<Question> m_asked, m_answered;
  std::uint64_t m_number = 0, m_awaited = 0;
  CancelToken m_cancel;  ///< of the newest question
  bool m_stopped = false;
  Clock::time_point m_askedAt{};
  std::pair<std::size_t, std::size_t> m_progress;
  JobId m_job = 0;
  AnswerPtr m_answer;
  bool m_answerWhole = false;
  double m_seconds = 0;
  std::optional<Error> m_error;
  std::optional<Worker> m_worker;  ///< last: its work is over before anything it reaches goes
};

}  // namespace sojourn::session
