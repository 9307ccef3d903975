// SPDX-License-Identifier: GPL-3.0-or-later
// The names at the ends of the training curves, pushed apart, and their legend.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string_view>

#include "model/core/name_table.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/runs/run_figures.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"
#include "views/present/training/training_curves_drawing.h"

namespace sojourn::present {

std::size_t SeedsInCurves::seeds(std::span<const CurveRun> runs) const {
  std::set<std::string_view> known;
  std::size_t unknown = 0;
  for (const std::size_t member : members) {
    if (runs[member].seed.empty())
      ++unknown;
    else
      known.insert(runs[member].seed);
  }
  return known.size() + unknown;
}

std::vector<SeedsInCurves> seedsIn(std::span<const CurveRun> runs, const CurveOptions& options) {
  std::vector<SeedsInCurves> groups;
  if (!options.grouped || (options.x != CurveX::Epoch && options.x != CurveX::Step)) return groups;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].group.empty()) continue;
    const auto [place, isNew] = places.try_emplace(runs[i].group, groups.size());
    if (isNew) groups.emplace_back();
    groups[place->second].members.push_back(i);
  }
  std::erase_if(groups, [](const SeedsInCurves& group) { return group.members.size() < 2; });
  return groups;
}

std::string groupText(const SeedsInCurves& group, std::span<const CurveRun> runs) {
  const std::size_t seeds = group.seeds(runs);
  const std::size_t all = runs[group.members.front()].groupSeeds;
  return all > seeds ? tr("%1 of %2", {std::to_string(seeds), countText(all, "seed", "seeds")})
                     : seedsText(group.members.size(), seeds);
}

namespace {

using enum MetricSource;
constexpr std::array<MetricFacts, 14> metrics{
    {{"validation_loss", "Validation loss", "mean of batches", Evaluations, nullptr, true},
     {"train_loss", "Train loss", "each step", Steps, &StepColumns::loss, true},
     {"accuracy_all", "Acc@1, all", "validation, %"},
     {"accuracy_known", "Acc@1, known targets", "validation, %"},
     {"mrr_all", "MRR, all", "validation, %"},
     {"mrr_known", "MRR, known targets", "validation, %"},
     {"gradient_norm", "Gradient norm", "before clipping", Steps, &StepColumns::gradientNorm, false, true},
     {"clipped_gradient_norm", "Gradient norm, clipped", "after clipping", Steps, &StepColumns::clippedGradientNorm,
      false, true},
     {"learning_rate", "Learning rate", "each step", Steps, &StepColumns::learningRate},
     {"throughput", "Throughput", "sequences per second", Steps, &StepColumns::sequencesPerSecond},
     {"cpu", "Processor", "% of one core", System},
     {"memory", "Memory", "GB", System},
     {"gpu", "GPU", "% busy", System},
     {"gpu_memory", "GPU memory", "GB", System}}};
constexpr std::string_view ownPrefix = "own:";

/// The metrics that other programs have named. Only grows, so that facts stay where they are.
class OwnMetricNames {
 public:
  static OwnMetricNames& all() {
    static OwnMetricNames only;
    return only;
  }
  [[nodiscard]] std::optional<std::size_t> indexOf(std::string_view name) {
    constexpr std::size_t most = 1000;
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_indices.find(name); found != m_indices.end()) return found->second;
    if (m_named.size() == most) return std::nullopt;
    const std::size_t index = m_named.size();
    Named& named = m_named.emplace_back();
    named.name = std::string(ownPrefix) + std::string(name);
    named.title = escapeForDisplay(name, 60);
    named.facts = {.name = named.name, .title = named.title, .caption = "as the run names it", .source = Own};
    m_indices.emplace(name, index);
    return index;
  }
  [[nodiscard]] const MetricFacts& facts(std::size_t index) {
    const std::lock_guard lock(m_mutex);
    return m_named.at(index).facts;
  }

 private:
  struct Named {
    std::string name, title;
    MetricFacts facts;
  };
  std::mutex m_mutex;
  std::deque<Named> m_named;
  std::map<std::string, std::size_t, std::less<>> m_indices;
};

constexpr NameTable<4> axes{"epoch", "step", "wall_time", "relative"};
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
  std::snprintf(text, sizeof text, "%04d-%02u-%02u %02d:%02d:%02d UTC", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()));
  const std::string_view whole = text;
  return std::string(withDay ? whole : whole.substr(whole.size() - 12, 8));
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

}  // namespace

