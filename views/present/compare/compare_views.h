// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Compare workspace: several models on the same samples, and on one of them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/name_table.h"
#include "model/results/comparison.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// One of the models A, B, ...; pointers are borrowed and valid during one call of a presenter.
struct ComparedModelInput {
  std::string title;       ///< safe to draw
  std::string state = {};  ///< why it has no predictions: awaited, or what failed; empty where it has
  bool failed = false;
  bool probabilities = true;                        ///< a rule ranks and says no more
  std::string rule = {};                            ///< of a rule its name: "window_frequency"
  std::string note = {};                            ///< how its vocabulary differs from the dataset's
  const ModelDescription* model = nullptr;          ///< of a checkpoint
  const Inspection* inspection = nullptr;           ///< of the sample, of a checkpoint
  std::span<const LocationId> ranking = {};         ///< of the sample, of a rule or a file
  std::span<const float> listedProbabilities = {};  ///< of those, of a file that has them
  std::string sampleFailure = {};                   ///< why it predicts nothing for the sample
  std::optional<LocationId> recordedFirst = {};     ///< the first place for the sample as recorded, where that is known

  /// The first place for the sample; absent where there is none.
  [[nodiscard]] std::optional<LocationId> first() const;
  /// Rank from 1; 0 where the model does not list the place.
  [[nodiscard]] std::size_t rankOf(LocationId location) const;
  /// As a file lists it; absent where it does not.
  [[nodiscard]] std::optional<double> listedProbability(LocationId location) const;
};

/// What the rows of the Difference view share.
enum class DifferenceBy { Sample, User, Hour, Weekday, Place, District };
inline constexpr NameTable<6> differenceByNames{"sample", "user", "hour", "weekday", "place", "district"};

struct DifferenceOptions {
  DifferenceBy by = DifferenceBy::Sample;

  static void fields(auto& json, auto& options) { json.orDefault("by", options.by, differenceByNames); }
};

struct CompareContext {
  SampleContext sample;
  std::vector<ComparedModelInput> models;
  std::size_t first = 0, second = 1;            ///< in the wide columns
  const ModelComparison* comparison = nullptr;  ///< null: not compared yet
  std::span<const std::size_t> compared = {};   ///< which of the models comparison->models are
  bool intervals = false;                       ///< else they are being computed
  std::string scope;                            ///< "3 502 test samples"
  std::string filter = {};                      ///< of the samples, as typed
  DifferenceBy differenceBy = DifferenceBy::Sample;
  bool edited = false;   ///< the sample
  bool stopped = false;  ///< somebody stopped the predictions
};

/// 2x2 of the pair by who is right, and for more models how often the row's is right and the column's wrong. A click
/// filters.
[[nodiscard]] ViewContent modelAgreementContent(const CompareContext& context, const Canvas& canvas);
/// All, known and unseen targets: a row a model, and the difference of the pair with its interval.
[[nodiscard]] ViewContent modelMetricsContent(const CompareContext& context, const Canvas& canvas);
/// Acc@1 of the first model less that of each other one, in parts of the samples.
[[nodiscard]] ViewContent sliceDifferenceContent(const CompareContext& context, const Canvas& canvas);
/// Accuracy by the probability of the first place, and the expected calibration error.
[[nodiscard]] ViewContent reliabilityContent(const CompareContext& context, const Canvas& canvas);
/// A row a place: rank and P by every model.
[[nodiscard]] ViewContent comparedPredictionContent(const CompareContext& context, const Canvas& canvas);
/// A row a visit: weights of the pointer, attention, what a rule counts.
[[nodiscard]] ViewContent comparedReadingContent(const CompareContext& context, const Canvas& canvas);

// ---- shared by these views
/// Where a model stands in the comparison; absent where it is not part of it.
[[nodiscard]] std::optional<std::size_t> placeInComparison(const CompareContext& context, std::size_t model);
/// The figures of model a less those of b. NaN where they are not compared.
[[nodiscard]] DifferencesByTarget differencesOf(const CompareContext& context, std::size_t a, std::size_t b);
/// Filters the samples by these terms; a second click takes them away.
[[nodiscard]] Action filterAction(const std::string& terms);
/// Whether the filter in force has these terms.
[[nodiscard]] bool filterHas(const CompareContext& context, const std::string& terms);
/// Why there is no comparison, in its place.
[[nodiscard]] std::optional<EmptyState> nothingCompared(const CompareContext& context);

}  // namespace sojourn::present
