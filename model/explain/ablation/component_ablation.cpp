// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/ablation/component_ablation.h"

#include <algorithm>
#include <cmath>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/full.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tensor.h>

#include "model/core/random.h"
#include "model/explain/statistics/ranking.h"
#include "model/explain/statistics/sampling.h"
#include "model/inspect/network_passes.h"
#include "model/nets/network/network.h"

namespace sojourn {
namespace {

/// Some sequences as a batch, and how long each of them is.
struct Packed {
  TokenBatch batch;
  std::vector<std::size_t> lengths;
};

/// What a sample is resampled from.
struct Donor {
  std::size_t sequence = 0;  ///< of the reference's
  std::uint64_t seed = 0;    ///< of what is drawn from its visits
};

/// SPEC 3.5 at inference: a side that is gone leaves all to the other, a gate that is gone half to each.
std::optional<double> gateOfAblation(PartKind kind) {
  switch (kind) {
    case PartKind::Pointer:
      return 0.0;
    case PartKind::Generation:
      return 1.0;
    case PartKind::Gate:
      return 0.5;
    default:
      return std::nullopt;
  }
}

bool readsPositionAlone(const ModelPart& part) {
  return part.kind == PartKind::Sinusoid || part.kind == PartKind::PositionBias ||
         (part.kind == PartKind::Feature && part.feature == VisitFeature::PositionFromEnd);
}

/// The network, and what its components are replaced by.
class AblatedNetwork {
 public:
  AblatedNetwork(const Network& network, const ComponentReference& reference)
      : m_network(network), m_reference(reference), m_like(network.parameters().front()) {}

  [[nodiscard]] Packed pack(std::span<const Sequence> sequences, std::span<const std::size_t> order) const {
    Packed packed{packBatch(sequences, order, m_network.limits(), m_like.device()), {}};
    for (const std::size_t k : order) packed.lengths.push_back(sequences[k].visits.size());
    return packed;
  }
  [[nodiscard]] Packed pack(const SequenceSet& set, std::span<const std::size_t> rows) const {
    Packed packed{packBatch(set, rows, m_network.limits(), m_like.device()), {}};
    for (const std::size_t row : rows) packed.lengths.push_back(set.length(row));
    return packed;
  }
  [[nodiscard]] bool onCpu() const { return m_like.is_cpu(); }

  /// For a sequence of so many visits.
  [[nodiscard]] Donor donorFor(std::size_t length, std::uint64_t seed) const {
    const std::vector<Sequence>& donors = m_reference.donors;
    const auto lengthOf = [](const Sequence& donor) { return donor.visits.size(); };
    auto first = std::ranges::lower_bound(donors, length, {}, lengthOf);
    if (first == donors.end()) first = std::ranges::lower_bound(donors, lengthOf(donors.back()), {}, lengthOf);
    const auto before = static_cast<std::size_t>(first - donors.begin());
    return {.sequence = before + Random(seed).below(donors.size() - before), .seed = seed};
  }

  /// Probabilities [B, V] on the CPU, double. `donors` names one for every sequence, of an ablation that resamples.
  [[nodiscard]] at::Tensor probabilities(const Packed& packed, const ComponentAblation* ablation,
                                         std::span<const Donor> donors) const {
    std::vector<Replacement> replacements;
    if (ablation)
      replacements = ablation->to == AblationMode::Resampled ? resampled(ablation->component, packed, donors)
                                                             : constants(*ablation);
    // Without an ablation by the same way, so that one that changes nothing changes no last digit.
    ActivationPatcher hook(std::move(replacements), m_network.sizes().heads);
    const NetworkOutput output = m_network.forward(packed.batch, {.hook = &hook});
    const at::Tensor all = output.probabilities.defined() ? output.probabilities : at::softmax(output.scores, -1);
    return all.to(at::kCPU, at::kDouble).contiguous();
  }

