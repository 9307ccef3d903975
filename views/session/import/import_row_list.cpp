// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/import/import_row_list.h"

#include <algorithm>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/dataset/local_time.h"
#include "model/data/prepare/leaving_stays.h"

namespace sojourn::session {

bool ImportRowChoice::ofInput() const {
  return reason.empty() || valueNamed<DropReason>(dropReasonNames, reason).has_value();
}

Result<ImportRowList> listInputRows(const ImportRowChoice& choice, const TrialInput& input, const Progress& progress,
                                    const CancelToken& cancel) {
  InputSettings settings = input.settings;
  settings.dates = input.report.dates;
  PreviewChoice wanted{.most = mostListed};
  if (!choice.user.empty()) wanted.user = choice.user;
  wanted.dropped = valueNamed<DropReason>(dropReasonNames, choice.reason);
  if (wanted.dropped) {
    // Reading ends with the last of them.
    const auto count = input.report.counts.find("dropped_" + choice.reason);
    const std::int64_t dropped = count == input.report.counts.end() ? 0 : count->second;
    wanted.most = std::min(wanted.most, static_cast<std::size_t>(dropped));
    if (wanted.dropped == DropReason::Duplicate) {
      wanted.repeated = input.report.repeated;
      wanted.most = std::min(wanted.most, wanted.repeated.size());
    }
  }
  auto found = previewInput(settings, wanted, progress, cancel);
  if (!found) return found.error();
  return ImportRowList{
      .choice = choice, .header = std::move(found->header), .rows = std::move(found->rows)};
}

ImportRowList listStays(const ImportRowChoice& choice, const TrialInput& input, const Preparation& made) {
  ImportRowList list{.choice = choice,
                     .header = {tr("user"), tr("start"), tr("end"), tr("minutes"), tr("place"), tr("lat"), tr("lon")},
                     .rows = {}};
  const auto zone = TimeZone::find(made.settings.timeZone);
  if (!zone) return list;
  const auto clock = [&](EpochMs time) {
    const ClockTime at = zone->clockAt(time);
    return dateText(at.day) + " " + clockText(at.minute);
  };
  constexpr EpochMs msPerMinute = 60'000;
  constexpr int decimals = 6;
  for (const LeavingStay& stay : leavingStays(input, made, choice.reason, mostListed)) {
    PreviewRow& row = list.rows.emplace_back();
    row.fields = {made.users[stay.user],
                  clock(stay.start),
                  clock(stay.end),
                  std::to_string((stay.end - stay.start) / msPerMinute),
                  stay.place ? made.places[*stay.place].id : std::string(),
                  stay.position ? fixedNumber(stay.position->latitude, decimals) : std::string(),
                  stay.position ? fixedNumber(stay.position->longitude, decimals) : std::string()};
  }
  return list;
}

}  // namespace sojourn::session
