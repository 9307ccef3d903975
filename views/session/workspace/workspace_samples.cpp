// SPDX-License-Identifier: GPL-3.0-or-later
// All samples of the split: the pass that fills them, filter and order, the names by which they are shown.
#include <algorithm>
#include <span>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/session/workspace/sample_evaluations.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {
namespace {

/// The same whatever the order of the rows.
std::uint64_t keyOf(std::span<const SampleIndex> rows) {
  std::uint64_t key = 0;
  for (const SampleIndex row : rows) {
    std::uint64_t mixed = static_cast<std::uint64_t>(row) + 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBULL;
    key += mixed ^ (mixed >> 31U);
  }
  return key;
}

}  // namespace

void Workspace::setSplit(Split split) {
  if (!m_dataset || split == m_split || !m_dataset->split(split)) return;
  const Observers::Batch batch(m_observers);
  m_banners.retract(BannerTopic::Place);
  m_split = split;
  forgetRow();
  rebuildSamples();
  m_observers.announce({Change::Dataset, Change::Sample});
  if (!m_samples.empty()) showRow(0);
}

void Workspace::rebuildSamples() {
  stopPass();
  m_view.reset(nullptr);
  m_samples = m_dataset && m_dataset->split(m_split) ? SampleTable(m_dataset, m_split) : SampleTable();
  m_notes.reload();
  m_view.setPlaceOrder(m_naming.placeOrder());
  for (OutcomesPtr& outcomes : m_outcomesOfModels) outcomes.reset();  // they are of other rows
  parseFilter();
  m_view.reset(&m_samples);
  m_aggregates.setOffsetMinutes(m_offset);
  m_aggregates.forget();
  m_observers.announce({Change::SampleRows, Change::Outcomes});
  restartPass(0);
}

void Workspace::restartPass(std::size_t from) {
  stopPass();
  if (from == 0 && m_samples.filledCount() > 0) {
    m_samples.clearOutcomes();
    m_view.reset(&m_samples);
    m_aggregates.forget();
    m_observers.announce({Change::Outcomes, Change::SampleRows});
  }
  if (!m_engine || m_samples.empty() || from >= m_samples.size()) return;
  m_banners.retract(BannerTopic::Evaluation);
  m_passJob = m_jobs.begin(
      tr("Evaluating %1", {splitName(m_split)}), "sequences", [this] { stopPass(); }, JobKind::Evaluate);
  m_jobs.advance(m_passJob, from, m_samples.size());
  m_aggregates.setStreaming(true);
  m_passNumber = m_pass.start(m_engine, m_dataset, m_split, from);
}

void Workspace::stopPass() {
  if (m_passNumber == 0) return;
  m_pass.cancel();
  m_passNumber = 0;
  m_aggregates.setStreaming(false);
  m_jobs.end(m_passJob);
  if (m_view.settle()) m_observers.announce(Change::SampleRows);
  m_observers.announce(Change::Outcomes);
}

void Workspace::resumePass() {
  // Rows fill from the first to the last, so as many as are filled are the first ones.
  if (m_passNumber == 0 && m_engine && !m_samples.complete()) restartPass(m_samples.filledCount());
}

void Workspace::applyBlock(const BackgroundPass::Block& block) {
  if (block.number != m_passNumber) return;
  const auto first = static_cast<SampleIndex>(block.first);
  m_samples.fill(first, block.outcomes);
  m_aggregates.outdate();
  m_observers.announce(Change::Outcomes);
  if (m_view.rowsFilled(first, block.outcomes.size())) m_observers.announce(Change::SampleRows);
  m_jobs.advance(m_passJob, m_samples.filledCount(), m_samples.size());
}

void Workspace::applyEnd(const BackgroundPass::End& end) {
  if (end.number != m_passNumber) return;
  stopPass();
  noticeDevice();
  if (!end.status.ok())
    m_banners.report(end.status.error(), Severity::Error, actionsOnFailure(), BannerTopic::Evaluation);
}

