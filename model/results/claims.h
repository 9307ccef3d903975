// SPDX-License-Identifier: GPL-3.0-or-later
// What papers claim about models and data, each claim beside what was measured.
#pragma once

#include <optional>
#include <string>

namespace sojourn {

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

/// What was measured of a claim's quantity and subject, in its unit.
struct ClaimMeasurement {
  std::string quantity, subject;
  double value = 0;
  std::optional<double> low = {}, high = {};  ///< 95 % interval
  std::string command = {};                   ///< that measures it
};

enum class ClaimVerdict { Holds, DoesNotHold, Undecided };
[[nodiscard]] constexpr const char* verdictWord(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::Holds:
      return "holds";
    case ClaimVerdict::DoesNotHold:
      return "does not hold";
    case ClaimVerdict::Undecided:
      break;
  }
  return "undecided";
}

struct LedgerRow {
  Claim claim;
  std::optional<ClaimMeasurement> measured;
  ClaimVerdict verdict = ClaimVerdict::Undecided;
  std::string reason;  ///< why it is undecided, or empty
};

}  // namespace sojourn
