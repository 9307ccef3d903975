// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of `sojourn prepare`, as one table that the command line, the report and the import page show, and the
// recipes with their consequences (PREPARE.md 3).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/core/name_table.h"
#include "model/core/result.h"
#include "model/data/records/records.h"

namespace sojourn {

enum class PrepareRecipe { Published, Corrected };
inline constexpr NameTable<2> recipeNames{"published", "corrected"};
/// When a stay ends: with the first fix outside, or with the last one inside.
enum class StayEnd { FirstOutside, LastInside };
inline constexpr NameTable<2> stayEndNames{"first-outside", "last-inside"};
/// What becomes of a stay before a gap in the record.
enum class GapStays { Discard, Emit };
inline constexpr NameTable<2> gapStaysNames{"discard", "emit"};
/// A centre is the mean of the distinct positions, or of all of them.
enum class CentreRule { Distinct, Mean };
inline constexpr NameTable<2> centreRuleNames{"distinct", "mean"};
/// LonLat gives the haversine formula longitudes as latitudes, as trackintel did up to 1.4.2.
enum class ClusterMetric { LonLat, Haversine };
inline constexpr NameTable<2> clusterMetricNames{"lonlat", "haversine"};
/// Whether all users share their places.
enum class ClusterScope { Dataset, User };
inline constexpr NameTable<2> clusterScopeNames{"dataset", "user"};

struct PrepareSettings {
  InputSettings input;
  std::filesystem::path out;
  std::string name;        ///< of the dataset; empty: the input's stem
  std::string pseudonyms;  ///< the seed that users and places are written under; empty: as they are
  PrepareRecipe recipe = PrepareRecipe::Corrected;
  std::string timeZone = "UTC";            ///< of days, weekdays and minutes
  std::vector<std::string> excludedUsers;  ///< users of the input who do not come into the dataset
  // Staypoints (PREPARE.md 2, steps 1 to 3): metres, minutes, days.
  double distance = 200;
  double time = 30;
  double gap = 1440;
  bool includeLast = true;
  StayEnd stayEnd = StayEnd::FirstOutside;
  GapStays gapStays = GapStays::Emit;
  CentreRule centre = CentreRule::Mean;
  double activity = 25;
  int minDays = 0;
  // Locations (step 4): metres.
  double eps = 20;
  int minSamples = 2;
  ClusterMetric metric = ClusterMetric::Haversine;
  ClusterScope scope = ClusterScope::Dataset;
  // Visits (steps 5 to 7): minutes.
  double mergeGap = 1;
  int minUserVisits = 1;
  int minPlaceVisits = 1;
  // Sequences (steps 8 to 10): shares, days, minutes.
  std::array<double, 3> split{0.6, 0.2, 0.2};
  int window = 7;
  int minVisits = 3;
  int maxDuration = 2880;

  std::size_t threads = 1;
  bool resume = false;
  bool force = false;
};

/// Whether the rows name their places, as check-ins do, is known only after reading for visits.
[[nodiscard]] constexpr bool readsFixes(InputFormat format) {
  return format == InputFormat::Geolife || format == InputFormat::Gpx || format == InputFormat::PointsCsv;
}

/// What a format is prepared with where nothing else is said: the recipe, and for check-ins their own limits.
[[nodiscard]] PrepareSettings defaultPrepareSettings(InputFormat format);
/// Sets what the recipe decides.
void applyRecipe(PrepareSettings& settings, PrepareRecipe recipe);

/// One setting that changes the dataset.
struct PrepareParameter {
  enum class Kind { Number, Whole, Numbers, Choice, Switch, Text };
  const char* key;  ///< "stay_end"; on the command line "--stay-end"
  Kind kind;
  const char* unit;                              ///< "metres", "minutes", "days"; empty where it has none
  const char* meaning;                           ///< a phrase for --help and the import page
  double least = 0, most = 0;                    ///< of numbers
  std::span<const std::string_view> words = {};  ///< of a choice
  std::string (*text)(const PrepareSettings&) = nullptr;
  /// False where the text is no such value, or out of range.
  bool (*set)(PrepareSettings&, std::string_view) = nullptr;
};
[[nodiscard]] std::span<const PrepareParameter> prepareParameters();
/// "--stay-end" of "stay_end".
[[nodiscard]] std::string parameterFlag(const PrepareParameter& parameter);
/// Errors: ErrorKind::BadUsage with what the parameter takes.
[[nodiscard]] Status setParameter(PrepareSettings& settings, const PrepareParameter& parameter, std::string_view text);

/// All parameters by their keys.
[[nodiscard]] nlohmann::ordered_json parametersAsJson(const PrepareSettings& settings);
/// Recipe, format, columns and parameters of another preparation's report: what `--like` repeats. `where` names it.
[[nodiscard]] Result<PrepareSettings> settingsOfReport(std::string_view report, const std::string& where);

/// A choice of the published pipeline, and what follows from it.
struct RecipeConsequence {
  const char* choice;
  const char* consequence;
  const char* remedy;
  /// Whether the choice is in effect, as single settings win over the recipe.
  bool (*applies)(const PrepareSettings&);
};
[[nodiscard]] std::span<const RecipeConsequence> recipeConsequences();

}  // namespace sojourn
