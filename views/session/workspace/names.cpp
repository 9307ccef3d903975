// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/workspace/names.h"

#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

Names::Names(Workspace& workspace)
    : m_workspace(workspace), m_observers(workspace.observers()), m_worker(workspace.threads()) {}

Names::~Names() {
  m_cancel.cancel();
  m_workspace.threads().notify();
}

void Names::reset(std::optional<std::int32_t> offset) {
  cancelProposals();
  m_proposalsBefore.reset();
  const DatasetPtr& dataset = m_workspace.dataset();
  m_naming = dataset ? PlaceNaming(dataset) : PlaceNaming();
  m_offset = 0;
  if (!dataset) return;
  m_naming.setProposalsShown(m_workspace.settings().proposalsShown);
  m_naming.setGiven(m_workspace.datasetSettings().names);
  m_offset = offset.value_or(m_workspace.datasetSettings().displayOffsetMinutes);
}

void Names::propose() {
  requestProposals();
  offerZone();
}

const PlaceNames& Names::ofSample() const {
  return m_naming.forUser(m_workspace.sequence() ? m_workspace.sequence()->user : 0);
}

void Names::setPlaceName(LocationId location, std::string name) {
  if (!m_workspace.dataset()) return;
  m_naming.setPlaceName(location, std::move(name));
  notify();
}

void Names::setUserName(UserId user, std::string name) {
  if (!m_workspace.dataset()) return;
  m_naming.setUserName(user, std::move(name));
  notify();
}

void Names::importLabels(const std::filesystem::path& csv) {
  if (!m_workspace.dataset()) return;
  if (m_workspace.dataset()->pseudonyms)
    return m_workspace.banners().report({ErrorKind::BadUsage, csv.filename().string(),
                                         tr("names users and places as recorded, and the window shows pseudonyms"),
                                         tr("switch the pseudonyms off, then import the labels")},
                                        Severity::Error, {}, BannerTopic::Study);
  const Observers::Batch batch(m_observers);
  GivenNames names = m_naming.given();
  const auto taken = readLabels(csv, names);
  if (!taken) m_workspace.banners().report(taken.error(), Severity::Error, {}, BannerTopic::Study);
  m_naming.setGiven(std::move(names));
  notify();
}

void Names::setProposalsShown(bool shown) {
  if (shown == m_workspace.settings().proposalsShown) return;
  m_workspace.rememberProposalsShown(shown);
  m_naming.setProposalsShown(shown);
  if (shown && m_missing) requestProposals();
  notify();
}

void Names::confirmProposal(LocationId location) {
  if (!m_workspace.sequence()) return;
  m_naming.confirmProposal(location, m_workspace.sequence()->user);
  notify();
}

void Names::confirmAllProposals() {
  m_naming.confirmAllProposals();
  notify();
}

void Names::withdrawRole(LocationId location) {
  if (!m_workspace.sequence()) return;
  m_naming.withdrawRole(location, m_workspace.sequence()->user);
  notify();
}

void Names::notify() {
  const Observers::Batch batch(m_observers);
  if (m_workspace.dataset()) m_workspace.datasetSettings().names = m_naming.given();
  m_workspace.samples().namesChanged();
  m_observers.announce(Change::Names);
}

void Names::setDistricts(std::shared_ptr<const PlaceDistricts> districts) {
  m_naming.setDistricts(std::move(districts));
  notify();
}

void Names::requestProposals() {
  cancelProposals();
  m_missing = false;
  m_awaited = ++m_last;
  m_cancel = CancelToken();
  m_started = std::chrono::steady_clock::now();
  const auto propose = [this, dataset = m_workspace.dataset(), offset = m_offset, number = m_awaited,
                        cancel = m_cancel] {
    const Progress progress = throttled([this, number, cancel](std::size_t done, std::size_t total) {
      m_workspace.post([this, number, done, total] { advanceProposals(number, done, total); });
      m_workspace.threads().giveWay(Priority::Evaluation, cancel);
    });
    m_workspace.post([this, number, made = proposeRoles(*dataset, offset, progress, cancel)]() mutable {
      takeProposals(number, std::move(made));
    });
  };
  m_worker.replace(propose, {}, Priority::Evaluation);
}

