// SPDX-License-Identifier: GPL-3.0-or-later
// Errors, warnings and offers above the docks: they stay until they are closed or no longer true.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "model/core/result.h"

namespace sojourn::session {

using BannerId = std::uint64_t;

/// What a banner's buttons offer; the window carries it out.
enum class BannerAction {
  OpenDataset,        ///< ask for a dataset
  OpenCheckpoint,     ///< ask for a checkpoint
  UseAnyway,          ///< Workspace::useRefusedCheckpoint()
  ShowProblems,       ///< list Workspace::problems()
  UseSuggestedZone,   ///< show times in Names::suggestedOffsetMinutes()
  KeepRecordedTimes,  ///< show times as recorded, and offer no zone again
  StartProgram,       ///< show the command of Workspace::programAsked(), to be started or not
  ShowProgramLog,     ///< what the model program wrote
  RestartProgram,     ///< Workspace::restartProgram()
};

/// What a banner is about: once that is another one, the banner is no longer true and goes.
enum class BannerTopic {
  None,                ///< an event that is over, such as a failed export: stays until it is closed
  DatasetFile,         ///< a dataset that could not be opened: until one is
  CheckpointFile,      ///< a checkpoint that could not be opened: until one is
  Fit,                 ///< dataset and checkpoint do not fit: until either is another one
  DatasetProblems,     ///< found in the open dataset
  CheckpointProblems,  ///< found in the open checkpoint
  Study,               ///< of the open dataset or model, such as a seed that is none: until either is another one
  Edit,                ///< an act on the sample in front that failed: until another is shown, or it is edited
  Saving,              ///< a file of ours that cannot be written: until it is
  Reference,           ///< the pinned reference cannot be inspected: until another one is pinned, or another model is
  Place,               ///< a split or a sample that is not there: until another one is shown
  Evaluation,          ///< the split could not be evaluated: until it is evaluated again
  Program,             ///< a model program that a file names and that has not been started: until it is
  Device,              ///< the GPU of the open model failed: until a device is chosen
  Zone,                ///< a zone that is offered, or what another one has changed: until another one is chosen
};

/// `error.where` and `error.what` make the bold line, `error.remedy` the second one. The texts may quote files: show
/// them escaped and as plain text.
struct Banner {
  BannerId id = 0;
  Severity severity = Severity::Error;
  Error error;
  std::vector<BannerAction> actions;  ///< at most two
  BannerTopic topic = BannerTopic::None;
};

class Observers;

/// Announces Change::Banners. Owner thread only.
class Banners {
 public:
  /// `dismissed` is called with the topic of a banner that was closed, before that is announced.
  Banners(Observers& observers, std::function<void(BannerTopic)> dismissed)
      : m_observers(observers), m_dismissed(std::move(dismissed)) {}

  /// Newest first; the window shows three and counts the rest.
  [[nodiscard]] const std::vector<Banner>& all() const { return m_banners; }
  /// Also for errors that arise at the window (an export that failed).
  void report(Error error, Severity severity = Severity::Error, std::vector<BannerAction> actions = {},
              BannerTopic topic = BannerTopic::None) {
    add(std::move(error), severity, std::move(actions), topic);
  }
  /// The same; 0: it was cancelled, which is no error.
  BannerId add(Error error, Severity severity, std::vector<BannerAction> actions, BannerTopic topic);
  /// Takes away those on what is no longer so.
  void retract(BannerTopic topic);
  /// Closes one; nothing where it is gone already.
  void dismiss(BannerId id);

 private:
  Observers& m_observers;
  std::function<void(BannerTopic)> m_dismissed;
  BannerId m_last = 0;
  std::vector<Banner> m_banners;
};

}  // namespace sojourn::session
