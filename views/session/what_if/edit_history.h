// SPDX-License-Identifier: GPL-3.0-or-later
// Every state that the edits of one sample went through, with names, and what a workspace's file keeps of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/data/edit/sequence_edit.h"
#include "model/data/edit/sequence_flags.h"
#include "model/data/io/scenario.h"

namespace sojourn::session {

/// Who a visit is through all edits of a sample: the recorded ones are 0 .. L - 1, each new one gets the next number.
using VisitId = std::uint64_t;

/// Which alternative of SequenceEdit an edit is.
using EditKind = std::size_t;

struct TopPrediction {
  LocationId location = 0;
  float probability = 0;
  bool operator==(const TopPrediction&) const = default;
};

/// One line of the history.
struct EditState {
  std::string name;                   ///< "Sample 3376 as recorded", "Remove Bakery, Tue 08:15"
  std::optional<EditKind> kind = {};  ///< of the edit that led here; nothing for the record
  Sequence sequence = {};
  std::vector<VisitId> ids = {};          ///< [L]
  std::vector<SequenceFlag> flags = {};   ///< what could not have happened and did not stand in the record
  std::optional<TopPrediction> top = {};  ///< once the model has said it
  std::uint64_t gesture = 0;              ///< of the drag or key run that is still one edit; 0: a whole edit
};

/// [visits of `now`] where each stood in `reference`; nothing for those that are not in it.
[[nodiscard]] std::vector<std::optional<std::size_t>> indicesIn(const std::vector<VisitId>& reference,
                                                                const std::vector<VisitId>& now);

/// The same where visits at or above `recorded`, which edits brought in, are numbered by two histories: those are
/// matched by what they hold.
[[nodiscard]] std::vector<std::optional<std::size_t>> indicesAcrossHistories(const Sequence& reference,
                                                                             const std::vector<VisitId>& referenceIds,
                                                                             const Sequence& now,
                                                                             const std::vector<VisitId>& nowIds,
                                                                             std::size_t recorded);

/// At least the record, always. Undone states stay until the next edit.
class EditHistory {
 public:
  EditHistory(Sequence recorded, std::string name);

  [[nodiscard]] const std::vector<EditState>& states() const { return m_states; }
  [[nodiscard]] std::size_t position() const { return m_position; }
  [[nodiscard]] const EditState& now() const { return m_states[m_position]; }
  [[nodiscard]] const EditState& recorded() const { return m_states.front(); }
  [[nodiscard]] bool canUndo() const { return m_position > 0; }
  [[nodiscard]] bool canRedo() const { return m_position + 1 < m_states.size(); }

  /// Goes behind all states as it is: one that was kept. As many ids as visits; false where they are not.
  bool restore(EditState state);
  /// Nothing beyond the ends.
  void jump(std::size_t state);
  /// The state that an edit of `gesture` starts from: the one before the gesture's own, else now().
  [[nodiscard]] const EditState& baseOf(std::uint64_t gesture) const;
  /// Behind baseOf(gesture); everything after it goes. Where nothing differs from there, it only goes back. `ids` [L]
  /// are numbers of this history; a visit without one is new and gets the next.
  void push(std::string name, EditKind kind, Sequence sequence, const std::vector<std::optional<VisitId>>& ids,
            std::vector<SequenceFlag> flags, std::uint64_t gesture = 0);
  /// A gesture is over: the next edit is one of its own.
  void endGesture() { m_states[m_position].gesture = 0; }
  /// The model's first place for every state of that sequence.
  void setTop(const Sequence& sequence, TopPrediction top);
  /// Another model: nothing is known.
  void forgetTops();

 private:
  [[nodiscard]] std::size_t baseIndex(std::uint64_t gesture) const;

  std::vector<EditState> m_states;
  std::size_t m_position = 0;
  VisitId m_nextId = 0;
};

/// A state of a history, without what can be computed again.
struct SavedEdit {
  std::string name;
  EditKind kind = 0;              ///< of the edit that led here
  std::vector<VisitId> ids = {};  ///< [L]
  Sequence sequence;

  bool operator==(const SavedEdit&) const = default;
};

/// The history of one sample; the record comes from the dataset, so it is not here.
struct SavedHistory {
  ScenarioOrigin sample;
  std::size_t position = 0;  ///< 0: the record, else 1 + the index in `edits`
  std::vector<SavedEdit> edits = {};

  bool operator==(const SavedHistory&) const = default;
};

/// What a sample is compared with.
enum class ReferenceKind {
  Recorded,  ///< the sample in front as it was recorded, whichever that is
  Sample,    ///< another sample of the split, as recorded
  Scenario,
  State,  ///< a state of an edited sample
};

/// A pinned reference; by its value, so that it holds whatever becomes of what it was taken from.
struct SavedReference {
  ReferenceKind kind = ReferenceKind::Sample;  ///< never Recorded
  std::string name = {};                       ///< "sample 3376 as recorded", "scenario Late Thursday"
  Sequence sequence = {};
  std::vector<VisitId> ids = {};  ///< [L] of the history, where it is a state or a scenario of it; else empty
  std::optional<ScenarioOrigin> sample = {};  ///< whose history that is

  bool operator==(const SavedReference&) const = default;
};

struct WhatIfState {
  std::vector<SavedHistory> histories;  ///< of all edited samples, also of datasets that are not open
  std::vector<Scenario> scenarios;
  std::optional<SavedReference> reference;  ///< absent: the record

  bool operator==(const WhatIfState&) const = default;
};

}  // namespace sojourn::session
