// SPDX-License-Identifier: GPL-3.0-or-later
// Over the docks: errors and warnings, and the introduction of the first start.
#pragma once

#include <QDialog>
#include <QFrame>

#include "views/session/workspace/workspace.h"

class QLabel;
class QVBoxLayout;

namespace sojourn::qt {

/// What and where, the remedy, at most two buttons; they stay until closed.
class BannerArea final : public QWidget {
  Q_OBJECT
 public:
  explicit BannerArea(session::Workspace& workspace, QWidget* parent = nullptr);
  /// At the head of a dialog, what is reported while it is open: in the window behind it nobody would look.
  static BannerArea* showIn(QDialog& dialog, session::Workspace& workspace);
  void updateFrom(session::Changes changes);
  /// How many banners are on screen, without the line that counts the rest.
  [[nodiscard]] int shownBanners() const;

 Q_SIGNALS:
  void actionWanted(sojourn::session::BannerAction action);

 private:
  session::Workspace& m_workspace;
  session::BannerId m_after = 0;  ///< newer ones are shown
  QVBoxLayout* m_column;
  session::Subscription m_changes;  ///< of a dialog's; the window hands them on itself
};

/// Four sentences that say what is seen and what to click.
class IntroStrip final : public QFrame {
  Q_OBJECT
 public:
  explicit IntroStrip(QWidget* parent = nullptr);

 Q_SIGNALS:
  /// "openDataset", "samples", "what_if", "explain"; carried out by the window.
  void linkActivated(const QString& target);
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void fill();
  QLabel* m_text;
};

}  // namespace sojourn::qt
