// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/what_if/edit_history.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/data/edit/sequence_edit.h"

namespace sojourn::session {

std::vector<std::optional<std::size_t>> indicesIn(const std::vector<VisitId>& reference,
                                                  const std::vector<VisitId>& now) {
  std::vector<std::optional<std::size_t>> indices(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto found = std::ranges::find(reference, now[i]);
    if (found != reference.end()) indices[i] = static_cast<std::size_t>(found - reference.begin());
  }
  return indices;
}

namespace {

/// The visits of a sequence that edits brought in, and where each is in it.
struct NewVisits {
  Sequence sequence;
  std::vector<std::size_t> indices;

  NewVisits(const Sequence& of, const std::vector<VisitId>& ids, std::size_t recorded) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (ids[i] < recorded) continue;
      sequence.visits.push_back(of.visits[i]);
      indices.push_back(i);
    }
  }
};

}  // namespace

std::vector<std::optional<std::size_t>> indicesAcrossHistories(const Sequence& reference,
                                                               const std::vector<VisitId>& referenceIds,
                                                               const Sequence& now, const std::vector<VisitId>& nowIds,
                                                               std::size_t recorded) {
  auto indices = indicesIn(referenceIds, nowIds);
  const NewVisits newThere(reference, referenceIds, recorded), newHere(now, nowIds, recorded);
  const auto matched = alignVisits(newThere.sequence, newHere.sequence);
  for (std::size_t i = 0; i < matched.size(); ++i) {
    indices[newHere.indices[i]] = matched[i] ? std::optional(newThere.indices[*matched[i]]) : std::nullopt;
  }
  return indices;
}

EditHistory::EditHistory(Sequence recorded, std::string name) {
  EditState state{.name = std::move(name), .sequence = std::move(recorded)};
  state.ids.resize(state.sequence.visits.size());
  std::iota(state.ids.begin(), state.ids.end(), VisitId{0});
  m_nextId = state.ids.size();
  m_states.push_back(std::move(state));
}

bool EditHistory::restore(EditState state) {
  if (state.ids.size() != state.sequence.visits.size()) return false;
  state.sequence.history = recorded().sequence.history;
  for (const VisitId id : state.ids) m_nextId = std::max(m_nextId, id + 1);
  m_states.push_back(std::move(state));
  return true;
}

void EditHistory::jump(std::size_t state) {
  if (state >= m_states.size()) return;
  endGesture();
  m_position = state;
}

std::size_t EditHistory::baseIndex(std::uint64_t gesture) const {
  return gesture != 0 && now().gesture == gesture ? m_position - 1 : m_position;
}

const EditState& EditHistory::baseOf(std::uint64_t gesture) const {
  return m_states[baseIndex(gesture)];
}

void EditHistory::push(std::string name, EditKind kind, Sequence sequence,
                       const std::vector<std::optional<VisitId>>& ids, std::vector<SequenceFlag> flags,
                       std::uint64_t gesture) {
  const std::size_t base = baseIndex(gesture);
  if (sequence == m_states[base].sequence) {
    // A drag that came back to where it began leaves nothing behind; an edit that changes nothing is none.
    if (base != m_position) m_states.resize(base + 1);
    m_position = base;
    return;
  }
  EditState state{.name = std::move(name),
                  .kind = kind,
                  .sequence = std::move(sequence),
                  .flags = std::move(flags),
                  .gesture = gesture};
  // What was entered as text or read from a file does not say what the user did before: the recorded sequence does.
  state.sequence.history = recorded().sequence.history;
  for (const auto& id : ids) state.ids.push_back(id ? *id : m_nextId++);
  m_states.resize(base + 1);
  m_states.push_back(std::move(state));
  m_position = base + 1;
}

void EditHistory::setTop(const Sequence& sequence, TopPrediction top) {
  for (EditState& state : m_states) {
    if (state.sequence == sequence) state.top = top;
  }
}

void EditHistory::forgetTops() {
  for (EditState& state : m_states) state.top.reset();
}

}  // namespace sojourn::session
