// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_health.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/session/runs/run_figures.h"

namespace sojourn::session {
namespace {

/// Of a run that does not say how patient its early stop is.
constexpr std::int64_t usualPatience = 5;
/// Fewer steps of a rate do not show what is behind.
constexpr std::size_t stepsForThroughput = 100;

std::string normText(double value) {
  return std::isfinite(value) ? shortNumber(value, 3) : figureText(value);
}

std::int64_t patienceOf(const FollowedRun& run) {
  const auto* patience = trainingSetting(run.entry, "patience");
  if (!patience || !patience->is_number_integer()) return usualPatience;
  return std::clamp<std::int64_t>(patience->get<std::int64_t>(), 1, 1'000'000);
}

/// The last good checkpoint, as the log tells it.
std::string checkpointText(const FollowedRun& run) {
  if (!run.outline || run.outline->checkpoints.empty()) return tr("No checkpoint was written");
  return tr("Last checkpoint: epoch %1", {std::to_string(run.outline->checkpoints.back().event.epoch)});
}

/// The step at which the loss stopped being a number, of the latest steps.
std::optional<std::int64_t> firstBadStep(const FollowedRun& run) {
  if (!run.recent || run.recent->loss.empty() || std::isfinite(run.recent->loss.back())) return std::nullopt;
  std::size_t i = run.recent->loss.size();
  while (i > 0 && !std::isfinite(run.recent->loss[i - 1])) --i;
  return run.recent->step[i];
}

/// The norm before the step `step`, where it is worth telling.
std::string normBefore(const FollowedRun& run, std::int64_t step) {
  const StepColumns& steps = *run.recent;
  if (steps.gradientNorm.size() != steps.size()) return {};
  const auto at = std::ranges::lower_bound(steps.step, step);
  if (at == steps.step.begin()) return {};
  const auto i = static_cast<std::size_t>(at - steps.step.begin()) - 1;
  return tr(", gradient norm %1 at %2", {normText(steps.gradientNorm[i]), std::to_string(steps.step[i])});
}

RunHealthReport failure(const FollowedRun& run, const RunDigest& digest) {
  RunHealthReport report{.health = RunHealth::Failed, .remedies = {HealthRemedy::ShowLog}};
  const auto bad = firstBadStep(run);
  report.reason = bad ? tr("Loss is %1 at step %2", {figureText(run.recent->loss.back()), std::to_string(*bad)})
                      : escapeForDisplay(standingReason(run), 120);
  if (report.reason.empty()) report.reason = tr("The run failed without giving a reason");
  report.further = bad ? report.reason + normBefore(run, *bad) + ". " : std::string();
  report.further += checkpointText(run);
  const ValidationFigures* best = digest.bestFigures();
  if (best) report.further += tr(", best epoch %1", {std::to_string(best->epoch)});
  if (bad) report.further += tr(". Try a lower learning rate or stronger gradient clipping");
  report.remedies.push_back(HealthRemedy::CopyResume);
  return report;
}

RunHealthReport stall(const FollowedRun& run, double now) {
  RunHealthReport report{.health = RunHealth::Stalled, .remedies = {HealthRemedy::ShowLog}};
  const RunStatus& status = *run.entry.status;
  const double age = now - status.heartbeat;
  report.reason = age >= 0 ? tr("No heartbeat for %1", {timeSpanText(age)}) : tr("No new heartbeat");
  if (run.entry.liveness == Liveness::Dead) {
    report.reason += tr(", pid %1 is gone", {std::to_string(status.process.pid)});
    report.remedies.push_back(HealthRemedy::CopyResume);
  }
  report.further =
      tr("Host %1, step %2, epoch %3. %4", {escapeForDisplay(status.process.host, 60), std::to_string(status.step),
                                            std::to_string(status.epoch), checkpointText(run)});
  return report;
}

std::optional<RunHealthReport> trend(const FollowedRun& run, const RunDigest& digest) {
  using enum HealthRemedy;
  const ValidationFigures* best = digest.bestFigures();
  if (digest.trend == RunTrend::Diverging)
    return RunHealthReport{RunHealth::Diverging, digest.trendBrief, digest.trendReason, {Stop, LowerRate}};
  if (digest.trend == RunTrend::Overfitting)
    return RunHealthReport{RunHealth::Overfitting, digest.trendBrief, digest.trendReason, {Stop}};
  if (!best || digest.validation.empty()) return std::nullopt;
  const ValidationFigures& latest = digest.validation.back();
  const std::int64_t worse = latest.epoch - best->epoch;
  const std::int64_t patience = patienceOf(run);
  if (worse >= std::max<std::int64_t>(2, patience - 1))
    return RunHealthReport{RunHealth::Plateau,
                           tr("No improvement for %1; stops at %2", {epochsText(worse), std::to_string(patience)}),
                           tr("No validation loss below the %1 of epoch %2 (patience %3)",
                              {figureText(best->loss), std::to_string(best->epoch), std::to_string(patience)}),
                           {Stop}};
  return std::nullopt;
}

RunHealthReport ended(const FollowedRun& run, const RunDigest& digest, RunHealth health) {
  RunHealthReport report{.health = health};
  const ValidationFigures* best = digest.bestFigures();
  const std::string word = health == RunHealth::Stopped                       ? tr("stopped by hand or signal")
                           : digest.epochs > digest.epoch && digest.epoch > 0 ? tr("stopped early")
                                                                              : tr("all epochs trained");
  report.reason = word + (best ? tr(", best epoch %1", {std::to_string(best->epoch)}) : std::string());
  if (health == RunHealth::Stopped) report.remedies = {HealthRemedy::CopyResume};
  if (digest.verdict != RunVerdict::None) {
    report.further = digest.verdictReason + " (" + std::exchange(report.reason, digest.verdictBrief) + ")";
    return report;
  }
  if (run.logProblem) report.further = escapeForDisplay(run.logProblem->sentence());
  return report;
}

RunHealthReport quiet(const FollowedRun& run, RunHealth health, std::string reason) {
  RunHealthReport report{
      .health = health, .reason = std::move(reason), .further = escapeForDisplay(standingReason(run))};
  // What is wrong with its log is reported of a running one too; what it says of itself is no news.
  const bool odd = run.laterLines > 0 || run.badLines > 0 || run.logRestarted || !run.entry.problems.empty();
  if (report.reason.empty() && (health != RunHealth::Running || odd))
    report.reason = escapeForDisplay(report.further, 120);
  return report;
}

RunHealthReport judge(const FollowedRun& run, const RunDigest& digest, double now) {
  switch (standingOf(run)) {
    case RunStanding::Failed:
      return failure(run, digest);
    case RunStanding::Unreadable:
      return quiet(run, RunHealth::Unreadable, {});
    case RunStanding::Vanished:
      return quiet(run, RunHealth::Vanished, tr("The folder is gone"));
    case RunStanding::Stalled:
      return stall(run, now);
    case RunStanding::Starting:
      return quiet(run, RunHealth::Running, tr("starting"));
    case RunStanding::Stopping:
      return quiet(run, RunHealth::Running, tr("stopping"));
    case RunStanding::Running:
      if (firstBadStep(run)) return failure(run, digest);
      if (auto wrong = trend(run, digest)) return *wrong;
      return quiet(run, RunHealth::Running, {});
    case RunStanding::Paused:
      return quiet(run, RunHealth::Paused, tr("paused"));
    case RunStanding::Stopped:
      return ended(run, digest, RunHealth::Stopped);
    case RunStanding::Finished:
      return ended(run, digest, RunHealth::Finished);
    case RunStanding::Imported:
      if (digest.verdict == RunVerdict::None) return quiet(run, RunHealth::Imported, {});
      return {.health = RunHealth::Imported, .reason = digest.verdictBrief, .further = digest.verdictReason};
  }
  return quiet(run, RunHealth::Unreadable, {});
}

}  // namespace

bool isOfOurTrainer(const FollowedRun& run) {
  if (!run.entry.record) return true;
  const auto names = [&](std::string_view name) {
    return std::ranges::find(run.entry.record->versions, name, [](const auto& one) {
             return std::string_view(one.first);
           }) != run.entry.record->versions.end();
  };
  return names("sojourn") || !names("python");
}

const char* iconOf(RunHealth health, RunVerdict verdict) {
  constexpr std::array<const char*, runHealthCount> icons{"cross", "cross", "cross", "clock", "warn",  "warn",
                                                          "minus", "play",  "pause", "stop",  "check", "table"};
  return verdict == RunVerdict::None ? icons[static_cast<std::size_t>(health)] : "warn";
}

RunHealth healthOf(RunStanding standing, RunTrend trend) {
  using enum RunHealth;
  if (standing == RunStanding::Running && trend != RunTrend::None)
    return trend == RunTrend::Diverging ? Diverging : Overfitting;
  // In the order of RunStanding.
  constexpr std::array healths{Failed,  Unreadable, Vanished, Stalled,  Running, Running,
                               Running, Paused,     Stopped,  Finished, Imported};
  return healths[static_cast<std::size_t>(standing)];
}

std::string_view healthLabel(RunHealth health) {
  constexpr std::array<std::string_view, runHealthCount> words{"failed",    "unreadable",  "vanished", "stalled",
                                                               "diverging", "overfitting", "plateau",  "running",
                                                               "paused",    "stopped",     "finished", "imported"};
  return words[static_cast<std::size_t>(health)];
}

RunHealthReport healthOf(const FollowedRun& run, const RunDigest& digest, double now) {
  RunHealthReport report = judge(run, digest, now);
  if (!isOfOurTrainer(run)) std::erase(report.remedies, HealthRemedy::CopyResume);
  return report;
}

std::string timeSpanText(double seconds) {
  if (!std::isfinite(seconds)) return tr("unknown time");
  const double s = std::max(0.0, seconds);
  if (s < 10) return figureText(s, 1) + " s";
  if (s < 100) return figureText(s, 0) + " s";
  if (s < 5400) return figureText(s / 60, 0) + " min";
  if (s < 48 * 3600) return figureText(s / 3600, 0) + " h";
  return tr("%1 days", {figureText(std::min(s / 86400, 99'999.0), 0)});
}

/// Logs of other programs may count their seconds from their own beginning, or know none.
bool isClockTime(double wall) {
  constexpr double of1973 = 1e8;
  return std::isfinite(wall) && wall >= of1973;
}

std::optional<double> lastEventWall(const FollowedRun& run) {
  std::optional<double> last;
  std::int64_t seq = -1, afterStep = -1;
  const auto take = [&](const auto& events) {
    if (events.empty() || events.back().seq <= seq || !isClockTime(events.back().wall)) return;
    last = events.back().wall;
    seq = events.back().seq;
    afterStep = events.back().afterStep;
  };
  if (run.outline) {
    const RunHistory& log = *run.outline;
    take(log.epochs), take(log.evals), take(log.probes), take(log.checkpoints), take(log.states), take(log.controls);
    take(log.rewinds), take(log.system), take(log.logs);
  }
  const bool stepsLast = run.recent && run.recent->size() > 0 && run.recent->step.back() > afterStep;
  if (stepsLast && isClockTime(run.recent->wall.back())) last = run.recent->wall.back();
  return last;
}

std::optional<double> throughputOf(const FollowedRun& run) {
  if (!run.recent) return std::nullopt;
  const auto& rates = run.recent->sequencesPerSecond;
  const std::size_t n = std::min(rates.size(), stepsForThroughput);
  const double median = medianOf({rates.end() - n, n});
  return std::isfinite(median) ? std::optional(median) : std::nullopt;
}

std::string throughputKind(const FollowedRun& run) {
  if (run.entry.imported) return {};
  return run.entry.model() + '\n' + (run.entry.status ? run.entry.status->process.host : std::string());
}

}  // namespace sojourn::session
