// SPDX-License-Identifier: GPL-3.0-or-later
// What one line of the Runs table says about a run: how it stands, how far it is, how it goes, its best validation
// figures.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "views/session/follow/run_follower.h"

namespace sojourn::session {

/// In the order in which runs want attention.
enum class RunStanding {
  Failed,
  Unreadable,  ///< its folder, its run.json or its log is there and cannot be used
  Vanished,    ///< its folder is gone
  Stalled,     ///< no heartbeat for 10 s, or its process is gone
  Stopping,
  Running,
  Starting,
  Paused,
  Stopped,  ///< interrupted; can be resumed
  Finished,
  Imported,  ///< a log of another program, only to be looked at
};

/// The word people read: "running", "stalled", ...
[[nodiscard]] std::string_view standingText(RunStanding standing);
[[nodiscard]] RunStanding standingOf(const FollowedRun& run);
/// More in one sentence, for a tooltip: why it failed, what is unreadable, that its process is gone. May be empty.
[[nodiscard]] std::string standingReason(const FollowedRun& run);
/// Which steps of a very long run, and how many of its other events, are not kept (history_bounds.h). May be empty.
[[nodiscard]] std::string leftOutText(const RunHistory& history);
/// A trainer is there that takes commands.
[[nodiscard]] bool takesCommands(RunStanding standing);

/// The figures on the validation split after an epoch.
struct ValidationFigures {
  std::int64_t epoch = 0;
  double loss = 0;  ///< mean of batch means: what the early stop goes by; NaN: not known
  std::optional<double> accuracyAll, accuracyKnown;  ///< at rank 1, percent; absent where there was no such target
  std::optional<double> mrr;                         ///< percent, all targets
};

/// Two ways in which a training goes wrong while it runs; each has its own remedy.
enum class RunTrend {
  None,
  /// The mean training loss of an epoch lies more than 5 % (at least 0.1) above the lowest, that of the latest steps
  /// more than half (at least 0.3) above the lowest or above that of the first step, their gradient norm ten times as
  /// high, or a loss is no number.
  Diverging,
  /// The validation loss has been above its lowest for two epochs or more, by more than 2 % (at least 0.02), while the
  /// mean training loss is lower than it was at that epoch. Goes before diverging by epochs.
  Overfitting,
};

/// What a run has come to that ended without an error and is of no use.
enum class RunVerdict {
  None,
  WorseThanUntrained,  ///< its lowest validation loss is above that of a model that has learned nothing
  Diverged,            ///< it was diverging when it ended
  NeverImproved,       ///< no later epoch is better than the first
};
/// "worse than untrained", "diverged", "never improved"; empty for None.
[[nodiscard]] std::string_view verdictWord(RunVerdict verdict);

struct RunDigest {
  /// One an epoch, in order; of the whole epochs only (an imported log need not tell where they end): an evaluation
  /// asked for within an epoch is no candidate.
  std::vector<ValidationFigures> validation;
  /// In `validation`: the lowest loss that is a number; of an imported log that tells no loss the highest accuracy.
  std::optional<std::size_t> best;
  std::int64_t epoch = 0;                   ///< being trained, or the last
  std::int64_t epochs = 0;                  ///< planned at most; 0 where nothing says so
  double seconds = 0;                       ///< of training and validation over the whole epochs
  std::optional<double> secondsLeft;        ///< at most, while it runs: an early stop may come sooner
  RunTrend trend = RunTrend::None;          ///< of a run that is being trained
  std::string trendBrief;                   ///< what shows it, as short as a tile is wide
  std::string trendReason;                  ///< what shows it, and what helps
  RunVerdict verdict = RunVerdict::None;    ///< of a run that has ended
  std::string verdictBrief, verdictReason;  ///< as those of the trend
  std::int64_t stepsPerEpoch = 0;           ///< 0 where nothing says so

  [[nodiscard]] const ValidationFigures* bestFigures() const { return best ? &validation[*best] : nullptr; }
};

[[nodiscard]] RunDigest digestOf(const FollowedRun& run);

/// A value of the section training of the run's configuration; null where it is not there.
[[nodiscard]] const nlohmann::ordered_json* trainingSetting(const RunEntry& entry, const char* key);

/// As run.json says, else as the epochs that have ended show, else by the sizes of the training split and of a batch; 0
/// where nothing says so.
[[nodiscard]] std::int64_t stepsPerEpochOf(const FollowedRun& run);

/// A judgement in words.
template <class Kind>
struct RunJudgement {
  Kind kind = Kind::None;
  std::string brief;   ///< what shows it, as short as a tile is wide
  std::string reason;  ///< the same in whole sentences, with what helps
};

/// Judges epoch after epoch from the beginning, so that it says the same in every viewer and after a restart. A trend
/// ends when its cause has been below half of its measure for two epochs in succession, or at once with the lowest loss
/// so far: the validation loss for overfitting, the training loss for diverging.
[[nodiscard]] RunJudgement<RunTrend> trendOf(const FollowedRun& run, const std::vector<ValidationFigures>& validation);

/// Of a run that has ended.
[[nodiscard]] RunJudgement<RunVerdict> verdictOf(const FollowedRun& run,
                                                 const std::vector<ValidationFigures>& validation);

/// The loss of a model that has learned nothing: the logarithm of the number of places, or that of the first step where
/// the run does not say how many there are.
[[nodiscard]] std::optional<double> untrainedLoss(const FollowedRun& run);

}  // namespace sojourn::session