 private:
  [[nodiscard]] std::vector<Replacement> constants(const ComponentAblation& ablation) const {
    std::vector<Replacement> replacements;
    const auto number = [&](double value) { return at::full({1, 1}, value, m_like.options()); };
    for (const ModelPart& part : ablation.component.parts) {
      if (ablation.to == AblationMode::Mean) {
        const ModelPart kept{.kind = part.kind, .feature = part.feature, .layer = part.layer};
        const auto mean = std::ranges::find(m_reference.means, kept, &ComponentReference::Mean::part);
        if (mean == m_reference.means.end()) throw std::invalid_argument("no mean of " + ablation.component.name);
        replacements.push_back({part, at::tensor(mean->values, at::kDouble).to(m_like.options()).unsqueeze(0), {}});
      } else if (const auto gate = gateOfAblation(part.kind)) {
        replacements.push_back({{.kind = PartKind::Gate}, number(*gate), {}});
      } else {
        replacements.push_back({part, number(0), {}});
      }
    }
    return replacements;
  }

  [[nodiscard]] std::vector<Replacement> resampled(const Component& component, const Packed& packed,
                                                   std::span<const Donor> donors) const {
    std::vector<std::size_t> order;
    for (const Donor& donor : donors) order.push_back(donor.sequence);
    const Packed given = pack(m_reference.donors, order);
    ActivationRecorder hook;
    (void)m_network.forward(given.batch, {.hook = &hook});

    std::vector<std::int64_t> samePosition, anyPosition, sequences;
    std::size_t donorEnd = 0;
    for (std::size_t k = 0; k < donors.size(); ++k) {
      const std::size_t length = given.lengths[k];
      Random random(donors[k].seed);
      donorEnd += length;
      for (std::size_t fromEnd = packed.lengths[k]; fromEnd >= 1; --fromEnd) {
        samePosition.push_back(static_cast<std::int64_t>(donorEnd - std::min(fromEnd, length)));
        anyPosition.push_back(static_cast<std::int64_t>(donorEnd - 1 - random.below(length)));
      }
      sequences.push_back(static_cast<std::int64_t>(k));
    }
    const at::Tensor same = indices(samePosition), any = indices(anyPosition), whole = indices(sequences);
    std::vector<Replacement> replacements;
    for (const ModelPart& part : component.parts) {
      const ActivationRecorder::Recorded* source = hook.find(part);
      if (!source) throw std::invalid_argument("no part " + component.name);
      const at::Tensor& rows = source->rows == Rows::Sequences ? whole : readsPositionAlone(part) ? any : same;
      replacements.push_back({part, source->values, rows});
    }
    return replacements;
  }

  [[nodiscard]] at::Tensor indices(const std::vector<std::int64_t>& values) const {
    return at::tensor(values, at::kLong).to(m_like.device());
  }

  const Network& m_network;
  const ComponentReference& m_reference;
  at::Tensor m_like;
};

std::span<const double> rowOf(const at::Tensor& probabilities, std::size_t row) {
  const auto width = static_cast<std::size_t>(probabilities.size(1));
  return {probabilities.const_data_ptr<double>() + row * width, width};
}

/// What one sample became under an ablation.
struct SampleChange {
  bool correct = false;
  bool otherFirst = false;
  float probability = 0;  ///< of its target
};

/// Rows of a set, in passes, as often as there are ablations.
class ManySamples {
 public:
  ManySamples(const AblatedNetwork& ablated, const SequenceSet& set, std::span<const std::size_t> rows,
              std::uint64_t seed)
      : m_ablated(ablated), m_set(set), m_rows(sortedByLength(set, rows)), m_seed(seed) {
    for (const std::size_t row : m_rows) {
      m_lengths.push_back(set.length(row));
      m_users.push_back(set.user(row));
    }
  }
  [[nodiscard]] std::span<const std::int32_t> users() const { return m_users; }

