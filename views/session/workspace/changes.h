// SPDX-License-Identifier: GPL-3.0-or-later
// How the workspace announces what has changed: one callback with a set of changes, alive as long as its handle.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>

namespace sojourn::session {

/// What can change. Several come at once: opening a dataset changes nearly all of them in one call.
enum class Change : std::uint32_t {
  Dataset = 1U << 0U,               ///< dataset or split: the sample table is another one
  Model = 1U << 1U,                 ///< engine, or none
  Sample = 1U << 2U,                ///< row, or the sequence value that is inspected
  Inspection = 1U << 3U,            ///< a new inspection is there, or the one that is there became outdated
  Selection = 1U << 4U,             ///< what is selected
  Hover = 1U << 5U,                 ///< what is previewed
  Outcomes = 1U << 6U,              ///< the background pass filled rows: cells, totals and aggregates differ
  SampleRows = 1U << 7U,            ///< which rows the Samples table shows, or in which order
  Names = 1U << 8U,                 ///< names of places or users
  Time = 1U << 9U,                  ///< the display offset
  Banners = 1U << 10U,              ///< errors and warnings
  Jobs = 1U << 11U,                 ///< work in progress began, advanced or ended
  Settings = 1U << 12U,             ///< theme, recent files
  Filter = 1U << 13U,               ///< the filter's text or its error
  Explanation = 1U << 14U,          ///< of the sample: another answer, another question, or a failure
  AggregateEvaluation = 1U << 15U,  ///< methods over the filtered samples: another result, or none
  Components = 1U << 19U,           ///< component ablations: of the sample, or over the samples
  Shapley = 1U << 20U,              ///< the Shapley values of the sample
  RankStability = 1U << 21U,        ///< whether explanations stay with other seeds and go with random weights
  RunSources = 1U << 22U,           ///< which runs the workspace holds
  Workspace = 1U << 23U,            ///< its name, whether it is saved, or files that it misses (WorkspaceAutosave)
  Notes = 1U << 24U,                ///< bookmarks, notes and tags on samples, or saved filters
  Profile = 1U << 25U,              ///< what the filtered samples are like, and what the model reads of them
  Comparison = 1U << 26U,  ///< the models of Compare, what they predict, or how they compare (ModelComparisons)
  Study = 1U << 27U,       ///< the ablation study: its runs, figures, metric, or what is selected in it (LiveStudy)
  Places = 1U << 28U,      ///< what the maps of Places show: their section, options, and the moment on the path
  Embeddings = 1U << 29U,  ///< the embedding tables of the models of Compare, and how they are projected
  Device = 1U << 30U,      ///< where the open model computes, or the GPUs that there are
  // Announced by WhatIf:
  History = 1U << 16U,    ///< states of edits, the present one, its flags, what a state is known to predict
  Reference = 1U << 17U,  ///< what the sample is compared with, or the comparison
  Scenarios = 1U << 18U,  ///< named states that were kept
};

/// A set of changes.
class Changes {
 public:
  Changes() = default;
  Changes(Change one) : m_bits(static_cast<std::uint32_t>(one)) {}  // NOLINT(google-explicit-constructor)
  Changes(std::initializer_list<Change> several) {
    for (const Change one : several) m_bits |= static_cast<std::uint32_t>(one);
  }
  /// For an observer that has just come and draws everything.
  [[nodiscard]] static Changes all() {
    Changes everything;
    everything.m_bits = ~0U;
    return everything;
  }

  [[nodiscard]] bool has(Change one) const { return (m_bits & static_cast<std::uint32_t>(one)) != 0; }
  [[nodiscard]] bool hasAny(Changes other) const { return (m_bits & other.m_bits) != 0; }
  [[nodiscard]] bool empty() const { return m_bits == 0; }
  Changes& operator|=(Changes other) {
    m_bits |= other.m_bits;
    return *this;
  }
  bool operator==(const Changes&) const = default;

 private:
  std::uint32_t m_bits = 0;
};

using ChangeCallback = std::function<void(Changes)>;

/// Keeps a callback registered. Move-only; destroying or resetting it ends the subscription, also from within the
/// callback, and also after the observed object is gone.
class Subscription {
 public:
  Subscription() = default;
  explicit Subscription(std::shared_ptr<void> registration) : m_registration(std::move(registration)) {}
  Subscription(Subscription&&) noexcept = default;
  Subscription& operator=(Subscription&&) noexcept = default;
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;
  ~Subscription() = default;

  void reset() { m_registration.reset(); }
  [[nodiscard]] bool active() const { return m_registration != nullptr; }

 private:
  std::shared_ptr<void> m_registration;
};

/// The list of callbacks. Changes that are announced while callbacks run are gathered and delivered after them, so a
/// callback never sees another one half-way. Owner thread only.
class Observers {
 public:
  Observers();
  ~Observers();
  Observers(const Observers&) = delete;
  Observers& operator=(const Observers&) = delete;

  [[nodiscard]] Subscription subscribe(ChangeCallback callback);
  /// For views: called after all others, with what they have announced as well, so that nothing is drawn twice.
  [[nodiscard]] Subscription subscribeView(ChangeCallback callback);
  void announce(Changes changes);

  /// While one lives, announcements are gathered; the last one to go delivers them as a single call.
  class Batch {
   public:
    explicit Batch(Observers& observers) : m_observers(observers) { ++m_observers.m_batches; }
    ~Batch() {
      if (--m_observers.m_batches == 0) m_observers.deliver();
    }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

   private:
    Observers& m_observers;
  };

 private:
  struct Entry;
  struct List;
  [[nodiscard]] static Subscription subscribe(const std::shared_ptr<List>& list, ChangeCallback callback);
  void deliver();

  std::shared_ptr<List> m_list, m_views;
  Changes m_pending;
  int m_batches = 0;
  bool m_delivering = false;
};

}  // namespace sojourn::session
