// SPDX-License-Identifier: GPL-3.0-or-later
// The edits of the current sample and their history.
#include "views/session/what_if/what_if.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"

namespace sojourn::session {

WhatIf::WhatIf(Workspace& workspace) : m_workspace(workspace), m_observers(workspace.observers()) {
  m_subscription = m_workspace.subscribe([this](Changes changes) { workspaceChanged(changes); });
  workspaceChanged(Changes::all());
}

WhatIf::~WhatIf() = default;

void WhatIf::workspaceChanged(Changes changes) {
  const Observers::Batch batch(m_observers);
  if (changes.hasAny({Change::Sample, Change::Dataset, Change::Model})) endPreview();
  if (changes.hasAny({Change::Sample, Change::Dataset})) updateSample();
  if (changes.has(Change::Model)) {
    for (auto& [key, history] : m_histories) history->forgetTops();
    for (KeptScenario& kept : m_scenarios) kept.top.reset();
    m_observers.announce({Change::History, Change::Scenarios});
  }
  if (changes.hasAny({Change::Sample, Change::Dataset, Change::Model, Change::Inspection})) updateInspection();
}

std::optional<ScenarioOrigin> WhatIf::currentKey() const {
  if (!m_workspace.dataset() || !m_workspace.row() || !m_workspace.sequence()) return std::nullopt;
  return m_workspace.originOf(*m_workspace.row());
}

void WhatIf::updateSample() {
  const auto key = currentKey();
  if (key == m_key) {
    if (m_history && *m_workspace.sequence() != m_history->now().sequence) takeForeignSequence();
    return;
  }
  // A sample that was never edited has nothing to remember.
  if (m_key && m_history && m_history->states().size() == 1) m_histories.erase(*m_key);
  m_key = key;
  m_history = nullptr;
  if (key) {
    auto& history = m_histories[*key];
    if (!history) {
      history = std::make_unique<EditHistory>(m_workspace.samples().table().sequences()->sequence(key->index),
                                              recordedName());
    }
    m_history = history.get();
    wake(*m_history);
    if (*m_workspace.sequence() != m_history->now().sequence) {
      // A link brings the sample together with its edits; else the edits that were kept come back.
      if (m_workspace.edited())
        takeForeignSequence();
      else
        show(m_workspace.selection().now());
    }
  }
  if (m_reference.kind == PinnedReference::Kind::Recorded) pinRecorded();
  m_observers.announce(Change::History);
}

/// The sequence was set or discarded without us.
void WhatIf::takeForeignSequence() {
  const Sequence& sequence = *m_workspace.sequence();
  if (sequence == m_history->recorded().sequence) {
    m_history->jump(0);
  } else {
    const SequenceEdit edit = ReplaceSequence{sequence};
    auto edited = applyEdit(m_history->now().sequence, edit);
    if (!edited) return;
    const VisitIds ids = idsAfter(*edited, m_history->now());
    m_history->push("Other sequence", edit.index(), edited->sequence, ids, flagsBroughtIn(edited->sequence, ids));
  }
  m_observers.announce(Change::History);
}

std::string WhatIf::recordedName() const {
  return "Sample " + groupThousands(static_cast<long long>(*m_workspace.row())) + " as recorded";
}

EditLabels WhatIf::labels() const {
  const UserId user = m_workspace.sequence() ? m_workspace.sequence()->user : 0;
  return {.place =
              [this, user](LocationId location) {
                return escapeForDisplay(m_workspace.names().naming().name(location, user), 120);
              },
          .user = [this](UserId id) { return escapeForDisplay(m_workspace.names().naming().userName(id), 120); },
          .offsetMinutes = m_workspace.names().displayOffsetMinutes()};
}

Status WhatIf::readable(const Sequence& sequence) const {
  const ModelDescription* model = m_workspace.model();
  if (!model) return {};
  const ModelSizes& sizes = model->sizes;
  const auto refuse = [&](const std::string& where, const std::string& what) {
    return Error{ErrorKind::BadInput, where, what, tr("choose one that the model knows, or open another checkpoint")};
  };
  if (sizes.maxLength > 0 && std::cmp_greater(sequence.visits.size(), sizes.maxLength)) {
    return Error{ErrorKind::BadInput, tr("edit"),
                 tr("would result in %1 visits", {std::to_string(sequence.visits.size())}),
                 tr("the model reads at most %1: remove one first", {std::to_string(sizes.maxLength)})};
  }
  for (const Visit& visit : sequence.visits) {
    if (visit.location < 0 || visit.location >= sizes.locations) {
      return refuse(tr("place %1", {std::to_string(visit.location)}),
                    tr("is not among the model's %1", {std::to_string(sizes.locations)}));
    }
  }
  if (sequence.user < 0 || (sizes.users > 0 && sequence.user >= sizes.users)) {
    return refuse(tr("user %1", {std::to_string(sequence.user)}),
                  tr("is not among the model's %1", {std::to_string(sizes.users)}));
  }
  return {};
}

WhatIf::VisitIds WhatIf::idsAfter(const EditedSequence& edited, const EditState& base) {
  VisitIds ids;
  for (const auto& from : edited.cameFrom) ids.push_back(from ? std::optional(base.ids[*from]) : std::nullopt);
  return ids;
}

std::vector<SequenceFlag> WhatIf::flagsBroughtIn(const Sequence& sequence, const VisitIds& ids) const {
  // A new visit is none of the record, whatever number it is going to have.
  std::vector<VisitId> numbers;
  for (const auto& id : ids) numbers.push_back(id.value_or(std::numeric_limits<VisitId>::max()));
  return flagsOfState(sequence, numbers);
}

std::vector<SequenceFlag> WhatIf::flagsOfState(const Sequence& sequence, const std::vector<VisitId>& ids) const {
  static const PlaceNames nowhere;
  const PlaceNames& places = m_workspace.dataset() ? m_workspace.dataset()->places : nowhere;
  // Visits of the record are numbered by their index in it.
  const Sequence& recorded = m_history->recorded().sequence;
  std::vector<std::optional<std::size_t>> cameFrom(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < recorded.visits.size()) cameFrom[i] = static_cast<std::size_t>(ids[i]);
  }
  return newFlags(flagsOf(sequence, places), flagsOf(recorded, places), cameFrom);
}

