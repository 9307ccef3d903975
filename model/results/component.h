// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a trained model that can be ablated at inference, what replaces them, and what that does (SPEC 6).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/results/explanation.h"
#include "model/results/explanation_summary.h"

namespace sojourn {

/// What a network computes on its way and another part reads.
enum class PartKind {
  Feature,       ///< the embedding of one feature of the visits
  Sinusoid,      ///< what is added for a visit's position
  Head,          ///< one attention head's output, before the output projection
  Layer,         ///< what an encoder layer adds to its input
  PositionBias,  ///< the learned number by position from end
  Pointer,       ///< the distribution that is copied from
  Generation,    ///< the distribution over all locations
  Gate           ///< the share that is copied
};

struct ModelPart {
  PartKind kind = PartKind::Feature;
  VisitFeature feature = VisitFeature::Location;  ///< of a Feature
  std::size_t layer = 0;                          ///< of a Layer or a Head
  std::size_t head = 0;                           ///< of a Head

  bool operator==(const ModelPart&) const = default;
};

/// Parts that are ablated together.
struct Component {
  std::string name;      ///< "user_emb", "layer.0", "layer.1.head.3": in files
  std::string title;     ///< "User embedding"
  std::string ablation;  ///< SPEC 3.5's name of a model trained without it; empty where it has none
  std::vector<ModelPart> parts;
};

/// Zero is what the model would compute without the part (SPEC 3.5), and off the data: training never gave the parts
/// behind it such an input. The mean over the training set is on average right and carries nothing of the sample.
/// Resampled is what the part gives for another sample of the training set, so it is on the data.
enum class AblationMode { Zero, Mean, Resampled };

inline constexpr std::array<AblationMode, 3> everyAblationMode{AblationMode::Zero, AblationMode::Mean,
                                                               AblationMode::Resampled};

/// "zero", "mean", "resampled": in files.
[[nodiscard]] constexpr const char* ablationModeName(AblationMode to) {
  constexpr std::array<const char*, everyAblationMode.size()> names{"zero", "mean", "resampled"};
  return names[static_cast<std::size_t>(to)];
}

struct ComponentAblation {
  Component component;
  AblationMode to = AblationMode::Zero;
};

/// Each component in each mode.
[[nodiscard]] inline std::vector<ComponentAblation> everyAblationOf(std::span<const Component> components) {
  std::vector<ComponentAblation> ablations;
  for (const Component& component : components)
    for (const AblationMode to : everyAblationMode) ablations.push_back({component, to});
  return ablations;
}

/// What replaces ablated components, taken from the training set. A plain value that the caller keeps.
struct ComponentReference {
  struct Mean {
    ModelPart part;              ///< of heads: all of a layer, side by side
    std::vector<double> values;  ///< [width], or [V] of a distribution
  };
  std::vector<Mean> means;       ///< over all visits, of a distribution and the gate over all sequences
  std::vector<Sequence> donors;  ///< drawn from the training set; the shortest first
  std::size_t sequences = 0;     ///< that the means are over
};

/// An ablation and what it does to one sample. Resampled: the mean over several donors, with their standard deviation.
struct AblationEffect {
  std::string component;
  AblationMode to = AblationMode::Zero;
  double probability = 0;       ///< of the target
  double change = 0;            ///< of the table's value against the model as it is
  double spread = 0;            ///< of the value, standard deviation over donors
  std::size_t rank = 0;         ///< of the target, from 1
  std::vector<LocationId> top;  ///< the ten best (or V)
};

/// One sample with nothing ablated, and with each ablation.
struct AblationTable {
  ExplanationTarget target;
  double probability = 0;  ///< of target.location
  double value = 0;        ///< that probability, less P(ratherThan) where given
  std::size_t rank = 0;
  std::vector<AblationEffect> effects;
};

/// An ablation over many samples, one donor a sample. Changes are against the model as it is, their intervals from
/// resampling users.
struct AblationSummary {
  std::string component;
  AblationMode to = AblationMode::Zero;
  std::size_t correct = 0;           ///< targets that come first
  Estimate accuracyChange = {};      ///< percentage points of Acc@1
  Estimate probabilityChange = {};   ///< of the sample's target
  Estimate changedPredictions = {};  ///< share whose first place is another
};

struct AblationSummaryTable {
  std::size_t samples = 0;
  std::size_t users = 0;
  std::size_t correct = 0;  ///< with nothing ablated
  std::vector<AblationSummary> ablations = {};
};

}  // namespace sojourn
