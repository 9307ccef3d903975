// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that hands every question on to another one: tests override what they watch or change.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/inspect/engine.h"

namespace sojourn::test {

class ForwardingEngine : public Engine {
 public:
  explicit ForwardingEngine(std::shared_ptr<const Engine> engine) : m_engine(std::move(engine)) {}

  [[nodiscard]] const ModelDescription& description() const override { return m_engine->description(); }
  [[nodiscard]] std::string deviceName() const override { return m_engine->deviceName(); }
  [[nodiscard]] Result<std::shared_ptr<const Inspection>> inspect(const Sequence& sequence,
                                                                  const InspectOptions& options) const override {
    return m_engine->inspect(sequence, options);
  }
  [[nodiscard]] Result<std::vector<Outcome>> evaluate(const SequenceSet& set, std::span<const std::size_t> rows,
                                                      const CancelToken& cancel,
                                                      const Progress& progress) const override {
    return m_engine->evaluate(set, rows, cancel, progress);
  }
  [[nodiscard]] Result<std::vector<std::vector<float>>> logProbabilities(std::span<const Sequence> sequences,
                                                                         const CancelToken& cancel) const override {
    return m_engine->logProbabilities(sequences, cancel);
  }
  [[nodiscard]] Result<PredictionSummaries> answers(std::span<const Sequence> sequences,
                                                    std::span<const LocationId> chosen, const CancelToken& cancel,
                                                    const Progress& progress) const override {
    return m_engine->answers(sequences, chosen, cancel, progress);
  }
  [[nodiscard]] Status accepts(const SequenceSet& set) const override { return m_engine->accepts(set); }
  [[nodiscard]] std::shared_ptr<const Network> network() const override { return m_engine->network(); }

 private:
  std::shared_ptr<const Engine> m_engine;
};

}  // namespace sojourn::test
