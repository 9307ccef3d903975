// SPDX-License-Identifier: GPL-3.0-or-later
// The training sequences that resemble the current one: the split is read once, in the background, then asked again
// and again.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "model/explain/counterfactual/nearest_sequences.h"
#include "views/session/async/latest_query.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

/// What was found, and for what.
struct NearestAnswer {
  Neighbours neighbours;
  InspectionPtr inspection;
  std::string sampleText;  ///< the scope that its view prints
};

/// Owner thread only.
class NearestRecords {
 public:
  /// As FeatureSweeps.
  NearestRecords(Workspace& workspace, std::function<void()> wake, std::function<void()> changed);

  void setShown(bool shown);
  void drain();

  [[nodiscard]] SimilarityMeasure similarity() const { return m_similarity; }
  void setSimilarity(SimilarityMeasure similarity);

  [[nodiscard]] const std::shared_ptr<const NearestAnswer>& answer() const { return m_query.answer(); }
  [[nodiscard]] const std::optional<Error>& error() const {
    return m_reading.error() ? m_reading.error() : m_query.error();
  }
  /// There is an answer, and it is of another sequence, model or similarity than the present ones.
  [[nodiscard]] bool outdated() const;
  /// The split is being read: how far.
  [[nodiscard]] bool reading() const { return m_reading.awaiting(); }
  [[nodiscard]] std::size_t done() const { return m_reading.done(); }
  [[nodiscard]] std::size_t total() const { return m_reading.total(); }
  /// Stops the reading; it begins again when the view is shown again.
  void cancel();
  /// How many are listed of each kind.
  static constexpr std::size_t listed = 8;

 private:
  using LibraryPtr = std::shared_ptr<const SequenceLibrary>;
  struct Question {
    DatasetPtr dataset;
    EnginePtr engine;
    Sequence sequence;
    SimilarityMeasure similarity = SimilarityMeasure::Context;
    bool operator==(const Question&) const = default;
  };
  /// What is to be looked up now; absent while the inspection of the sequence is awaited.
  [[nodiscard]] std::optional<Question> question() const;
  void follow(Changes changes);
  void ask();

  Workspace& m_workspace;
  std::function<void()> m_changed;
  SimilarityMeasure m_similarity = SimilarityMeasure::Context;
  bool m_shown = false;
  EnginePtr m_readBy;  ///< whose library it is, or will be
  DatasetPtr m_readOf;
  std::optional<Question> m_asked;  ///< not asked twice
  LatestQuery<LibraryPtr> m_reading;
  LatestQuery<NearestAnswer, Question> m_query;
  Subscription m_subscription;
};

}  // namespace sojourn::session
