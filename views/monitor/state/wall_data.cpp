// SPDX-License-Identifier: GPL-3.0-or-later
// The tiles of the wall, its filter, and the alerts.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/monitor/state/panel_data.h"
#include "views/present/chart/smoothing.h"
#include "views/present/runs/run_figures.h"
#include "views/session/runs/run_figures.h"

namespace sojourn::monitor {

using present::ActionButton;
using present::RunSeverity;
using session::HealthRemedy;
using session::RunHealth;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
/// An event a trainer writes at least every second.
constexpr double lateSeconds = 10;

bool isLive(RunHealth health) {
  return health >= RunHealth::Diverging && health <= RunHealth::Running;
}

/// The mean training loss of every epoch, and the steps after the last one as means of a few, from the very first on:
/// smoothed, going on from the last epoch's, because a tile gives an epoch no more than a few pixels.
void addTrain(present::RunTile& tile, const WatchedRun& watched, const std::set<std::int64_t>& behindGaps) {
  const session::FollowedRun& run = *watched.run;
  std::int64_t ended = 0, endedStep = 0;
  const std::vector<StepGap> gaps = run.outline ? stepGaps(*run.outline) : std::vector<StepGap>();
  if (run.outline) {
    for (const auto& epoch : run.outline->epochs)
      tile.train.push_back({.epoch = static_cast<double>(epoch.event.epoch),
                            .loss = epoch.event.trainLoss,
                            .afterGap = behindGaps.contains(epoch.event.epoch)});
    if (!tile.train.empty()) tile.trainNow = tile.train.back().loss;
    if (!run.outline->epochs.empty()) {
      ended = run.outline->epochs.back().event.epoch;
      endedStep = run.outline->epochs.back().afterStep;
    }
  }
  tile.epochsDone = static_cast<double>(ended);
  const auto each = static_cast<double>(watched.digest.stepsPerEpoch);
  if (!run.recent || run.recent->size() == 0 || run.recent->step.back() <= endedStep || each <= 0) return;
  const StepColumns& steps = *run.recent;
  std::int64_t lastDrawn = endedStep;
  // The log lacks the ends of the epochs in a gap: the steps themselves say which epoch they are of.
  if (const std::int64_t before = steps.epoch.back() - 1; before > ended && !gaps.empty()) {
    ended = before;
    std::int64_t whole = 0;
    if (!__builtin_mul_overflow(before, watched.digest.stepsPerEpoch, &whole))
      endedStep = std::max(endedStep, std::min(whole, steps.step.back() - 1));
  }
  const auto placeOf = [&](std::int64_t step) {
    return static_cast<double>(ended) + std::min(1.0, static_cast<double>(step - endedStep) / each);
  };
  tile.epochsDone = placeOf(steps.step.back());
  const auto from = static_cast<std::size_t>(std::ranges::upper_bound(steps.step, endedStep) - steps.step.begin());
  if (ended == 0 && run.firstLoss && steps.step[from] > 1)
    tile.train.push_back({.epoch = placeOf(1), .loss = *run.firstLoss});
  constexpr std::size_t most = 64;
  const std::size_t width = (steps.size() - from + most - 1) / most;
  present::MovingAverage average(0.9);
  if (run.outline && !run.outline->epochs.empty()) average.next(run.outline->epochs.back().event.trainLoss);
  for (std::size_t i = from; i < steps.size(); i += width) {
    const std::size_t end = std::min(i + width, steps.size());
    double sum = 0;
    for (std::size_t k = i; k < end; ++k) sum += steps.loss[k];
    const bool afterGap = std::ranges::any_of(
        gaps, [&](const StepGap& gap) { return lastDrawn <= gap.after && gap.until < steps.step[end - 1]; });
    tile.trainNow = sum / static_cast<double>(end - i);
    tile.train.push_back(
        {.epoch = placeOf(steps.step[end - 1]), .loss = average.next(tile.trainNow), .afterGap = afterGap});
    lastDrawn = steps.step[end - 1];
  }
}

RunSeverity severityOf(RunHealth health) {
  if (health <= RunHealth::Vanished) return RunSeverity::Bad;
  if (health <= RunHealth::Overfitting) return RunSeverity::Warning;
  if (health == RunHealth::Plateau) return RunSeverity::Notice;
  return health == RunHealth::Running ? RunSeverity::Good : RunSeverity::Quiet;
}

ActionButton buttonOf(HealthRemedy remedy, const WatchedRun& run) {
  const std::string id = run.id();
  switch (remedy) {
    case HealthRemedy::ShowLog:
      return {.text = tr("Show log"), .action = present::ShowLog{id}};
    case HealthRemedy::CopyResume:
      return {.text = tr("Copy command"), .action = present::CopyText{resumeCommand(id)}, .hint = resumeCommand(id)};
    case HealthRemedy::Stop:
      return {.text = tr("Stop\u2026"),
              .action = present::SendCommand{id, ControlCommand::Stop},
              .question = present::stopQuestion(run.name)};
    case HealthRemedy::LowerRate: {
      const double rate = rateOf(run).value_or(0);
      return {.text = tr("Learning rate / 10\u2026"),
              .action = present::LowerRate{id},
              .question = present::rateQuestion(run.name, rate, rate / 10),
              .enabled = rate > 0};
    }
  }
  return {};
}

/// Nothing for what no calendar holds.
std::optional<std::tm> localTime(double wall) {
  if (!(wall >= 0 && wall < 2.5e11)) return std::nullopt;
  const auto seconds = static_cast<std::time_t>(wall);
  std::tm local{};
  if (::localtime_r(&seconds, &local) == nullptr) return std::nullopt;
  return local;
}

std::string timeText(const char* format, const std::tm& time) {
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &time)};
}

}  // namespace