const MetricFacts& factsOf(CurveMetric metric) {
  const auto index = static_cast<std::size_t>(metric);
  return index < metrics.size() ? metrics[index] : OwnMetricNames::all().facts(index - metrics.size());
}

std::optional<CurveMetric> ownCurveMetric(std::string_view name) {
  const auto index = OwnMetricNames::all().indexOf(name);
  return index ? std::optional(static_cast<CurveMetric>(metrics.size() + *index)) : std::nullopt;
}

std::vector<CurveMetric> ownCurveMetrics(std::span<const CurveRun> runs) {
  constexpr std::size_t most = 64;  // panels
  std::vector<CurveMetric> found;
  std::set<std::string_view> names;
  for (const CurveRun& run : runs) {
    if (!run.history) continue;
    for (const auto& record : run.history->ownMetrics)
      for (const auto& [name, value] : record.event.values)
        if (found.size() < most && names.insert(name).second)
          if (const auto metric = ownCurveMetric(name)) found.push_back(*metric);
  }
  return found;
}

std::vector<CurveMetric> allCurveMetrics() {
  std::vector<CurveMetric> all;
  for (std::size_t i = 0; i < metrics.size(); ++i) all.push_back(static_cast<CurveMetric>(i));
  return all;
}

std::vector<CurveMetric> usualCurveMetrics() {
  std::vector<CurveMetric> usual = allCurveMetrics();
  std::erase_if(usual, [](CurveMetric m) { return isOfSystem(m) || m == CurveMetric::ClippedGradientNorm; });
  return usual;
}

std::string_view curveXName(CurveX x) {
  return nameIn(axes, x);
}

std::optional<CurveX> curveXNamed(std::string_view name) {
  return valueNamed<CurveX>(axes, name);
}

std::string_view curveMetricName(CurveMetric metric) {
  return factsOf(metric).name;
}

std::optional<CurveMetric> curveMetricNamed(std::string_view name) {
  if (name.starts_with(ownPrefix)) return ownCurveMetric(name.substr(ownPrefix.size()));
  const auto found = std::ranges::find(metrics, name, &MetricFacts::name);
  return found == metrics.end() ? std::nullopt : std::optional(static_cast<CurveMetric>(found - metrics.begin()));
}

std::string_view curveMetricTitle(CurveMetric metric) {
  return factsOf(metric).title;
}

std::string curveXNumber(CurveX x, double value) {
  if (x == CurveX::WallTime) return wallText(value, false);
  if (x == CurveX::Relative) return elapsedText(value);
  if (!(std::fabs(value) < longest)) return exactText(value);
  return value == std::round(value) ? groupThousands(std::llround(value)) : fixedText(value, 2);
}

std::string curveXText(CurveX x, double value) {
  if (x == CurveX::WallTime) return wallText(value, true);
  const std::string number = curveXNumber(x, value);
  if (x == CurveX::Relative) return tr("%1 after the start", {number});
  return x == CurveX::Step ? tr("step %1", {number}) : tr("epoch %1", {number});
}

Table curvesTable(std::span<const CurveRun> runs) {
  Table table{.columns = {"Run", "Epoch", "Best", "Validation loss", "Acc@1, all (%)", "Acc@1, known (%)",
                          "MRR, all (%)", "MRR, known (%)", "Train loss", "Last step", "Gradient norm, last step",
                          "Learning rate, last step", "Sequences/s, last step", "Seconds"},
              .rows = {}};
  for (const CurveRun& run : runs) {
    const std::optional<std::int64_t> best = bestEpochOf(run);
    for (const auto& [epoch, row] : rowsOf(*run.history)) {
      const EvalEvent* eval = row.eval;
      table.add(run.title, epoch, best == epoch ? "best" : "");
      for (const CurveMetric metric :
           {CurveMetric::ValidationLoss, CurveMetric::AccuracyAll, CurveMetric::AccuracyKnown,
            CurveMetric::ReciprocalRankAll, CurveMetric::ReciprocalRankKnown})
        table.extend(eval ? evaluatedFigure(metric, *eval) : Table::absent);
      table.extend(row.trainLoss, row.lastStep, row.gradientNorm, row.learningRate, row.sequencesPerSecond,
                   row.seconds);
    }
  }
  return table;
}

std::string curvesSummary(const CurveScene& all) {
  std::string text =
      tr("Curves of %1%2.", {std::to_string(all.runs.size()), all.runs.size() == 1 ? tr(" run") : tr(" runs")});
  for (std::size_t r = 0; r < all.runs.size(); ++r) {
    const CurveRun& run = all.runs[r];
    const RunHistory& history = *run.history;
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
