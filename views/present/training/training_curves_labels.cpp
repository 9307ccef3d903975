// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/scene/format.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {
namespace {

struct MetricLabels {
  CurveMetric metric;
  std::string_view name, title;
};

constexpr std::array metrics{
    MetricLabels{CurveMetric::ValidationLoss, "validation_loss", "Validation loss"},
    MetricLabels{CurveMetric::TrainLoss, "train_loss", "Train loss"},
    MetricLabels{CurveMetric::AccuracyAll, "accuracy_all", "Acc@1, all"},
    MetricLabels{CurveMetric::AccuracyKnown, "accuracy_known", "Acc@1, known targets"},
    MetricLabels{CurveMetric::ReciprocalRankAll, "mrr_all", "MRR, all"},
    MetricLabels{CurveMetric::ReciprocalRankKnown, "mrr_known", "MRR, known targets"},
    MetricLabels{CurveMetric::GradientNorm, "gradient_norm", "Gradient norm"},
    MetricLabels{CurveMetric::ClippedGradientNorm, "clipped_gradient_norm", "Gradient norm, clipped"},
    MetricLabels{CurveMetric::LearningRate, "learning_rate", "Learning rate"},
    MetricLabels{CurveMetric::Throughput, "throughput", "Throughput"},
    MetricLabels{CurveMetric::Processor, "cpu", "Processor"},
    MetricLabels{CurveMetric::Memory, "memory", "Memory"},
    MetricLabels{CurveMetric::GpuLoad, "gpu", "GPU"},
    MetricLabels{CurveMetric::GpuMemory, "gpu_memory", "GPU memory"},
};
constexpr std::array<std::string_view, 4> axes{"epoch", "step", "wall_time", "relative"};
constexpr double longest = 1e12;  // seconds that are still a time and no mistake

/// "1:05:30", "0:07"
std::string elapsedText(double seconds) {
  if (!(std::fabs(seconds) < longest)) return exactText(seconds);
  const long long whole = std::llround(std::fabs(seconds));
  char text[48];
  if (whole >= 3600) {
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
  }
  return text;
}

/// "14:05:30", and with its day where asked.
std::string wallText(double wall, bool withDay) {
  using namespace std::chrono;
  constexpr double latest = 2.5e11;
  if (!(std::fabs(wall) < latest)) return exactText(wall);
  const sys_seconds time{seconds{std::llround(wall)}};
  const auto day = floor<days>(time);
  const year_month_day date{day};
  const hh_mm_ss clock{time - day};
  char text[64];
  std::snprintf(text, sizeof text, "%02d:%02d:%02d", static_cast<int>(clock.hours().count()),
                static_cast<int>(clock.minutes().count()), static_cast<int>(clock.seconds().count()));
  if (!withDay) return text;
  char dayText[64];
  std::snprintf(dayText, sizeof dayText, "%04d-%02u-%02u ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return std::string(dayText) + text + " UTC";
}

/// What the steps of one epoch add up to.
struct EpochRow {
  double trainLoss = std::numeric_limits<double>::quiet_NaN();
  double seconds = trainLoss, lastStep = trainLoss, gradientNorm = trainLoss, learningRate = trainLoss,
         sequencesPerSecond = trainLoss;
  const EvalEvent* eval = nullptr;
};

std::map<std::int64_t, EpochRow> rowsOf(const RunHistory& history) {
  std::map<std::int64_t, EpochRow> rows;
  for (const auto& record : history.epochs) {
    EpochRow& row = rows[record.event.epoch];
    row.trainLoss = record.event.trainLoss;
    row.seconds = record.event.seconds;
    row.learningRate = record.event.learningRate.value_or(row.learningRate);
  }
  for (const auto& record : history.evals) {
    if (record.event.split != "validation") continue;
    EpochRow& row = rows[record.event.epoch];
    if (!row.eval || !record.event.requested) row.eval = &record.event;
  }
  const StepColumns& steps = history.steps;
  if (steps.size() > 0) rows.try_emplace(steps.epoch.back());  // has begun
  for (auto& [epoch, row] : rows) {
    const auto after = std::ranges::upper_bound(steps.epoch, epoch);
    if (after == steps.epoch.begin() || *(after - 1) != epoch) continue;
    const auto last = static_cast<std::size_t>(after - steps.epoch.begin()) - 1;
    row.lastStep = static_cast<double>(steps.step[last]);
    // An imported log need not tell all columns.
    if (!steps.gradientNorm.empty()) row.gradientNorm = steps.gradientNorm[last];
    if (!steps.learningRate.empty()) row.learningRate = steps.learningRate[last];
    if (!steps.sequencesPerSecond.empty()) row.sequencesPerSecond = steps.sequencesPerSecond[last];
  }
  return rows;
}

const RunHistory& historyOf(const CurveRun& run) {
  return *run.history;
}

}  // namespace

std::vector<CurveMetric> allCurveMetrics() {
  std::vector<CurveMetric> all;
  for (const MetricLabels& words : metrics) all.push_back(words.metric);
  return all;
}

std::vector<CurveMetric> usualCurveMetrics() {
  std::vector<CurveMetric> usual = allCurveMetrics();
  std::erase_if(usual,
                [](CurveMetric metric) { return isOfSystem(metric) || metric == CurveMetric::ClippedGradientNorm; });
  return usual;
}

std::string_view curveXName(CurveX x) {
  return axes[static_cast<std::size_t>(x)];
}

std::optional<CurveX> curveXNamed(std::string_view name) {
  const auto found = std::ranges::find(axes, name);
  if (found == axes.end()) return std::nullopt;
  return static_cast<CurveX>(found - axes.begin());
}

std::string_view curveMetricName(CurveMetric metric) {
  return std::ranges::find(metrics, metric, &MetricLabels::metric)->name;
}

std::optional<CurveMetric> curveMetricNamed(std::string_view name) {
  const auto found = std::ranges::find(metrics, name, &MetricLabels::name);
  if (found == metrics.end()) return std::nullopt;
  return found->metric;
}

std::string_view curveMetricTitle(CurveMetric metric) {
  return std::ranges::find(metrics, metric, &MetricLabels::metric)->title;
}

std::string curveXNumber(CurveX x, double value) {
  switch (x) {
    case CurveX::WallTime:
      return wallText(value, false);
    case CurveX::Relative:
      return elapsedText(value);
    default:
      break;
  }
  if (!(std::fabs(value) < longest)) return exactText(value);
  return value == std::round(value) ? groupThousands(std::llround(value)) : fixedText(value, 2);
}

std::string curveXText(CurveX x, double value) {
  switch (x) {
    case CurveX::WallTime:
      return wallText(value, true);
    case CurveX::Relative:
      return tr("%1 after the start", {elapsedText(value)});
    case CurveX::Step:
      return tr("step %1", {curveXNumber(x, value)});
    case CurveX::Epoch:
      break;
  }
  return tr("epoch %1", {curveXNumber(x, value)});
}

Table curvesTable(std::span<const CurveRun> runs) {
  Table table{.columns = {"Run", "Epoch", "Best", "Validation loss", "Acc@1, all (%)", "Acc@1, known (%)",
                          "MRR, all (%)", "MRR, known (%)", "Train loss", "Last step", "Gradient norm, last step",
                          "Learning rate, last step", "Sequences/s, last step", "Seconds"},
              .rows = {}};
  for (const CurveRun& run : runs) {
    const std::optional<std::int64_t> best = bestEpochOf(run);
    for (const auto& [epoch, row] : rowsOf(historyOf(run))) {
      const auto figure = [&eval = row.eval](CurveMetric metric) {
        return eval ? evaluatedFigure(metric, *eval) : std::numeric_limits<double>::quiet_NaN();
      };
      std::vector<Table::Cell>& cells = table.rows.emplace_back();
      cells.reserve(table.columns.size());
      cells.emplace_back(run.title);
      cells.emplace_back(static_cast<double>(epoch));
      cells.emplace_back(std::string(best == epoch ? "best" : ""));
      for (const CurveMetric metric :
           {CurveMetric::ValidationLoss, CurveMetric::AccuracyAll, CurveMetric::AccuracyKnown,
            CurveMetric::ReciprocalRankAll, CurveMetric::ReciprocalRankKnown})
        cells.emplace_back(figure(metric));
      for (const double value :
           {row.trainLoss, row.lastStep, row.gradientNorm, row.learningRate, row.sequencesPerSecond, row.seconds})
        cells.emplace_back(value);
    }
  }
  return table;
}

std::string curvesSummary(const CurveScene& all) {
  std::string text =
      tr("Curves of %1%2.", {std::to_string(all.runs.size()), all.runs.size() == 1 ? tr(" run") : tr(" runs")});
  for (std::size_t r = 0; r < all.runs.size(); ++r) {
    const CurveRun& run = all.runs[r];
    const RunHistory& history = historyOf(run);
    text += " " + run.title + ", " + std::string(runStateName(run.state)) + ": ";
    const std::int64_t last = lastEpochOf(history);
    if (last == 0) {
      text += tr("no epoch has ended yet.");
      continue;
    }
    text += std::to_string(last) + (last == 1 ? tr(" epoch") : tr(" epochs"));
    if (run.plannedEpochs) text += tr(" of %1", {std::to_string(*run.plannedEpochs)});
    if (stoppedEarly(run)) text += tr(", stopped early");
    const std::optional<std::int64_t> best = all.best[r];
    const auto eval = std::ranges::find_if(history.evals, [&](const auto& record) {
      return best && record.event.split == "validation" && !record.event.requested && record.event.epoch == *best;
    });
    if (eval != history.evals.end()) {
      text += tr("; best epoch %1 with validation loss %2",
                 {std::to_string(*best), fixedText(eval->event.batchMeanLoss, 3)});
      if (std::isfinite(evaluatedFigure(CurveMetric::AccuracyAll, eval->event)))
        text += tr(" and Acc@1 %1 % on validation", {percent(eval->event.metrics.all.accuracy[0])});
    }
    text += ".";
  }
  return text;
}

}  // namespace sojourn::present
