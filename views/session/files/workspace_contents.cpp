// SPDX-License-Identifier: GPL-3.0-or-later
// Collects what a workspace file keeps from the parts of the studio, and gives it back to them.
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/explain/explanations.h"
#include "views/session/files/workspace_autosave.h"

namespace sojourn::session {
namespace {

std::string shortHash(const std::string& hash) {
  constexpr std::size_t shown = 12;
  return escapeForDisplay(hash.substr(0, shown));
}

}  // namespace

WorkspaceState WorkspaceContents::capture() const {
  WorkspaceState state;
  state.demo = workspace.isDemo();
  if (const DatasetPtr& dataset = workspace.dataset(); dataset && !state.demo)
    state.dataset = SavedPath{.path = workspace.dataPath(), .sha256 = dataset->fingerprint};
  state.program = workspace.program();
  // One that was not started is asked about again.
  if (!workspace.engine() || workspace.isDemoCheckpoint()) state.program = workspace.programAsked();
  if (const ModelDescription* model = workspace.model(); model && !workspace.isDemoCheckpoint() && !state.program)
    state.checkpoint = SavedPath{.path = workspace.checkpointPath(), .sha256 = model->fingerprint};
  state.heads = workspace.chosenHeads();
  state.pseudonyms = workspace.pseudonyms();
  state.split = workspace.split();
  state.index = workspace.row().value_or(0);
  state.filter = workspace.samples().filterText();
  state.sort = workspace.samples().view().sort();
  state.selection = workspace.selection().now();
  state.selection.hovered = {};
  state.whatIf = whatIf.state();
  if (explanations) state.evaluations = explanations->savedEvaluations();
  state.notes = workspace.notes().all();
  state.filters = workspace.notes().savedFilters();
  for (const std::string& source : workspace.runs().sources()) state.runs.push_back({.path = source});
  state.referenceLines = workspace.runs().referenceLines();
  if (arrangement) {
    WindowArrangement window = arrangement();
    state.front = std::move(window.front);
    state.layouts = std::move(window.layouts);
    state.options = std::move(window.options);
  }
  return state;
}

void WorkspaceContents::restore(const WorkspaceState& state, const Restoring& restoring) const {
  workspace.samples().setSort(state.sort);
  // Before the filter, which may ask for them.
  workspace.notes().restore(state.notes, state.filters);
  workspace.samples().setFilterText(state.filter, FilterBy::Restoring);
  whatIf.restore(state.whatIf);
  // Again: the edits that were kept have just replaced it.
  if (restoring.edited) (void)workspace.showEdited(*restoring.edited);
  workspace.selection().restore(state.selection);
  showRuns(state, restoring.keepRuns);
  if (!restoring.arranged && arrange)
    arrange({.front = state.front, .layouts = state.layouts, .options = state.options});
  reportChanged(state);
  acceptSavedPair(state);
  if (!explanations) return;
  for (Error& reason : explanations->restoreEvaluations(state.evaluations))
    if (!restoring.instead) workspace.banners().report(std::move(reason), Severity::Warning, {}, BannerTopic::Study);
}

/// A dataset and a checkpoint that do not fit were accepted when the workspace was saved with both: the same two files
/// are not asked about again.
void WorkspaceContents::acceptSavedPair(const WorkspaceState& state) const {
  const DatasetPtr& dataset = workspace.dataset();
  const ModelDescription* model = workspace.model();
  if (!workspace.fitProblem() || !dataset || !model || !state.checkpoint) return;
  const auto same = [](const SavedPath& saved, const std::string& now) { return !now.empty() && saved.sha256 == now; };
  const bool sameDataset =
      state.demo ? workspace.isDemo() : state.dataset && same(*state.dataset, dataset->fingerprint);
  if (!sameDataset || !same(*state.checkpoint, model->fingerprint)) return;
  std::vector<BannerId> asked;
  for (const Banner& banner : workspace.banners().all())
    if (banner.topic == BannerTopic::Fit) asked.push_back(banner.id);
  for (const BannerId id : asked) workspace.banners().dismiss(id);
}

void WorkspaceContents::showRuns(const WorkspaceState& state, bool keepShown) const {
  std::vector<std::string> sources;
  for (const SavedPath& run : state.runs) sources.push_back(run.path.string());
  workspace.runs().setSources(sources);
  workspace.runs().setReferenceLines(state.referenceLines);
  if (keepShown) return;
  library.setReferenceLines(state.referenceLines);
  const std::vector<std::filesystem::path> shown = library.sources();
  for (const std::filesystem::path& source : shown) {
    if (std::ranges::find(sources, source.string()) == sources.end()) library.remove(source);
  }
  for (const std::string& source : sources) library.add(source);
}

void WorkspaceContents::reportChanged(const WorkspaceState& state) const {
  const auto compare = [this](const std::optional<SavedPath>& saved, const std::string& now, const std::string& remedy,
                              BannerTopic topic) {
    if (!saved || saved->sha256.empty() || now.empty() || saved->sha256 == now) return;
    workspace.banners().report({ErrorKind::BadInput, saved->path.string(),
                                tr("has changed since the workspace was saved: sha-256 %1 then, %2 now",
                                   {shortHash(saved->sha256), shortHash(now)}),
                                remedy},
                               Severity::Warning, {}, topic);
  };
  const DatasetPtr& dataset = workspace.dataset();
  const ModelDescription* model = workspace.model();
  if (dataset)
    compare(state.dataset, dataset->fingerprint,
            tr("edits stay with the samples of the earlier dataset; scenarios can be opened if they fit this one"),
            BannerTopic::DatasetProblems);
  if (model)
    compare(state.checkpoint, model->fingerprint, tr("predictions are those of the current checkpoint"),
            BannerTopic::CheckpointProblems);
}

}  // namespace sojourn::session
