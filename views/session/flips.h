// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest changes that flip the sequence in front: searched while somebody looks at them, cancelled by an edit.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/explain/flip_search.h"
#include "views/session/inquiry.h"
#include "views/session/training_knowledge.h"
#include "views/session/workspace.h"

namespace sojourn::session {

/// What was found, and for what.
struct FlipAnswer {
  FlipFindings findings;
  InspectionPtr inspection;  ///< of the sequence that was searched
};

/// Which changes are tried.
enum class FlipScope {
  All,       ///< times, durations, places, removals
  NoPlaces,  ///< times and durations
  Places,    ///< places and removals
};

/// Owner thread only.
class Flips {
 public:
  /// As Sweeps.
  Flips(Workspace& workspace, std::function<void()> wake, std::function<void()> changed);

  void setShown(bool shown);
  void drain();

  [[nodiscard]] std::optional<LocationId> to() const { return m_to; }
  void setTo(std::optional<LocationId> location);
  [[nodiscard]] std::size_t mostChanges() const { return m_mostChanges; }
  void setMostChanges(std::size_t count);
  [[nodiscard]] FlipScope scope() const { return m_scope; }
  void setScope(FlipScope scope);
  /// Stops the search; it begins again when something changes, or by search().
  void cancel();
  [[nodiscard]] bool cancelled() const { return m_cancelled; }
  void search();

  /// The newest findings; of another sequence than the one in front while the next are awaited.
  [[nodiscard]] const std::shared_ptr<const FlipAnswer>& answer() const { return m_inquiry.answer(); }
  /// Whether they are of the sequence, the model and the wishes of now.
  [[nodiscard]] bool current() const;
  [[nodiscard]] const std::optional<Error>& error() const { return m_inquiry.error(); }
  [[nodiscard]] bool searching() const { return m_inquiry.awaiting(); }
  [[nodiscard]] std::size_t done() const { return m_inquiry.done(); }
  [[nodiscard]] std::size_t total() const { return m_inquiry.total(); }
  [[nodiscard]] double seconds() const { return m_inquiry.seconds(); }
  /// The edit that makes a flip of the answer; several changes are one edit. Nothing where the answer is not current.
  [[nodiscard]] std::optional<SequenceEdit> editTo(std::size_t flip) const;

 private:
  struct Wish {
    EnginePtr engine;
    Sequence sequence;
    std::optional<LocationId> to;
    std::size_t mostChanges = 1;
    FlipScope scope = FlipScope::All;
    bool operator==(const Wish&) const = default;
  };
  [[nodiscard]] std::optional<Wish> wish() const;
  void follow(Changes changes);
  void ask();

  Workspace& m_workspace;
  std::function<void()> m_changed;
  std::optional<LocationId> m_to;
  std::size_t m_mostChanges = 1;
  FlipScope m_scope = FlipScope::All;
  bool m_shown = false, m_cancelled = false;
  std::optional<Wish> m_asked;
  std::shared_ptr<TrainingKnowledge> m_knowledge = std::make_shared<TrainingKnowledge>();
  Inquiry<FlipAnswer> m_inquiry;
  Subscription m_subscription;
};

}  // namespace sojourn::session
