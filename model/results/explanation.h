// SPDX-License-Identifier: GPL-3.0-or-later
// Why a model gives a location its probability, by several methods, and how far each of them holds (SPEC 6).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"

namespace sojourn {

/// In the order of Pointer V45's concatenation (SPEC 3.2).
enum class VisitFeature { Location, User, Time, Weekday, Recency, Duration, PositionFromEnd };

inline constexpr std::size_t visitFeatureCount = 7;

/// "location", "user", "time", ...: in files.
[[nodiscard]] constexpr const char* visitFeatureName(VisitFeature feature) {
  constexpr std::array<const char*, visitFeatureCount> names{
      "location", "user", "time", "weekday", "recency", "duration", "position_from_end"};
  return names[static_cast<std::size_t>(feature)];
}

/// What is explained: P(location), or P(location) - P(ratherThan) where the question is "A rather than B". Methods that
/// work with F = log P take the difference of the logarithms.
struct ExplanationTarget {
  LocationId location = 0;
  std::optional<LocationId> ratherThan = {};

  /// The value in a distribution over all locations.
  [[nodiscard]] double valueIn(std::span<const double> probabilities) const {
    const double own = probabilities[static_cast<std::size_t>(location)];
    return ratherThan ? own - probabilities[static_cast<std::size_t>(*ratherThan)] : own;
  }
  bool operator==(const ExplanationTarget&) const = default;
};

/// Where integrated gradients begin: nothing at all, the rows that padding has, or the visits as they are at a place
/// that is the mean of all places.
enum class Baseline { Zero, Padding, MeanLocation };

/// A corrected p above this is no better than random.
inline constexpr double significantP = 0.05;

/// Integrated gradients that miss less than this share of the change count as complete.
inline constexpr double smallCompletenessGap = 0.01;

/// How well a ranking of visits says what the model needs, by one operator. Curves and figures are means over the
/// orders of ties. `value` is P(y), or the difference of two.
struct Faithfulness {
  double comprehensiveness = 0;   ///< mean over k of value - value without the top k; high is faithful
  double sufficiency = 0;         ///< mean over k of value - value with only the top k; low is faithful
  double deletionAuc = 0;         ///< low is faithful
  double insertionAuc = 0;        ///< high is faithful
  std::vector<double> deletion;   ///< [L] value with the top 0 .. L - 1 removed
  std::vector<double> insertion;  ///< [L] value with only the top 1 .. L
};

/// Scores of visits split by what the model reads of them: [L][features].
struct FeatureScores {
  std::vector<VisitFeature> features = {};
  std::vector<double> values = {};  ///< empty where a method cannot be split

  [[nodiscard]] double at(std::size_t visit, std::size_t feature) const {
    return values[visit * features.size() + feature];
  }
};

/// How visits are taken away: as it is wanted, but for a model that takes no mask, whose visits can only be removed.
[[nodiscard]] inline Removal operatorOf(const Capabilities& model, Removal wanted = Removal::Masked) {
  return model.masks ? wanted : Removal::Removed;
}

/// One method's answer. What does not apply is absent: faithfulness of a single visit, and by masks of a model that
/// takes none; p of random orders, the gap of anything but integrated gradients.
struct MethodExplanation {
  std::string name;
  std::vector<double> scores;  ///< [L]
  FeatureScores byFeature = {};
  double tiedShare = 0;  ///< of visits whose score equals another's
  std::optional<Faithfulness> masked = {}, removed = {};
  std::optional<double> pValue = {};  ///< share of random orders whose deletion AUC is as low or lower, by operatorOf()
  std::optional<double> pHolm = {};   ///< corrected over the methods of the explanation
  std::size_t pOrders = 0;            ///< random orders behind pValue; it is at least 1 / (1 + pOrders)
  std::optional<double> completenessGap = {};
  std::optional<std::size_t> steps = {};  ///< of integrated gradients: more than asked for where the gap was large