bool passes(const WatchedRun& run, const session::RunFilter& filter) {
  return filter.passes(*run.run, run.stateText(), run.health.reason + '\n' + run.distinction);
}

std::string resumeCommand(const std::string& folder) {
  return "sojourn train --resume --run-dir " + shellWord(folder);
}

ActionButton resumeButton(const std::string& folder, const std::string& name) {
  return {.text = tr("Resume\u2026"),
          .action = present::ResumeRun{folder},
          .question = present::resumeQuestion(name),
          .hint = tr("Adds the run to the queue of its folder")};
}

std::optional<double> rateOf(const WatchedRun& run) {
  const auto& recent = run.run->recent;
  return recent && !recent->learningRate.empty() ? std::optional(recent->learningRate.back()) : std::nullopt;
}

RunSeverity severityOf(const WatchedRun& run) {
  return run.digest.verdict == session::RunVerdict::None ? severityOf(run.health.health) : RunSeverity::Warning;
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return tr(count == 1 ? one : many, {std::to_string(count)});
}

std::string ageText(double seconds) {
  // Clocks of two machines never agree to the second.
  if (seconds < -2) return tr("clock ahead %1", {session::timeSpanText(-seconds)});
  return tr("%1 ago", {session::timeSpanText(std::max(0.0, seconds))});
}

std::string clockOf(double wall) {
  const auto time = localTime(wall);
  return time ? timeText("%H:%M:%S", *time) : "--:--:--";
}

std::string dayAndClockOf(double wall, double now) {
  const auto time = localTime(wall), today = localTime(now);
  const bool same = time && today && time->tm_year == today->tm_year && time->tm_yday == today->tm_yday;
  return time && !same ? timeText("%Y-%m-%d %H:%M:%S", *time) : clockOf(wall);
}

