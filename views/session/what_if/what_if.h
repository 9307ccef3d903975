// SPDX-License-Identifier: GPL-3.0-or-later
// What if: the edits of the current sample, what it is compared with, and the scenarios that were kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "model/data/edit/edit_labels.h"
#include "model/data/io/scenario.h"
#include "views/session/queries/workspace_query.h"
#include "views/session/what_if/edit_history.h"

namespace sojourn::session {

/// What a sample is compared with.
struct PinnedReference {
  using Kind = ReferenceKind;
  Kind kind = Kind::Recorded;
  std::string name = {};          ///< "sample 3376 as recorded", "scenario Late Thursday"
  Sequence sequence = {};         ///< empty without a sample
  InspectionPtr inspection = {};  ///< null until it is there

  /// Which visits of `sample`'s history they are, where it is a state or a scenario of it: else they are matched by
  /// what they hold.
  std::vector<VisitId> ids = {};
  /// What it is, or began as; absent without a sample.
  std::optional<ScenarioOrigin> sample = {};
};

/// The present inspection beside the reference's, visit by visit.
struct Comparison {
  InspectionPtr now;
  InspectionPtr reference;
  std::vector<std::optional<std::size_t>> before = {};  ///< [visits of now] index in the reference; nothing: it is new
  std::string name;                                     ///< of the reference
  std::size_t edits = 0;                                ///< between the record and the state that is inspected
  std::vector<SequenceFlag> flags = {};                 ///< of that state

  /// Flags follow from the state.
  bool operator==(const Comparison& other) const {
    return std::tie(now, reference, before, name, edits) ==
           std::tie(other.now, other.reference, other.before, other.name, other.edits);
  }
};

/// An edit that is shown before it is made.
struct PreviewedEdit {
  EditState state;  ///< what it would lead to
  InspectionPtr inspection;
};

/// A scenario with what is known of it.
struct KeptScenario {
  Scenario scenario;
  std::optional<TopPrediction> top;
};

/// Drives Workspace::setSequence() and follows its row: every sample has a history of its own. Owner thread only.
/// Announces Change::History (states, flags, predictions), Change::Reference and Change::Scenarios.
class WhatIf {
 public:
  /// `workspace` outlives this.
  explicit WhatIf(Workspace& workspace);
  ~WhatIf();
  WhatIf(const WhatIf&) = delete;
  WhatIf& operator=(const WhatIf&) = delete;

  // ---- edits
  /// Of the sample in front; null without one.
  [[nodiscard]] const EditHistory* history() const { return m_history; }
  /// Edits the sample. Errors of applyEdit(), and what the open model cannot read: too many visits, a place or user
  /// beyond its tables. Calls of one `gesture` (not 0) are one edit: each starts from where the gesture did, so a drag
  /// says how far it has come in all. `name` where the edit has a better one than its own.
  Status apply(const SequenceEdit& edit, std::uint64_t gesture = 0, std::string name = {});
  /// A number that no gesture had yet.
  [[nodiscard]] std::uint64_t newGesture() { return ++m_gestures; }
  void endGesture();
  void undo();
  void redo();
  void jump(std::size_t state);
  /// What apply() would call it.
  [[nodiscard]] std::string nameOf(const SequenceEdit& edit) const;
  [[nodiscard]] EditLabels labels() const;

  /// What the edits brought in that could not have happened; with the words of the screen.
  [[nodiscard]] const std::vector<SequenceFlag>& flags() const;
  [[nodiscard]] std::string flagText(const SequenceFlag& flag) const;
  [[nodiscard]] std::string fixText(const SequenceFlag& flag) const;
  /// Nothing where the flag has no fix.
  Status fix(const SequenceFlag& flag);

  // ---- what an edit would do
  /// Inspects what `edit` would make of the sample in front, beside it: the comparison is then that of the preview, and
  /// nothing else moves. The newest wins; one that could not be applied ends it.
  void preview(const SequenceEdit& edit, const std::string& name = {});
  /// Nothing where there is none; whatever changes the sample ends it too.
  void endPreview();
  /// The newest whose inspection is there: it stays until the next one's is, so that a pointer running down a list of
  /// edits makes nothing flicker.
  [[nodiscard]] const std::optional<PreviewedEdit>& preview() const { return m_preview; }
  /// The workspace's selection, in the visits of the preview.
  [[nodiscard]] Selection previewSelection() const;