  /// Of every row, in an order of its own. `first` are the predictions with nothing ablated, and filled where there
  /// is no ablation. The only error is cancelled.
  Status run(const ComponentAblation* ablation, std::vector<LocationId>& first, std::vector<SampleChange>& found,
             const CancelToken& cancel, const Progress& progress) const {
    first.resize(m_rows.size());
    found.resize(m_rows.size());
    const auto runPass = [&](std::span<const std::size_t> slots) {
      const at::NoGradGuard noGradients;
      std::vector<std::size_t> rows(slots.size());
      std::ranges::transform(slots, rows.begin(), [&](std::size_t slot) { return m_rows[slot]; });
      std::vector<Donor> donors;
      if (ablation && ablation->to == AblationMode::Resampled)
        for (const std::size_t row : rows) donors.push_back(m_ablated.donorFor(m_set.length(row), m_seed + row));
      const at::Tensor all = m_ablated.probabilities(m_ablated.pack(m_set, rows), ablation, donors);
      for (std::size_t k = 0; k < rows.size(); ++k) {
        const std::span<const double> row = rowOf(all, k);
        const auto best = static_cast<LocationId>(std::ranges::max_element(row) - row.begin());
        if (!ablation) first[slots[k]] = best;
        const LocationId target = m_set.target(rows[k]);
        found[slots[k]] = {.correct = best == target,
                           .otherFirst = best != first[slots[k]],
                           .probability = static_cast<float>(row[static_cast<std::size_t>(target)])};
      }
    };
    return forEachLengthBatch(m_lengths, m_ablated.onCpu(), runPass, cancel, progress);
  }

