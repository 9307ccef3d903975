// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/network_engine.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <ATen/ops/log.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/logsumexp.h>
#include <c10/core/InferenceMode.h>

#include "model/inspect/length_batches.h"
#include "model/inspect/network_guard.h"
#include "model/inspect/outcome_of.h"
#include "model/inspect/parallel_for.h"
#include "model/nets/network/capture_to_inspection.h"
#include "model/nets/network/device.h"
#include "model/nets/network/row_scan.h"
#include "model/nets/registry/checkpoint_network.h"

namespace sojourn {
namespace {

class NetworkEngine final : public Engine {
 public:
  /// Moves the network to the device and, for float64, to double precision.
  NetworkEngine(LoadedNetwork loaded, c10::Device device, bool float64);

  [[nodiscard]] const ModelDescription& description() const override { return m_description; }
  [[nodiscard]] std::string deviceName() const override;
  [[nodiscard]] Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                  const InspectOptions& options) const override;
  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      const CancelToken& cancel,
                                                      const Progress& progress) const override;
  [[nodiscard]] Result<std::vector<std::vector<float>>> logProbabilities(std::span<const Sequence> sequences,
                                                                         const CancelToken& cancel) const override;
  [[nodiscard]] Result<PredictionSummaries> answers(std::span<const Sequence> sequences,
                                                    std::span<const LocationId> chosen, const CancelToken& cancel,
                                                    const Progress& progress) const override;
  [[nodiscard]] Status accepts(const SequenceSet& set) const override;
  [[nodiscard]] std::shared_ptr<const Network> network() const override { return m_network; }

 private:
  [[nodiscard]] Status acceptsUser(UserId user, const std::string& where) const;
  [[nodiscard]] Status acceptsLength(std::size_t length, const std::string& where) const;
  [[nodiscard]] Status acceptsLocation(LocationId location, const std::string& where) const;
  [[nodiscard]] Status acceptsRow(const SequenceSet& set, std::size_t row) const;
  [[nodiscard]] Status acceptsSequence(const Sequence& sequence, const std::string& where) const;
  /// Outcomes of order[first, last), written to outcomes[slots[...]].
  void evaluateRows(const SequenceSet& set, std::span<const std::size_t> rows, std::span<const std::size_t> slots,
                    std::span<Outcome> outcomes) const;

  std::shared_ptr<const Network> m_network;
  ModelDescription m_description;
  FeatureLimits m_limits;
  std::string m_refusal;
  c10::Device m_device;
};

at::Tensor plain(const at::Tensor& tensor) {
  return tensor.defined() ? tensor.to(at::kCPU, at::kFloat).contiguous() : tensor;
}

/// Columns [first, first + count) of a flat tensor; empty where the part is missing.
std::span<const float> part(const at::Tensor& tensor, std::size_t first, std::size_t count) {
  if (!tensor.defined()) return {};
  return {tensor.const_data_ptr<float>() + first, count};
}

/// The largest of all values but one; 0 where there are no others.
float largestBut(std::span<const float> row, std::size_t one) {
  const std::span<const float> before = row.first(one), after = row.subspan(one + 1);
  return std::max(before.empty() ? 0.0F : largest(before), after.empty() ? 0.0F : largest(after));
}

NetworkEngine::NetworkEngine(LoadedNetwork loaded, c10::Device device, bool float64)
    : m_description(std::move(loaded.description)), m_refusal(std::move(loaded.refusal)), m_device(device) {
  loaded.network->to(device, float64 ? at::kDouble : at::kFloat);
  loaded.network->freeze();
  m_limits = loaded.network->limits();
  m_network = std::move(loaded.network);
}

std::string NetworkEngine::deviceName() const {
  return nameOfDevice(m_device);
}

Status NetworkEngine::acceptsUser(UserId user, const std::string& where) const {
  const std::int64_t users = m_description.sizes.users;
  if (users == 0 || (user >= 0 && user < users)) return {};
  return Error{.kind = ErrorKind::BadInput,
               .where = where,
               .what = "user " + std::to_string(user) + ", but the model knows users 1 to " + std::to_string(users - 1),
               .remedy = "open the dataset that " + m_description.source + " was trained on"};
}

