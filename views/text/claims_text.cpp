// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/claims_text.h"

#include "views/text/table.h"

namespace sojourn::text {
namespace {

/// "-3.94", "78.00 to 82.00", "at least 1.50".
std::string claimedText(const Claim& claim) {
  if (claim.value) return fixed(*claim.value, 2);
  if (claim.low && claim.high) return fixed(*claim.low, 2) + " to " + fixed(*claim.high, 2);
  return claim.low ? "at least " + fixed(*claim.low, 2) : "at most " + fixed(*claim.high, 2);
}

std::string measuredText(const std::optional<ClaimMeasurement>& measured) {
  if (!measured) return "–";
  if (!measured->low || !measured->high) return fixed(measured->value, 2);
  return fixed(measured->value, 2) + " [" + fixed(*measured->low, 2) + ", " + fixed(*measured->high, 2) + "]";
}

}  // namespace

Json claimsJson(std::span<const LedgerRow> rows) {
  return listOf(rows, [](const LedgerRow& row) {
    const Claim& claim = row.claim;
    Json json{
        {"statement", claim.statement},
        {"source", claim.source},
        {"dataset", claim.dataset},
        {"model", claim.model},
        {"quantity", claim.quantity},
        {"subject", claim.subject},
        {"claimed", Json{{"value", orNull(claim.value)}, {"low", orNull(claim.low)}, {"high", orNull(claim.high)}}}};
    json["measured"] = Json();
    if (const auto& measured = row.measured)
      json["measured"] = {{"value", number(measured->value)},
                          {"low", orNull(measured->low)},
                          {"high", orNull(measured->high)},
                          {"command", measured->command}};
    json["verdict"] = verdictWord(row.verdict);
    json["reason"] = row.reason.empty() ? Json() : Json(row.reason);
    return json;
  });
}

std::string claimsTable(std::span<const LedgerRow> rows) {
  Table table({"claim", "claimed", "measured", "verdict", "measured by"});
  for (const LedgerRow& row : rows)
    table.add({row.claim.statement, claimedText(row.claim), measuredText(row.measured),
               verdictWord(row.verdict) + (row.reason.empty() ? std::string() : ": " + row.reason),
               row.measured ? row.measured->command : "–"});
  return table.text();
}

}  // namespace sojourn::text
