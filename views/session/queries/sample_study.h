// SPDX-License-Identifier: GPL-3.0-or-later
// What is computed of the current sample while a view shows it: follows the workspace, and costs nothing else.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "views/session/queries/workspace_query.h"

namespace sojourn::session {

/// Owned and called on the workspace's thread; works on a thread of its own. The newest question wins, an older one is
/// cancelled; the last answer stays and is outdated until the next is there.
template <class Answer, class Question>
class SampleStudy {
 public:
  SampleStudy(const SampleStudy&) = delete;
  SampleStudy& operator=(const SampleStudy&) = delete;

  /// Without a watcher nothing is computed.
  virtual void setWatched(bool watched) {
    if (std::exchange(m_watched, watched) == watched) return;
    if (watched) return ask();
    // What is not shown need not be finished; the same question is asked again when it is.
    if (awaiting() || error()) drop();
  }

  /// The newest answer; of an older question while the next one is computed. Null before the first.
  [[nodiscard]] const std::shared_ptr<const Answer>& answer() const { return m_query.answer(); }
  /// There is an answer, and it is of another question than the present one.
  [[nodiscard]] virtual bool outdated() const {
    if (!answer() || error()) return false;
    const auto now = question();
    return !now || !m_query.answers(*now);
  }
  [[nodiscard]] virtual bool awaiting() const { return m_query.awaiting(); }
  /// Why the newest question has no answer.
  [[nodiscard]] virtual const std::optional<Error>& error() const { return m_query.error(); }
  /// The newest question was stopped: resume() asks it again.
  [[nodiscard]] virtual bool stopped() const { return m_query.stopped(); }
  void resume() {
    drop();
    ask();
  }
  /// The newest question has its answer, or an error.
  [[nodiscard]] virtual bool settled() const {
    return !awaiting() && (error() || stopped() || (answer() && !outdated()));
  }
  /// What the work of the answer took.
  [[nodiscard]] double seconds() const { return m_query.seconds(); }

 protected:
  /// `workspace` must outlive this. `change` is announced whenever anything differs; `followed` are the changes after
  /// which the question may be another one.
  SampleStudy(Workspace& workspace, Change change, Changes followed)
      : SampleStudy(
            workspace, [&workspace, change] { workspace.announce(change); }, followed, false) {}
  /// For a view that follows no changes itself: `changed` is called after each of `followed`, too.
  SampleStudy(Workspace& workspace, std::function<void()> changed, Changes followed)
      : SampleStudy(workspace, std::move(changed), followed, true) {}
  virtual ~SampleStudy() = default;

  /// What is to be computed now; absent while something that it needs is awaited.
  [[nodiscard]] virtual std::optional<Question> question() const = 0;
  /// Asks the query.
  virtual void compute(const Question& question) = 0;
  /// Whether everything is there that any question needs; begins to compute it where it is not.
  virtual bool prepare() { return true; }
  /// Drops what is computed and what failed.
  virtual void drop() { m_query.cancel(); }
  virtual void updateFrom(Changes changes) {
    if (!m_watched || !changes.hasAny(m_followed)) return;
    ask();
    if (m_passesOn) m_changed();
  }
  void ask() {
    if (!m_watched || !prepare()) return;
    if (const auto wanted = question()) compute(*wanted);
  }
  [[nodiscard]] bool watched() const { return m_watched; }
  /// A part of the question, as its view sets it.
  template <class T>
  void set(T& part, const T& value) {
    if (part == value) return;
    part = value;
    ask();
    m_changed();
  }
  /// For those whose own members go before this does: follows and computes nothing any more.
  void close() {
    m_subscription.reset();
    m_query.cancel();
  }

  Workspace& m_workspace;
  const std::function<void()> m_changed;
  WorkspaceQuery<Answer, Question> m_query;

 private:
  SampleStudy(Workspace& workspace, std::function<void()> changed, Changes followed, bool passesOn)
      : m_workspace(workspace),
        m_changed(std::move(changed)),
        m_query(workspace, m_changed),
        m_followed(followed),
        m_passesOn(passesOn),
        m_subscription(workspace.subscribe([this](Changes changes) { updateFrom(changes); })) {}

  const Changes m_followed;
  const bool m_passesOn;
  bool m_watched = false;
  Subscription m_subscription;  ///< ends before what it calls goes
};

/// The newest inspection is that of the present sequence by the open model.
[[nodiscard]] inline bool inspected(const Workspace& workspace) {
  return workspace.engine() && workspace.sequence() && workspace.inspection() && !workspace.inspectionOutdated() &&
         workspace.inspectionEngine() == workspace.engine();
}

/// What a study of the model reads: the same as long as both are open.
struct ModelAndData {
  DatasetPtr dataset;
  EnginePtr engine;

  bool operator==(const ModelAndData&) const = default;
};
[[nodiscard]] inline ModelAndData modelAndData(const Workspace& workspace) {
  return {workspace.dataset(), workspace.engine()};
}

}  // namespace sojourn::session
