// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_figures.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <vector>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/runs/run_health.h"

namespace sojourn::session {
namespace {

std::optional<double> positive(double value) {
  return value > 0 ? std::optional(value) : std::nullopt;
}

std::optional<double> firstAccuracy(const Metrics& figures, std::size_t rank) {
  return figures.n != 0 && std::isfinite(figures.accuracy[rank]) ? std::optional(figures.accuracy[rank]) : std::nullopt;
}

/// Of the evaluation that the digest has taken as the best epoch's.
std::optional<double> accuracyFive(const FollowedRun& run, const ValidationFigures& best) {
  std::optional<double> found;
  if (!run.outline) return found;
  for (const auto& eval : run.outline->evals) {
    const bool same =
        eval.event.batchMeanLoss == best.loss || (std::isnan(best.loss) && std::isnan(eval.event.batchMeanLoss));
    if (eval.event.split == "validation" && eval.event.epoch == best.epoch && same)
      found = firstAccuracy(eval.event.metrics.all, 1);
  }
  return found;
}

}  // namespace

std::optional<double> runFigure(const FollowedRun& run, const RunDigest& digest, bool revealed, RunFigure figure) {
  const ValidationFigures* best = digest.bestFigures();
  switch (figure) {
    case RunFigure::Parameters:
      return run.entry.record ? positive(static_cast<double>(run.entry.record->parameters)) : std::nullopt;
    case RunFigure::Epoch:
      return positive(static_cast<double>(digest.epoch));
    case RunFigure::BestEpoch:
      return best ? positive(static_cast<double>(best->epoch)) : std::nullopt;
    case RunFigure::LowestLoss:
      return best && !std::isnan(best->loss) ? std::optional(best->loss) : std::nullopt;
    case RunFigure::AccuracyAll:
      return best ? best->accuracyAll : std::nullopt;
    case RunFigure::AccuracyKnown:
      return best ? best->accuracyKnown : std::nullopt;
    case RunFigure::AccuracyFive:
      return best ? accuracyFive(run, *best) : std::nullopt;
    case RunFigure::ReciprocalRank:
      return best ? best->mrr : std::nullopt;
    case RunFigure::TestAccuracy: {
      const auto& results = run.entry.results;
      return revealed && results && results->test ? firstAccuracy(results->test->metrics.all, 0) : std::nullopt;
    }
    case RunFigure::Throughput:
      return throughputOf(run);
    case RunFigure::Seconds:
      return positive(digest.seconds);
    case RunFigure::SecondsLeft:
      return digest.secondsLeft;
  }
  return std::nullopt;
}

std::string epochsText(std::int64_t epochs) {
  return tr(epochs == 1 ? "%1 epoch" : "%1 epochs", {std::to_string(epochs)});
}

std::string figureText(double value, int decimals) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? tr("infinite") : tr("minus infinity");
  return std::fabs(value) < 1e6 ? fixedNumber(value, decimals) : shortNumber(value, decimals);
}

double medianOf(std::span<const double> values) {
  std::vector<double> finite;
  std::ranges::copy_if(values, std::back_inserter(finite), [](double v) { return std::isfinite(v); });
  if (finite.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = finite.begin() + static_cast<std::ptrdiff_t>(finite.size() / 2);
  std::ranges::nth_element(finite, middle);
  return *middle;
}

std::set<std::int64_t> epochsBehindGaps(const RunHistory& log) {
  std::set<std::int64_t> epochs;
  const std::vector<StepGap> gaps = stepGaps(log);
  std::int64_t epoch = 0, afterStep = 0;
  for (const auto& ended : log.epochs) {
    // No epoch is missing where a gap lies within one.
    const bool missing = ended.event.epoch > epoch + 1 && std::ranges::any_of(gaps, [&](const StepGap& gap) {
                           return afterStep <= gap.after && gap.after < ended.afterStep;
                         });
    if (missing) epochs.insert(ended.event.epoch);
    epoch = ended.event.epoch;
    afterStep = ended.afterStep;
  }
  return epochs;
}

std::vector<std::span<const ValidationFigures>> unbrokenLosses(std::span<const ValidationFigures> figures,
                                                               const std::set<std::int64_t>& behindGaps) {
  std::vector<std::span<const ValidationFigures>> pieces;
  std::size_t begin = 0;
  const auto endAt = [&](std::size_t end) {
    if (end > begin) pieces.push_back(figures.subspan(begin, end - begin));
  };
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const bool broken = !std::isfinite(figures[i].loss);
    if (!broken && !behindGaps.contains(figures[i].epoch)) continue;
    endAt(i);
    begin = broken ? i + 1 : i;
  }
  endAt(figures.size());
  return pieces;
}

}  // namespace sojourn::session
