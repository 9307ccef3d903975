// SPDX-License-Identifier: GPL-3.0-or-later
// The Engine that stands on a network of nets/.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/inspect/engine.h"
#include "model/nets/checkpoint_network.h"

namespace sojourn {

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
  [[nodiscard]] Status accepts(const SequenceSet& set) const override;

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

}  // namespace sojourn
