// SPDX-License-Identifier: GPL-3.0-or-later
// The epochs of one run as its probe files show them: which are there, which two are compared, what is read of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "views/session/follow/run_follower.h"
#include "views/session/replay/replay_reader.h"
#include "views/session/settings/settings.h"

namespace sojourn::session {

struct LearningReplayOptions {
  /// Called from any thread when drain() has something to do; must only arrange that drain() runs on the owner thread.
  std::function<void()> wake;
  /// Called on the owner thread when anything has changed.
  std::function<void()> changed;
  /// What a person has said about a dataset, by its prefix and fingerprint.
  std::function<DatasetSettings(const std::string& prefix, const std::string& fingerprint)> settingsOf;
  /// The seed of the pseudonyms that users and places are shown under; may be empty, and answer an empty one: as
  /// recorded.
  std::function<std::string()> pseudonyms = {};
  /// What attention maps may take. Beyond it those furthest from what is shown are let go and read again when they are
  /// needed; all else of every epoch is kept (a few kilobytes an epoch).
  std::size_t mapMemory = std::size_t{256} << 20U;
};

/// Owned and called on one thread; files are read on others. A and B are indices into epochs(). Reads nothing while
/// it is not shown.
class LearningReplay {
 public:
  explicit LearningReplay(LearningReplayOptions options);
  ~LearningReplay();
  LearningReplay(const LearningReplay&) = delete;
  LearningReplay& operator=(const LearningReplay&) = delete;

  void drain();
  void setWatched(bool watched);
  /// The run as it stands now, or another one; null for none. Epochs that a rewind has taken back are dropped.
  void follow(FollowedRunPtr run);
  /// Names or settings of datasets have changed.
  void updateNames();

  [[nodiscard]] const FollowedRunPtr& run() const { return m_run; }
  /// In the order of their numbers.
  [[nodiscard]] const std::vector<ReplayEpoch>& epochs() const { return m_epochs; }
  /// The index of the epoch that is nearest to a number; of two the earlier. There must be epochs.
  [[nodiscard]] std::size_t nearest(double epoch) const;
  /// Of the run's log; absent before it has been validated.
  [[nodiscard]] std::optional<std::int64_t> bestEpoch() const { return m_best; }
  [[nodiscard]] std::size_t a() const { return m_a; }
  [[nodiscard]] std::size_t b() const { return m_b; }
  /// Clamped to what is there.
  void setA(std::size_t index);
  /// At the last epoch of a run that goes on it stays at the last one.
  void setB(std::size_t index);
  /// B one epoch further; false where it was at the last one.
  [[nodiscard]] bool advance();
  [[nodiscard]] std::size_t probe() const { return m_probe; }
  void setProbe(std::size_t probe);
  /// Of the epochs that were read; zeros where there are no maps.
  [[nodiscard]] AttentionRange range(std::size_t probe) const {
    return probe < m_ranges.size() ? m_ranges[probe] : AttentionRange{};
  }
  /// Everything that was asked for has been read.
  [[nodiscard]] bool settled() const;

  /// The visits of the probes; null while they are being read, or where visitsError() says why they cannot be.
  [[nodiscard]] const ProbeVisitsPtr& visits() const { return m_visits; }
  [[nodiscard]] std::span<const Sequence> sequences() const;
  /// The rows of the probes in the validation split; none where the run does not say them.
  [[nodiscard]] std::span<const std::int64_t> rows() const;
  [[nodiscard]] const std::optional<Error>& visitsError() const { return m_visitsError; }
  /// Grows when visits, names or shown times have become others.
  [[nodiscard]] std::uint64_t namesVersion() const { return m_namesVersion; }
  /// Names as the Inspect workspace gives them.
  [[nodiscard]] const PlaceNaming& naming() const { return m_naming; }
  [[nodiscard]] std::int32_t displayOffsetMinutes() const { return m_settings.displayOffsetMinutes; }

  /// The file with an epoch's weights: its own, or best.pt where that is of this epoch. Absent where none was kept.
  [[nodiscard]] std::optional<std::filesystem::path> checkpointOf(std::size_t index) const;

 private:
  struct ReadVisits {
    std::uint64_t number = 0;
    Result<ProbeVisitsPtr> visits;
  };

  void takeRun(FollowedRunPtr run);
  /// The epochs of the log as it stands; true where one that was there is not there any more.
  bool takeEpochs();
  void placeHandles(bool anotherRun);
  void take(ReadProbes& read);
  void forgetRead();
  [[nodiscard]] ProbeFilePtr underPseudonyms(const ProbeFilePtr& file) const;
  void evictMaps();
  void want();
  void wantVisits();
  void nameVisits();
  void tell() const {
    if (m_options.changed) m_options.changed();
  }

  LearningReplayOptions m_options;
  Inbox<ReplayMessage> m_inbox;
  Inbox<ReadVisits> m_visitsInbox;
  bool m_watched = false;

  FollowedRunPtr m_run;
  std::uint64_t m_number = 0;  ///< of the run, and of each time that epochs were dropped
  std::vector<ReplayEpoch> m_epochs;
  std::optional<std::int64_t> m_best;
  AttentionRanges m_ranges;
  std::size_t m_a = 0, m_b = 0, m_probe = 0;
  /// Where B goes by itself.
  enum class Course { Default, Newest, Stays } m_course = Course::Default;
  std::set<std::int64_t> m_kept;
  std::optional<std::int64_t> m_bestFile;  ///< the epoch that best.pt is of
  bool m_bestKept = false;
  std::size_t m_listedCheckpoints = 0;  ///< how many events of checkpoints there were when they were listed

  ProbeVisitsPtr m_visits;
  std::optional<Error> m_visitsError;
  std::string m_visitsKey;           ///< of the dataset and the probes that they are, or will be, of
  std::uint64_t m_visitsNumber = 0;  ///< of the newest request
  bool m_visitsComing = false;
  CancelToken m_visitsCancel;
  PlaceNaming m_naming;
  DatasetSettings m_settings;
  std::string m_seed;  ///< of the pseudonyms; empty: none
  std::uint64_t m_namesVersion = 0;

  // The threads come last, so that they are gone before anything they reach.
  ReplayReader m_reader;
  Worker m_visitsWorker;
};

}  // namespace sojourn::session
