// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/ablation/component_switches.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <ATen/core/grad_mode.h>
#include <ATen/ops/full.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/tensor.h>

#include "model/explain/explanation/explain_set.h"
#include "model/explain/statistics/random.h"
#include "model/explain/statistics/ranked_locations.h"
#include "model/inspect/engine.h"
#include "model/inspect/passes.h"
#include "model/inspect/side_by_side.h"
#include "model/nets/network/taps.h"

namespace sojourn {
namespace {

Error noNetwork(const Engine& engine) {
  return {ErrorKind::Failed, engine.description().source, "has no network to ask", ""};
}

Error failed(const Engine& engine, const std::exception& error) {
  const std::string what = error.what();
  return {ErrorKind::Failed, engine.description().source, what.substr(0, what.find('\n')), ""};
}

Error cancelledError() {
  return {ErrorKind::Cancelled, "", "cancelled", ""};
}

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

/// The network, and what its components are switched to.
class Switchboard {
 public:
  Switchboard(const Network& network, const ComponentReference& reference)
      : m_network(network), m_reference(reference), m_like(network.parameters().front()) {}

  [[nodiscard]] Packed pack(std::span<const Sequence> sequences, std::span<const std::size_t> order) const;
  [[nodiscard]] Packed pack(const SequenceSet& set, std::span<const std::size_t> rows) const;
  [[nodiscard]] std::size_t tokensPerPass() const {
    return m_like.is_cpu() ? sojourn::tokensPerPass : tokensPerPassOnDevice;
  }
  /// For a sequence of so many visits.
  [[nodiscard]] Donor donorFor(std::size_t length, std::uint64_t seed) const;
  /// Probabilities [B, V] on the CPU, double. `donors` names one for every sequence, of a switch that resamples.
  [[nodiscard]] at::Tensor probabilities(const Packed& packed, const ComponentSwitch* switched,
                                         std::span<const Donor> donors) const;

 private:
  [[nodiscard]] std::vector<Replacement> constants(const ComponentSwitch& switched) const;
  [[nodiscard]] std::vector<Replacement> resampled(const Component& component, const Packed& packed,
                                                   std::span<const Donor> donors) const;
  [[nodiscard]] at::Tensor indices(const std::vector<std::int64_t>& values) const {
    return at::tensor(values, at::kLong).to(m_like.device());
  }

