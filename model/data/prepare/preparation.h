// SPDX-License-Identifier: GPL-3.0-or-later
// Raw movement data becomes a dataset: the one function behind `sojourn prepare` and the studio's import page.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/steps/prepare_settings.h"
#include "model/data/steps/prepared_sequences.h"
#include "model/data/steps/prepared_visits.h"
#include "model/data/steps/staypoints.h"

namespace sojourn {

struct PreparedStaypoint {
  Staypoint stay;
  std::uint32_t user = 0;
  bool active = false;      ///< is counted in step 4
  std::int32_t place = -1;  ///< index in Preparation::places; -1: none
};

struct PreparedPlace {
  std::string id;    ///< the cluster's number, or what the input calls the place
  std::string name;  ///< empty where it has none
  std::optional<Coordinates> centre;
};

/// What came of a preparation.
struct Preparation {
  PrepareSettings settings;  ///< with every default filled in
  std::string prefix;        ///< of the dataset's files
  bool placesGiven = false;  ///< the input names its places: there are no staypoints
  bool localClock = false;   ///< days and minutes are by a time zone of the people's, or by the rows' own offsets
  PreparationCounts counts;
  std::vector<std::string> users;             ///< all that were read, in their order
  std::vector<PreparedPlace> places;          ///< all, in their order
  std::vector<PreparedStaypoint> staypoints;  ///< all, in the order of user, start
  std::vector<PreparedVisit> visits;          ///< after step 7
  PreparedSequences sequences;
  std::optional<double> unobservedShare;  ///< of the staypoints' time: after the last fix inside; of fixes only
  std::vector<Problem> problems;          ///< the recipe's consequences
  std::vector<std::string> files;         ///< that were written, names in settings.out
  std::map<std::string, double> seconds;
  std::string report;  ///< preparation.json
  /// Why no dataset came of it although all steps were done; the report and the tables of stays are there.
  std::optional<Error> refusal;
  bool wasFinished = false;  ///< --resume found it done: only `report` and `settings` are filled in
};

/// Called now and then with what is done ("reading", "locations", "writing"), how much and of how much; reading counts
/// bytes. On any thread, one at a time.
using PrepareProgress = std::function<void(const char* stage, std::size_t done, std::size_t total)>;

/// Reads, prepares and writes. The dataset's files are renamed into place when all are complete, the metadata last; the
/// staypoints of finished users wait in OUT/.work meanwhile, for `resume`. The files do not depend on the number of
/// threads. Errors: BadUsage for settings that are not possible, BadInput for an input that is refused, or a folder
/// that is not empty; cancelled.
[[nodiscard]] Result<Preparation> prepareDataset(PrepareSettings settings, const PrepareProgress& progress = {},
                                                 const CancelToken& cancel = {});

}  // namespace sojourn
