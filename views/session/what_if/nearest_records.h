// SPDX-License-Identifier: GPL-3.0-or-later
// The training sequences that resemble the current one: the split is read once, in the background, then asked again
// and again.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/explain/counterfactual/nearest_sequences.h"
#include "views/session/workspace/sample_study.h"

namespace sojourn::session {

/// What was found, and for what.
struct NearestAnswer {
  Neighbours neighbours;
  InspectionPtr inspection;
  std::string sampleText;  ///< the scope that its view prints
};

/// What is looked up.
struct NearestQuestion {
  ModelAndData of;
  Sequence sequence;
  SimilarityMeasure similarity = SimilarityMeasure::Context;
  bool operator==(const NearestQuestion&) const = default;
};

/// The split is read, and asked, while their view is shown.
class NearestRecords final : public SampleStudy<NearestAnswer, NearestQuestion> {
 public:
  /// As FeatureSweeps.
  NearestRecords(Workspace& workspace, std::function<void()> changed);
  ~NearestRecords() override { close(); }

  [[nodiscard]] SimilarityMeasure similarity() const { return m_similarity; }
  void setSimilarity(SimilarityMeasure similarity);

  [[nodiscard]] bool awaiting() const override { return reading() || m_query.awaiting(); }
  [[nodiscard]] const std::optional<Error>& error() const override {
    return m_reading.error() ? m_reading.error() : m_query.error();
  }
  /// The split is being read: how far.
  [[nodiscard]] bool reading() const { return m_reading.awaiting(); }
  [[nodiscard]] std::size_t done() const { return m_reading.progress().first; }
  [[nodiscard]] std::size_t total() const { return m_reading.progress().second; }
  /// Stops the reading; it begins again when the view is shown again.
  void cancel();
  /// How many are listed of each kind.
  static constexpr std::size_t listed = 8;

 private:
  using LibraryPtr = std::shared_ptr<const SequenceLibrary>;
  /// Absent while the inspection of the sequence is awaited.
  [[nodiscard]] std::optional<NearestQuestion> question() const override;
  bool prepare() override;
  void compute(const NearestQuestion& question) override;
  void drop() override;

  SimilarityMeasure m_similarity = SimilarityMeasure::Context;
  WorkspaceQuery<LibraryPtr, ModelAndData> m_reading;
};

}  // namespace sojourn::session