void Workspace::setSort(SampleSort sort) {
  if (sort == m_view.sort()) return;
  m_view.setSort(sort);
  m_observers.announce(Change::SampleRows);
}

void Workspace::setFilterText(const std::string& text, FilterBy by) {
  if (text == m_filterText) return;
  const Observers::Batch batch(m_observers);
  m_filterBy = by;
  m_filterText = text;
  m_observers.announce(Change::Filter);
  parseFilter();
}

/// The filter of the dataset before stays with it, and the present one's comes back.
void Workspace::bringFilter(const std::string& keyBefore) {
  const std::string key = openKey();
  // One that was typed before the first dataset is meant for it.
  if (key == keyBefore || (keyBefore.empty() && !m_filterText.empty())) return;
  m_filterBy = FilterBy::Restoring;
  m_filtersOf[keyBefore] = std::exchange(m_filterText, m_filtersOf[key]);
  m_observers.announce(Change::Filter);
}

void Workspace::parseFilter() {
  auto parsed = SampleFilter::parse(m_filterText, &m_naming, &m_notes.ofRows(), &m_outcomesOfModels, m_offset);
  m_filterError = std::move(parsed.error);
  if (m_filterError) return;
  m_view.setFilter(std::move(parsed.filter));
  m_aggregates.forgetFiltered();
  m_observers.announce(Change::SampleRows);
}

void Workspace::setOutcomesOfModels(const OutcomesOfModels& outcomes) {
  if (std::exchange(m_outcomesOfModels, outcomes) == outcomes) return;
  if (!m_filterError && !m_view.filter().readsModels()) return;
  const Observers::Batch batch(m_observers);
  m_observers.announce(Change::Filter);
  parseFilter();
}

FilterCompletion Workspace::completeFilterText(const std::string& text, std::size_t cursor) const {
  return completeFilter(text, cursor, &m_naming, m_dataset ? &m_samples : nullptr, &m_notes.ofRows(),
                        &m_outcomesOfModels);
}

const PlaceNames& Workspace::placeNames() const {
  return m_naming.forUser(m_sequence ? m_sequence->user : 0);
}

void Workspace::setPlaceName(LocationId location, std::string name) {
  if (!m_dataset) return;
  m_naming.setPlaceName(location, std::move(name));
  namesChanged();
}

void Workspace::setUserName(UserId user, std::string name) {
  if (!m_dataset) return;
  m_naming.setUserName(user, std::move(name));
  namesChanged();
}

void Workspace::importLabels(const std::filesystem::path& csv) {
  if (!m_dataset) return;
  if (m_dataset->pseudonyms)
    return m_banners.report({ErrorKind::BadUsage, csv.filename().string(),
                             tr("names users and places as recorded, and the window shows pseudonyms"),
                             tr("switch the pseudonyms off, then import the labels")},
                            Severity::Error, {}, BannerTopic::Study);
  const Observers::Batch batch(m_observers);
  GivenNames names = m_naming.given();
  const auto taken = readLabels(csv, names);
  if (!taken) m_banners.report(taken.error(), Severity::Error, {}, BannerTopic::Study);
  m_naming.setGiven(std::move(names));
  namesChanged();
}

void Workspace::setProposalsShown(bool shown) {
  if (shown == m_settings.proposalsShown) return;
  m_settings.proposalsShown = shown;
  m_naming.setProposalsShown(shown);
  if (shown && m_proposalsMissing) requestProposals();
  namesChanged();
}

void Workspace::confirmProposal(LocationId location) {
  if (!m_sequence) return;
  m_naming.confirmProposal(location, m_sequence->user);
  namesChanged();
}

void Workspace::confirmAllProposals() {
  m_naming.confirmAllProposals();
  namesChanged();
}

void Workspace::withdrawRole(LocationId location) {
  if (!m_sequence) return;
  m_naming.withdrawRole(location, m_sequence->user);
  namesChanged();
}