  /// No random order was as low: fewer orders than it takes to say how small p is.
  [[nodiscard]] bool pIsLeast() const { return pValue && *pValue * static_cast<double>(1 + pOrders) < 1.5; }
  /// After correction p is large only because so few orders can give no smaller one.
  [[nodiscard]] bool pUndecided() const { return pIsLeast() && pHolm && *pHolm > significantP; }
};

/// Whether the p of these methods cannot be significant, as there are so few visits: the most extreme of L! orders has
/// p 1 / L!, which Holm's correction multiplies by the methods. False where none has a p.
[[nodiscard]] inline bool tooFewVisitsForP(std::span<const MethodExplanation> methods) {
  double orders = 1, corrected = 0;
  for (const MethodExplanation& method : methods) {
    if (!method.pValue) continue;
    if (++corrected > 1) continue;
    for (std::size_t i = 2; i <= method.scores.size() && orders < 1e9; ++i) orders *= static_cast<double>(i);
  }
  return corrected > significantP * orders;
}

/// P(y) taken apart, exactly. Without a pointer all of it is generated.
struct Decomposition {
  std::vector<double> copied;  ///< [L] gate * weight of the visits to y, else 0; empty without a pointer
  double generated = 0;        ///< (1 - gate) * generation(y)
  std::optional<double> gate;
  std::optional<double> copyShare;  ///< copied / P(y), which the gate is not
};

/// What hiding a visit does to P(y): all of it, through the pointer's weights alone, and the rest.
struct VisitEffect {
  double total = 0;
  double direct = 0;
  double indirect = 0;
};

/// How far random orders scatter: standard deviations over the orders, none where there are fewer than two.
struct RandomScatter {
  double gain = 0;                ///< of insertionAuc - deletionAuc
  std::vector<double> deletion;   ///< [L] as the curves of Faithfulness
  std::vector<double> insertion;  ///< [L]
};

/// What a fresh forward pass gives when one visit is taken away.
struct RemovalCheck {
  std::size_t visit = 0;
  Removal removal = Removal::Masked;
  double probability = 0;  ///< of the explained location
  double value = 0;        ///< that probability, less P(ratherThan) where given
  LocationId first = 0;    ///< the best location then
  double firstProbability = 0;
};

/// Kendall's tau-b of two methods' scores.
struct Agreement {
  std::string first, second;
  double tau = 0;            ///< not a number where one of them ties all visits
  bool significant = false;  ///< at least as large as chance would make it at this length
};

struct Explanation {
  ExplanationTarget target;
  double probability = 0;            ///< P(location)
  double value = 0;                  ///< what is explained: P(location), less P(ratherThan) where given
  Decomposition decomposition;       ///< of P(location)
  std::vector<VisitEffect> effects;  ///< [L] on the value; empty without a pointer, and for a single visit
  std::vector<MethodExplanation> methods;
  std::vector<MethodExplanation> controls;  ///< recency, same_place, random: always measured, whatever was asked for
  std::optional<RandomScatter> scatterMasked, scatterRemoved;
  std::vector<Agreement> agreements;  ///< of every two methods but random
  double agreementThreshold = 0;
  bool untrainedLength = false;        ///< fewer visits than any sequence of the training data
  Baseline baseline = Baseline::Zero;  ///< of integrated gradients
  std::size_t randomOrders = 0;
  std::size_t forwardSequences = 0;  ///< sequences that went through the model, gradients not counted
  std::size_t gradientSequences = 0;
};

/// One change of the pointer or the gate after the encoder, nothing encoded again.
struct Intervention {
  std::string name;
  double probability = 0;            ///< of the explained location, changed
  double value = 0;                  ///< that probability, less P(ratherThan) where given
  double change = 0;                 ///< of the value against the model as it is
  std::size_t rank = 0;              ///< of the explained location, from 1
  std::vector<LocationId> top = {};  ///< the ten best (or V)
};

struct ShapleyValues {
  std::vector<double> values = {};  ///< [players]; they sum to whole - empty
  std::vector<double> errors = {};  ///< [players] standard error; empty where exact
  double whole = 0;                 ///< value with all players
  double empty = 0;                 ///< value with none
  bool exact = true;
  std::size_t orders = 0;  ///< drawn, reverses among them; 0 where exact

  /// What the values miss of whole - empty: nothing but rounding.
  [[nodiscard]] double gap() const { return whole - empty - std::accumulate(values.begin(), values.end(), 0.0); }
};

/// Who plays: visits of one place, of one day, or a feature of all visits. An absent place or day is hidden (SPEC 6);
/// an absent feature's embedding is zero in every visit.
enum class Players { Places, Days, Features };

/// "places", "days", "features": in files.
[[nodiscard]] constexpr const char* playersName(Players players) {
  return players == Players::Places ? "places" : players == Players::Days ? "days" : "features";
}

struct ShapleyExplanation {
  Players players = Players::Places;
  std::vector<std::string> names;                ///< "14", "2 days ago", "weekday"
  std::vector<std::vector<std::size_t>> visits;  ///< of each player; empty for features
  ShapleyValues result;
};

/// An immutable snapshot: all parts are of the same sequence, model and target.
struct ExplainedSample {
  InspectionPtr inspection;
  std::string sampleText;  ///< "sample 3376, test", as it was when it was asked for
  Explanation explanation;
  std::vector<Intervention> interventions;  ///< empty without a pointer
  /// The visit that matters most taken away, masked (where the model takes a mask) and removed, each by a forward pass
  /// of its own; empty for a single visit.
  std::vector<RemovalCheck> checks;
  bool refined = false;     ///< with p-values against 199 random orders; else a first answer against 20
  double milliseconds = 0;  ///< that it took
};

using ExplainedSamplePtr = std::shared_ptr<const ExplainedSample>;

}  // namespace sojourn
