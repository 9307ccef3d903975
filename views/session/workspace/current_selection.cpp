// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/current_selection.h"

#include <algorithm>
#include <utility>

#include "views/session/workspace/selection_rules.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

void CurrentSelection::set(Selection next) {
  const Selection before = std::exchange(m_now, std::move(next));
  const Observers::Batch batch(m_observers);
  if (before.selected != m_now.selected || before.alsoVisits != m_now.alsoVisits)
    m_observers.announce(Change::Selection);
  if (before.hovered != m_now.hovered) m_observers.announce(Change::Hover);
}

void CurrentSelection::hover(const Focus& focus) {
  Selection next = m_now;
  next.hovered = focus;
  set(std::move(next));
}

void CurrentSelection::select(const Focus& focus, bool add) {
  set(selected(m_now, focus, add));
}

void CurrentSelection::selectVisits(std::span<const std::size_t> visits) {
  const Sequence* sequence = m_workspace.sequence();
  const auto there = [sequence](std::size_t visit) { return sequence && visit < sequence->visits.size(); };
  if (visits.empty() || !std::ranges::all_of(visits, there)) return;
  Selection next;
  next.selected = {.visit = visits.front(),
                   .query = {},
                   .location = sequence->visits[visits.front()].location,
                   .head = {},
                   .method = m_now.selected.method};
  next.alsoVisits.assign(visits.begin() + 1, visits.end());
  next.hovered = m_now.hovered;
  set(std::move(next));
}

void CurrentSelection::clear() {
  set({});
}

void CurrentSelection::moveVisit(int by) {
  if (const Sequence* sequence = m_workspace.sequence()) set(movedAlong(m_now, *sequence, by));
}

void CurrentSelection::restore(Selection selection) {
  const Sequence* sequence = m_workspace.sequence();
  const DatasetPtr& dataset = m_workspace.dataset();
  const ModelDescription* model = m_workspace.model();
  selection = sequence ? within(std::move(selection), *sequence) : Selection();
  Focus& focus = selection.selected;
  if (focus.location && (!dataset || *focus.location >= dataset->numLocations)) focus.location.reset();
  const auto beyond = [](std::size_t index, std::int64_t count) { return std::cmp_greater_equal(index, count); };
  if (focus.head &&
      (!model || beyond(focus.head->layer, model->sizes.layers) || beyond(focus.head->head, model->sizes.heads)))
    focus.head.reset();
  set(std::move(selection));
}

void CurrentSelection::carryOver() {
  set(carriedOver(m_now));
}

void CurrentSelection::carryOver(const Sequence& to, const std::optional<Selection>& selection) {
  set(within(selection.value_or(m_now), to));
}

}  // namespace sojourn::session