void Workspace::namesChanged() {
  const Observers::Batch batch(m_observers);
  if (m_dataset) datasetSettings().names = m_naming.given();
  const SampleColumn sortedBy = m_view.sort().column;
  m_view.setPlaceOrder(m_naming.placeOrder());
  if (sortedBy == SampleColumn::Prediction || sortedBy == SampleColumn::Target)
    m_observers.announce(Change::SampleRows);
  // Only a filter that speaks of names can mean something else now.
  if (m_filterError || m_filterText.find(':') != std::string::npos) {
    m_observers.announce(Change::Filter);
    parseFilter();
  }
  m_observers.announce(Change::Names);
}

const std::vector<std::string>& Workspace::mapFiles() const {
  static const std::vector<std::string> none;
  if (!m_dataset) return none;
  const auto found = m_settings.datasets.find(openKey());
  const bool known = found != m_settings.datasets.end();
  if (m_isDemo && !(known && found->second.mapChosen)) return m_demoMap;
  return known ? found->second.mapFiles : none;
}

void Workspace::setMapFiles(std::vector<std::string> files) {
  if (!m_dataset) return;
  if (files.size() > mostMapFiles) files.resize(mostMapFiles);
  const Observers::Batch batch(m_observers);
  change(datasetSettings().mapFiles, files);
  change(datasetSettings().mapChosen, true);
  m_observers.announce(Change::Places);
}

void Workspace::setDistricts(std::shared_ptr<const PlaceDistricts> districts) {
  m_naming.setDistricts(std::move(districts));
  namesChanged();
}

void Workspace::requestProposals() {
  cancelProposals();
  m_proposalsMissing = false;
  m_proposalsNumber = ++m_number;
  m_proposalsCancel = CancelToken();
  m_proposalsStarted = std::chrono::steady_clock::now();
  m_datasetWorker.post(
      [this, dataset = m_dataset, offset = m_offset, number = m_proposalsNumber, cancel = m_proposalsCancel] {
        const Progress progress = throttled([this, number](std::size_t done, std::size_t total) {
          post([this, number, done, total] { advanceProposals(number, done, total); });
        });
        post([this, number, made = proposeRoles(*dataset, offset, progress, cancel)]() mutable {
          takeProposals(number, std::move(made));
        });
      });
}

void Workspace::advanceProposals(std::uint64_t number, std::size_t done, std::size_t total) {
  if (number != m_proposalsNumber) return;
  if (m_proposalsJob == 0) {
    m_proposalsJob = m_jobs.begin(
        tr("Proposing Home and Work"), "sequences", [this] { cancelProposals(); }, JobKind::ProposeRoles,
        m_proposalsStarted);
  }
  m_jobs.advance(m_proposalsJob, done, total);
}

void Workspace::takeProposals(std::uint64_t number, Proposals proposals) {
  if (number != m_proposalsNumber) return;
  m_proposalsNumber = 0;
  m_jobs.end(m_proposalsJob);
  m_naming.setProposals(std::move(proposals));
  if (const auto before = std::exchange(m_proposalsBefore, std::nullopt)) reportRoleChange(*before);
  namesChanged();
}

void Workspace::cancelProposals() {
  if (m_proposalsNumber == 0) return;
  m_proposalsCancel.cancel();
  m_proposalsNumber = 0;
  m_proposalsMissing = true;
  m_jobs.end(m_proposalsJob);
}

void Workspace::setDisplayOffsetMinutes(std::int32_t minutes) {
  constexpr std::int32_t furthest = 24 * 60;
  minutes = std::clamp(minutes, -furthest, furthest);
  if (!m_dataset) return;
  const Observers::Batch batch(m_observers);
  datasetSettings().zoneChosen = true;
  m_banners.retract(BannerTopic::Zone);
  if (minutes == m_offset) return;
  m_offset = minutes;
  datasetSettings().displayOffsetMinutes = minutes;
  if (!m_proposalsBefore && !m_naming.proposals().empty()) m_proposalsBefore = m_naming.proposals();
  m_aggregates.setOffsetMinutes(minutes);
  m_observers.announce(Change::Time);
  // Hours and weekdays of a filter are those shown.
  if (m_filterText.find(':') != std::string::npos) parseFilter();
  requestProposals();
}