Status NetworkEngine::acceptsLength(std::size_t length, const std::string& where) const {
  const auto most = static_cast<std::size_t>(m_description.sizes.maxLength);
  if (length >= 1 && length <= most) return {};
  return Error{.kind = ErrorKind::BadInput,
               .where = where,
               .what = length == 0
                           ? std::string("no visits")
                           : std::to_string(length) + " visits, but the model reads at most " + std::to_string(most),
               .remedy = length == 0 ? "give at least one visit" : "leave out the oldest visits"};
}

Status NetworkEngine::acceptsLocation(LocationId location, const std::string& where) const {
  const std::int64_t locations = m_description.sizes.locations;
  if (location >= 0 && location < locations) return {};
  return Error{.kind = ErrorKind::BadInput,
               .where = where,
               .what = "location " + std::to_string(location) + ", but the model knows locations 0 to " +
                       std::to_string(locations - 1),
               .remedy = "open the dataset that " + m_description.source + " was trained on"};
}

Status NetworkEngine::acceptsRow(const SequenceSet& set, std::size_t row) const {
  const auto where = [&] { return "sequence " + std::to_string(row); };
  if (row >= set.size())
    return Error{.kind = ErrorKind::BadInput,
                 .where = where(),
                 .what = "the set has " + std::to_string(set.size()) + " sequences",
                 .remedy = ""};
  const auto vocabulary = static_cast<std::uint32_t>(m_description.sizes.locations);
  const auto known = [&](LocationId id) { return static_cast<std::uint32_t>(id) < vocabulary; };
  const std::span<const LocationId> window = set.locations(row);
  if (const auto odd = std::ranges::find_if_not(window, known); odd != window.end())
    return acceptsLocation(*odd, where());
  if (!known(set.target(row))) return acceptsLocation(set.target(row), where() + ", target");
  if (Status length = acceptsLength(window.size(), ""); !length) return acceptsLength(window.size(), where());
  const std::int64_t users = m_description.sizes.users;
  if (users > 0 && (set.user(row) < 0 || set.user(row) >= users)) return acceptsUser(set.user(row), where());
  return {};
}

Status NetworkEngine::acceptsSequence(const Sequence& sequence, const std::string& where) const {
  if (!m_refusal.empty())
    return Error{.kind = ErrorKind::BadInput,
                 .where = m_description.source,
                 .what = m_refusal,
                 .remedy = "take an earlier checkpoint of that training"};
  if (Status length = acceptsLength(sequence.visits.size(), where); !length) return length;
  for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
    const LocationId location = sequence.visits[i].location;
    if (location < 0 || location >= m_description.sizes.locations)
      return acceptsLocation(location, where + ", visit " + std::to_string(i));
  }
  if (sequence.target)
    if (Status target = acceptsLocation(*sequence.target, where + ", target"); !target) return target;
  return acceptsUser(sequence.user, where);
}

Status NetworkEngine::accepts(const SequenceSet& set) const {
  if (!m_refusal.empty()) return acceptsSequence({}, "");
  for (std::size_t row = 0; row < set.size(); ++row)
    if (Status status = acceptsRow(set, row); !status) return status;
  return {};
}

Result<std::shared_ptr<const Inspection>> NetworkEngine::inspect(const Sequence& sequence,
                                                                 const InspectOptions& options) const {
  if (Status status = acceptsSequence(sequence, "the sequence"); !status) return status.error();
  try {
    const OneTorchThread oneThread;
    const c10::InferenceMode inference;
    constexpr std::size_t first = 0;
    const TokenBatch batch = packBatch(std::span(&sequence, 1), std::span(&first, 1), m_limits, m_device);
    Capture capture;
    Capture* const wanted = options.maps && m_description.capabilities.attentionMaps ? &capture : nullptr;
    const NetworkOutput output = m_network->forward(batch, {.capture = wanted, .randomness = {}});
    return std::make_shared<const Inspection>(inspectionOf(sequence, *m_network, output, wanted));
  } catch (const std::exception& error) {
    return failureOf(m_description.source, error);
  }
}

