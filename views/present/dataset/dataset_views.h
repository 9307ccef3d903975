// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Dataset workspace: what the filtered samples are like, and what the model reads of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/background/districts.h"
#include "model/data/dataset/dataset.h"
#include "model/results/model_description.h"
#include "model/results/profile.h"
#include "model/results/selection.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// A model whose heads can be shown.
struct HeadModel {
  std::size_t model = 0;  ///< its place among those of Compare
  std::string title;      ///< "B seed 2"
};

/// Pointers and spans are borrowed and valid during one call of a presenter. Parts that are not known yet are null.
struct DatasetInput {
  bool hasDataset = false;
  std::array<const DatasetFacts*, 3> splits{};  ///< whole ones, by Split
  Split split = Split::Test;
  const DatasetFacts* facts = nullptr;  ///< of the filtered samples
  bool filtered = false;
  std::string scope = {};                           ///< "3 502 test samples": printed by every view
  std::vector<std::string> filterTerms = {};        ///< "hour:9", "weekday:thu", ...
  std::span<const LastSeenAccuracy> lastSeen = {};  ///< of the filtered samples
  bool evaluated = false;                           ///< lastSeen knows what the model has right
  const GateProfile* gate = nullptr;
  const ModelProfile* read = nullptr;
  const ModelDescription* model = nullptr;
  std::int32_t offsetMinutes = 0;  ///< of the clock shown before the recorded one
  bool stopped = false;
  std::string failure = {};
  const PlaceDistricts* districts = nullptr;  ///< null: none are known
  Focus focus = {};                           ///< the head that is hovered or selected
  /// The open one first; `model`, `read`, `stopped` and `failure` are those of the chosen one. Fewer than two: there is
  /// no choice.
  std::vector<HeadModel> headModels = {};
  std::size_t headModel = 0;
};

// Clicking a mark narrows the filter: action ToggleFilter. All intervals resample users.

/// Samples, users, visits and targets of each split, and below them the samples of each user, most first. Action:
/// SetSplit.
[[nodiscard]] ViewContent splitsContent(const DatasetInput& input, const Canvas& canvas);

/// Last visits by weekday and hour as a heat map, in the zone shown, with their sums at two sides. Where the filter is
/// of hours or weekdays: of the whole split, and what it leaves framed.
[[nodiscard]] ViewContent hoursContent(const DatasetInput& input, const Canvas& canvas);

/// Sequence length: percent of samples by number of visits, beside training.
[[nodiscard]] ViewContent lengthsContent(const DatasetInput& input, const Canvas& canvas);

/// Place frequency: how often each known place is a target, by rank, both axes logarithmic.
[[nodiscard]] ViewContent placeFrequencyContent(const DatasetInput& input, const Canvas& canvas);

/// Districts: targets in each, next to training.
[[nodiscard]] ViewContent districtsContent(const DatasetInput& input, const Canvas& canvas);

/// Target last seen: samples by visits ago, and below the accuracy of the model and of the most frequent place.
[[nodiscard]] ViewContent lastSeenContent(const DatasetInput& input, const Canvas& canvas);

/// Pointer and attention by position from the end, as multiples of uniform.
[[nodiscard]] ViewContent byPositionContent(const DatasetInput& input, const Canvas& canvas);
/// The same by hours from a visit's begin to the end of the last visit.
[[nodiscard]] ViewContent byHoursContent(const DatasetInput& input, const Canvas& canvas);

/// Mean content score and position bias by position from the end: on one scale, each on its own, and how many samples
/// reach a position.
[[nodiscard]] ViewContent scoresByPositionContent(const DatasetInput& input, const Canvas& canvas);

/// Head roles: what each head reads of the other visits, as multiples of uniform attention. A double click opens the
/// head's map (OpenView); the model is chosen above (ShowHeadsOf).
[[nodiscard]] ViewContent headRolesContent(const DatasetInput& input, const Canvas& canvas);
/// Entropy of each head as multiples of uniform attention's, over all samples and by sequence length. The same actions.
[[nodiscard]] ViewContent attentionEntropyContent(const DatasetInput& input, const Canvas& canvas);

/// Gate by context: mean and interval of parts of the samples.
[[nodiscard]] ViewContent gateByContextContent(const DatasetInput& input, const Canvas& canvas);

}  // namespace sojourn::present
