// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a run's history together from rows of numbers, as the logs of other programs have them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/core/error.h"
#include "model/runs/import/import_run.h"
#include "model/runs/import/metric_name_resolver.h"

namespace sojourn {

/// What one line says; what it does not say is absent.
class ImportRow {
 public:
  void clear() { *this = ImportRow{}; }
  void set(Measure measure, double value) { m_values[static_cast<std::size_t>(measure)] = value; }
  void setNamed(const NamedMeasure& named, double value);
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

}  // namespace sojourn
