// SPDX-License-Identifier: GPL-3.0-or-later
// A model on the CPU and, where that is the faster, on a GPU: what Device::Auto makes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/inspect/engine.h"

namespace sojourn {

struct AutoEngineParts {
  std::shared_ptr<const Engine> cpu;
  /// The same model on the GPU. Called once at most, on the thread that settles.
  std::function<Result<std::shared_ptr<const Engine>>()> openGpu;
  /// Its name; empty where there is none. Wakes up the driver, which may take a tenth of a second.
  std::function<std::string()> findGpu;
  bool measured = true;  ///< which device is the faster decides; else the GPU is wanted for everything
  DeviceTimesFile times = {};
};

/// On the CPU until it is settled. What a GPU fails to answer, the CPU answers, which does all from then on.
class AutoEngine final : public Engine {
 public:
  explicit AutoEngine(AutoEngineParts parts);
  ~AutoEngine() override;

  /// settleDevice() for work that is known: no GPU is even looked for where the CPU is done before one could begin.
  void settle(const std::optional<ExpectedWork>& work) const;

  [[nodiscard]] const ModelDescription& description() const override;
  [[nodiscard]] std::string deviceName() const override;
  [[nodiscard]] std::string deviceReason() const override;
  [[nodiscard]] std::string deviceTrouble() const override;
  bool settleDevice() const override;
  bool giveUpGpu(const std::string& why) const override;
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
  [[nodiscard]] std::vector<EmbeddingTable> embeddings() const override;
  [[nodiscard]] std::shared_ptr<const Network> network() const override;

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

/// Times of an engine on sequences that its tables hold; the start is that of the first inspection. Takes some tens of
/// milliseconds for small models. Errors: those of the engine.
[[nodiscard]] Result<DeviceTimes> measureEngine(const Engine& engine);

}  // namespace sojourn
