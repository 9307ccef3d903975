// SPDX-License-Identifier: GPL-3.0-or-later
// The Learning panel: the probe sequences of the selected run, epoch by epoch, as the studio's replay shows them, and
// another run on the same probes beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "views/monitor/state/panel_data.h"
#include "views/present/replay/replay_view.h"
#include "views/session/replay/learning_replay.h"

namespace sojourn::monitor {

/// A run that the selected one may be compared with.
struct BesideChoice {
  session::FollowedRunPtr run;
  std::string id, name;
  std::string why;  ///< why it cannot be compared, in a sentence; empty where it can
  present::Color ink;
};

/// All runs but `main`, those first whose snapshots are of the same samples of one dataset, each in its order; colours
/// as in the charts.
[[nodiscard]] std::vector<BesideChoice> besideChoices(const std::vector<WatchedRun>& runs, const std::string& main,
                                                      const present::RunPlots& plots);

/// The colour of `beside`, or another one where the main run has it as well.
[[nodiscard]] present::Color besideInk(present::Color main, present::Color beside);

/// What a person has pointed at, the same in all runs that are shown.
struct LearningOptions {
  Selection selection;
  std::optional<HeadRef> enlarged;
  bool scaleOfPair = false;
};

/// One run of the panel: its replay as the input of the presenters.
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
  [[nodiscard]] present::ReplayInput input(const LearningOptions& options) const;

 private:
  const session::Settings& m_settings;
  session::LearningReplay m_replay;
  present::ReplayProbeList m_probes;
};

enum class LearningPart { Probes, Pointer, Maps, Top, Gate, Bias, Head };

/// Which of two runs that are beside each other.
enum class LearningRun : std::uint8_t { Main, Beside };

/// Owned and called on one thread; files are read on others, and only while the panel is shown.
class Learning {
 public:
  /// `wake` as LearningReplayOptions has it; `settings` is the studio's file with names that people gave, or empty.
  Learning(const std::function<void()>& wake, const std::filesystem::path& settings);

  /// Takes over what has been read; true where something is to be drawn.
  bool update();
  /// Everything that was asked for has been read.
  [[nodiscard]] bool settled() const { return m_main.replay().settled() && m_beside.replay().settled(); }
  void setWatched(bool watched);
  void follow(const session::FollowedRunPtr& run);
  /// The selected run and the one beside it as they stand now.
  void followRuns(const std::vector<WatchedRun>& runs, const std::string& selected, const present::RunPlots& plots);

  [[nodiscard]] session::LearningReplay& replay() { return m_main.replay(); }
  [[nodiscard]] bool empty() const { return epochs().empty(); }
  [[nodiscard]] const std::vector<ReplayEpoch>& epochs() const { return m_main.epochs(); }
  [[nodiscard]] const std::vector<present::ReplayProbe>& probes() const { return m_main.probes(); }
  /// "validation sample 377, B is epoch 9, A is epoch 8"; beside another run "validation sample 377, target Home".
  [[nodiscard]] std::string caption() const;

  // ---- another run beside it
  /// As followRuns() found them.
  [[nodiscard]] const std::vector<BesideChoice>& choices() const { return m_choices; }
  /// A run's folder; empty for none.
  void chooseBeside(const std::string& id);
  [[nodiscard]] const std::string& besideChosen() const { return m_besideId; }
  /// Two runs are shown: one was chosen, and it has the same probes.
  [[nodiscard]] bool two() const { return m_beside.replay().run() && !m_beside.epochs().empty() && !empty(); }
  /// Why the chosen one is not shown; empty where it is, or none was chosen.
  [[nodiscard]] const std::string& besideWhy() const { return m_besideWhy; }
  [[nodiscard]] session::LearningReplay& besideReplay() { return m_beside.replay(); }
  /// The epochs that either of them has, rising. Each shows the nearest that it has to the one at().
  [[nodiscard]] const std::vector<std::int64_t>& sharedEpochs() const { return m_shared; }
  [[nodiscard]] std::size_t at() const;
  /// At the last one it stays at the last one.
  void setAt(std::size_t index);
  /// One epoch further, of both where there are two; false where it was at the last one.
  [[nodiscard]] bool advance();
  /// Whether the change since the epoch before stands below the maps; each run's own one before.
  [[nodiscard]] bool minus() const { return m_minus; }
  void setMinus(bool minus);

  /// What a part shows; one sentence where there is nothing. The bias is of both.
  [[nodiscard]] present::ViewContent content(LearningPart part, const present::Canvas& canvas,
                                             LearningRun run = LearningRun::Main) const;
  /// What a picture of that run asks for.
  void act(const present::ReplayAction& action, LearningRun run = LearningRun::Main);
  void hover(const Focus& focus) { m_options.selection.hovered = focus; }
  void select(const Focus& focus) { m_options.selection.selected = focus; }

 private:
  void standBeside(const session::FollowedRunPtr& run);
  void align();
  [[nodiscard]] std::vector<present::ReplayInput> inputs() const;
  [[nodiscard]] present::ViewContent contentOfTwo(LearningPart part, const present::Canvas& canvas,
                                                  LearningRun run) const;

  bool m_changed = true;
  session::Settings m_settings;
  LearningOptions m_options;
  LearningSide m_main, m_beside;
  std::vector<BesideChoice> m_choices;

  std::string m_besideId, m_besideWhy;
  present::Color m_mainInk, m_besideInk;
  std::vector<std::int64_t> m_shared;
  std::int64_t m_epoch = 0;
  bool m_newest = false;  ///< goes on with the last epoch
  bool m_minus = true;
  std::optional<std::int64_t> m_aAlone;  ///< the epoch at A before another run came
};

}  // namespace sojourn::monitor
