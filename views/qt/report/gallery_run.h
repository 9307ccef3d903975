// SPDX-License-Identifier: GPL-3.0-or-later
// Exports all views one after the other, between two turns of the event loop: the window stays alive, shows how far it
// is, and can cancel.
#pragma once

#include <QObject>
#include <QTimer>

#include "views/qt/docks/view_state.h"
#include "views/qt/report/gallery.h"

namespace sojourn::qt {

class GalleryRun final : public QObject {
  Q_OBJECT
 public:
  /// `state` must outlive this. Nothing is written before the event loop turns.
  GalleryRun(const ViewState& state, std::filesystem::path folder, const present::Theme& theme, QObject* parent);
  ~GalleryRun() override;

 Q_SIGNALS:
  /// Once; `views` files were written, which are fewer than all where it was cancelled.
  void finished(int views, bool cancelled);
  void failed(const sojourn::Error& error);

 private:
  void step();
  void end();

  const ViewState& m_state;
  session::Workspace& m_workspace;
  std::filesystem::path m_folder;
  present::Theme m_theme;
  std::vector<GalleryView> m_views;
  std::size_t m_written = 0;
  bool m_cancelled = false;
  session::JobId m_job = 0;
  QTimer m_next;
};

}  // namespace sojourn::qt