void Names::advanceProposals(std::uint64_t number, std::size_t done, std::size_t total) {
  if (number != m_awaited) return;
  if (m_job == 0) {
    m_job = m_workspace.jobs().begin(
        tr("Proposing Home and Work"), "sequences", [this] { cancelProposals(); }, JobKind::ProposeRoles, m_started);
  }
  m_workspace.jobs().advance(m_job, done, total);
}

void Names::takeProposals(std::uint64_t number, Proposals proposals) {
  if (number != m_awaited) return;
  m_awaited = 0;
  m_workspace.jobs().end(m_job);
  m_naming.setProposals(std::move(proposals));
  if (const auto before = std::exchange(m_proposalsBefore, std::nullopt)) reportRoleChange(*before);
  notify();
}

void Names::cancelProposals() {
  if (m_awaited == 0) return;
  m_cancel.cancel();
  m_workspace.threads().notify();
  m_awaited = 0;
  m_missing = true;
  m_workspace.jobs().end(m_job);
}

void Names::setDisplayOffsetMinutes(std::int32_t minutes) {
  constexpr std::int32_t furthest = 24 * 60;
  minutes = std::clamp(minutes, -furthest, furthest);
  if (!m_workspace.dataset()) return;
  const Observers::Batch batch(m_observers);
  m_workspace.datasetSettings().zoneChosen = true;
  m_workspace.banners().retract(BannerTopic::Zone);
  if (minutes == m_offset) return;
  m_offset = minutes;
  m_workspace.datasetSettings().displayOffsetMinutes = minutes;
  if (!m_proposalsBefore && !m_naming.proposals().empty()) m_proposalsBefore = m_naming.proposals();
  m_observers.announce(Change::Time);
  m_workspace.samples().offsetChanged();
  requestProposals();
}

void Names::offerZone() {
  const auto suggested = suggestedOffsetMinutes();
  if (!suggested || *suggested == 0 || m_offset != 0 || m_workspace.dataset()->localClock ||
      m_workspace.datasetSettings().zoneChosen)
    return;
  // Under pseudonyms, the zone was chosen for the recorded dataset.
  const auto recorded = m_workspace.settings().datasets.find(
      datasetKey(m_workspace.dataset()->prefix, m_workspace.dataset()->filesFingerprint));
  if (m_workspace.dataset()->pseudonyms && recorded != m_workspace.settings().datasets.end() &&
      recorded->second.zoneChosen)
    return;
  const std::string zone = offsetText(*suggested) + " h";
  m_workspace.banners().report(
      {ErrorKind::BadInput, escapeForDisplay(m_workspace.dataset()->title, 60),
       tr("the places lie where clocks are about %1 from UTC", {zone}),
       tr("if the recorded times are UTC, show them at %1: Home and Work are proposed from the nights and days of "
          "the times shown",
          {zone})},
      Severity::Notice, {BannerAction::UseSuggestedZone, BannerAction::KeepRecordedTimes}, BannerTopic::Zone);
}

void Names::reportRoleChange(const Proposals& before) {
  const RoleChange change = compareProposals(before, m_naming.proposals());
  if (change.changed == 0 || !m_naming.proposalsShown()) return;
  std::string what = tr(
      "the proposed Home or Work changes for %1 of %2%3 with proposals",
      {std::to_string(change.changed), std::to_string(change.users), change.users == 1 ? tr(" user") : tr(" users")});
  if (change.swapped > 0) what += tr("; for %1 of them, Home and Work swap", {std::to_string(change.swapped)});
  std::vector<BannerAction> actions;
  if (m_offset != 0) actions.push_back(BannerAction::KeepRecordedTimes);
  m_workspace.banners().report(
      {ErrorKind::BadInput,
       tr("Times shown %1", {m_offset == 0 ? tr("as recorded") : tr("at %1 h", {offsetText(m_offset)})}),
       std::move(what), tr("a name with a question mark is a proposal; names that you confirmed stay")},
      Severity::Notice, std::move(actions), BannerTopic::Zone);
}

std::optional<std::int32_t> Names::suggestedOffsetMinutes() const {
  if (!m_workspace.dataset()) return std::nullopt;
  return solarUtcOffsetMinutes(m_workspace.dataset()->places);
}

}  // namespace sojourn::session
