// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/runs/run_digest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "model/core/translation.h"

namespace sojourn::session {
namespace {

/// Epochs are alike but for the machine's load: the latest ones tell what the next will take.
constexpr std::ptrdiff_t epochsForEstimate = 5;

/// Seconds of each whole epoch, its validation included.
std::vector<double> epochSeconds(const RunHistory& history) {
  std::vector<double> seconds;
  for (const auto& epoch : history.epochs) {
    double validation = 0;
    for (const auto& eval : history.evals) {
      if (eval.event.epoch != epoch.event.epoch || eval.seq < epoch.seq) continue;
      validation = std::max(0.0, eval.wall - epoch.wall);
      break;
    }
    const double whole = epoch.event.seconds + validation;
    seconds.push_back(std::isfinite(whole) ? whole : 0);
  }
  return seconds;
}

std::vector<ValidationFigures> validationOf(const RunHistory& history, bool imported) {
  std::map<std::int64_t, std::int64_t> ended;  // epoch -> seq of its event
  for (const auto& epoch : history.epochs) ended[epoch.event.epoch] = epoch.seq;
  std::map<std::int64_t, ValidationFigures> byEpoch;
  for (const auto& eval : history.evals) {
    const auto end = ended.find(eval.event.epoch);
    if (eval.event.split != "validation" || eval.event.requested) continue;
    if (!imported && (end == ended.end() || eval.seq < end->second)) continue;
    const auto& [all, known, unseen] = eval.event.metrics;
    const auto ifAny = [](const Metrics& figures, double value) {
      return figures.n != 0 && std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
    };
    byEpoch[eval.event.epoch] = {.epoch = eval.event.epoch,
                                 .loss = eval.event.batchMeanLoss,
                                 .accuracyAll = ifAny(all, all.accuracy[0]),
                                 .accuracyKnown = ifAny(known, known.accuracy[0]),
                                 .mrr = ifAny(all, all.mrr)};
  }
  std::vector<ValidationFigures> figures;
  figures.reserve(byEpoch.size());
  for (const auto& [epoch, one] : byEpoch) figures.push_back(one);
  return figures;
}

std::int64_t plannedEpochs(const RunEntry& entry) {
  if (entry.status && entry.status->epochs > 0) return entry.status->epochs;
  if (entry.imported) return entry.imported->plannedEpochs;
  const auto* epochs = trainingSetting(entry, "num_epochs");
  return epochs && epochs->is_number_integer() ? std::max<std::int64_t>(0, epochs->get<std::int64_t>()) : 0;
}

RunStanding standingOf(RunState state) {
  using enum RunStanding;
  constexpr std::array standings{Starting, Running, Paused, Stopping, Finished, Failed, Stopped};
  return standings.at(static_cast<std::size_t>(state));
}

std::string leftOut(std::int64_t lines, const char* one, const char* several) {
  return lines == 1 ? tr("1 line of its log is %1 and was skipped", {tr(one)})
                    : tr("%1 lines of its log are %2 and were skipped", {std::to_string(lines), tr(several)});
}

/// The format, and what was read as what.
std::string importReason(const ImportedRun& run) {
  std::string text = tr("Read from a %1", {importFormatName(run.format)});
  for (const std::string& note : run.notes) text += "; " + note;
  return text;
}

}  // namespace

std::string_view standingText(RunStanding standing) {
  constexpr std::array<std::string_view, 11> words{"failed",   "unreadable", "vanished", "stalled",
                                                   "stopping", "running",    "starting", "paused",
                                                   "stopped",  "finished",   "imported"};
  return words[static_cast<std::size_t>(standing)];
}

std::string_view verdictWord(RunVerdict verdict) {
  constexpr std::array<std::string_view, 4> words{"", "worse than untrained", "diverged", "never improved"};
  return words[static_cast<std::size_t>(verdict)];
}

RunStanding standingOf(const FollowedRun& run) {
  if (run.vanished) return RunStanding::Vanished;
  const RunEntry& entry = run.entry;
  if (entry.imported) return RunStanding::Imported;
  if ((!entry.record && !entry.problems.empty()) || run.logUnreadable) return RunStanding::Unreadable;
  if (entry.liveness == Liveness::Stalled || entry.liveness == Liveness::Dead) return RunStanding::Stalled;
  if (entry.status) return standingOf(entry.status->state);
  // No status.json: a copy without it, or a trainer that has not come so far. The log knows.
  if (run.outline && !run.outline->states.empty()) return standingOf(run.outline->states.back().event.state);
  return entry.results ? RunStanding::Finished : RunStanding::Starting;
}

std::string standingReason(const FollowedRun& run) {
  const RunEntry& entry = run.entry;
  if (run.vanished) return tr("The folder no longer exists; the last known state is shown");
  if (!entry.problems.empty()) return entry.problems.front().sentence();
  if (run.logUnreadable) return run.logProblem->sentence();
  if (entry.imported) return importReason(*entry.imported);
  if (entry.liveness == Liveness::Dead) return tr("The trainer's process is gone");
  if (entry.liveness == Liveness::Stalled) return tr("No heartbeat for more than 10 s");
  const StateEvent* last = run.outline && !run.outline->states.empty() ? &run.outline->states.back().event : nullptr;
  if (last && last->state == RunState::Failed && !last->why.empty()) return last->why;
  if (run.laterLines > 0)
    return leftOut(run.laterLines, "from a later version of this program", "from a later version of this program");
  if (run.badLines > 0 && run.logProblem)
    return tr("%1; the last: %2", {leftOut(run.badLines, "not an event", "not events"), run.logProblem->sentence()});
  const std::string left = run.history ? leftOutText(*run.history) : run.outline ? leftOutText(*run.outline) : "";
  if (!left.empty()) return left;
  if (run.logRestarted) return tr("The log was truncated or replaced, and has been read again");
  return last ? last->why : std::string();
}

std::string leftOutText(const RunHistory& history) {
  std::string text;
  const StepThinning& thinning = history.thinning;
  if (thinning.until > 0)
    text = tr("Up to step %1, only two of every %2 steps are kept: those with the lowest and the highest loss",
              {std::to_string(thinning.until), std::to_string(thinning.width)});
  if (history.droppedEvents > 0)
    text += tr(text.empty() ? "The oldest %1 other entries of its log are not kept"
                            : "; the oldest %1 other entries of its log are not kept",
               {std::to_string(history.droppedEvents)});
  return text;
}

bool takesCommands(RunStanding standing) {
  return standing == RunStanding::Running || standing == RunStanding::Starting || standing == RunStanding::Paused;
}

const nlohmann::ordered_json* trainingSetting(const RunEntry& entry, const char* key) {
  if (!entry.record || !entry.record->config.is_object()) return nullptr;
  const auto training = entry.record->config.find("training");
  if (training == entry.record->config.end() || !training->is_object()) return nullptr;
  const auto value = training->find(key);
  return value == training->end() ? nullptr : &*value;
}

std::int64_t stepsPerEpochOf(const FollowedRun& run) {
  const RunRecord* record = run.entry.record.get();
  if (record && record->stepsPerEpoch) return *record->stepsPerEpoch;
  if (run.outline && !run.outline->epochs.empty()) {
    const auto& epochs = run.outline->epochs;
    const bool several = epochs.size() > 1;
    const auto& before = epochs[epochs.size() - (several ? 2 : 1)];
    const std::int64_t steps = epochs.back().afterStep - (several ? before.afterStep : 0);
    const std::int64_t ended = epochs.back().event.epoch - (several ? before.event.epoch : 0);
    if (steps > 0 && ended > 0) return steps / ended;
  }
  return record ? sojourn::stepsPerEpochOf(*record).value_or(0) : 0;
}

RunDigest digestOf(const FollowedRun& run) {
  RunDigest digest;
  digest.epochs = plannedEpochs(run.entry);
  std::vector<double> seconds;
  if (run.outline) {
    digest.validation = validationOf(*run.outline, run.entry.imported != nullptr);
    seconds = epochSeconds(*run.outline);
    if (!run.outline->epochs.empty()) digest.epoch = run.outline->epochs.back().event.epoch;
    if (run.entry.imported && !digest.validation.empty())
      digest.epoch = std::max(digest.epoch, digest.validation.back().epoch);
  }
  for (std::size_t i = 0; i < digest.validation.size(); ++i) {
    const double loss = digest.validation[i].loss;
    if (std::isfinite(loss) && (!digest.best || loss < digest.validation[*digest.best].loss)) digest.best = i;
  }
  if (!digest.best && run.entry.imported) {
    const auto better = [](const ValidationFigures& a, const ValidationFigures& b) {
      return a.accuracyAll < b.accuracyAll;
    };
    const auto highest = std::ranges::max_element(digest.validation, better);
    if (highest != digest.validation.end() && highest->accuracyAll)
      digest.best = static_cast<std::size_t>(highest - digest.validation.begin());
  }
  const auto whole = static_cast<std::int64_t>(seconds.size());
  if (run.entry.status) digest.epoch = std::max(digest.epoch, run.entry.status->epoch);
  if (run.recent && !run.recent->epoch.empty()) digest.epoch = std::max(digest.epoch, run.recent->epoch.back());
  // A run that was given fewer epochs when it was resumed has more behind it than it plans.
  if (digest.epochs > 0) digest.epochs = std::max(digest.epochs, digest.epoch);
  for (const double one : seconds) digest.seconds += one;
  const RunStanding standing = standingOf(run);
  if (standing == RunStanding::Running) {
    auto trend = trendOf(run, digest.validation);
    digest.trend = trend.kind;
    digest.trendBrief = std::move(trend.brief);
    digest.trendReason = std::move(trend.reason);
  }
  if (standing == RunStanding::Finished || standing == RunStanding::Stopped || standing == RunStanding::Imported) {
    auto verdict = verdictOf(run, digest.validation);
    digest.verdict = verdict.kind;
    digest.verdictBrief = std::move(verdict.brief);
    digest.verdictReason = std::move(verdict.reason);
  }
  digest.stepsPerEpoch = stepsPerEpochOf(run);
  if (takesCommands(standing) && whole > 0 && digest.epochs >= whole) {
    // Their median: a clock that was set in the middle of one of them does not tell.
    std::vector<double> latest(seconds.end() - std::min<std::ptrdiff_t>(epochsForEstimate, std::ssize(seconds)),
                               seconds.end());
    std::ranges::nth_element(latest, latest.begin() + std::ssize(latest) / 2);
    digest.secondsLeft = latest[latest.size() / 2] * static_cast<double>(digest.epochs - whole);
  }
  return digest;
}

}  // namespace sojourn::session
