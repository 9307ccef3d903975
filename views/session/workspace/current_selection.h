// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected and hovered in the sample in front: every click on a visit, a place or a head ends here.
#pragma once

#include <optional>
#include <span>

#include "model/results/selection.h"
#include "views/session/workspace/changes.h"

namespace sojourn::session {

class Workspace;

/// Announces Change::Selection and Change::Hover. Owner thread only.
class CurrentSelection {
 public:
  /// `workspace` has the sequence, the dataset and the model that things are selected of.
  CurrentSelection(const Workspace& workspace, Observers& observers) : m_workspace(workspace), m_observers(observers) {}

  [[nodiscard]] const Selection& now() const { return m_now; }
  void hover(const Focus& focus);
  /// With `add` (Shift+click) the visit joins those that are selected, or leaves them.
  void select(const Focus& focus, bool add = false);
  /// Selects these visits of the sequence, the first as the one that is moved; none where one of them is not there.
  void selectVisits(std::span<const std::size_t> visits);
  /// Escape.
  void clear();
  /// Arrow keys: the selected visit moves along the sequence; from nothing, backwards starts at the last visit.
  void moveVisit(int by);
  /// As it was kept; what the sequence lacks is left out.
  void restore(Selection selection);

  /// To another sample: what means something there stays.
  void carryOver();
  /// To another sequence of the same sample, with `selection` in place of the present one.
  void carryOver(const Sequence& to, const std::optional<Selection>& selection);

 private:
  void set(Selection next);

  const Workspace& m_workspace;
  Observers& m_observers;
  Selection m_now;
};

}  // namespace sojourn::session