present::RunTile tileOf(const WatchedRun& watched, double now) {
  const session::RunDigest& digest = watched.digest;
  const RunHealth health = watched.health.health;
  present::RunTile tile;
  tile.id = watched.id();
  tile.name = watched.name;
  tile.brief = watched.brief;
  if (const RunRecord* record = watched.run->entry.record.get()) tile.dataset = record->dataset.prefix;
  tile.word = tr(session::healthLabel(health));
  tile.verdict = tr(session::verdictWord(digest.verdict));
  tile.icon = session::iconOf(watched.health.health, watched.digest.verdict);
  tile.severity = severityOf(watched);
  tile.reason = watched.health.reason.empty() ? watched.distinction : watched.health.reason;
  const auto& log = watched.run->outline;
  const auto behindGaps = log ? session::epochsBehindGaps(*log) : std::set<std::int64_t>();
  for (const session::ValidationFigures& figures : digest.validation)
    tile.points.push_back({.epoch = figures.epoch,
                           .loss = figures.loss,
                           .accuracyAll = figures.accuracyAll.value_or(unknown),
                           .accuracyKnown = figures.accuracyKnown.value_or(unknown),
                           .afterGap = behindGaps.contains(figures.epoch)});
  tile.best = digest.best;
  tile.lossNow = digest.validation.empty() ? unknown : digest.validation.back().loss;
  const auto& recent = watched.run->recent;
  tile.lossBroken = recent && !recent->loss.empty() && !std::isfinite(recent->loss.back());
  tile.live = isLive(health);
  tile.epoch = tile.live ? std::max<std::int64_t>(1, digest.epoch) : digest.epoch;
  tile.epochs = digest.epochs;
  addTrain(tile, watched, behindGaps);
  const bool over = health == RunHealth::Finished || health == RunHealth::Imported;
  tile.rest = over                              ? tr("done")
              : tile.live && digest.secondsLeft ? tr("%1 left", {present::spanText(digest.secondsLeft)})
                                                : "";
  const bool steps = recent && recent->size() > 0;
  if (tile.live && digest.validation.empty() && steps && digest.stepsPerEpoch > 0)
    tile.rest = tr("step %1 of %2", {groupThousands(recent->step.back()), groupThousands(digest.stepsPerEpoch)});
  if (tile.live && watched.speed) {
    tile.speed = tr("%1 seq/s", {groupThousands(std::llround(std::clamp(*watched.speed, 0.0, 1e15)))});
    tile.speedRatio = watched.speedRatio;
  } else if (!over) {
    tile.speed = tile.live && !steps ? tr("no step yet") : tr("no steps now");
  }
  if (watched.lastEvent) {
    tile.age = ageText(now - *watched.lastEvent);
    tile.ageWarns = health == RunHealth::Stalled || (tile.live && now - *watched.lastEvent > lateSeconds);
  }
  return tile;
}

present::RunAlert alertOf(const WatchedRun& watched, double now) {
  const std::string id = watched.id();
  present::RunAlert alert;
  alert.id = id;
  const RunHealth health = watched.health.health;
  const session::RunVerdict verdict = watched.digest.verdict;
  const bool verb = health == RunHealth::Failed || health == RunHealth::Stalled || health == RunHealth::Vanished;
  const char* title = verb ? "%1 %2" : health == RunHealth::Plateau ? "%1 is on a %2" : "%1 is %2";
  alert.title = tr(title, {watched.name, tr(session::healthLabel(health))});
  if (verdict != session::RunVerdict::None)
    alert.title = tr(verdict == session::RunVerdict::WorseThanUntrained ? "%1 is %2" : "%1 %2",
                     {watched.name, tr(session::verdictWord(verdict))});
  alert.icon = session::iconOf(watched.health.health, watched.digest.verdict);
  alert.severity = severityOf(watched);
  if (watched.lastEvent) alert.age = ageText(now - *watched.lastEvent);
  alert.reason = watched.health.reason;
  alert.further = watched.health.further;
  if (alert.further.starts_with(alert.reason)) alert.reason = alert.further, alert.further.clear();
  const bool commands = session::takesCommands(session::standingOf(*watched.run));
  for (const HealthRemedy remedy : watched.health.remedies) {
    const bool command = remedy == HealthRemedy::Stop || remedy == HealthRemedy::LowerRate;
    if (remedy == HealthRemedy::CopyResume) alert.buttons.push_back(resumeButton(id, watched.name));
    if (!command || commands) alert.buttons.push_back(buttonOf(remedy, watched));
  }
  const bool lowerRateHelps = health == RunHealth::Failed || health == RunHealth::Diverging ||
                              verdict == session::RunVerdict::WorseThanUntrained ||
                              verdict == session::RunVerdict::Diverged;
  if (lowerRateHelps && watched.run->entry.record)
    alert.buttons.push_back(
        {.text = tr("Relaunch with lr/10\u2026"),
         .action = present::Relaunch{id, true},
         .hint = tr("Opens the launch form with this configuration and a tenth of its learning rate")});
  alert.buttons.push_back(
      {.text = tr("Mute"), .action = present::MuteRun{id}, .hint = tr("Mute until the state changes")});
  return alert;
}

}  // namespace sojourn::monitor
