// SPDX-License-Identifier: GPL-3.0-or-later
// The entry of the window's tests: offscreen, with the program's own style, font and light theme.
#include <QApplication>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  ::testing::InitGoogleTest(&argc, argv);
  // The studio looks for runs below the home folder: a developer's own ones must not get into the tests.
  const QTemporaryDir home;
  qputenv("HOME", home.path().toUtf8());
  QApplication application(argc, argv);
  sojourn::qt::loadResources();
  sojourn::qt::installSceneAccessibility();
  sojourn::qt::Appearance appearance(false);
  appearance.setMode(sojourn::qt::AppearanceMode::Light);
  return RUN_ALL_TESTS();
}
