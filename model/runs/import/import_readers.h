// SPDX-License-Identifier: GPL-3.0-or-later
// How foreign logs become runs: what their names mean, how their rows make a history, and a reader for each kind of
// log. For import_*.cpp and their tests.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/runs/import/import_run.h"

namespace sojourn {

class CsvReader;

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
///
/// Of "run - metric" (Weights & Biases) the metric counts, and __MIN and __MAX behind it are none; _step and _epoch
/// behind a metric (Lightning) are left out, lr-AdamW is a learning rate.
class MetricNameResolver {
 public:
  explicit MetricNameResolver(const std::vector<std::string>& names);

  /// By the places of the names; nothing where one says nothing that is shown.
  [[nodiscard]] const std::vector<std::optional<NamedMeasure>>& all() const { return m_meanings; }
  [[nodiscard]] const std::optional<NamedMeasure>& at(std::size_t place) const { return m_meanings[place]; }
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

/// What one line says; what it does not say is absent.
class ImportRow {
 public:
  void clear() { *this = ImportRow{}; }
  void set(Measure measure, double value) { m_values[static_cast<std::size_t>(measure)] = value; }
  void setNamed(const NamedMeasure& named, double value);
  /// What was of validation is of test.
  void moveToTest() {
    m_test = std::exchange(m_values, {});
    m_percent = false;
  }
  [[nodiscard]] const std::optional<double>& operator[](Measure measure) const {
    return m_values[static_cast<std::size_t>(measure)];
  }
  /// Of the test split.
  [[nodiscard]] const std::optional<double>& test(Measure measure) const {
    return m_test[static_cast<std::size_t>(measure)];
  }
  [[nodiscard]] bool percent() const { return m_percent; }
  void setPercent() { m_percent = true; }
  /// Training's loss, rate, norms or throughput.
  [[nodiscard]] bool hasTraining() const;
  [[nodiscard]] bool hasEvaluation() const;
  [[nodiscard]] bool hasTest() const;

 private:
  std::array<std::optional<double>, measureCount> m_values{};
  std::array<std::optional<double>, measureCount> m_test{};
  bool m_percent = false;
};

/// Rows in the order of the log. Which kind of log it is shows at its end: one whose training rows all have an
/// evaluation at their step is a log by epochs, and the mean losses are taken as such.
///
/// - Without a step the row is an epoch's; without an epoch either it is the next one's.
/// - Where the log names no epochs, each evaluation counts as one. Epochs that begin at 0 are counted from 1; fractions
///   of epochs, as in "epoch 1.5", lie within the epoch that they lead to.
/// - Accuracies and MRR that are all at most 1 are fractions, and become percentages.
/// - A step that is not beyond the last one begins again there: what it repeats is replaced, as by a rewind.
class ImportBuilder {
 public:
  /// `where` names the file in problems.
  explicit ImportBuilder(std::string where) : m_where(std::move(where)) {}

  /// When training began.
  void started(double wall);
  void add(const ImportRow& row);
  /// The figures of whole runs, of which no epoch is known: they stand at epoch 0.
  void addResults(const ImportRow& row);
  /// A row that cannot be used: it is counted, and the last one is reported.
  void refuse(Error error);
  [[nodiscard]] bool full() const { return m_history.steps.size() + m_evals >= mostRows; }

  /// Fills history, test, notes and problems of what has been read. Errors: no row that could be used.
  [[nodiscard]] Status finish(ImportedRun& run);

  /// More rows are not kept.
  static constexpr std::size_t mostRows = 5'000'000;

 private:
  /// A row of training that fell together with an evaluation: an epoch's, if all do.
  struct EpochRow {
    std::int64_t step = 0, epoch = 0;
    double wall = 0, loss = 0, seconds = 0;
    std::optional<double> learningRate;
    bool hasLoss = false;
  };

  [[nodiscard]] bool place(const ImportRow& row, std::int64_t& step, std::int64_t& epoch, double& wall);
  void addTraining(const ImportRow& row, std::int64_t step, std::int64_t epoch, double wall);
  void addEvaluation(const ImportRow& row, std::int64_t step, std::int64_t epoch, double wall);
  void addTest(const ImportRow& row);
  void addEvent(double wall, EventBody body);
  /// That the current epoch took; NaN where the log has no times.
  [[nodiscard]] double secondsUntil(double wall) const;
  void endEpoch(std::int64_t step, std::int64_t epoch, double wall, std::optional<double> seconds);
  void addEpochRow(const ImportRow& row, std::int64_t step, std::int64_t epoch, double wall);
  void takeAsEpochs();
  void countFromOne();
  void scaleFractions(ImportedRun& run);
  void dropMissing();

