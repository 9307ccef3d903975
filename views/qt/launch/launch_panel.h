// SPDX-License-Identifier: GPL-3.0-or-later
// The Launch dock: a training, or many that differ in what is swept, as a form beside its YAML, and the queue's state.
#pragma once

#include <QTimer>
#include <QWidget>

#include "views/session/async/worker.h"
#include "views/session/launch/launch_draft.h"
#include "views/session/launch/run_launcher.h"
#include "views/session/workspace/workspace.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;

namespace sojourn::session {
class RunLibrary;
}

namespace sojourn::qt {

class LaunchFormView;
class QueueList;
class YamlEdit;

class LaunchPanel final : public QWidget {
  Q_OBJECT
 public:
  LaunchPanel(session::Workspace& workspace, session::RunLibrary& library, QWidget* parent = nullptr);

  [[nodiscard]] LaunchFormView* form() const { return m_view; }
  [[nodiscard]] YamlEdit* yaml() const { return m_yaml; }
  [[nodiscard]] QPushButton* queueButton() const { return m_queueButton; }
  [[nodiscard]] QueueList* queueList() const { return m_queueList; }
  [[nodiscard]] QComboBox* base() const { return m_base; }
  [[nodiscard]] QLabel* summary() const { return m_summary; }
  [[nodiscard]] const session::LaunchPlan& plan() const { return m_draft.plan(); }
  [[nodiscard]] session::RunLauncher& launcher() { return m_launcher; }

  /// The library has changed: other runs to start from, other times.
  void refresh();
  /// Starts from a run's configuration; changes are taken back.
  void startFrom(const session::FollowedRunPtr& run);
  void updateTheme();
  /// A YAML file, read and written by a worker; what cannot be read or written becomes failed().
  void openYaml(const std::filesystem::path& file);
  void saveYaml(const std::filesystem::path& file);
  /// Proposes a dataset that was just made, with the recipe of the chosen model for so many training sequences; what it
  /// changes can be taken back field by field.
  void startWith(const std::filesystem::path& dataset, std::int64_t sequences);
  /// Goes on with a run that its trainer has left.
  void resume(const session::FollowedRunPtr& run);

 Q_SIGNALS:
  void failed(const sojourn::Error& error);
  void said(const QString& text);
  /// Runs that will appear below a folder.
  void queued(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& runs);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent*) override { arrange(); }
  void changeEvent(QEvent* event) override;
  void hideEvent(QHideEvent*) override { m_pollTimer.stop(); }

 private:
  // launch_panel_layout.cpp
  void build();
  [[nodiscard]] QWidget* makeFoot();
  /// As many fields beside each other as have room; the text beside them or below.
  void arrange();
  /// What the form would launch, and whether it can.
  void showFoot();
  void enableQueueButton(bool ready);
  // launch_panel.cpp
  void fillBases();
  void fillDatasets();
  /// Proposes the open dataset, unless another one was chosen here.
  void updateDataset();
  void chooseBase();
  void askDataset();
  void askOpen();
  void askSave();
  /// The form has changed.
  void replan();
  void showErrors();
  void updateLauncher();
  /// What the disk says of the plan; null: it has not answered yet.
  [[nodiscard]] const session::DiskCheck* diskCheck() const;

  session::Workspace& m_workspace;
  session::RunLibrary& m_library;
  session::LaunchDraft m_draft;
  std::filesystem::path m_openFolder;  ///< of the library, when the plan was made
  std::vector<session::FormChoice> m_bases;
  QComboBox* m_base;
  LaunchFormView* m_view;
  QBoxLayout* m_halves = nullptr;  ///< the fields, the text
  YamlEdit* m_yaml;
  QueueList* m_queueList;
  QLabel* m_summary;
  QPushButton* m_queueButton;
  bool m_focusPending = false;                  ///< the button gets the keyboard back once it is enabled again
  session::Subscription m_datasetSubscription;  ///< the workspace's dataset
  QTimer m_checkSoon;               ///< typing asks the disk once it rests
  QTimer m_pollTimer;               ///< at the queue, while this is on screen
  session::Worker m_files;          ///< its thread is gone before what it reaches
  session::RunLauncher m_launcher;  ///< last: as above
};

}  // namespace sojourn::qt