void Workspace::offerZone() {
  const auto suggested = suggestedOffsetMinutes();
  if (!suggested || *suggested == 0 || m_offset != 0 || m_dataset->localClock || datasetSettings().zoneChosen) return;
  // Under pseudonyms it is the recorded dataset of which that was chosen.
  const auto recorded = m_settings.datasets.find(datasetKey(m_dataset->prefix, m_dataset->filesFingerprint));
  if (m_dataset->pseudonyms && recorded != m_settings.datasets.end() && recorded->second.zoneChosen) return;
  const std::string zone = offsetText(*suggested) + " h";
  m_banners.report(
      {ErrorKind::BadInput, escapeForDisplay(m_dataset->title, 60),
       tr("the places lie where clocks are about %1 from UTC", {zone}),
       tr("if the recorded times are UTC, show them at %1: Home and Work are proposed from the nights and days of "
          "the times shown",
          {zone})},
      Severity::Notice, {BannerAction::UseSuggestedZone, BannerAction::KeepRecordedTimes}, BannerTopic::Zone);
}

void Workspace::reportRoleChange(const Proposals& before) {
  const RoleChange change = compareProposals(before, m_naming.proposals());
  if (change.changed == 0 || !m_naming.proposalsShown()) return;
  std::string what = tr(
      "the proposed Home or Work changes for %1 of %2%3 with proposals",
      {std::to_string(change.changed), std::to_string(change.users), change.users == 1 ? tr(" user") : tr(" users")});
  if (change.swapped > 0) what += tr("; for %1 of them, Home and Work swap", {std::to_string(change.swapped)});
  std::vector<BannerAction> actions;
  if (m_offset != 0) actions.push_back(BannerAction::KeepRecordedTimes);
  m_banners.report({ErrorKind::BadInput,
                    tr("Times shown %1", {m_offset == 0 ? tr("as recorded") : tr("at %1 h", {offsetText(m_offset)})}),
                    std::move(what), tr("a name with a question mark is a proposal; names that you confirmed stay")},
                   Severity::Notice, std::move(actions), BannerTopic::Zone);
}

std::optional<std::int32_t> Workspace::suggestedOffsetMinutes() const {
  if (!m_dataset) return std::nullopt;
  return solarUtcOffsetMinutes(m_dataset->places);
}

ScenarioOrigin Workspace::originOf(std::size_t row) const {
  return {.dataset = m_dataset ? m_dataset->prefix : std::string(),
          .fingerprint = m_dataset ? m_dataset->fingerprint : std::string(),
          .split = m_split,
          .index = row};
}

void Workspace::notesChanged() {
  // Only a filter that speaks of them can mean something else now.
  const auto speaksOf = [this](const char* word) { return m_filterText.find(word) != std::string::npos; };
  if (!m_filterError && !speaksOf("bookmarked") && !speaksOf("noted") && !speaksOf("tag")) return;
  m_observers.announce(Change::Filter);
  parseFilter();
}

FilteredSamples filteredSamples(const Workspace& workspace) {
  const auto rows = workspace.sampleView().rows();
  return {.dataset = workspace.dataset(),
          .engine = workspace.engine(),
          .split = workspace.split(),
          .rows = keyOf(rows),
          .count = rows.size()};
}

std::vector<std::size_t> filteredRows(const Workspace& workspace) {
  const auto shown = workspace.sampleView().rows();
  std::vector<std::size_t> rows(shown.begin(), shown.end());
  std::ranges::sort(rows);
  return rows;
}

}  // namespace sojourn::session
