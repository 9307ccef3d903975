// SPDX-License-Identifier: GPL-3.0-or-later
// A loaded model behind a torch-free interface: sequences in, plain results out.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/inspect/device_times.h"
#include "model/results/embedding.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"
#include "model/results/outcome.h"

namespace sojourn {

struct CheckpointFile;
class Network;

struct EngineOptions {
  Device device = Device::Auto;
  /// For Auto: what the model will be asked for, so that the faster device is taken at once. Without it the model is on
  /// the CPU until settleDevice().
  std::optional<ExpectedWork> work = {};
  bool fallBack = false;          ///< to the CPU where the chosen GPU fails, as Auto does
  std::optional<int> heads = {};  ///< overrides the checkpoint's and the config file's number of heads
  bool float64 = false;           ///< compute in double precision (parity tests)
  /// Of the dataset that the model is asked about: it reads and answers pseudonyms.
  std::shared_ptr<const Pseudonyms> pseudonyms = {};
};

struct InspectOptions {
  bool maps = true;  ///< attention maps, contributions and hidden states
};

/// How many threads one evaluation uses at most, for the whole process; all processors unless set. Inside one operator
/// engines never use more than one thread: the models are small, and threads that wait for each other burn the time.
void setEvaluationThreads(int threads);
[[nodiscard]] int evaluationThreads();

/// A network with fixed weights. All methods are const, may be called from any thread at once, and answer with a value
/// or an Error; no exception gets out.
class Engine {
 public:
  /// Errors: unreadable file, unknown kind of model (names what was found), wrong shapes, NaN weights are a problem in
  /// description().notices and refused by evaluate, no CUDA (ErrorKind::Failed), cancelled. Progress counts the bytes
  /// of the file that were read.
  [[nodiscard]] static Result<std::shared_ptr<const Engine>> load(const std::filesystem::path& checkpoint,
                                                                  const EngineOptions& options = {},
                                                                  const Progress& progress = {},
                                                                  const CancelToken& cancel = {});
  /// The same for a checkpoint that is in memory. `path` names it in messages, and its folder is where a configuration
  /// with the number of heads is looked for. The description has no fingerprint.
  [[nodiscard]] static Result<std::shared_ptr<const Engine>> fromCheckpoint(const CheckpointFile& checkpoint,
                                                                            const std::filesystem::path& path,
                                                                            const EngineOptions& options = {});
  virtual ~Engine() = default;

  [[nodiscard]] virtual const ModelDescription& description() const = 0;
  /// "CPU" or "CUDA 0: NVIDIA H200"; both where each does a part of the work.
  [[nodiscard]] virtual std::string deviceName() const = 0;
  /// Why it computes there, in words; empty where it was asked to.
  [[nodiscard]] virtual std::string deviceReason() const { return {}; }
  /// Why it gave up the GPU that it was on; empty where it did not.
  [[nodiscard]] virtual std::string deviceTrouble() const { return {}; }
  /// For Device::Auto: measures the devices, unless that was done before on this machine, and takes the faster for each
  /// kind of work. Takes up to some seconds; the engine may be asked meanwhile. Answers whether a GPU is used now.
  virtual bool settleDevice() const { return false; }
  /// A GPU has failed in work with network(): goes on without it, where it can. Then network() is another.
  virtual bool giveUpGpu(const std::string& /*why*/) const { return false; }

  /// Errors: empty or too long a sequence (both numbers), a location or user the tables do not hold (both sizes).
  [[nodiscard]] virtual Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                          const InspectOptions& options = {}) const = 0;

  /// Outcomes of the given rows, in their order. Batches by length inside; cancellable between batches.
  [[nodiscard]] virtual Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                              const CancelToken& cancel = {},
                                                              const Progress& progress = {}) const = 0;

  /// Log-probabilities [sequences][V] of edited sequences: the batched forward that what-if and explanations use.
  [[nodiscard]] virtual Result<std::vector<std::vector<float>>> logProbabilities(
      std::span<const Sequence> sequences, const CancelToken& cancel = {}) const = 0;

  /// Who is first, gate and entropy of very many edited sequences, and P of the chosen locations: nothing of the size
  /// of V is kept of any of them. On as many threads as an evaluation; cancellable between batches. Errors: as
  /// inspect(), naming the sequence's number; a chosen location that the model does not know.
  [[nodiscard]] virtual Result<PredictionSummaries> answers(std::span<const Sequence> sequences,
                                                            std::span<const LocationId> chosen,
                                                            const CancelToken& cancel = {},
                                                            const Progress& progress = {}) const = 0;

  /// An error that names the first row whose ids, length or numbers this model cannot read; else nothing.
  [[nodiscard]] virtual Status accepts(const SequenceSet& set) const = 0;

  /// The embedding tables that the model has, copied. None where its weights are no numbers.
  [[nodiscard]] virtual std::vector<EmbeddingTable> embeddings() const { return {}; }

  /// partialProbabilities() of an engine that computes them without a network. Errors: as there; it cannot.
  [[nodiscard]] virtual Result<std::vector<double>> partialAnswers(std::span<const PartialSequence> /*parts*/,
                                                                   std::span<const LocationId> /*locations*/,
                                                                   const CancelToken& /*cancel*/,
                                                                   const Progress& /*progress*/) const {
    return Error{ErrorKind::Failed, description().source, "has no network", ""};
  }

  /// [L] the gradient of log P(target) times the input, summed over each visit's embedding, of an engine that computes
  /// it without a network. Errors: as inspect(); it cannot.
  [[nodiscard]] virtual Result<std::vector<double>> gradientTimesInput(const Sequence& /*sequence*/,
                                                                       LocationId /*target*/,
                                                                       const CancelToken& /*cancel*/) const {
    return Error{ErrorKind::Failed, description().source, "has no network", ""};
  }

  /// What stands behind this face, for explanations that need gradients or passes of their own; null where there is
  /// none. Where devices share the work, the one for many sequences. Its weights require no gradient, and it may be
  /// shared between threads.
  [[nodiscard]] virtual std::shared_ptr<const Network> network() const { return nullptr; }
};

}  // namespace sojourn
