// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with the real engine, on the published GeoLife data and its V45 checkpoint, in the What if workspace.
#pragma once

#include <QMenu>
#include <QPoint>
#include <filesystem>
#include <functional>
#include <memory>

#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/shell/workspace_host.h"
#include "views/qt/what_if/what_if_area.h"

namespace sojourn::test {

/// Runs the event loop until the condition holds; false after two minutes.
[[nodiscard]] bool waitFor(const std::function<bool()>& condition);

/// Skips where the real data is absent.
class GeoLifeWindow : public ::testing::Test {
 protected:
  static constexpr std::size_t sample = 3376;  ///< of the test split: 14 visits of user 42

  void SetUp() override;
  void TearDown() override;
  /// How the checkpoint is loaded; Engine::load unless a test wraps it.
  [[nodiscard]] virtual session::Loaders loaders() const;

  [[nodiscard]] const std::filesystem::path& dataset() const { return m_dataset; }
  [[nodiscard]] const std::filesystem::path& checkpoint() const { return m_checkpoint; }
  [[nodiscard]] const TempFolder& folder() const { return m_folder; }
  session::Workspace& workspace() { return m_host->workspace(); }
  qt::MainWindow& window() { return *m_window; }
  qt::WhatIfArea& area() { return *window().whatIf(); }
  qt::EditBar& bar() { return *area().editBar(); }
  qt::SceneView& view(const char* id) { return *window().view(QLatin1String(id)); }
  const Sequence& now() { return *workspace().sequence(); }
  const session::EditHistory& history() { return *window().edits().history(); }
  /// Waits until the sequence that is shown is inspected.
  [[nodiscard]] bool settled();

  /// The mark of a visit on the strip that the mouse reaches at its middle; the test fails where there is none.
  present::HitArea markOf(std::size_t visit);
  /// The mark of a view that asks for this; the test fails where there is none.
  present::HitArea markOf(const char* id, const present::Action& action);
  QPoint middleOf(const char* id, const present::HitArea& mark);
  void click(const char* id, const present::HitArea& mark, Qt::KeyboardModifiers modifiers = {});
  /// Clicks on a visit, then on the others with Shift.
  void select(std::size_t visit, const std::vector<std::size_t>& others = {});
  /// On the visits, which have the keyboard.
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
  /// Opens the menus on the way with the mouse and clicks on the entry.
  void chooseFromMenu(const char* action);

 private:
  void openMenu(QMenu* menu);

  TempFolder m_folder;
  std::filesystem::path m_dataset, m_checkpoint;
  std::unique_ptr<qt::WorkspaceHost> m_host;
  std::unique_ptr<qt::MainWindow> m_window;
};

}  // namespace sojourn::test
