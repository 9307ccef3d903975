// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/metric_differences.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/core/random.h"
#include "model/evaluate/metrics.h"

namespace sojourn {
namespace {

constexpr std::size_t allRanks = std::numeric_limits<std::size_t>::max();

/// Figures that are means over samples.
struct MeanFigure {
  PairedDifference MetricDifferences::*difference;
  std::size_t ranks;  ///< that a model must list for it
  double (*of)(std::int32_t rank);
};
constexpr std::array<MeanFigure, 5> meanFigures{
    {{&MetricDifferences::accuracy, 1, [](std::int32_t rank) { return rank == 1 ? 1.0 : 0.0; }},
     {&MetricDifferences::accuracy5, 5, [](std::int32_t rank) { return rank >= 1 && rank <= 5 ? 1.0 : 0.0; }},
     {&MetricDifferences::accuracy10, 10, [](std::int32_t rank) { return rank >= 1 && rank <= 10 ? 1.0 : 0.0; }},
     {&MetricDifferences::mrr, allRanks, [](std::int32_t rank) { return rank >= 1 ? 1.0 / rank : 0.0; }},
     {&MetricDifferences::ndcg10, 10,
      [](std::int32_t rank) { return rank >= 1 && rank <= 10 ? 1.0 / std::log2(rank + 1.0) : 0.0; }}}};
constexpr std::size_t f1 = meanFigures.size(), figures = f1 + 1;

constexpr std::array targetGroups{&DifferencesByTarget::all, &DifferencesByTarget::known, &DifferencesByTarget::unseen};

bool isIn(std::size_t group, LocationId target) {
  return group == 0 || (group == 1 ? target > unseenLocation : target == unseenLocation);
}

/// How often a class is the target, predicted, and both.
struct ClassCount {
  double asTarget = 0, asPrediction = 0, right = 0;

  void add(const ClassCount& other, double times) {
    asTarget += times * other.asTarget;
    asPrediction += times * other.asPrediction;
    right += times * other.right;
  }
};

/// What one model says of the samples of one group of targets, by user.
struct GroupSums {
  std::array<std::vector<double>, meanFigures.size()> sums;             ///< [figures][users]
  std::vector<std::vector<std::pair<std::size_t, ClassCount>>> counts;  ///< [users] by place among the classes
  std::size_t classes = 0;
};

/// The calibration of one model, by user.
struct BinSums {
  std::vector<std::array<CalibrationBin, calibrationBins>> users;  ///< sums, not means
};

class MetricResampling {
 public:
  MetricResampling(ModelComparison& comparison, const SequenceSet& set, std::span<const std::size_t> rows,
                   std::span<const ModelAnswers> models, const PairedDifferenceOptions& options)
      : m_comparison(comparison), m_set(set), m_rows(rows), m_models(models), m_options(options) {
    for (const std::size_t row : rows) m_users.try_emplace(set.user(row), 0);
    std::size_t next = 0;
    for (auto& [id, user] : m_users) user = next++;
    for (std::size_t g = 0; g < targetGroups.size(); ++g) {
      m_samples[g].resize(m_users.size());
      for (const std::size_t row : rows)
        if (isIn(g, set.target(row))) ++m_samples[g][m_users.at(set.user(row))];
      m_groups[g].resize(models.size());
      for (std::size_t m = 0; m < models.size(); ++m) sumGroup(g, m);
    }
    m_bins.resize(models.size());
    for (std::size_t m = 0; m < models.size(); ++m)
      if (models[m].probabilities) sumBins(m);
  }

  bool run(const CancelToken& cancel, const Progress& progress) {
    for (ModelPair& pair : m_comparison.pairs) {
      for (std::size_t g = 0; g < targetGroups.size(); ++g) setMeans(pair, g);
      setObserved(pair);
      if (cancel.cancelled()) return false;
    }
    return m_options.resamples == 0 || draw(cancel, progress);
  }

 private:
  void sumGroup(std::size_t g, std::size_t m) {
    GroupSums& group = m_groups[g][m];
    for (auto& sums : group.sums) sums.resize(m_users.size());
    group.counts.resize(m_users.size());
    // A class that is never a target has no weight in F1.
    std::unordered_map<LocationId, std::size_t> classes;
    for (const std::size_t row : m_rows)
      if (isIn(g, m_set.target(row))) classes.try_emplace(m_set.target(row), classes.size());
    group.classes = classes.size();
    std::vector<std::map<std::size_t, ClassCount>> counts(m_users.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const LocationId target = m_set.target(m_rows[i]);
      if (!isIn(g, target)) continue;
      const std::size_t user = m_users.at(m_set.user(m_rows[i]));
      const Outcome& outcome = m_models[m].outcomes[i];
      for (std::size_t f = 0; f < meanFigures.size(); ++f) group.sums[f][user] += meanFigures[f].of(outcome.rank);
      ClassCount& ofTarget = counts[user][classes.at(target)];
      ++ofTarget.asTarget;
      if (outcome.prediction == target) ++ofTarget.right;
      const auto predicted = classes.find(outcome.prediction);
      if (predicted != classes.end()) ++counts[user][predicted->second].asPrediction;
    }
    for (std::size_t u = 0; u < counts.size(); ++u) group.counts[u].assign(counts[u].begin(), counts[u].end());
  }

