// SPDX-License-Identifier: GPL-3.0-or-later
// One edit rule on all filtered samples: evaluated in the background, edited and unedited.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/edit/edit_rule.h"
#include "model/results/rule_effect.h"
#include "views/session/async/worker.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// Evaluates `rows` of `set` as they are and after the rule. `known` [rows]: outcomes of this engine that are there
/// already. Cancelled, it answers with what it has. Errors: the engine's. Progress counts samples.
[[nodiscard]] Result<RuleEffect> effectOfRule(const Engine& engine, const SequenceSet& set,
                                              std::span<const std::size_t> rows,
                                              std::span<const std::optional<Outcome>> known, const EditRule& rule,
                                              const CancelToken& cancel = {}, const Progress& progress = {});

/// Owner thread only.
class EditRules {
 public:
  /// `workspace` must outlive this. `changed` is called after every change of what the functions below say.
  EditRules(Workspace& workspace, std::function<void()> changed);
  /// Cancels the work and waits for the worker.
  ~EditRules();
  EditRules(const EditRules&) = delete;
  EditRules& operator=(const EditRules&) = delete;

  /// A dataset, a model, samples.
  [[nodiscard]] bool canRun() const;
  /// A rule that runs is cancelled first, and its result is lost.
  void run(const EditRule& rule, const std::string& name);
  void cancel();

  [[nodiscard]] bool running() const { return m_job != 0; }
  /// Of the open dataset and model; null before the first.
  [[nodiscard]] const std::shared_ptr<const RuleEffect>& effect() const { return m_effect; }
  /// The samples of the effect were chosen by another filter or split than the present one.
  [[nodiscard]] bool outdated() const;
  [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

 private:
  struct Scope {
    DatasetPtr dataset;
    EnginePtr engine;
    Split split = Split::Test;
    std::string filter;
    bool operator==(const Scope&) const = default;
  };
  [[nodiscard]] Scope scope() const;
  void follow(Changes changes);
  void take(std::uint64_t number, Result<RuleEffect> result);
  void stop();
  template <class Act>
  void post(Act act);

  Workspace& m_workspace;
  std::function<void()> m_changed;
  /// What is posted looks whether this is still there; gone after the worker, who copies it.
  const std::shared_ptr<int> m_alive = std::make_shared<int>();
  std::uint64_t m_number = 0;
  CancelToken m_cancel;
  JobId m_job = 0;
  Scope m_scope;  ///< of the newest run
  std::shared_ptr<const RuleEffect> m_effect;
  std::optional<Error> m_error;
  Subscription m_subscription;
  Worker m_worker;
};

}  // namespace sojourn::session
