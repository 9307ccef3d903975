// SPDX-License-Identifier: GPL-3.0-or-later
// The Import page: tracks, visits or check-ins become a dataset. Over the workspaces until it is closed; what it holds
// stays.
#pragma once

#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "views/present/places/map_frame.h"
#include "views/session/import/import_study.h"
#include "views/session/places/map_backgrounds.h"

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSplitter;
class QTabBar;
class QToolButton;

namespace sojourn::qt {

class BackgroundButton;
class FittingLabel;
class ImportInputPanel;
class ImportRows;
class ImportSettings;
class MapTiles;
class SceneView;

class ImportPage final : public QWidget {
  Q_OBJECT
 public:
  /// `workspace` must outlive this.
  explicit ImportPage(session::Workspace& workspace, QWidget* parent = nullptr);
  ~ImportPage() override;

  /// Reads a file or folder.
  void open(const std::filesystem::path& path);
  /// The input of an earlier preparation, by its report.
  void openAgain(const std::filesystem::path& report);
  [[nodiscard]] session::ImportStudy& study() { return m_study; }
  [[nodiscard]] SceneView* map() const { return m_map; }
  [[nodiscard]] SceneView* funnel() const { return m_funnel; }
  /// Where Run writes.
  [[nodiscard]] std::filesystem::path target() const;
  /// What lies below the map; the dataset that is written keeps them.
  [[nodiscard]] const std::vector<std::string>& mapFiles() const { return m_mapFiles; }
  void setMapFiles(std::vector<std::string> files);
  /// Its help page, in a window beside it.
  void showHelp();
  /// Nothing is read, tried, written, or on its way to the map.
  [[nodiscard]] bool settled() const;

 Q_SIGNALS:
  void closed();
  /// A dataset was written: folder/prefix.
  void written(const std::filesystem::path& dataset);
  void trainWanted();
  void placesWanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] QWidget* makeBar();
  [[nodiscard]] QWidget* makeMapPanel();
  void refresh();
  void showBar();
  void showRun();
  void askFile();
  void takeBackground();
  void askFolder();
  void askLike();
  void runOrStop();
  void arrange();
  [[nodiscard]] present::ViewContent mapContent(present::Size size) const;
  [[nodiscard]] present::ViewContent funnelContent(present::Size size) const;

  session::Workspace& m_workspace;
  session::ImportStudy m_study;
  std::vector<std::string> m_mapFiles;
  session::MapBackgroundQuery m_background;
  std::unique_ptr<MapTiles> m_tiles;
  QLineEdit* m_source;
  QToolButton* m_published;
  QToolButton* m_corrected;
  QToolButton* m_like;
  QLineEdit* m_name;
  QLineEdit* m_out;
  FittingLabel* m_note;
  QPushButton* m_run;
  QPushButton* m_train;
  QPushButton* m_places;
  QProgressBar* m_progress;
  ImportInputPanel* m_input;
  BackgroundButton* m_backgroundButton;
  SceneView* m_map;
  ImportSettings* m_settings;
  ImportRows* m_rows;
  SceneView* m_funnel;
  QSplitter* m_upper;
  QSplitter* m_lower;
  QSplitter* m_both;
  bool m_exact = false, m_fixes = true, m_staypoints = true, m_placesShown = true;
  std::optional<present::MapCamera> m_camera;
  std::optional<std::size_t> m_pointed;  ///< the place under the pointer
  std::optional<Coordinates> m_marked;   ///< of the row that is chosen
  session::ImportRowChoice m_listed;     ///< which rows were shown last
  std::filesystem::path m_cameraOf;      ///< the input that the camera looks at
  std::filesystem::path m_announced;     ///< the dataset that written() was about
  QTabBar* m_tabs;       ///< of what lies below the map, where the page is narrow
  QWidget* m_rowsPanel;  ///< one tab
  QWidget* m_funnelPanel;
  bool m_narrow = false;
  bool m_byHand = false;  ///< somebody moved a splitter
};

}  // namespace sojourn::qt
