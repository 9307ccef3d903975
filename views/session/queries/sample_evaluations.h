// SPDX-License-Identifier: GPL-3.0-or-later
// What is measured over the filtered samples on request, and kept for each filter as long as its model and data are
// open.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "views/session/opening/loaders.h"
#include "views/session/queries/workspace_query.h"

namespace sojourn::session {

class Workspace;

struct FilteredSamples {
  DatasetPtr dataset;
  EnginePtr engine;
  Split split = Split::Test;
  std::uint64_t rows = 0;  ///< of the filtered rows, whatever their order
  std::size_t count = 0;

  bool operator==(const FilteredSamples&) const = default;
  [[nodiscard]] bool sameModelAndData(const FilteredSamples& other) const {
    return dataset == other.dataset && engine == other.engine;
  }
};

/// As the workspace has them now.
[[nodiscard]] FilteredSamples filteredSamples(const Workspace& workspace);

/// Ascending: which samples are drawn of them must not hang on how the table is sorted.
[[nodiscard]] std::vector<std::size_t> filteredRows(const Workspace& workspace);

/// As far as it is known.
template <class Summary>
struct SampleEvaluation {
  std::shared_ptr<const Summary> summary = nullptr;  ///< null: none yet
  bool running = false;
  bool cancelled = false;  ///< it was stopped: what is there stays
};

/// `Evaluation` derives from a SampleEvaluation. `Key` is what it is of: FilteredSamples, or a struct that derives from
/// them. `Found` is what the work answers with. Owned and called on the workspace's thread.
template <class Key, class Evaluation, class Found>
class SampleEvaluations {
 public:
  struct Kept {
    Key key;
    Evaluation evaluation;
  };
  using Work = typename WorkspaceQuery<Found>::Work;
  using Take = std::function<void(Evaluation& evaluation, const std::shared_ptr<const Found>& found)>;
  /// So many of other filters are kept.
  static constexpr std::size_t mostKept = 8;

  /// `workspace` must outlive this. `change` is announced whenever anything differs; `take` takes over what was found.
  SampleEvaluations(Workspace& workspace, Change change, Take take)
      : m_workspace(workspace), m_change(change), m_take(std::move(take)), m_query(workspace, [this] { takeNews(); }) {}

  /// Of the newest key.
  [[nodiscard]] Evaluation& now() { return m_now.evaluation; }
  [[nodiscard]] const Evaluation& now() const { return m_now.evaluation; }
  [[nodiscard]] const Key& key() const { return m_now.key; }
  /// Of other keys, the newest last.
  [[nodiscard]] std::vector<Kept>& kept() { return m_kept; }
  [[nodiscard]] const std::vector<Kept>& kept() const { return m_kept; }
  /// Nothing was measured: there is nothing to keep.
  [[nodiscard]] bool empty() const { return !now().summary && !now().running && m_kept.empty(); }

  /// Goes on with what is known of `key`, else with `begun`. One that runs for another key is cancelled.
  void setKey(Key key, Evaluation begun = {}) {
    if (key == m_now.key) return;
    end();
    if (now().summary) m_kept.push_back(std::move(m_now));
    if (m_kept.size() > mostKept) m_kept.erase(m_kept.begin());
    m_now = {std::move(key), std::move(begun)};
    // A result of other data or of another model is never asked for again.
    std::erase_if(m_kept, [this](const Kept& one) { return !one.key.sameModelAndData(m_now.key); });
    if (const auto known = std::ranges::find(m_kept, m_now.key, &Kept::key); known != m_kept.end()) {
      m_now = std::move(*known);
      m_kept.erase(known);
    }
    m_workspace.announce(m_change);
  }
  /// Measures for key(). One that runs is cancelled first.
  void start(QueryDescription description, Work work) {
    end();
    description.shownAtOnce = description.stoppedAnswers = true;
    description.priority = Priority::Evaluation;
    m_query.ask(std::move(description), std::move(work));
  }
  /// What is measured by then stays.
  void cancel() { m_query.stop(); }
  /// Forgets everything.
  void clear() {
    end();
    m_kept.clear();
    m_now = {};
  }

 private:
  void takeNews() {
    Evaluation& evaluation = m_now.evaluation;
    if (m_query.answer()) m_take(evaluation, m_query.answer());
    if (m_query.error()) m_workspace.banners().report(*m_query.error());
    evaluation.running = m_query.awaiting();
    evaluation.cancelled = m_query.stopped();
    m_workspace.announce(m_change);
  }
  void end() {
    m_query.forget();
    m_now.evaluation.running = false;
  }

  Workspace& m_workspace;
  Change m_change;
  Take m_take;
  Kept m_now;
  std::vector<Kept> m_kept;
  WorkspaceQuery<Found> m_query;
};

}  // namespace sojourn::session
