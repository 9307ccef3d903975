// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a file of claims, laid beside a measurement.
#include <cmath>

#include "tests/fuzz/touch.h"
#include "views/session/claims/claims.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sojourn;
  const auto claims = session::parseClaims({reinterpret_cast<const char*>(data), size}, "claims.json");
  if (!claims) {
    fuzz::touch(claims.error());
    return 0;
  }
  for (const Claim& claim : *claims)
    for (const auto& number : {claim.value, claim.low, claim.high, claim.tolerance})
      if (number && !std::isfinite(*number)) throw std::logic_error("a claim of no number");
  static_cast<void>(session::claimLedger(*claims, {}, "geolife", "pointer_v45"));
  return 0;
}
