// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/background_button.h"

#include <QMenu>
#include <filesystem>

#include "model/core/text.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

BackgroundButton::BackgroundButton(QWidget* parent) : QToolButton(parent) {
  setObjectName(QStringLiteral("mapBackground"));
  setProperty("framed", true);
  setFixedHeight(24);
  setFont(toFont({.size = 12}));
  setText(tr("Background"));
  setToolTip(tr("What lies below the map: raster tiles (MBTiles), or roads, water and districts (GeoJSON)"));
  setPopupMode(QToolButton::InstantPopup);
  setMenu(new QMenu(this));
  menu()->addAction(tr("Add file…"), this, &BackgroundButton::askFile);
}

void BackgroundButton::setFiles(const std::vector<std::string>& files) {
  // Asked at each step of a map that is panned.
  if (files == m_files) return;
  m_files = files;
  menu()->clear();
  menu()->addAction(tr("Add file…"), this, &BackgroundButton::askFile);
  if (files.empty()) return;
  menu()->addSeparator();
  for (const std::string& file : files) {
    const std::string name = escapeForDisplay(std::filesystem::path(file).filename().string(), 60);
    QAction* remove =
        menu()->addAction(tr("Remove %1").arg(toText(name)), this, [this, file] { Q_EMIT removed(file); });
    remove->setToolTip(toText(escapeForDisplay(file, 400)));
  }
}

void BackgroundButton::askFile() {
  const QString file =
      qt::askFile(this, tr("Add a background to the map"), tr("Maps (*.mbtiles *.geojson *.json);;All files (*)"));
  if (!file.isEmpty()) Q_EMIT added(file.toStdString());
}

}  // namespace sojourn::qt
