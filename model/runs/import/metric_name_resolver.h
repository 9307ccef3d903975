// SPDX-License-Identifier: GPL-3.0-or-later
// What other people's logs call what a run measures: columns of tables, keys of JSON lines, TensorBoard's tags.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sojourn {

/// One number of a foreign log, by what it means here.
enum class Measure {
  Step,
  Epoch,
  Wall,     ///< seconds since 1970
  Seconds,  ///< that an epoch took
  Loss,     ///< of training
  LearningRate,
  GradientNorm,
  ClippedGradientNorm,
  SequencesPerSecond,
  TokensPerSecond,
  ValidationLoss,  // from here on figures of an evaluation
  Count,           ///< how many targets were judged
  Correct1,        ///< how many of them at ranks 1, 3, 5, 10
  Correct3,
  Correct5,
  Correct10,
  Accuracy1,  ///< at ranks 1, 3, 5, 10
  Accuracy3,
  Accuracy5,
  Accuracy10,
  ReciprocalRank,
  Gain10,  ///< NDCG
  F1,
  KnownAccuracy1,
  KnownReciprocalRank,
};
inline constexpr std::size_t measureCount = static_cast<std::size_t>(Measure::KnownReciprocalRank) + 1;

/// "step", "validation loss", "acc@1", ...: for notes.
[[nodiscard]] std::string_view measureTitle(Measure measure);

/// What one name means.
struct NamedMeasure {
  Measure measure = Measure::Step;
  bool test = false;     ///< of the test split: hidden until it is asked for
  bool percent = false;  ///< a name of our own exports, whose unit is known
};

/// The meanings of the names of one log, which explain each other: "accuracy" is of training beside "val_accuracy"
/// and of validation without it. Upper and lower case are the same, and so are spaces and / _ - . : as separators.
///
/// | meaning | words |
/// |---|---|
/// | split | train, training; val, valid, vali, validation, dev, eval, evaluation; test; none: training for a loss |
/// | loss | loss, batch_mean_loss, nll, objective, or nothing but the word of the split |
/// | accuracy at k | acc, accuracy, acc@k, accuracy@k, top_k, hit@k, hr@k, recall@k; k one of 1, 3, 5, 10 |
/// | others | mrr; ndcg, ndcg@10; f1; lr, learning_rate; grad_norm, gradient_norm; throughput, sequences_per_s, ... |
/// | place | step, global_step, iteration, iter; epoch; wall, wall_time, timestamp; seconds, epoch_time, duration |
class MetricNameResolver {
 public:
  explicit MetricNameResolver(const std::vector<std::string>& names);

  /// By the place of the name; nothing where it says nothing that is shown.
  [[nodiscard]] const std::optional<NamedMeasure>& at(std::size_t place) const { return m_meanings[place]; }
  [[nodiscard]] std::size_t size() const { return m_meanings.size(); }
  /// Whether there is anything to draw: a loss or a figure.
  [[nodiscard]] bool anyFigure() const;
  /// Sentences on what was read as what, and what was not; names escaped.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  std::vector<std::string> m_names;
  std::vector<std::optional<NamedMeasure>> m_meanings;
};

/// "vali", "Validation", "eval", ...: the split as events name it; empty where the word is none.
[[nodiscard]] std::string_view splitNamed(std::string_view word);

}  // namespace sojourn