  void sumBins(std::size_t m) {
    m_bins[m].users.resize(m_users.size());
    for (std::size_t i = 0; i < m_rows.size(); ++i)
      addToBin(m_bins[m].users[m_users.at(m_set.user(m_rows[i]))], m_models[m].outcomes[i]);
  }

  /// Value, naive interval and p of the means over samples.
  void setMeans(ModelPair& pair, std::size_t g) {
    MetricDifferences& differences = pair.differences.*targetGroups[g];
    for (std::size_t f = 0; f < meanFigures.size(); ++f) {
      if (!defined(pair, f)) continue;
      std::vector<double> perSample;
      std::vector<std::int32_t> users;
      for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (!isIn(g, m_set.target(m_rows[i]))) continue;
        perSample.push_back(100 * (meanFigures[f].of(m_models[pair.a].outcomes[i].rank) -
                                   meanFigures[f].of(m_models[pair.b].outcomes[i].rank)));
        users.push_back(m_set.user(m_rows[i]));
      }
      PairedDifferenceOptions withoutInterval = m_options;
      withoutInterval.resamples = 0;
      differences.*meanFigures[f].difference = pairedDifference(perSample, users, withoutInterval);
    }
  }

  void setObserved(ModelPair& pair) {
    const ComparisonModel &a = m_comparison.models[pair.a], &b = m_comparison.models[pair.b];
    const auto f1Of = [](const Metrics& metrics) { return metrics.n > 0 ? metrics.f1 : PairedDifference::none; };
    pair.differences.all.f1.value = 100 * (f1Of(a.metrics.all) - f1Of(b.metrics.all));
    pair.differences.known.f1.value = 100 * (f1Of(a.metrics.known) - f1Of(b.metrics.known));
    pair.differences.unseen.f1.value = 100 * (f1Of(a.metrics.unseen) - f1Of(b.metrics.unseen));
    if (a.ece && b.ece) pair.differences.ece.value = 100 * (*a.ece - *b.ece);
  }

  /// Whether both models list the ranks that the figure is about.
  [[nodiscard]] bool defined(const ModelPair& pair, std::size_t figure) const {
    return figure == f1 || std::ranges::all_of(std::array{pair.a, pair.b}, [&](std::size_t model) {
             return m_models[model].ranks.value_or(allRanks) >= meanFigures[figure].ranks;
           });
  }

  [[nodiscard]] bool hasInterval(std::size_t g) const {
    const auto present = std::ranges::count_if(m_samples[g], [](double samples) { return samples > 0; });
    return static_cast<std::size_t>(present) >= fewestUsersOfInterval;
  }

  bool draw(const CancelToken& cancel, const Progress& progress) {
    const std::size_t users = m_users.size(), models = m_models.size();
    std::array<bool, targetGroups.size()> drawn{};
    for (std::size_t g = 0; g < drawn.size(); ++g) drawn[g] = hasInterval(g);
    // [models][groups][figures][draws], and the calibration error and accuracies of bins as [models][draws]
    std::vector<std::array<std::array<std::vector<double>, figures>, targetGroups.size()>> values(models);
    std::vector<std::vector<double>> errors(models);
    std::vector<std::array<std::vector<double>, calibrationBins>> binAccuracy(models);
    Random random(m_options.seed);
    std::vector<double> times(users);
    for (std::size_t r = 0; r < m_options.resamples && drawn[0]; ++r) {
      if (cancel.cancelled()) return false;
      if (progress && r % 100 == 0) progress(r, m_options.resamples);
      std::ranges::fill(times, 0);
      for (std::size_t u = 0; u < users; ++u) ++times[random.below(users)];
      for (std::size_t g = 0; g < targetGroups.size(); ++g) {
        if (!drawn[g]) continue;
        const double n = dot(times, m_samples[g]);
        if (n == 0) continue;
        for (std::size_t m = 0; m < models; ++m) {
          const GroupSums& group = m_groups[g][m];
          for (std::size_t f = 0; f < meanFigures.size(); ++f)
            values[m][g][f].push_back(100 * dot(times, group.sums[f]) / n);
          values[m][g][f1].push_back(100 * f1Of(group, times) / n);
        }
      }
      for (std::size_t m = 0; m < models; ++m)
        if (!m_bins[m].users.empty()) drawBins(m_bins[m], times, errors[m], binAccuracy[m]);
    }
    for (ModelPair& pair : m_comparison.pairs) {
      for (std::size_t g = 0; g < targetGroups.size(); ++g) {
        MetricDifferences& differences = pair.differences.*targetGroups[g];
        for (std::size_t f = 0; f < figures; ++f)
          if (defined(pair, f))
            setInterval(f == f1 ? differences.f1 : differences.*meanFigures[f].difference, values[pair.a][g][f],
                        values[pair.b][g][f]);
      }
      setInterval(pair.differences.ece, errors[pair.a], errors[pair.b]);
      if (cancel.cancelled()) return false;
    }
    for (std::size_t m = 0; m < models; ++m) setCalibration(m, errors[m], binAccuracy[m]);
    return true;
  }