void NetworkEngine::evaluateRows(const SequenceSet& set, std::span<const std::size_t> rows,
                                 std::span<const std::size_t> slots, std::span<Outcome> outcomes) const {
  const c10::InferenceMode inference;
  const TokenBatch batch = packBatch(set, rows, m_limits, m_device);
  const NetworkOutput output = m_network->forward(batch);
  const at::Tensor scores = plain(output.scores);
  // Log-probabilities are normalised but for the floor under each, which adds 1e-10 V to the sum (SPEC 7.1): less than
  // float32 tells from 1, so the sum before the logarithm will do, without another exponential over all of V.
  const at::Tensor normaliser = plain(output.probabilities.defined() ? at::log(output.probabilities.sum(-1))
                                                                     : at::logsumexp(output.scores, {-1}));
  const bool copies = output.pointerWeight.defined();
  const at::Tensor generated = copies ? plain(output.generated) : at::Tensor();
  const at::Tensor content = plain(output.contentScore), bias = plain(output.positionBias),
                   weight = plain(output.pointerWeight), gate = plain(output.gate);

  const auto vocabulary = static_cast<std::size_t>(scores.size(1));
  std::vector<float> scratch;
  std::size_t token = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::span<const LocationId> window = set.locations(rows[k]);
    const OutputRow row{.scores = part(scores, k * vocabulary, vocabulary),
                        .logNormaliser = static_cast<double>(normaliser.const_data_ptr<float>()[k]),
                        .generated = part(generated, k * vocabulary, vocabulary),
                        .window = window,
                        .contentScore = part(content, token, window.size()),
                        .positionBias = part(bias, token, window.size()),
                        .pointerWeight = part(weight, token, window.size()),
                        .gate = copies ? gate.const_data_ptr<float>()[k] : 0};
    outcomes[slots[k]] = outcomeOf(row, set.target(rows[k]), scratch);
    token += window.size();
  }
}

Result<std::vector<Outcome>> NetworkEngine::evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                     const CancelToken& cancel, const Progress& progress) const {
  if (!m_refusal.empty()) return acceptsSequence({}, "").error();
  for (const std::size_t row : rows)
    if (Status status = acceptsRow(set, row); !status) return status.error();
  try {
    std::vector<std::size_t> lengths(rows.size());
    std::ranges::transform(rows, lengths.begin(), [&](std::size_t row) { return set.length(row); });
    std::vector<Outcome> outcomes(rows.size());
    const auto runPass = [&](std::span<const std::size_t> slots) {
      std::vector<std::size_t> chosen(slots.size());
      std::ranges::transform(slots, chosen.begin(), [&](std::size_t slot) { return rows[slot]; });
      evaluateRows(set, chosen, slots, outcomes);
    };
    if (Status status = forEachLengthBatch(lengths, m_device.is_cpu(), runPass, cancel, progress); !status)
      return status.error();
    return outcomes;
  } catch (const std::exception& error) {
    return failureOf(m_description.source, error);
  }
}

