// SPDX-License-Identifier: GPL-3.0-or-later
// The real window on a fake dataset and an engine that answers with fake inspections: no torch needed.
#pragma once

#include <QPoint>
#include <QSize>
#include <QString>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>

#include <gtest/gtest.h>

#include "tests/support/waiting.h"
#include "views/qt/files/workspace_files.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/shell/workspace_host.h"

namespace sojourn::test {

/// Rows of the fake test split. Row i is what FixtureSample makes of seed i + 1; every third row is right.
inline constexpr std::size_t fakeRows = 30;

[[nodiscard]] session::Loaders fakeLoaders();

/// As long as it lives, an evaluation stays at half of its samples until it is cancelled.
struct HeldEvaluations {
  HeldEvaluations() { some = true; }
  ~HeldEvaluations() { some = false; }
  HeldEvaluations(const HeldEvaluations&) = delete;
  HeldEvaluations& operator=(const HeldEvaluations&) = delete;
  static inline std::atomic<bool> some{false};
};

/// Runs the event loop until the condition holds; false after `patience`.
[[nodiscard]] bool waitFor(const std::function<bool()>& condition, std::chrono::milliseconds patience = longestWait);

/// One start of the studio, as the program makes it: settings, layouts and the last workspace lie in the folder
/// `state`.
struct StudioStart {
  StudioStart(const std::filesystem::path& state, QSize size, session::Loaders loaders = fakeLoaders());

  session::Workspace& workspace() { return host.workspace(); }
  session::WorkspaceAutosave& workspaceAutosave() { return window->files()->workspaceAutosave(); }
  /// Waits until the workspace is open, and its sample inspected.
  [[nodiscard]] bool settled();

  qt::WorkspaceHost host;
  std::unique_ptr<qt::MainWindow> window;
};

class WindowTest : public ::testing::Test {
 protected:
  WindowTest();
  ~WindowTest() override;

  session::Workspace& workspace() { return m_host->workspace(); }
  qt::MainWindow& window() { return *m_window; }
  qt::SceneView& view(const char* id) { return *m_window->view(QLatin1String(id)); }
  /// The first hit area of a view that the condition accepts; the test fails where there is none.
  const present::HitArea& hit(const char* id, const std::function<bool(const present::HitArea&)>& accepts);
  /// Where that area's middle is on the view's viewport.
  QPoint middleOf(const char* id, const present::HitArea& area);
  void click(const char* id, const present::HitArea& area, Qt::KeyboardModifiers modifiers = {});
  /// Waits until the sample is inspected.
  [[nodiscard]] bool settled();
  /// Waits until nothing is computed any more, and nothing waits for it.
  [[nodiscard]] bool rested();

 private:
  std::unique_ptr<qt::WorkspaceHost> m_host;
  std::unique_ptr<qt::MainWindow> m_window;
};

}  // namespace sojourn::test