  static double dot(const std::vector<double>& times, const std::vector<double>& sums) {
    double sum = 0;
    for (std::size_t u = 0; u < times.size(); ++u) sum += times[u] * sums[u];
    return sum;
  }

  /// The sum over classes of weight times F1, as WeightedF1 of metrics.cpp has it.
  [[nodiscard]] double f1Of(const GroupSums& group, const std::vector<double>& times) {
    m_classes.assign(group.classes, {});
    for (std::size_t u = 0; u < times.size(); ++u)
      if (times[u] > 0)
        for (const auto& [place, count] : group.counts[u]) m_classes[place].add(count, times[u]);
    double sum = 0;
    for (const ClassCount& count : m_classes)
      if (count.right > 0) sum += count.asTarget * 2 * count.right / (count.asTarget + count.asPrediction);
    return sum;
  }

  static void drawBins(const BinSums& sums, const std::vector<double>& times, std::vector<double>& errors,
                       std::array<std::vector<double>, calibrationBins>& accuracy) {
    double samples = 0, error = 0;
    for (std::size_t b = 0; b < calibrationBins; ++b) {
      double n = 0, confidence = 0, right = 0;
      for (std::size_t u = 0; u < times.size(); ++u) {
        const CalibrationBin& bin = sums.users[u][b];
        n += times[u] * static_cast<double>(bin.n);
        confidence += times[u] * bin.confidence;
        right += times[u] * bin.accuracy;
      }
      if (n == 0) continue;
      samples += n;
      error += std::abs(right - confidence);
      accuracy[b].push_back(right / n);
    }
    errors.push_back(100 * error / samples);
  }

  static void setInterval(PairedDifference& difference, const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size() || a.empty()) return;
    std::vector<double> drawn(a.size());
    for (std::size_t r = 0; r < drawn.size(); ++r) drawn[r] = a[r] - b[r];
    Estimate interval;
    setPercentiles(drawn, interval);
    difference.low = interval.low;
    difference.high = interval.high;
  }

  void setCalibration(std::size_t m, std::vector<double>& errors,
                      std::array<std::vector<double>, calibrationBins>& accuracy) {
    ComparisonModel& model = m_comparison.models[m];
    if (errors.empty() || !model.ece) return;
    Estimate interval;
    setPercentiles(errors, interval);
    model.eceLow = interval.low / 100;
    model.eceHigh = interval.high / 100;
    for (std::size_t b = 0; b < calibrationBins; ++b) {
      const auto inBin = std::ranges::count_if(m_bins[m].users, [b](const auto& bins) { return bins[b].n > 0; });
      if (static_cast<std::size_t>(inBin) < fewestUsersOfInterval) continue;
      setPercentiles(accuracy[b], interval);
      model.calibration[b].accuracyLow = interval.low;
      model.calibration[b].accuracyHigh = interval.high;
    }
  }

  ModelComparison& m_comparison;
  const SequenceSet& m_set;
  std::span<const std::size_t> m_rows;
  std::span<const ModelAnswers> m_models;
  const PairedDifferenceOptions& m_options;
  std::map<UserId, std::size_t> m_users;
  std::array<std::vector<double>, targetGroups.size()> m_samples;    ///< [users] of each group
  std::array<std::vector<GroupSums>, targetGroups.size()> m_groups;  ///< [models]
  std::vector<BinSums> m_bins;                                       ///< [models] empty without probabilities
  std::vector<ClassCount> m_classes;
};

}  // namespace

bool setMetricDifferences(ModelComparison& comparison, const SequenceSet& set, std::span<const std::size_t> rows,
                          std::span<const ModelAnswers> models, const PairedDifferenceOptions& options,
                          const CancelToken& cancel, const Progress& progress) {
  return MetricResampling(comparison, set, rows, models, options).run(cancel, progress);
}

}  // namespace sojourn
