// SPDX-License-Identifier: GPL-3.0-or-later
// The Learning replay: how a run's probe sequences were read, epoch by epoch; two epochs compared, all of them played.
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "views/present/replay/replay_view.h"
#include "views/session/replay/learning_replay.h"

class QAction;
class QLabel;
class QMenu;

namespace sojourn::qt {

class EmptyPanel;
class PlayButton;
class ReplaySlider;
class SceneView;

/// Reads probe files only while it is on screen; its timer runs only while it plays.
class ReplayPanel final : public QWidget {
  Q_OBJECT
 public:
  using SettingsOf = std::function<session::DatasetSettings(const std::string& prefix, const std::string& fingerprint)>;
  explicit ReplayPanel(QWidget* parent = nullptr);

  /// Where names and shown times of a run's dataset are asked for.
  void setSettingsOf(SettingsOf settingsOf) { m_settingsOf = std::move(settingsOf); }
  /// Where the seed of the pseudonyms that the window shows is asked for.
  void setPseudonymsOf(std::function<std::string()> pseudonyms) { m_pseudonyms = std::move(pseudonyms); }
  /// The run that is looked at, as it stands now; null for none.
  void followRun(const session::FollowedRunPtr& run);
  /// Names or shown times have changed.
  void updateNames() { m_replay.updateNames(); }
  /// The run whose best checkpoint is followed; empty where none is.
  void setFollowed(const std::filesystem::path& run);
  /// Puts B to the snapshot that is nearest to an epoch.
  void showEpoch(double epoch);
  /// Another theme.
  void repaintViews();

  [[nodiscard]] session::LearningReplay& replay() { return m_replay; }
  [[nodiscard]] ReplaySlider* slider() const { return m_slider; }
  [[nodiscard]] bool playing() const { return m_timer.isActive(); }
  /// Named actions: "playEpochs", "inspectEpoch", "followBest".
  [[nodiscard]] QAction* command(const char* name) const { return findChild<QAction*>(QLatin1String(name)); }
  void fillMenu(QMenu* menu) const;
  /// "replay_probes", "replay_pointer", "replay_maps", "replay_top", "replay_gate", "replay_bias"; null for others.
  [[nodiscard]] SceneView* view(const QString& id) const;
  /// The picture that had the keyboard last: what the dock's table and export buttons mean.
  [[nodiscard]] QString currentId() const { return m_current; }
  [[nodiscard]] QString titleOf(const QString& id) const;
  /// With the table behind it, which the picture on screen does without.
  [[nodiscard]] present::ViewContent contentWithTable(const QString& id) const;
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> provenance() const;

 Q_SIGNALS:
  /// What the dock's title says after its name, and at its right end.
  void captionChanged(const QString& caption, const QString& right);
  /// B has been put to another epoch, by hand or by playing.
  void epochShown(qint64 epoch);
  void said(const QString& label);
  void menuWanted(const QString& id, QMenu* menu, const sojourn::present::HitArea* area);
  void inspectWanted(const sojourn::session::FollowedRunPtr& run, const std::filesystem::path& checkpoint);
  /// Begin or end to follow the best of the run.
  void followWanted(const sojourn::session::FollowedRunPtr& run, bool follow);

 protected:
  void showEvent(QShowEvent*) override { m_replay.setWatched(true); }
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent*) override { layOut(); }
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  using Present = present::ViewContent (*)(const present::ReplayInput&, const present::Canvas&);
  struct Part {
    QString id, title;
    Present present = nullptr;
    SceneView* view = nullptr;
  };

  [[nodiscard]] const std::vector<ReplayEpoch>& epochs() const { return m_replay.epochs(); }
  void makeActions();
  void makeViews();
  void add(const char* name, const QString& title, Present present);
  void refresh();
  void makeLabels();
  void updateActions();
  void updateCaption();
  void layOut();
  /// The pictures that show what is selected.
  void refreshSelection();
  void handle(const present::Action& action);
  void enlarge(std::optional<HeadRef> head);
  void stepVisit(int by);
  void togglePlay();
  void stop();
  void step();
  void putB(std::size_t index);
  [[nodiscard]] present::ReplayInput input(bool withTables) const;
  [[nodiscard]] present::ViewContent content(Present present, present::Size size, bool withTables) const;

  SettingsOf m_settingsOf;
  std::function<std::string()> m_pseudonyms;
  session::LearningReplay m_replay;
  present::ReplayProbeList m_probes;
  Selection m_selection;
  std::optional<HeadRef> m_enlarged;
  bool m_scaleOfPair = false, m_topShown = false, m_topBeside = true;
  std::filesystem::path m_followed;

  QTimer m_timer;
  PlayButton* m_play = nullptr;
  QLabel* m_word = nullptr;
  ReplaySlider* m_slider = nullptr;
  QLabel* m_hint = nullptr;
  QWidget* m_row = nullptr;
  EmptyPanel* m_empty = nullptr;
  std::vector<Part> m_parts;
  QString m_current;
  std::vector<int> m_lines;  ///< where the columns are parted
};

}  // namespace sojourn::qt
