// SPDX-License-Identifier: GPL-3.0-or-later
// Models seen learning: the probe sequences of the selected run, epoch by epoch, as the studio's replay shows them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "views/present/replay_probe_list.h"
#include "views/present/replay_view.h"
#include "views/session/learning_replay.h"

namespace sojourn::monitor {

enum class LearningPart { Probes, Pointer, Maps, Top, Gate, Bias };

/// Owned and called on one thread; files are read on others, and only while somebody watches.
class Learning {
 public:
  /// `wake` as LearningReplayOptions has it; `settings` is the studio's file with names that people gave, or empty.
  Learning(std::function<void()> wake, const std::filesystem::path& settings);

  /// Takes over what has been read; true where something is to be drawn.
  bool update();
  void setWatched(bool watched) { m_replay.setWatched(watched); }
  void follow(const session::FollowedRunPtr& run);

  [[nodiscard]] session::LearningReplay& replay() { return m_replay; }
  [[nodiscard]] bool empty() const { return m_epochs.empty(); }
  [[nodiscard]] const std::vector<present::ReplayEpochView>& epochs() const { return m_epochs; }
  /// "validation sample 377, epoch 9, A is epoch 8"
  [[nodiscard]] std::string caption() const;
  /// What a part shows; one sentence where there is nothing.
  [[nodiscard]] present::Picture picture(LearningPart part, const present::Canvas& canvas) const;
  /// setProbe, setEpoch (of B), enlarge, setScale; false for another action.
  bool act(const present::Action& action);
  void hover(const Focus& focus) { m_selection.hovered = focus; }
  void lock(const Focus& focus) { m_selection.locked = focus; }

 private:
  void take();
  void makeWords();

  bool m_changed = true;
  session::Settings m_settings;
  session::LearningReplay m_replay;
  std::vector<present::ReplayEpochView> m_epochs;
  present::ReplayProbeList m_probes;
  Selection m_selection;
  std::optional<HeadRef> m_enlarged;
  bool m_scaleOfPair = false;
};

}  // namespace sojourn::monitor
