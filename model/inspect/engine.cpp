// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/engine.h"

#include <algorithm>

#include <ATen/ops/log.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/logsumexp.h>
#include <c10/core/InferenceMode.h>

#include "model/core/processor.h"
#include "model/core/sha256.h"
#include "model/data/dataset/visit_history.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/inspect/auto_engine.h"
#include "model/inspect/network_passes.h"
#include "model/inspect/pass_results.h"
#include "model/nets/device/device.h"
#include "model/nets/network/plain_results.h"
#include "model/nets/plan/state_dict_names.h"
#include "model/nets/registry/registry.h"
#include "model/results/outcome_of.h"

namespace sojourn {
namespace {

/// The largest of all values but one; 0 where there are no others.
float largestBut(std::span<const float> row, std::size_t one) {
  const std::span<const float> before = row.first(one), after = row.subspan(one + 1);
  return std::max(before.empty() ? 0.0F : largest(before), after.empty() ? 0.0F : largest(after));
}

class NetworkEngine final : public Engine {
 public:
  /// Moves the network to the device and, for float64, to double precision.
  NetworkEngine(LoadedNetwork loaded, c10::Device device, bool float64)
      : m_description(std::move(loaded.description)), m_refusal(std::move(loaded.refusal)), m_device(device) {
    loaded.network->to(device, float64 ? at::kDouble : at::kFloat);
    loaded.network->freeze();
    m_limits = loaded.network->limits();
    m_network = std::move(loaded.network);
  }

  [[nodiscard]] const ModelDescription& description() const override { return m_description; }
  [[nodiscard]] std::string deviceName() const override { return nameOfDevice(m_device); }
  [[nodiscard]] std::string deviceReason() const override { return m_deviceReason; }
  /// Before it is shared.
  void setDeviceReason(std::string reason) { m_deviceReason = std::move(reason); }
  /// Its weights are numbers.
  [[nodiscard]] bool usable() const { return m_refusal.empty(); }
  [[nodiscard]] std::shared_ptr<const Network> network() const override { return m_network; }

  [[nodiscard]] std::vector<EmbeddingTable> embeddings() const override {
    std::vector<EmbeddingTable> tables;
    if (!m_refusal.empty()) return tables;
    const c10::InferenceMode inference;
    for (const NamedEmbedding& named : m_network->embeddings()) {
      const at::Tensor weight = named.weight.to(at::kCPU, at::kDouble).contiguous();
      const std::span values(weight.const_data_ptr<double>(), static_cast<std::size_t>(weight.numel()));
      tables.push_back(
          {.kind = named.kind,
           .name = named.name,
           .rows = {.width = static_cast<std::size_t>(weight.size(1)), .values = {values.begin(), values.end()}},
           .minutes = named.minutes});
    }
    return tables;
  }

  [[nodiscard]] Status accepts(const SequenceSet& set) const override {
    if (!m_refusal.empty()) return refusal();
    if (Status status = acceptsHistory(set.history().get(), ""); !status) return status;
    for (std::size_t row = 0; row < set.size(); ++row)
      if (Status status = acceptsRow(set, row); !status) return status;
    return {};
  }

  [[nodiscard]] Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                  const InspectOptions& options) const override {
    if (Status status = acceptsSequence(sequence, "the sequence"); !status) return status.error();
    try {
      const OneTorchThread oneThread;
      const c10::InferenceMode inference;
      constexpr std::size_t first = 0;
      const TokenBatch batch = packBatch(std::span(&sequence, 1), std::span(&first, 1), m_limits, m_device);
      Capture capture;
      Capture* const wanted = options.maps ? &capture : nullptr;
      const NetworkOutput output = m_network->forward(batch, {.capture = wanted});
      return std::make_shared<const Inspection>(inspectionOf(sequence, *m_network, output, wanted));
    } catch (const std::exception& error) {
      return failureOf(m_description.source, error);
    }
  }

  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      const CancelToken& cancel,
                                                      const Progress& progress) const override {
    if (!m_refusal.empty()) return refusal();
    if (Status status = acceptsHistory(set.history().get(), ""); !status) return status.error();
    for (const std::size_t row : rows)
      if (Status status = acceptsRow(set, row); !status) return status.error();
    std::vector<std::size_t> lengths(rows.size());
    std::ranges::transform(rows, lengths.begin(), [&](std::size_t row) { return set.length(row); });
    std::vector<Outcome> outcomes(rows.size());
    const auto runPass = [&](std::span<const std::size_t> slots) {
      std::vector<std::size_t> chosen(slots.size());
      std::ranges::transform(slots, chosen.begin(), [&](std::size_t slot) { return rows[slot]; });
      evaluateRows(set, chosen, slots, outcomes);
    };
    if (Status status = runPasses(lengths, runPass, cancel, progress); !status) return status.error();
    return outcomes;
  }