std::string WhatIf::nameOf(const SequenceEdit& edit) const {
  return m_history ? editName(edit, m_history->now().sequence, labels()) : std::string();
}

Selection WhatIf::selectionAfter(const EditState& from, const EditState& to, bool selectNew) const {
  Selection selection = m_workspace.selection().now();
  const auto where = indicesIn(to.ids, from.ids);
  const auto follow = [&](std::optional<std::size_t>& index) {
    if (index) index = *index < where.size() ? where[*index] : std::nullopt;
  };
  if (selectNew) {
    const auto origins = indicesIn(from.ids, to.ids);
    const auto fresh = std::ranges::find_if(origins, [](const auto& origin) { return !origin; });
    if (fresh != origins.end()) {
      const auto index = static_cast<std::size_t>(fresh - origins.begin());
      selection.selected =
          Focus{.visit = index, .query = {}, .location = to.sequence.visits[index].location, .head = {}};
      selection.alsoVisits.clear();
      return selection;
    }
  }
  const bool visitChosen = selection.selected.visit.has_value();
  for (Focus* focus : {&selection.selected, &selection.hovered}) {
    follow(focus->visit);
    follow(focus->query);
  }
  std::vector<std::size_t> also;
  for (const std::size_t visit : selection.alsoVisits) {
    if (visit < where.size() && where[visit]) also.push_back(*where[visit]);
  }
  selection.alsoVisits = std::move(also);
  if (selection.selected.visit) {
    selection.selected.location = to.sequence.visits[*selection.selected.visit].location;
  } else if (visitChosen) {
    selection.selected = {};
    selection.alsoVisits.clear();
  }
  return selection;
}

void WhatIf::show(const Selection& selection) {
  m_workspace.setSequence(m_history->now().sequence, selection);
}

Status WhatIf::apply(const SequenceEdit& edit, std::uint64_t gesture, std::string name) {
  if (!m_history) {
    return Error{ErrorKind::BadUsage, tr("edit"), tr("there is no sample to edit"),
                 tr("open a dataset and choose a sample")};
  }
  const EditState& base = m_history->baseOf(gesture);
  const auto edited = applyEdit(base.sequence, edit);
  if (!edited) return edited.error();
  if (name.empty()) name = editName(edit, base.sequence, labels());
  return become(edited->sequence, idsAfter(*edited, base), edit, std::move(name), gesture);
}

/// Makes it the next state of the history and shows it.
Status WhatIf::become(const Sequence& sequence, const VisitIds& ids, const SequenceEdit& edit, std::string name,
                      std::uint64_t gesture) {
  if (Status fits = readable(sequence); !fits) return fits;
  const Observers::Batch batch(m_observers);
  const EditState from = m_history->now();
  const bool brings = std::holds_alternative<InsertVisit>(edit) || std::holds_alternative<DuplicateVisits>(edit);
  m_history->push(std::move(name), edit.index(), sequence, ids, flagsBroughtIn(sequence, ids), gesture);
  show(selectionAfter(from, m_history->now(), brings));
  m_observers.announce(Change::History);
  return {};
}

void WhatIf::endGesture() {
  if (m_history) m_history->endGesture();
}

void WhatIf::undo() {
  if (m_history && m_history->canUndo()) jump(m_history->position() - 1);
}

void WhatIf::redo() {
  if (m_history && m_history->canRedo()) jump(m_history->position() + 1);
}

void WhatIf::jump(std::size_t state) {
  if (!m_history || state >= m_history->states().size() || state == m_history->position()) return;
  const Observers::Batch batch(m_observers);
  const EditState from = m_history->now();
  m_history->jump(state);
  show(selectionAfter(from, m_history->now(), false));
  m_observers.announce(Change::History);
}

const std::vector<SequenceFlag>& WhatIf::flags() const {
  static const std::vector<SequenceFlag> none;
  return m_history ? m_history->now().flags : none;
}

std::string WhatIf::flagText(const SequenceFlag& flag) const {
  return m_history ? sojourn::flagText(flag, m_history->now().sequence, labels()) : std::string();
}

std::string WhatIf::fixText(const SequenceFlag& flag) const {
  return m_history ? sojourn::fixText(flag, m_history->now().sequence, labels()) : std::string();
}

Status WhatIf::fix(const SequenceFlag& flag) {
  return flag.fix ? apply(*flag.fix) : Status();
}

}  // namespace sojourn::session