  const Network& m_network;
  const ComponentReference& m_reference;
  at::Tensor m_like;
};

Packed Switchboard::pack(std::span<const Sequence> sequences, std::span<const std::size_t> order) const {
  Packed packed{packBatch(sequences, order, m_network.limits(), m_like.device()), {}};
  for (const std::size_t k : order) packed.lengths.push_back(sequences[k].visits.size());
  return packed;
}

Packed Switchboard::pack(const SequenceSet& set, std::span<const std::size_t> rows) const {
  Packed packed{packBatch(set, rows, m_network.limits(), m_like.device()), {}};
  for (const std::size_t row : rows) packed.lengths.push_back(set.length(row));
  return packed;
}

Donor Switchboard::donorFor(std::size_t length, std::uint64_t seed) const {
  const std::vector<Sequence>& donors = m_reference.donors;
  const auto lengthOf = [](const Sequence& donor) { return donor.visits.size(); };
  auto first = std::ranges::lower_bound(donors, length, {}, lengthOf);
  if (first == donors.end()) first = std::ranges::lower_bound(donors, lengthOf(donors.back()), {}, lengthOf);
  const auto before = static_cast<std::size_t>(first - donors.begin());
  return {.sequence = before + Random(seed).below(donors.size() - before), .seed = seed};
}

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

std::vector<Replacement> Switchboard::constants(const ComponentSwitch& switched) const {
  std::vector<Replacement> replacements;
  const auto number = [&](double value) { return at::full({1, 1}, value, m_like.options()); };
  for (const ModelPart& part : switched.component.parts) {
    if (switched.to == SwitchTo::Mean) {
      const ModelPart kept{.kind = part.kind, .feature = part.feature, .layer = part.layer};
      const auto mean = std::ranges::find(m_reference.means, kept, &ComponentReference::Mean::part);
      if (mean == m_reference.means.end()) throw std::invalid_argument("no mean of " + switched.component.name);
      replacements.push_back({part, at::tensor(mean->values, at::kDouble).to(m_like.options()).unsqueeze(0), {}});
    } else if (const auto gate = gateOfAblation(part.kind)) {
      replacements.push_back({{.kind = PartKind::Gate}, number(*gate), {}});
    } else {
      replacements.push_back({part, number(0), {}});
    }
  }
  return replacements;
}

bool readsPositionAlone(const ModelPart& part) {
  return part.kind == PartKind::Sinusoid || part.kind == PartKind::PositionBias ||
         (part.kind == PartKind::Feature && part.feature == VisitFeature::PositionFromEnd);
}

std::vector<Replacement> Switchboard::resampled(const Component& component, const Packed& packed,
                                                std::span<const Donor> donors) const {
  std::vector<std::size_t> order;
  for (const Donor& donor : donors) order.push_back(donor.sequence);
  const Packed given = pack(m_reference.donors, order);
  RecordingTap tap;
  (void)m_network.forward(given.batch, {.capture = nullptr, .randomness = {}, .tap = &tap});

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
    const RecordingTap::Recorded* source = tap.find(part);
    if (!source) throw std::invalid_argument("no part " + component.name);
    const at::Tensor& rows = source->rows == Rows::Sequences ? whole : readsPositionAlone(part) ? any : same;
    replacements.push_back({part, source->values, rows});
  }
  return replacements;
}

at::Tensor Switchboard::probabilities(const Packed& packed, const ComponentSwitch* switched,
                                      std::span<const Donor> donors) const {
  std::vector<Replacement> replacements;
  if (switched)
    replacements =
        switched->to == SwitchTo::Resampled ? resampled(switched->component, packed, donors) : constants(*switched);
  // Without a switch by the same way, so that one that changes nothing changes no last digit.
  ReplacingTap tap(std::move(replacements), m_network.sizes().heads);
  const NetworkOutput output = m_network.forward(packed.batch, {.capture = nullptr, .randomness = {}, .tap = &tap});
  const at::Tensor all = output.probabilities.defined() ? output.probabilities : at::softmax(output.scores, -1);
  return all.to(at::kCPU, at::kDouble).contiguous();
}

std::span<const double> rowOf(const at::Tensor& probabilities, std::size_t row) {
  const auto width = static_cast<std::size_t>(probabilities.size(1));
  return {probabilities.const_data_ptr<double>() + row * width, width};
}

/// P(location), less P(ratherThan) where given.
double valueOf(std::span<const double> probabilities, const ExplanationTarget& target) {
  const double rest = target.ratherThan ? probabilities[static_cast<std::size_t>(*target.ratherThan)] : 0;
  return probabilities[static_cast<std::size_t>(target.location)] - rest;
}

/// What one sample became under a switch.
struct SampleChange {
  bool correct = false;
  bool otherFirst = false;
  float probability = 0;  ///< of its target
};

/// Rows of a set, in passes, as often as there are switches.
class ManySamples {
 public:
  ManySamples(const Switchboard& board, const SequenceSet& set, std::span<const std::size_t> rows, std::uint64_t seed)
      : m_board(board), m_set(set), m_rows(sortedByLength(set, rows)), m_seed(seed) {
    m_cuts = cutIntoPasses(m_rows.size(), board.tokensPerPass(), [&](std::size_t i) { return set.length(m_rows[i]); });
    for (const std::size_t row : m_rows) m_users.push_back(set.user(row));
  }
  [[nodiscard]] std::span<const std::int32_t> users() const { return m_users; }
  /// Of every row, in an order of its own. `first` are the predictions with nothing switched, and filled where there
  /// is no switch. False where it was cancelled.
  bool run(const ComponentSwitch* switched, std::vector<LocationId>& first, std::vector<SampleChange>& found,
           const CancelToken& cancel, const std::function<void(std::size_t)>& progress) const;

 private:
  void runPass(std::size_t pass, const ComponentSwitch* switched, std::vector<LocationId>& first,
               std::vector<SampleChange>& found) const;

