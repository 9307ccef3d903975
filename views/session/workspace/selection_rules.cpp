// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/selection_rules.h"

#include <algorithm>

namespace sojourn::session {

Selection selected(Selection selection, const Focus& focus, bool add) {
  // A method is chosen beside what is selected of the sample, and let go by the same click.
  const std::optional<std::size_t> method = focus.method ? focus.method : selection.selected.method;
  if (focus.method && focus == Focus{.visit = {}, .query = {}, .location = {}, .head = {}, .method = focus.method}) {
    selection.selected.method = method == selection.selected.method ? std::nullopt : method;
    return selection;
  }
  if (!add || !focus.visit || !selection.selected.visit) {
    selection.selected = focus;
    selection.selected.method = method;
    selection.alsoVisits.clear();
    return selection;
  }
  const std::size_t visit = *focus.visit;
  if (visit == *selection.selected.visit) {
    // The first one leaves: the next one takes its place, or nothing is selected.
    selection.selected = {.visit = {}, .query = {}, .location = {}, .head = {}, .method = method};
    if (!selection.alsoVisits.empty()) {
      selection.selected.visit = selection.alsoVisits.front();
      selection.alsoVisits.erase(selection.alsoVisits.begin());
    }
    return selection;
  }
  if (std::erase(selection.alsoVisits, visit) == 0) selection.alsoVisits.push_back(visit);
  return selection;
}

Selection movedAlong(Selection selection, const Sequence& sequence, int by) {
  if (sequence.visits.empty() || by == 0) return selection;
  const auto last = static_cast<std::ptrdiff_t>(sequence.visits.size()) - 1;
  std::ptrdiff_t at = by > 0 ? 0 : last;
  if (selection.selected.visit) {
    at = std::clamp(static_cast<std::ptrdiff_t>(*selection.selected.visit) + by, std::ptrdiff_t{0}, last);
  }
  const auto visit = static_cast<std::size_t>(at);
  selection.selected.visit = visit;
  selection.selected.location = sequence.visits[visit].location;
  selection.alsoVisits.clear();
  return selection;
}

Selection carriedOver(const Selection& selection) {
  Selection kept;
  // A location that only came with its visit goes with it.
  if (!selection.selected.visit) kept.selected.location = selection.selected.location;
  kept.selected.head = selection.selected.head;
  kept.selected.method = selection.selected.method;
  return kept;
}

Selection within(Selection selection, const Sequence& sequence) {
  const std::size_t length = sequence.visits.size();
  const auto gone = [length](const std::optional<std::size_t>& index) { return index && *index >= length; };
  if (gone(selection.selected.visit)) selection.selected.visit.reset();
  if (gone(selection.selected.query)) selection.selected.query.reset();
  std::erase_if(selection.alsoVisits, [length](std::size_t visit) { return visit >= length; });
  selection.hovered = {};
  return selection;
}

}  // namespace sojourn::session