  // ---- the reference
  [[nodiscard]] const PinnedReference& reference() const { return m_reference; }
  /// False for one of another dataset: its places have other meanings here, so that nothing is compared with it. It
  /// stays pinned, and counts again once its dataset is open.
  [[nodiscard]] bool referenceCounts() const;
  void pinRecorded();
  /// A row of the open split.
  void pinSample(std::size_t row);
  void pinState(std::size_t state);
  void pinScenario(std::size_t scenario);
  /// Nothing while an inspection is missing, and where reference and sample are the same sequence.
  [[nodiscard]] const std::optional<Comparison>& comparison() const { return m_comparison; }

  // ---- scenarios
  [[nodiscard]] const std::vector<KeptScenario>& scenarios() const { return m_scenarios; }
  /// Keeps the present state; one of that name is replaced.
  Status saveScenario(const std::string& name);
  Status renameScenario(std::size_t scenario, const std::string& name);
  Status removeScenario(std::size_t scenario);
  /// Why a scenario cannot be used here: it is of another dataset, or of a place or a user that this one lacks.
  [[nodiscard]] Status fit(std::size_t scenario) const;
  /// Goes to the sample it came from, where that is there, and makes it an edit there; else an edit of the sample in
  /// front. Errors: fit().
  Status openScenario(std::size_t scenario);
  Status exportScenario(std::size_t scenario, const std::filesystem::path& file) const;
  Status importScenario(const std::filesystem::path& file);

  /// What is inspected beside the sample in front.
  struct EditedSample {
    EnginePtr engine;
    Sequence sequence;
    bool operator==(const EditedSample&) const = default;
  };

  // ---- as plain values (what_if_keeping.cpp)
  /// Of long histories only the newest edits, so that it stays small.
  [[nodiscard]] WhatIfState state() const;
  /// In place of everything that is here. What the open dataset cannot hold is left out, with a banner.
  void restore(WhatIfState state);

 private:
  void workspaceChanged(Changes changes);
  [[nodiscard]] std::optional<ScenarioOrigin> currentKey() const;
  void updateSample();
  void takeForeignSequence();
  void show(const Selection& selection);
  void updateInspection();
  void updateReference();
  void compare();
  void takeReference();
  void takePreview();
  void pin(PinnedReference reference);
  [[nodiscard]] Selection selectionAfter(const EditState& from, const EditState& to, bool selectNew) const;
  /// [L] numbers in a history; nothing for new visits.
  using VisitIds = std::vector<std::optional<VisitId>>;
  [[nodiscard]] static VisitIds idsAfter(const EditedSequence& edited, const EditState& base);
  Status become(const Sequence& sequence, const VisitIds& ids, const SequenceEdit& edit, std::string name,
                std::uint64_t gesture);
  [[nodiscard]] std::vector<VisitId> idsOf(const Scenario& scenario) const;
  [[nodiscard]] std::vector<SequenceFlag> flagsBroughtIn(const Sequence& sequence, const VisitIds& ids) const;
  [[nodiscard]] Status readable(const Sequence& sequence) const;
  [[nodiscard]] std::string recordedName() const;
  /// The state that a sequence is, the present one first; null where it is none.
  [[nodiscard]] const EditState* stateOf(const Sequence& sequence) const;
  [[nodiscard]] std::vector<SequenceFlag> flagsOfState(const Sequence& sequence, const std::vector<VisitId>& ids) const;
  [[nodiscard]] Status fitsDataset(const Sequence& sequence) const;
  void pinSaved(const std::optional<SavedReference>& saved);
  void wake(EditHistory& history);

  Workspace& m_workspace;
  Observers& m_observers;
  std::map<ScenarioOrigin, std::unique_ptr<EditHistory>, SampleOrder> m_histories;
  std::map<ScenarioOrigin, SavedHistory, SampleOrder>
      m_dormant;  ///< kept, and of samples that have not been in front since
  std::optional<ScenarioOrigin> m_key;
  EditHistory* m_history = nullptr;
  std::uint64_t m_gestures = 0;

  PinnedReference m_reference;
  EnginePtr m_referenceEngine;  ///< that made its inspection
  std::optional<Comparison> m_comparison;
  std::vector<KeptScenario> m_scenarios;

  std::optional<PreviewedEdit> m_preview;
  std::optional<EditState> m_previewAwaited;

  /// On threads of their own: a reference never holds up the inspection of an edit.
  WorkspaceQuery<InspectionPtr, EditedSample> m_references{m_workspace, [this] { takeReference(); }};
  WorkspaceQuery<InspectionPtr, EditedSample> m_previews{m_workspace, [this] { takePreview(); }};
  Subscription m_subscription;
};

}  // namespace sojourn::session
