// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/variant_study_text.h"

#include <algorithm>

#include "views/text/comparison_text.h"
#include "views/text/table.h"

namespace sojourn::text {
namespace {

std::string signedPoints(const std::optional<double>& points) {
  return points ? (*points > 0 ? "+" : "") + fixed(*points, 2) : "–";
}

/// "49.96 ± 1.53"
std::string meanText(const StudiedVariant& variant) {
  if (!variant.mean) return "–";
  return fixed(*variant.mean, 2) + (variant.sd ? " ± " + fixed(*variant.sd, 2) : "");
}

Json runJson(const VariantRun& run) {
  Json json{{"seed", run.seed},
            {"run", run.run},
            {"state", run.state},
            {"acc@1", orNull(run.accuracy)},
            {"known", orNull(run.known)}};
  if (!run.reason.empty()) json["reason"] = run.reason;
  return json;
}

}  // namespace

Json studyJson(const VariantStudy& study) {
  Json json{{"n", study.n}, {"users", study.users}};
  json["variants"] = listOf(study.variants, [](const StudiedVariant& variant) {
    const bool claimed = variant.claimedGeolife || variant.claimedDiy;
    return Json{
        {"name", variant.name},
        {"runs", listOf(variant.runs, runJson)},
        {"mean", orNull(variant.mean)},
        {"sd", orNull(variant.sd)},
        {"difference", differenceJson(variant.difference)},
        {"seeds", variant.seeds},
        {"claimed",
         claimed ? Json{{"geolife", orNull(variant.claimedGeolife)}, {"diy", orNull(variant.claimedDiy)}} : Json()},
        {"verdict", variant.verdict.empty() ? Json() : Json(variant.verdict)}};
  });
  return json;
}

std::string studyTable(const VariantStudy& study) {
  // Claims about another dataset say nothing of this one.
  const bool claims =
      std::ranges::any_of(study.variants, [](const StudiedVariant& one) { return one.claimed.has_value(); });
  std::vector<std::string> columns{"variant", "runs", "Acc@1", "difference", "p, Holm"};
  if (claims) columns.insert(columns.end(), {"claimed GeoLife", "DIY", "verdict on the claim"});
  Table table(columns);
  std::string others;
  for (const StudiedVariant& variant : study.variants) {
    const auto finished = std::ranges::count(variant.runs, std::string("finished"), &VariantRun::state);
    const bool measured = variant.seeds > 0;
    std::vector<std::string> row{variant.name, std::to_string(finished) + " of " + std::to_string(variant.runs.size()),
                                 meanText(variant), measured ? differenceText(variant.difference) : "–",
                                 measured ? pText(variant.difference.pHolm) : "–"};
    if (claims)
      row.insert(row.end(), {signedPoints(variant.claimedGeolife), signedPoints(variant.claimedDiy),
                             variant.verdict.empty() ? "–" : variant.verdict});
    table.add(std::move(row));
    for (const VariantRun& run : variant.runs)
      if (run.state != "finished")
        others += "  " + run.run + ": " + std::string(stateText(run.state)) +
                  (run.reason.empty() ? "" : " (" + run.reason + ")") + "\n";
  }
  return table.text() + (others.empty() ? "" : "\nNot finished:\n" + others) +
         "\nAcc@1 on the test split in percent, mean and standard deviation over seeds; differences to the full model "
         "in points, paired by seed and sample, with 95 % intervals from resampling users and seeds.\n";
}

}  // namespace sojourn::text
