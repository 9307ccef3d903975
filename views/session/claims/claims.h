// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what papers claim, from a resource file, so that another paper's claims can be laid beside, and judges it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "model/results/claims.h"
#include "model/results/variant_study.h"

namespace sojourn::session {

/// Bytes that a file of claims may have.
inline constexpr std::uint64_t largestClaimsFile = 1'000'000;

/// Reads {"schema": "sojourn.claims/1", "claims": [...]} of at most 1,000 claims. Errors (ErrorKind::BadInput): no
/// JSON, another schema, a member absent or wrong, named by its key and the claim's number.
[[nodiscard]] Result<std::vector<Claim>> parseClaims(std::string_view text, const std::string& where);

/// Those that the program was built with (resources/claims/claims.json).
[[nodiscard]] const std::vector<Claim>& builtInClaims();

/// The claim about a subject for the dataset of that prefix; null where there is none.
[[nodiscard]] const Claim* findClaim(std::span<const Claim> claims, std::string_view quantity, std::string_view subject,
                                     std::string_view datasetPrefix);

/// Each claim beside what was measured. One about another dataset or another model than was measured is undecided. A
/// value holds where it lies in the measured interval (without one: within its tolerance), bounds where the measured
/// value keeps them; where it does not and its interval reaches them, it is undecided.
[[nodiscard]] std::vector<LedgerRow> claimLedger(std::span<const Claim> claims,
                                                 std::span<const ClaimMeasurement> measured,
                                                 std::string_view datasetPrefix, std::string_view model);

/// Where a claimed difference lies.
[[nodiscard]] ClaimStanding standingOfClaim(std::optional<double> claimed, const PairedDifference& measured,
                                            std::size_t seeds);
/// The same in words; empty without a claim.
[[nodiscard]] std::string verdictOn(std::optional<double> claimed, const PairedDifference& measured, std::size_t seeds);

}  // namespace sojourn::session