  [[nodiscard]] Result<std::vector<std::vector<float>>> logProbabilities(std::span<const Sequence> sequences,
                                                                         const CancelToken& cancel) const override {
    if (Status status = acceptsAll(sequences); !status) return status.error();
    try {
      const OneTorchThread oneThread;
      const c10::InferenceMode inference;
      const LengthBatches batches(lengthsOf(sequences), m_device.is_cpu() ? 2 * tokensPerPass : tokensPerPassOnDevice);
      std::vector<std::vector<float>> rows(sequences.size());
      for (std::size_t pass = 0; pass < batches.size(); ++pass) {
        if (cancel.cancelled()) return cancelledError();
        const std::span<const std::size_t> chosen = batches[pass];
        const NetworkOutput output = m_network->forward(packBatch(sequences, chosen, m_limits, m_device));
        const at::Tensor scores =
            hostFloats(output.probabilities.defined() ? output.scores : at::log_softmax(output.scores, -1));
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

  [[nodiscard]] Result<PredictionSummaries> answers(std::span<const Sequence> sequences,
                                                    std::span<const LocationId> chosen, const CancelToken& cancel,
                                                    const Progress& progress) const override {
    for (const LocationId location : chosen)
      if (!knowsLocation(location)) return unknownLocation(location, "");
    if (Status status = acceptsAll(sequences); !status) return status.error();
    PredictionSummaries found{.answers = std::vector<PredictionSummary>(sequences.size()),
                              .chosen = chosen.size(),
                              .probabilities = std::vector<float>(sequences.size() * chosen.size())};
    const auto runPass = [&](std::span<const std::size_t> rows) {
      const c10::InferenceMode inference;
      const NetworkOutput output = m_network->forward(packBatch(sequences, rows, m_limits, m_device));
      const bool known = output.probabilities.defined();
      const at::Tensor logs = known ? output.scores : at::log_softmax(output.scores, -1);
      const at::Tensor exact = known ? output.probabilities : logs.exp();
      const at::Tensor probabilities = hostFloats(exact), entropy = hostFloats((exact * logs).sum(-1).neg()),
                       gate = hostFloats(output.gate);
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
    if (Status status = runPasses(lengthsOf(sequences), runPass, cancel, progress); !status) return status.error();
    return found;
  }

 private:
  [[nodiscard]] bool knowsLocation(LocationId location) const {
    return location >= 0 && location < m_description.sizes.locations;
  }
  [[nodiscard]] bool knowsUser(UserId user) const {
    const std::int64_t users = m_description.sizes.users;
    return users == 0 || (user >= 0 && user < users);
  }
  [[nodiscard]] bool readsLength(std::size_t length) const {
    return length >= 1 && length <= static_cast<std::size_t>(m_description.sizes.maxLength);
  }

  [[nodiscard]] Error unknown(std::string what, const std::string& where) const {
    return {ErrorKind::BadInput, where, std::move(what),
            "open the dataset that " + m_description.source + " was trained on"};
  }
  [[nodiscard]] Error unknownLocation(LocationId location, const std::string& where) const {
    return unknown("location " + std::to_string(location) + ", but the model knows locations 0 to " +
                       std::to_string(m_description.sizes.locations - 1),
                   where);
  }
  [[nodiscard]] Error unknownUser(UserId user, const std::string& where) const {
    return unknown("user " + std::to_string(user) + ", but the model knows users 1 to " +
                       std::to_string(m_description.sizes.users - 1),
                   where);
  }
  [[nodiscard]] Error badLength(std::size_t length, const std::string& where) const {
    if (length == 0) return {ErrorKind::BadInput, where, "no visits", "give at least one visit"};
    return {ErrorKind::BadInput, where,
            std::to_string(length) + " visits, but the model reads at most " +
                std::to_string(m_description.sizes.maxLength),
            "leave out the oldest visits"};
  }
  [[nodiscard]] Error refusal() const {
    return {ErrorKind::BadInput, m_description.source, m_refusal, "take an earlier checkpoint of that training"};
  }

  [[nodiscard]] Status acceptsRow(const SequenceSet& set, std::size_t row) const {
    const auto where = [&] { return "sequence " + std::to_string(row); };
    if (row >= set.size())
      return Error{ErrorKind::BadInput, where(), "the set has " + std::to_string(set.size()) + " sequences", ""};
    const std::span<const LocationId> window = set.locations(row);
    for (const LocationId location : window)
      if (!knowsLocation(location)) return unknownLocation(location, where());
    if (!knowsLocation(set.target(row))) return unknownLocation(set.target(row), where() + ", target");
    if (!readsLength(window.size())) return badLength(window.size(), where());
    if (!knowsUser(set.user(row))) return unknownUser(set.user(row), where());
    return {};
  }

  [[nodiscard]] Status acceptsSequence(const Sequence& sequence, const std::string& where) const {
    if (!m_refusal.empty()) return refusal();
    if (!readsLength(sequence.visits.size())) return badLength(sequence.visits.size(), where);
    for (std::size_t i = 0; i < sequence.visits.size(); ++i)
      if (const LocationId location = sequence.visits[i].location; !knowsLocation(location))
        return unknownLocation(location, where + ", visit " + std::to_string(i));
    if (sequence.target && !knowsLocation(*sequence.target))
      return unknownLocation(*sequence.target, where + ", target");
    if (!knowsUser(sequence.user)) return unknownUser(sequence.user, where);
    return acceptsHistory(sequence.history.source.get(), where);
  }

  [[nodiscard]] Status acceptsHistory(const VisitHistory* history, const std::string& where) const {
    if (!m_limits.history) return {};
    if (!history)
      return Error{ErrorKind::BadInput, where.empty() ? m_description.source : where,
                   "nothing is known of what the user did before, which " + m_description.title + " reads",
                   "open the whole dataset, with its training split"};
    if (!history->fits(m_description.sizes.locations))
      return unknown("earlier visits to locations that the model does not know: it knows locations 0 to " +
                         std::to_string(m_description.sizes.locations - 1),
                     where);
    return {};
  }

  [[nodiscard]] Status acceptsAll(std::span<const Sequence> sequences) const {
    for (std::size_t k = 0; k < sequences.size(); ++k)
      if (Status status = acceptsSequence(sequences[k], "sequence " + std::to_string(k)); !status) return status;
    return {};
  }

  template <class RunPass>
  [[nodiscard]] Status runPasses(const std::vector<std::size_t>& lengths, const RunPass& runPass,
                                 const CancelToken& cancel, const Progress& progress) const {
    try {
      return forEachLengthBatch(lengths, m_device.is_cpu(), runPass, cancel, progress);
    } catch (const std::exception& error) {
      return failureOf(m_description.source, error);
    }
  }

  /// Outcomes of these rows, written to outcomes[slots[...]].
  void evaluateRows(const SequenceSet& set, std::span<const std::size_t> rows, std::span<const std::size_t> slots,
                    std::span<Outcome> outcomes) const {
    const c10::InferenceMode inference;
    const NetworkOutput output = m_network->forward(packBatch(set, rows, m_limits, m_device));
    const at::Tensor scores = hostFloats(output.scores);
    // Log-probabilities are normalised but for the floor under each, which adds 1e-10 V to the sum (SPEC 7.1): less
    // than float32 tells from 1, so the sum before the logarithm will do, without another exponential over all of V.
    const at::Tensor normaliser = hostFloats(output.probabilities.defined() ? at::log(output.probabilities.sum(-1))
                                                                            : at::logsumexp(output.scores, {-1}));
    const bool copies = output.pointerWeight.defined();
    const at::Tensor generated = copies ? hostFloats(output.generated) : at::Tensor();
    const at::Tensor content = hostFloats(output.contentScore), bias = hostFloats(output.positionBias),
                     weight = hostFloats(output.pointerWeight), gate = hostFloats(output.gate);

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

  std::shared_ptr<const Network> m_network;
  ModelDescription m_description;
  FeatureLimits m_limits;
  std::string m_refusal;
  c10::Device m_device;
  std::string m_deviceReason;
};

/// The same model on a GPU.
Result<std::shared_ptr<const Engine>> engineOnGpu(const NetworkEngine& engine, const Device& gpu, bool float64) {
  const Result<c10::Device> device = resolveDevice(gpu);
  if (!device) return device.error();
  const ModelDescription& model = engine.description();
  try {
    CheckpointFile copy;
    copy.tensors = networkState(*engine.network());
    NetworkLoadOptions options;
    if (model.sizes.heads > 0) options.heads = static_cast<int>(model.sizes.heads);
    Result<LoadedNetwork> loaded = networkFromCheckpoint(copy, model.source, options);
    if (!loaded) return loaded.error();
    loaded->description = model;
    return std::shared_ptr<const Engine>(std::make_shared<NetworkEngine>(std::move(*loaded), *device, float64));
  } catch (const std::exception& error) {
    return failureOf(textOf(gpu), error);
  }
}

/// The engine, which is on the CPU, and a GPU beside it where Auto or its fall-back is asked for.
std::shared_ptr<const Engine> withGpu(std::shared_ptr<const NetworkEngine> engine, const EngineOptions& options) {
  const bool measured = options.device == Device::Auto;
  const Device gpu = measured ? Device::Cuda : options.device;
  const auto made = std::make_shared<const AutoEngine>(AutoEngineParts{
      .cpu = engine,
      .openGpu = [engine, gpu, float64 = options.float64] { return engineOnGpu(*engine, gpu, float64); },
      .findGpu =
          [gpu] {
            const std::vector<Gpu> there = gpus();
            const auto found = std::ranges::find(there, gpu.index, &Gpu::index);
            return found == there.end() ? std::string() : found->name;
          },
      .measured = measured});
  if (options.work || !measured) made->settle(options.work);
  return made;
}

Result<std::shared_ptr<const Engine>> engineOf(const CheckpointFile& checkpoint, const std::filesystem::path& path,
                                               const EngineOptions& options, std::string fingerprint) {
  // First of all: nothing on a CPU asks for CUDA, but what does finds it only where it was there before.
  const Device wanted = options.fallBack ? Device::Cpu : options.device;
  const Result<c10::Device> device = resolveDevice(wanted);
  if (!device) return device.error();
  Result<LoadedNetwork> loaded =
      networkFromCheckpoint(checkpoint, path, {.heads = options.heads, .pseudonyms = options.pseudonyms});
  if (!loaded) return loaded.error();
  loaded->description.fingerprint = std::move(fingerprint);
  try {
    auto engine = std::make_shared<NetworkEngine>(std::move(*loaded), *device, options.float64);
    const bool measured = options.device == Device::Auto;
    if (measured && (!hasCudaDriver() || !engine->usable())) {
      engine->setDeviceReason(hasCudaDriver() ? "" : "there is no GPU");
      return std::shared_ptr<const Engine>(std::move(engine));
    }
    const bool alone = device->is_cuda() || options.device == Device::Cpu;
    return alone ? std::shared_ptr<const Engine>(std::move(engine)) : withGpu(std::move(engine), options);
  } catch (const std::exception& error) {
    return Error{ErrorKind::Failed, path.filename().string(), error.what(), ""};
  }
}

}  // namespace

Result<std::shared_ptr<const Engine>> Engine::load(const std::filesystem::path& checkpoint,
                                                   const EngineOptions& options, const Progress& progress,
                                                   const CancelToken& cancel) {
  const Error cancelled{ErrorKind::Cancelled, checkpoint.filename().string(), "loading was cancelled", ""};
  Result<Bytes> bytes = readCheckpointBytes(checkpoint, progress, cancel);
  if (cancel.cancelled()) return cancelled;
  if (!bytes) return bytes.error();
  const std::string where = checkpoint.filename().string();
  const std::string part = checkpointNamed(checkpoint).part;
  Result<CheckpointFile> file = readCheckpoint(*bytes, where, part);
  if (cancel.cancelled()) return cancelled;
  if (!file) return file.error();
  const auto stripped = stripPrefixes(*file, where);
  if (!stripped) return stripped.error();
  file->problems.insert(file->problems.end(), stripped->begin(), stripped->end());
  std::string fingerprint = sha256(*bytes);
  if (!part.empty()) fingerprint = sha256(asBytes(fingerprint + "#" + part));
  if (cancel.cancelled()) return cancelled;
  *bytes = Bytes();  // the tensors are copies, and the network is to come
  return engineOf(*file, checkpoint, options, std::move(fingerprint));
}

Result<std::shared_ptr<const Engine>> Engine::fromCheckpoint(const CheckpointFile& checkpoint,
                                                             const std::filesystem::path& path,
                                                             const EngineOptions& options) {
  return engineOf(checkpoint, path, options, "");
}

}  // namespace sojourn
