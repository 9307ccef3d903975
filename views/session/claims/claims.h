// SPDX-License-Identifier: GPL-3.0-or-later
// What papers claim about models and data, each with its source; a resource file, so that another paper's claims can
// be laid beside.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"
#include "model/results/comparison.h"

namespace sojourn::session {

/// One claim that a measurement can check: a value, or bounds.
struct Claim {
  std::string dataset;              ///< what the prefix of the dataset begins with, "geolife"; empty: any
  std::string model;                ///< the registry's id; empty: none is asked
  std::string quantity;             ///< what is measured: "acc@1", "ablation", "head role", "position bias", ...
  std::string subject;              ///< of what: "no_pointer", "same_place"
  std::optional<double> value;      ///< in the unit of the quantity; either this or at least one bound
  std::optional<double> low, high;  ///< at least, at most
  std::optional<double> tolerance;  ///< of a value that has no chance in it: a checkpoint's accuracy on a file
  std::string statement;            ///< one sentence
  std::string source;               ///< the document and the place in it

  static void fields(auto& json, auto& claim) {
    json("dataset", claim.dataset);
    json("model", claim.model);
    json("quantity", claim.quantity);
    json("subject", claim.subject);
    json.ifAny("value", claim.value);
    json.ifAny("low", claim.low);
    json.ifAny("high", claim.high);
    json.ifAny("tolerance", claim.tolerance);
    json("statement", claim.statement);
    json("source", claim.source);
    json.check("value", claim.value || claim.low || claim.high, "is absent, and low and high too");
  }
};

/// Reads {"schema": "sojourn.claims/1", "claims": [...]} of at most 1,000 claims. Errors (ErrorKind::BadInput): no
/// JSON, another schema, a member absent or wrong, named by its key and the claim's number.
[[nodiscard]] Result<std::vector<Claim>> parseClaims(std::string_view text, const std::string& where);

/// Those that the program was built with (resources/claims/claims.json).
[[nodiscard]] const std::vector<Claim>& builtInClaims();

/// The claim about a subject for the dataset of that prefix; null where there is none.
[[nodiscard]] const Claim* findClaim(std::span<const Claim> claims, std::string_view quantity, std::string_view subject,
                                     std::string_view datasetPrefix);

/// What was measured of a claim's quantity and subject, in its unit.
struct ClaimMeasurement {
  std::string quantity, subject;
  double value = 0;
  std::optional<double> low, high;  ///< 95 % interval
  std::string command = {};         ///< that measures it
};

enum class ClaimVerdict { Holds, DoesNotHold, CannotBeTold };
[[nodiscard]] const char* verdictWord(ClaimVerdict verdict);

struct LedgerRow {
  Claim claim;
  std::optional<ClaimMeasurement> measured;
  ClaimVerdict verdict = ClaimVerdict::CannotBeTold;
  std::string reason;  ///< why it cannot be told, or empty
};

/// Each claim beside what was measured. One about another dataset or another model than was measured cannot be told. A
/// value holds where it lies in the measured interval (without one: within its tolerance), bounds where the measured
/// value keeps them; where it does not and its interval reaches them, it cannot be told.
[[nodiscard]] std::vector<LedgerRow> claimLedger(std::span<const Claim> claims,
                                                 std::span<const ClaimMeasurement> measured,
                                                 std::string_view datasetPrefix, std::string_view model);

/// Fewer trainings than `seedsToTell` do not tell; under `seedsToTrust` their interval is too short.
inline constexpr std::size_t seedsToTell = 3, seedsToTrust = 5;

/// Where a claimed difference lies, in words; empty without a claim.
[[nodiscard]] std::string verdictOn(std::optional<double> claimed, const PairedDifference& measured, std::size_t seeds);

}  // namespace sojourn::session