 private:
  const AblatedNetwork& m_ablated;
  const SequenceSet& m_set;
  std::vector<std::size_t> m_rows, m_lengths;
  std::vector<std::int32_t> m_users;
  std::uint64_t m_seed;
};

AblationSummary summaryOf(const ComponentAblation& ablation, std::span<const SampleChange> before,
                          std::span<const SampleChange> after, std::span<const std::int32_t> users,
                          const AblationRequest& request) {
  AblationSummary summary{.component = ablation.component.name, .to = ablation.to};
  std::vector<double> accuracy, probability, otherFirst;
  for (std::size_t i = 0; i < after.size(); ++i) {
    summary.correct += after[i].correct ? 1 : 0;
    accuracy.push_back(100.0 * (static_cast<int>(after[i].correct) - static_cast<int>(before[i].correct)));
    probability.push_back(static_cast<double>(after[i].probability) - static_cast<double>(before[i].probability));
    otherFirst.push_back(after[i].otherFirst ? 1 : 0);
  }
  const auto estimate = [&](const std::vector<double>& values) {
    return estimateByGroups(values, users, request.resamples, request.seed);
  };
  summary.accuracyChange = estimate(accuracy);
  summary.probabilityChange = estimate(probability);
  summary.changedPredictions = estimate(otherFirst);
  return summary;
}

/// Resampling needs donors.
Status checked(std::span<const ComponentAblation> ablations, const ComponentReference& reference) {
  const bool resamples =
      std::ranges::any_of(ablations, [](const auto& one) { return one.to == AblationMode::Resampled; });
  if (resamples && reference.donors.empty())
    return Error{ErrorKind::BadInput, "resampled", "there is no training sample to take from", ""};
  return {};
}

/// What an ablation does to a sample from the distributions that it gave, one a donor.
AblationEffect effectOf(const ComponentAblation& ablation, const at::Tensor& probabilities,
                        const AblationTable& table) {
  const at::Tensor mean = probabilities.mean(0, /*keepdim=*/true).contiguous();
  const std::span<const double> all = rowOf(mean, 0);
  const double value = table.target.valueIn(all);
  double squares = 0;
  for (std::int64_t k = 0; k < probabilities.size(0); ++k) {
    const double off = table.target.valueIn(rowOf(probabilities, static_cast<std::size_t>(k))) - value;
    squares += off * off / static_cast<double>(probabilities.size(0));
  }
  return {.component = ablation.component.name,
          .to = ablation.to,
          .probability = all[static_cast<std::size_t>(table.target.location)],
          .change = value - table.value,
          .spread = std::sqrt(squares),
          .rank = rankIn(all, table.target.location),
          .top = topOf(all)};
}

}  // namespace

Result<AblationTable> ablateComponents(const Engine& engine, const Sequence& sequence,
                                       std::span<const ComponentAblation> ablations,
                                       const ComponentReference& reference, const AblationRequest& request,
                                       const CancelToken& cancel, const Progress& progress) {
  if (Status status = checked(ablations, reference); !status) return status.error();
  const auto inspection = engine.inspect(sequence, {.maps = false});
  if (!inspection) return inspection.error();
  const ExplanationTarget target{.location = request.target.value_or((*inspection)->best().location),
                                 .ratherThan = request.ratherThan};
  for (const LocationId location : {target.location, target.ratherThan.value_or(target.location)})
    if (location < 0 || location >= engine.description().sizes.locations)
      return Error{ErrorKind::BadInput, "target " + std::to_string(location), "the model does not know this location",
                   ""};
  return withNetwork(engine, [&](const Network& network) -> Result<AblationTable> {
    const OneTorchThread oneThread;
    const at::NoGradGuard noGradients;
    const AblatedNetwork ablatedNetwork(network, reference);
    const auto copies = [&](std::size_t count) {
      return ablatedNetwork.pack(std::span(&sequence, 1), std::vector<std::size_t>(count, 0));
    };
    const Packed alone = copies(1), repeated = copies(std::max<std::size_t>(1, request.donors));
    const at::Tensor whole = ablatedNetwork.probabilities(alone, nullptr, {});
    AblationTable found{.target = target,
                        .probability = rowOf(whole, 0)[static_cast<std::size_t>(target.location)],
                        .value = target.valueIn(rowOf(whole, 0)),
                        .rank = rankIn(rowOf(whole, 0), target.location),
                        .effects = {}};
    for (std::size_t s = 0; s < ablations.size(); ++s) {
      if (cancel.cancelled()) return cancelledError();
      const bool resamples = ablations[s].to == AblationMode::Resampled;
      std::vector<Donor> donors;
      if (resamples)
        for (std::size_t k = 0; k < repeated.lengths.size(); ++k)
          donors.push_back(ablatedNetwork.donorFor(sequence.visits.size(), request.seed + k));
      const at::Tensor all = ablatedNetwork.probabilities(resamples ? repeated : alone, &ablations[s], donors);
      found.effects.push_back(effectOf(ablations[s], all, found));
      if (progress) progress(s + 1, ablations.size());
    }
    return found;
  });
}

Result<AblationSummaryTable> ablateComponentsOver(const Engine& engine, const SequenceSet& set,
                                                  std::span<const std::size_t> rows,
                                                  std::span<const ComponentAblation> ablations,
                                                  const ComponentReference& reference, const AblationRequest& request,
                                                  const CancelToken& cancel, const Progress& progress) {
  if (Status status = checked(ablations, reference); !status) return status.error();
  if (Status status = engine.accepts(set); !status) return status.error();
  for (const std::size_t row : rows)
    if (row >= set.size())
      return Error{ErrorKind::BadInput, "sequence " + std::to_string(row),
                   "the set has " + std::to_string(set.size()) + " sequences", ""};
  return withNetwork(engine, [&](const Network& network) -> Result<AblationSummaryTable> {
    const AblatedNetwork ablatedNetwork(network, reference);
    const ManySamples samples(ablatedNetwork, set, rows, request.seed);
    const std::size_t whole = rows.size() * (1 + ablations.size());
    std::size_t before = 0;
    const auto report = [&](std::size_t done, std::size_t) {
      if (progress) progress(before + done, whole);
    };
    std::vector<LocationId> first;
    std::vector<SampleChange> own, changed;
    if (Status status = samples.run(nullptr, first, own, cancel, report); !status) return status.error();
    AblationSummaryTable table{.samples = rows.size(), .users = countGroups(samples.users())};
    for (const SampleChange& sample : own) table.correct += sample.correct ? 1 : 0;
    for (const ComponentAblation& ablation : ablations) {
      before += rows.size();
      if (!samples.run(&ablation, first, changed, cancel, report)) break;
      table.ablations.push_back(summaryOf(ablation, own, changed, samples.users(), request));
    }
    if (table.ablations.empty() && !ablations.empty()) return cancelledError();
    return table;
  });
}

}  // namespace sojourn
