// SPDX-License-Identifier: GPL-3.0-or-later
// Every view as files: at once without a window, or one after the other while the window stays alive.
#pragma once

#include <QStringList>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "views/qt/studio/studio_views.h"

namespace sojourn::qt {

/// Whether one of these views (none named: all) shows an explanation of the sample, which has to be there then.
[[nodiscard]] bool needsExplanation(const StudioViews& studio, const QStringList& views);

/// Writes {folder}/{view}.png and .svg; makes the folder. `views` empty: samples, visits, prediction, ...: all of
/// Inspect and Explain; those of `onRequest` come where they are named. An unknown one is an
/// error that lists them.
[[nodiscard]] Status writeGallery(const StudioViews& studio, const std::filesystem::path& folder,
                                  const QStringList& views, const present::Theme& theme,
                                  std::span<const ViewSpec* const> onRequest = {});

/// One view of the gallery, made when it is asked for.
struct GalleryView {
  QString id, title;
  std::function<present::ViewContent()> make;
};

/// Exports all views between two turns of the event loop; shows how far it is, and can be cancelled.
class GalleryRun final : public QObject {
  Q_OBJECT
 public:
  /// `studio` must outlive this. Nothing is written before the event loop turns.
  GalleryRun(const StudioViews& studio, std::filesystem::path folder, const present::Theme& theme, QObject* parent);
  ~GalleryRun() override;

 Q_SIGNALS:
  /// Once; `views` files were written, which are fewer than all where it was cancelled.
  void finished(int views, bool cancelled);
  void failed(const sojourn::Error& error);

 private:
  void step();
  void end();

  const StudioViews& m_studio;
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
