// SPDX-License-Identifier: GPL-3.0-or-later
// One run of the Learning panel: its replay as the input of the presenters.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "views/present/replay/replay_probe_list.h"
#include "views/present/replay/replay_view.h"
#include "views/session/replay/learning_replay.h"

namespace sojourn::monitor {

/// What a person has pointed at, the same in all runs that are shown.
struct LearningLook {
  Selection selection;
  std::optional<HeadRef> enlarged;
  bool scaleOfPair = false;
};

class LearningSide {
 public:
  /// `settings` outlives this.
  LearningSide(std::function<void()> wake, std::function<void()> changed, const session::Settings& settings);

  /// The run as it stands now, or another one; true where it is another.
  bool follow(const session::FollowedRunPtr& run);
  /// Takes over what has been read.
  void take();

  [[nodiscard]] session::LearningReplay& replay() { return m_replay; }
  [[nodiscard]] const session::LearningReplay& replay() const { return m_replay; }
  [[nodiscard]] const std::vector<ReplayEpoch>& epochs() const { return m_replay.epochs(); }
  [[nodiscard]] const std::vector<present::ReplayProbe>& probes() const { return m_probes.probes(); }
  /// Borrows from this; there must be epochs.
  [[nodiscard]] present::ReplayInput input(const LearningLook& look) const;

 private:
  const session::Settings& m_settings;
  session::LearningReplay m_replay;
  present::ReplayProbeList m_probes;
};

}  // namespace sojourn::monitor
