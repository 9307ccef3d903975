// SPDX-License-Identifier: GPL-3.0-or-later
// The Training workspace: its docks, the library of runs they show, and how the curves are looked at.
#pragma once

#include <utility>
#include <vector>

#include "views/present/training/training_curves_cache.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/runs/training_status.h"
#include "views/session/runs/run_library.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

class LaunchPanel;
class ReplayPanel;
class RunsPanel;
class SceneView;

/// Watches the runs only while it is on screen.
class TrainingArea final : public DockArea {
  Q_OBJECT
 public:
  explicit TrainingArea(session::Workspace& workspace, QWidget* parent = nullptr);
  ~TrainingArea() override;

  /// The Launch form's width goes with the layout: it is kept where the window grows.
  void arrange(QSize window) override;
  void fit(QSize window) override;
  [[nodiscard]] QByteArray state() const override {
    return QByteArray::number(m_launchWidth) + ' ' + DockArea::state();
  }
  [[nodiscard]] bool restore(const QByteArray& state) override;

  [[nodiscard]] session::RunLibrary& library() { return m_library; }
  [[nodiscard]] RunsPanel* runs() const { return m_runs; }
  [[nodiscard]] SceneView* curves() const { return m_curves; }
  [[nodiscard]] ReplayPanel* replay() const { return m_replay; }
  [[nodiscard]] LaunchPanel* launch() const { return m_launch; }
  /// Also while it is not on screen, because something else follows a run.
  void setKeptWatched(bool kept);
  [[nodiscard]] const present::CurveOptions& options() const { return m_options; }

  /// What the status bar says while this workspace is shown: of the current run where it is trained, else of the first
  /// that is.
  [[nodiscard]] TrainingStatus status() const;
  /// How the curves are looked at, without the runs: kept between starts.
  [[nodiscard]] present::KeptCurves curvesToKeep() const;
  void restoreCurves(const present::KeptCurves& kept);
  /// As a link says; runs that it names are chosen once their folder has been looked at.
  void openLink(const std::string& curves);
  /// The command that opens this state.
  [[nodiscard]] std::string commandLine() const;
  void repaintViews() override;
  [[nodiscard]] SceneView* view(const QString& id) const override;
  /// The runs and the options that a picture of the curves is made from.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> provenance() const;

 Q_SIGNALS:
  void folderWanted();
  void inspectWanted(const sojourn::session::FollowedRunPtr& run);
  void failed(const sojourn::Error& error);
  /// The library has changed.
  void runsFollowed();
  void said(const QString& text);
  /// Trainings are on their way into a folder that is not the one that is open.
  void runsWanted(const std::filesystem::path& folder);
  void statusChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void keepLaunchWidth();
  void openDefaultFolder();
  void refresh();
  void handle(const present::Action& action);
  void showQueued(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& runs);
  void setCursorAt(std::optional<double> x);
  [[nodiscard]] present::ViewContent content(present::Size size);
  void pickPanels();
  void chooseWanted();

  session::Workspace& m_workspace;
  session::RunLibrary m_library;
  present::CurveOptions m_options;
  present::CurveCache m_cache;
  std::vector<std::string> m_wanted;  ///< runs that a link names, not chosen yet
  QTime m_readAt;
  RunsPanel* m_runs = nullptr;
  SceneView* m_curves = nullptr;
  ReplayPanel* m_replay = nullptr;
  bool m_keptWatched = false;
  bool m_defaultTried = false;  ///< once: closing the folder by hand is respected
  LaunchPanel* m_launch = nullptr;
  int m_launchWidth;  ///< px, as somebody has made it
  QSize m_settled;    ///< of this area when the docks had been fitted into it
};

}  // namespace sojourn::qt
