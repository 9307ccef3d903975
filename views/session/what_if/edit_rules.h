// SPDX-License-Identifier: GPL-3.0-or-later
// One edit rule on all filtered samples: evaluated in the background, edited and unedited.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "model/data/edit/sequence_edit.h"
#include "model/results/slices.h"
#include "views/session/queries/sample_study.h"

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

  /// A dataset, a model, samples.
  [[nodiscard]] bool canRun() const;
  /// A rule that runs is cancelled first, and its result is lost.
  void run(const EditRule& rule, const std::string& name);
  /// What is evaluated by then is the effect.
  void cancel() { m_query.stop(); }

  [[nodiscard]] bool running() const { return m_query.awaiting(); }
  /// Of the open dataset and model; null before the first.
  [[nodiscard]] const std::shared_ptr<const RuleEffect>& effect() const { return m_query.answer(); }
  /// The samples of the effect were chosen by another filter or split than the present one.
  [[nodiscard]] bool outdated() const { return effect() && !m_query.answers(scope()); }
  [[nodiscard]] const std::optional<Error>& error() const { return m_query.error(); }

 private:
  struct Scope {
    ModelAndData of;
    Split split = Split::Test;
    std::string filter;
    bool operator==(const Scope&) const = default;
  };
  [[nodiscard]] Scope scope() const {
    return {modelAndData(m_workspace), m_workspace.split(), m_workspace.samples().filterText()};
  }
  void updateFrom(Changes changes);

  Workspace& m_workspace;
  std::function<void()> m_changed;
  WorkspaceQuery<RuleEffect, Scope> m_query;
  Subscription m_subscription;
};

}  // namespace sojourn::session