  const Switchboard& m_board;
  const SequenceSet& m_set;
  std::vector<std::size_t> m_rows;
  std::vector<std::size_t> m_cuts;
  std::vector<std::int32_t> m_users;
  std::uint64_t m_seed;
};

void ManySamples::runPass(std::size_t pass, const ComponentSwitch* switched, std::vector<LocationId>& first,
                          std::vector<SampleChange>& found) const {
  const OneTorchThread oneThread;
  const at::NoGradGuard noGradients;
  const std::size_t begin = m_cuts[pass];
  const std::span<const std::size_t> rows = std::span(m_rows).subspan(begin, m_cuts[pass + 1] - begin);
  std::vector<Donor> donors;
  if (switched && switched->to == SwitchTo::Resampled)
    for (const std::size_t row : rows) donors.push_back(m_board.donorFor(m_set.length(row), m_seed + row));
  const at::Tensor all = m_board.probabilities(m_board.pack(m_set, rows), switched, donors);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::span<const double> row = rowOf(all, k);
    const auto best = static_cast<LocationId>(std::ranges::max_element(row) - row.begin());
    if (!switched) first[begin + k] = best;
    const LocationId target = m_set.target(rows[k]);
    found[begin + k] = {.correct = best == target,
                        .otherFirst = best != first[begin + k],
                        .probability = static_cast<float>(row[static_cast<std::size_t>(target)])};
  }
}

bool ManySamples::run(const ComponentSwitch* switched, std::vector<LocationId>& first, std::vector<SampleChange>& found,
                      const CancelToken& cancel, const std::function<void(std::size_t)>& progress) const {
  first.resize(m_rows.size());
  found.resize(m_rows.size());
  const std::size_t passes = m_cuts.size() - 1;
  const auto most = static_cast<std::size_t>(evaluationThreads());
  runSideBySide(
      passes, std::min(most, (passes + passesPerThread - 1) / passesPerThread),
      [&](std::size_t pass) { runPass(pass, switched, first, found); },
      [&](std::size_t done) {
        progress(m_cuts[done]);
        return !cancel.cancelled();
      });
  return !cancel.cancelled();
}

SwitchSummary summaryOf(const ComponentSwitch& switched, std::span<const SampleChange> before,
                        std::span<const SampleChange> after, std::span<const std::int32_t> users,
                        const SwitchRequest& request) {
  SwitchSummary summary;
  summary.component = switched.component.name;
  summary.to = switched.to;
  std::vector<double> accuracy, probability, otherFirst;
  for (std::size_t i = 0; i < after.size(); ++i) {
    summary.correct += after[i].correct ? 1 : 0;
    accuracy.push_back(100.0 * (static_cast<int>(after[i].correct) - static_cast<int>(before[i].correct)));
    probability.push_back(static_cast<double>(after[i].probability) - static_cast<double>(before[i].probability));
    otherFirst.push_back(after[i].otherFirst ? 1 : 0);
  }
  summary.accuracyChange = estimateByGroups(accuracy, users, request.resamples, request.seed);
  summary.probabilityChange = estimateByGroups(probability, users, request.resamples, request.seed);
  summary.changedPredictions = estimateByGroups(otherFirst, users, request.resamples, request.seed);
  return summary;
}

/// A reference without donors has nobody to resample from.
Status checked(std::span<const ComponentSwitch> switches, const ComponentReference& reference) {
  const bool resamples = std::ranges::any_of(switches, [](const auto& one) { return one.to == SwitchTo::Resampled; });
  if (resamples && reference.donors.empty())
    return Error{ErrorKind::BadInput, "resampled", "there is no training sample to take from", ""};
  return {};
}

/// What a switch does to a sample from the distributions that it gave, one a donor.
SwitchEffect effectOf(const ComponentSwitch& switched, const at::Tensor& probabilities, const SwitchBoard& board) {
  const at::Tensor mean = probabilities.mean(0, /*keepdim=*/true).contiguous();
  const std::span<const double> all = rowOf(mean, 0);
  const double value = valueOf(all, board.target);
  double squares = 0;
  for (std::int64_t k = 0; k < probabilities.size(0); ++k) {
    const double off = valueOf(rowOf(probabilities, static_cast<std::size_t>(k)), board.target) - value;
    squares += off * off / static_cast<double>(probabilities.size(0));
  }
  return {.component = switched.component.name,
          .to = switched.to,
          .probability = all[static_cast<std::size_t>(board.target.location)],
          .change = value - board.value,
          .spread = std::sqrt(squares),
          .rank = rankIn(all, board.target.location),
          .top = topOf(all)};
}

}  // namespace