Result<std::vector<std::vector<float>>> NetworkEngine::logProbabilities(std::span<const Sequence> sequences,
                                                                        const CancelToken& cancel) const {
  for (std::size_t k = 0; k < sequences.size(); ++k)
    if (Status status = acceptsSequence(sequences[k], "sequence " + std::to_string(k)); !status) return status.error();
  try {
    const OneTorchThread oneThread;
    const c10::InferenceMode inference;
    std::vector<std::size_t> order(sequences.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto lengthOf = [&](std::size_t k) { return sequences[k].visits.size(); };
    std::ranges::stable_sort(order, {}, lengthOf);
    const std::vector<std::size_t> cuts =
        cutIntoPasses(order.size(), m_device.is_cpu() ? 2 * tokensPerPass : tokensPerPassOnDevice,
                      [&](std::size_t i) { return lengthOf(order[i]); });
    std::vector<std::vector<float>> rows(sequences.size());
    for (std::size_t pass = 0; pass + 1 < cuts.size(); ++pass) {
      if (cancel.cancelled()) return cancelledError();
      const std::span<const std::size_t> chosen = std::span(order).subspan(cuts[pass], cuts[pass + 1] - cuts[pass]);
      const NetworkOutput output = m_network->forward(packBatch(sequences, chosen, m_limits, m_device));
      const at::Tensor scores =
          plain(output.probabilities.defined() ? output.scores : at::log_softmax(output.scores, -1));
      const auto vocabulary = static_cast<std::size_t>(scores.size(1));
      for (std::size_t k = 0; k < chosen.size(); ++k) {
        const std::span<const float> row = part(scores, k * vocabulary, vocabulary);
        rows[chosen[k]].assign(row.begin(), row.end());
      }
    }
    return rows;
  } catch (const std::exception& error) {
    return failureOf(m_description.source, error);
  }
}

Result<PredictionSummaries> NetworkEngine::answers(std::span<const Sequence> sequences,
                                                   std::span<const LocationId> chosen, const CancelToken& cancel,
                                                   const Progress& progress) const {
  for (const LocationId location : chosen)
    if (Status status = acceptsLocation(location, ""); !status) return status.error();
  for (std::size_t k = 0; k < sequences.size(); ++k)
    if (Status status = acceptsSequence(sequences[k], "sequence " + std::to_string(k)); !status) return status.error();
  try {
    std::vector<std::size_t> lengths(sequences.size());
    std::ranges::transform(sequences, lengths.begin(), [](const Sequence& one) { return one.visits.size(); });
    PredictionSummaries found{.answers = std::vector<PredictionSummary>(sequences.size()),
                              .chosen = chosen.size(),
                              .probabilities = std::vector<float>(sequences.size() * chosen.size())};
    const auto runPass = [&](std::span<const std::size_t> rows) {
      const c10::InferenceMode inference;
      const NetworkOutput output = m_network->forward(packBatch(sequences, rows, m_limits, m_device));
      const bool known = output.probabilities.defined();
      const at::Tensor logs = known ? output.scores : at::log_softmax(output.scores, -1);
      const at::Tensor exact = known ? output.probabilities : logs.exp();
      const at::Tensor probabilities = plain(exact), entropy = plain((exact * logs).sum(-1).neg()),
                       gate = plain(output.gate);
      const auto vocabulary = static_cast<std::size_t>(probabilities.size(1));
      for (std::size_t k = 0; k < rows.size(); ++k) {
        const std::span<const float> row = part(probabilities, k * vocabulary, vocabulary);
        const std::size_t first = indexOfLargest(row);
        found.answers[rows[k]] = {.first = static_cast<LocationId>(first),
                                  .firstProbability = row[first],
                                  .secondProbability = largestBut(row, first),
                                  .gate = gate.defined() ? gate.const_data_ptr<float>()[k] : NAN,
                                  .entropy = entropy.const_data_ptr<float>()[k]};
        for (std::size_t j = 0; j < chosen.size(); ++j)
          found.probabilities[rows[k] * chosen.size() + j] = row[static_cast<std::size_t>(chosen[j])];
      }
    };
    if (Status status = forEachLengthBatch(lengths, m_device.is_cpu(), runPass, cancel, progress); !status)
      return status.error();
    return found;
  } catch (const std::exception& error) {
    return failureOf(m_description.source, error);
  }
}

}  // namespace

Result<std::shared_ptr<const Engine>> makeNetworkEngine(const CheckpointFile& checkpoint,
                                                        const std::filesystem::path& path, const EngineOptions& options,
                                                        std::string fingerprint) {
  // First of all, as torch's CUDA half must be there before torch is first asked for anything.
  const Result<c10::Device> device = resolveDevice(options.device);
  if (!device) return device.error();
  Result<LoadedNetwork> loaded = networkFromCheckpoint(checkpoint, path, {.heads = options.heads, .dropout = 0});
  if (!loaded) return loaded.error();
  loaded->description.fingerprint = std::move(fingerprint);
  try {
    return std::shared_ptr<const Engine>(std::make_shared<NetworkEngine>(std::move(*loaded), *device, options.float64));
  } catch (const std::exception& error) {
    return Error{.kind = ErrorKind::Failed, .where = path.filename().string(), .what = error.what(), .remedy = ""};
  }
}

}  // namespace sojourn
