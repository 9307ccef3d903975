// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/claims/claims.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "model/core/embedded_file.h"
#include "model/core/translation.h"
#include "model/formats/text/json_fields.h"

namespace sojourn {
extern const EmbeddedFile embeddedClaims[];
}  // namespace sojourn

namespace sojourn::session {
namespace {

void judgeClaim(LedgerRow& row) {
  const ClaimMeasurement& measured = *row.measured;
  const double low = measured.low.value_or(measured.value), high = measured.high.value_or(measured.value);
  const auto decide = [&](bool holds) { row.verdict = holds ? ClaimVerdict::Holds : ClaimVerdict::DoesNotHold; };
  if (const auto& claimed = row.claim.value) {
    if (row.claim.tolerance) return decide(std::abs(*claimed - measured.value) <= *row.claim.tolerance);
    if (measured.low) return decide(*claimed >= low && *claimed <= high);
    row.reason = tr("the measured value has no interval");
    return;
  }
  const double least = row.claim.low.value_or(-HUGE_VAL), most = row.claim.high.value_or(HUGE_VAL);
  if (measured.value >= least && measured.value <= most) return decide(true);
  if (high < least || low > most) return decide(false);
  row.reason = tr("the measured interval reaches the claimed range");
}

}  // namespace

Result<std::vector<Claim>> parseClaims(std::string_view text, const std::string& where) {
  constexpr std::size_t mostClaims = 1000;
  const auto json = parseJsonObject(text, where);
  if (!json) return json.error();
  JsonFields fields(*json, where);
  fields.schema("sojourn.claims/1");
  if (fields.error()) return *fields.error();
  const auto list = json->find("claims");
  if (list == json->end() || !list->is_array() || list->size() > mostClaims)
    return Error{ErrorKind::BadInput, where, "claims is not a list of at most 1,000 claims", "correct the file"};
  std::vector<Claim> claims;
  for (const auto& item : *list) {
    const std::string place = where + ", claim " + std::to_string(claims.size());
    if (!item.is_object()) return Error{ErrorKind::BadInput, place, "is not an object", "correct the file"};
    auto claim = structOf<Claim>(item, place);
    if (!claim) return claim.error();
    claims.push_back(std::move(*claim));
  }
  return claims;
}

const std::vector<Claim>& builtInClaims() {
  static const std::vector<Claim> claims = [] {
    const auto bytes = embeddedClaims[0].bytes();
    auto read = parseClaims({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, embeddedClaims[0].name);
    return read ? std::move(*read) : std::vector<Claim>{};
  }();
  return claims;
}

const Claim* findClaim(std::span<const Claim> claims, std::string_view quantity, std::string_view subject,
                       std::string_view datasetPrefix) {
  const auto found = std::ranges::find_if(claims, [&](const Claim& claim) {
    return claim.quantity == quantity && claim.subject == subject && datasetPrefix.starts_with(claim.dataset);
  });
  return found == claims.end() ? nullptr : &*found;
}

std::vector<LedgerRow> claimLedger(std::span<const Claim> claims, std::span<const ClaimMeasurement> measured,
                                   std::string_view datasetPrefix, std::string_view model) {
  std::vector<LedgerRow> rows;
  for (const Claim& claim : claims) {
    LedgerRow& row = rows.emplace_back();
    row.claim = claim;
    const auto found = std::ranges::find_if(measured, [&](const ClaimMeasurement& one) {
      return one.quantity == claim.quantity && one.subject == claim.subject;
    });
    if (!datasetPrefix.starts_with(claim.dataset)) {
      row.reason = tr("it is about another dataset");
    } else if (!claim.model.empty() && claim.model != model && claim.quantity != "ablation") {
      row.reason = tr("it is about another model");
    } else if (found == measured.end() || !std::isfinite(found->value)) {
      row.reason = tr("not measured");
    } else {
      row.measured = *found;
      judgeClaim(row);
    }
  }
  return rows;
}

ClaimStanding standingOfClaim(std::optional<double> claimed, const PairedDifference& measured, std::size_t seeds) {
  if (!claimed) return ClaimStanding::NoClaim;
  if (seeds == 0) return ClaimStanding::NotMeasured;
  if (seeds < seedsToTell) return ClaimStanding::TooFewSeeds;
  if (!std::isfinite(measured.low)) return ClaimStanding::TooFewUsers;
  return *claimed >= measured.low && *claimed <= measured.high ? ClaimStanding::Inside : ClaimStanding::Outside;
}

std::string verdictOn(std::optional<double> claimed, const PairedDifference& measured, std::size_t seeds) {
  const bool trusted = seeds >= seedsToTrust;
  switch (standingOfClaim(claimed, measured, seeds)) {
    case ClaimStanding::NoClaim:
      break;
    case ClaimStanding::NotMeasured:
      return tr("not measured yet");
    case ClaimStanding::TooFewSeeds:
      return tr("too few seeds to tell");
    case ClaimStanding::TooFewUsers:
      return tr("too few users to tell");
    case ClaimStanding::Inside:
      return trusted ? tr("inside the measured interval")
                     : tr("inside the measured interval, which is too short with fewer than five seeds");
    case ClaimStanding::Outside:
      return trusted ? tr("outside the measured interval")
                     : tr("outside the measured interval, which is too short with fewer than five seeds");
  }
  return {};
}

}  // namespace sojourn::session