Result<SwitchBoard> switchComponents(const Engine& engine, const Sequence& sequence,
                                     std::span<const ComponentSwitch> switches, const ComponentReference& reference,
                                     const SwitchRequest& request, const CancelToken& cancel,
                                     const Progress& progress) {
  const std::shared_ptr<const Network> network = engine.network();
  if (!network) return noNetwork(engine);
  if (Status status = checked(switches, reference); !status) return status.error();
  const auto inspection = engine.inspect(sequence, {.maps = false});
  if (!inspection) return inspection.error();
  const ExplanationTarget target{.location = request.target.value_or((*inspection)->best().location),
                                 .ratherThan = request.ratherThan};
  for (const LocationId location : {target.location, target.ratherThan.value_or(target.location)})
    if (location < 0 || location >= engine.description().sizes.locations)
      return Error{ErrorKind::BadInput, "target " + std::to_string(location), "the model does not know this location",
                   ""};
  try {
    const OneTorchThread oneThread;
    const at::NoGradGuard noGradients;
    const Switchboard board(*network, reference);
    const auto copies = [&](std::size_t count) {
      return board.pack(std::span(&sequence, 1), std::vector<std::size_t>(count, 0));
    };
    const Packed alone = copies(1), repeated = copies(std::max<std::size_t>(1, request.donors));
    const at::Tensor whole = board.probabilities(alone, nullptr, {});
    SwitchBoard found{.target = target,
                      .probability = rowOf(whole, 0)[static_cast<std::size_t>(target.location)],
                      .value = valueOf(rowOf(whole, 0), target),
                      .rank = rankIn(rowOf(whole, 0), target.location),
                      .effects = {}};
    for (std::size_t s = 0; s < switches.size(); ++s) {
      if (cancel.cancelled()) return cancelledError();
      const bool resamples = switches[s].to == SwitchTo::Resampled;
      std::vector<Donor> donors;
      if (resamples)
        for (std::size_t k = 0; k < repeated.lengths.size(); ++k)
          donors.push_back(board.donorFor(sequence.visits.size(), request.seed + k));
      const at::Tensor all = board.probabilities(resamples ? repeated : alone, &switches[s], donors);
      found.effects.push_back(effectOf(switches[s], all, found));
      if (progress) progress(s + 1, switches.size());
    }
    return found;
  } catch (const std::exception& error) {
    return failed(engine, error);
  }
}

Result<SwitchTable> switchComponentsOver(const Engine& engine, const SequenceSet& set,
                                         std::span<const std::size_t> rows, std::span<const ComponentSwitch> switches,
                                         const ComponentReference& reference, const SwitchRequest& request,
                                         const CancelToken& cancel, const Progress& progress) {
  const std::shared_ptr<const Network> network = engine.network();
  if (!network) return noNetwork(engine);
  if (Status status = checked(switches, reference); !status) return status.error();
  if (Status status = engine.accepts(set); !status) return status.error();
  for (const std::size_t row : rows)
    if (row >= set.size())
      return Error{ErrorKind::BadInput, "sequence " + std::to_string(row),
                   "the set has " + std::to_string(set.size()) + " sequences", ""};
  try {
    const Switchboard board(*network, reference);
    const ManySamples samples(board, set, rows, request.seed);
    const std::size_t whole = rows.size() * (1 + switches.size());
    std::size_t before = 0;
    const auto tell = [&](std::size_t done) {
      if (progress) progress(before + done, whole);
    };
    std::vector<LocationId> first;
    std::vector<SampleChange> own, changed;
    if (!samples.run(nullptr, first, own, cancel, tell)) return cancelledError();
    SwitchTable table;
    table.samples = rows.size();
    table.users = std::set(samples.users().begin(), samples.users().end()).size();
    for (const SampleChange& sample : own) table.correct += sample.correct ? 1 : 0;
    for (const ComponentSwitch& switched : switches) {
      before += rows.size();
      if (!samples.run(&switched, first, changed, cancel, tell)) break;
      table.switches.push_back(summaryOf(switched, own, changed, samples.users(), request));
    }
    if (table.switches.empty() && !switches.empty()) return cancelledError();
    return table;
  } catch (const std::exception& error) {
    return failed(engine, error);
  }
}

}  // namespace sojourn
