// SPDX-License-Identifier: GPL-3.0-or-later
// What the recipes decide, and what follows from the choices of the published one (PREPARE.md 3).
#include <array>

#include "model/data/steps/prepare_settings.h"

namespace sojourn {

PrepareSettings defaultPrepareSettings(InputFormat format) {
  PrepareSettings settings;
  settings.input.format = format;
  settings.input.stampsIn.clear();  // follows from the format and the time zone
  applyRecipe(settings, format == InputFormat::Geolife ? PrepareRecipe::Published : PrepareRecipe::Corrected);
  if (format == InputFormat::CheckinsCsv) {
    settings.minUserVisits = settings.minPlaceVisits = 11;
    settings.input.dropDuplicates = false;
  }
  return settings;
}

void applyRecipe(PrepareSettings& settings, PrepareRecipe recipe) {
  const bool published = recipe == PrepareRecipe::Published;
  settings.recipe = recipe;
  settings.metric = published ? ClusterMetric::LonLat : ClusterMetric::Haversine;
  settings.gapStays = published ? GapStays::Discard : GapStays::Emit;
  settings.centre = published ? CentreRule::Distinct : CentreRule::Mean;
}

std::span<const RecipeConsequence> recipeConsequences() {
  static constexpr auto published = [](const PrepareSettings& s) { return s.recipe == PrepareRecipe::Published; };
  static constexpr auto fixes = [](const PrepareSettings& s) { return readsFixes(s.input.format); };
  static const std::array consequences{
      RecipeConsequence{"DBSCAN gets (longitude, latitude) where (latitude, longitude) is due",
                        "the radius is longer north-south and shorter east-west: at Beijing 20 m are 45 m and 15 m; "
                        "near longitude 90 it breaks down",
                        "give --metric haversine",
                        [](const PrepareSettings& s) { return s.metric == ClusterMetric::LonLat; }},
      RecipeConsequence{"a stay before a gap is discarded",
                        "the last stay before the device was switched off is missing", "give --gap-stays emit",
                        [](const PrepareSettings& s) { return fixes(s) && s.gapStays == GapStays::Discard; }},
      RecipeConsequence{"a stay lasts until the first fix outside",
                        "its end includes time without any fix at the place: unobserved_share is its share of all "
                        "staypoints' time",
                        "give --stay-end last-inside",
                        [](const PrepareSettings& s) { return fixes(s) && s.stayEnd == StayEnd::FirstOutside; }},
      RecipeConsequence{"users need \"more than 50 days\"", "its windows of ten weeks make this 70 days",
                        "give --min-days 70 for the users of the published dataset",
                        [](const PrepareSettings& s) {
                          return published(s) && s.input.format == InputFormat::Geolife && s.minDays == 0;
                        }},
      RecipeConsequence{"days and hours are those of GMT", "in Beijing a day starts at 08:00",
                        "give the --time-zone of the record",
                        [](const PrepareSettings& s) { return published(s) && s.timeZone == "UTC"; }},
      RecipeConsequence{"places are fitted on all users and splits",
                        "visits of validation and test take part in making the places",
                        "compare models on the same dataset only", published},
      RecipeConsequence{"activity is over 25 minutes where staypoints last 30", "the activity filter has no effect",
                        "give a longer --activity to use it",
                        [](const PrepareSettings& s) { return published(s) && fixes(s) && s.activity < s.time; }},
  };
  return consequences;
}

}  // namespace sojourn