  std::string m_where;
  RunHistory m_history;
  std::vector<EpochRow> m_epochRows;
  std::optional<RunResults::OnSplit> m_test;
  std::int64_t m_seq = 0;
  std::size_t m_rows = 0, m_evals = 0, m_coinciding = 0;
  std::int64_t m_refused = 0;
  std::optional<Error> m_lastRefused;
  bool m_stepsPresent = false, m_epochsPresent = false, m_fractions = false, m_percent = false, m_wallPresent = false;
  std::int64_t m_lastEpoch = 0;
  double m_wall = 0;                   ///< the latest time
  std::optional<double> m_epochBegan;  ///< when the current epoch began
  double m_lossSum = 0;                ///< of the steps since the last evaluation
  std::size_t m_lossCount = 0;
  std::optional<double> m_learningRate;  ///< holds until the log names another
  std::array<bool, measureCount> m_present{};
};

/// Whether the beginning of a file looks like what the reader below takes. Cheap; a yes promises nothing.
[[nodiscard]] bool looksLikeTrainingLog(std::string_view head);
[[nodiscard]] bool looksLikeTable(std::string_view head);
[[nodiscard]] bool looksLikeJsonLines(std::string_view head);
[[nodiscard]] bool looksLikeEventFile(std::string_view head);
[[nodiscard]] bool looksLikeMetricFile(std::string_view head);

/// Lines of text. Read of a line: its time at the beginning ("2025-12-29 06:38:22,318", no zone: taken as UTC); after
/// "Epoch 3/50" what is named by a word and a number ("Train: 4.2286 | Val: 3.2382 | Acc@1: 38.63%"); "Model
/// parameters: 251,476"; "Early stopping"; after a line with "test result" such figures are those of the test split.
[[nodiscard]] Result<ImportedRun> importTrainingLog(std::string_view text, const std::string& where,
                                                    const CancelToken& cancel = {});

/// A header and rows of numbers; what the columns mean says MetricNameResolver. A text column "split" or "type" names
/// each row's split: rows of a table without steps and epochs are then the results of whole runs, and what is shown of
/// validation is their mean.
[[nodiscard]] Result<ImportedRun> importTable(std::string_view text, const std::string& where,
                                              const CancelToken& cancel = {});

/// Whether the header is one of a table with a row for each value, as TensorBoard's download of a curve ("Wall time",
/// "Step", "Value") or the exports of Neptune, Aim and MLflow, with a column for the metric's name.
[[nodiscard]] bool holdsCurves(const CsvReader& csv);
/// The rows behind such a header. Where no column names the metric the file's name does, without "run-NAME-tag-". Of
/// several runs the first is shown. Rows count in the order of their times, or of their steps where they have none.
[[nodiscard]] Result<ImportedRun> importCurveTable(CsvReader& csv, const std::string& where, const CancelToken& cancel);

/// A metric of MLflow's: lines of milliseconds, a value and a step. The file is called after it.
[[nodiscard]] Result<ImportedRun> importMetricFile(std::string_view text, const std::string& where);
/// A run's folder of MLflow's, which has meta.yaml beside metrics/.
[[nodiscard]] Result<ImportedRun> importMlflowRun(const std::filesystem::path& folder, const CancelToken& cancel = {});
[[nodiscard]] bool isMlflowRun(const std::filesystem::path& folder);
/// The files that are read of such a folder, in their order.
[[nodiscard]] std::vector<std::filesystem::path> metricFiles(const std::filesystem::path& folder);

/// The folder that `sojourn export --csv` has written: all that the events said of steps, epochs and evaluations.
[[nodiscard]] Result<ImportedRun> importExport(const std::filesystem::path& folder, const CancelToken& cancel = {});
[[nodiscard]] bool isExport(const std::filesystem::path& folder);

/// An object a line. Objects within objects are read as "outer/inner"; what the keys mean says MetricNameResolver; a
/// text "split", "mode" or "phase" goes before them. Other texts, lists and truths are passed over. NaN and Infinity
/// are values, as Python writes them. Or one value over the whole file, up to 16 MB: a list of such objects, Hugging
/// Face's trainer_state.json, or lists by names, as Keras' History.history.
[[nodiscard]] Result<ImportedRun> importJsonLines(std::string_view text, const std::string& where,
                                                  const CancelToken& cancel = {});

/// One event file, or all of a folder together, as TensorBoard shows them; those in its folders train, validation,
/// val, eval and test with the folder's name before their tags.
[[nodiscard]] Result<ImportedRun> importTensorBoard(const std::filesystem::path& path, const CancelToken& cancel = {});
/// The files that are read of a folder, in their order.
[[nodiscard]] std::vector<std::filesystem::path> eventFiles(const std::filesystem::path& folder);
/// The folder whose run the event files that lie directly in `folder` belong to; nothing where there are none.
[[nodiscard]] std::optional<std::filesystem::path> folderOfEvents(const std::filesystem::path& folder);

/// "2025-12-29 06:38:22,318" or with a T or a point, at the beginning or after a bracket; seconds since 1970 as if UTC.
[[nodiscard]] std::optional<double> timeOfText(std::string_view line);

/// What stands before `end`, or all, which is taken from the text together with `end`.
[[nodiscard]] std::string_view takeUntil(std::string_view& text, char end);

/// A number of a foreign text: decimal with a point, NaN and infinities in their usual spellings. `percent` tells of a
/// percent sign behind it.
[[nodiscard]] std::optional<double> numberOfText(std::string_view text, bool* percent = nullptr);

}  // namespace sojourn
