// SPDX-License-Identifier: GPL-3.0-or-later
// How far explanations agree between models, and with models of random weights, as JSON and as tables.
#pragma once

#include <string>

#include "model/data/dataset/dataset.h"
#include "model/results/rank_agreement.h"
#include "views/text/output.h"

namespace sojourn::text {

[[nodiscard]] Json toJson(const ModelAgreement& agreement);
[[nodiscard]] std::string agreementTable(const ModelAgreement& agreement, const PlaceNames& places);

[[nodiscard]] Json toJson(const ParameterRandomizationTest& check);
[[nodiscard]] std::string randomizationTable(const ParameterRandomizationTest& check);

[[nodiscard]] Json toJson(const RankStabilitySummary& summary);
/// `title` heads the column of methods, `share` that of the samples beyond chance.
[[nodiscard]] std::string rankStabilityTable(const RankStabilitySummary& summary, const std::string& title,
                                             const std::string& share);

}  // namespace sojourn::text
