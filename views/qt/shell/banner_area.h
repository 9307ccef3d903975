// SPDX-License-Identifier: GPL-3.0-or-later
// Errors and warnings over the docks: what and where, the remedy, at most two buttons; they stay until closed.
#pragma once

#include <QWidget>

#include "views/session/workspace/workspace.h"

class QVBoxLayout;

namespace sojourn::qt {

class BannerArea final : public QWidget {
  Q_OBJECT
 public:
  explicit BannerArea(session::Workspace& workspace, QWidget* parent = nullptr);
  void follow(session::Changes changes);
  /// How many banners are on screen, without the line that counts the rest.
  [[nodiscard]] int shownBanners() const;

 Q_SIGNALS:
  void actionWanted(sojourn::session::BannerAction action);

 private:
  session::Workspace& m_workspace;
  QVBoxLayout* m_column;
};

}  // namespace sojourn::qt
