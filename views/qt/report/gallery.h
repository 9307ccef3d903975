// SPDX-License-Identifier: GPL-3.0-or-later
// Every view as files, without a window.
#pragma once

#include <QStringList>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "model/core/result.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/theme.h"

namespace sojourn::qt {

class ViewState;
struct ViewEntry;

/// The ids of the views that are exported where none is named, in order: samples, visits, prediction, ...
[[nodiscard]] QStringList galleryViews(const ViewState& state);

/// Whether one of these views (none named: all) shows an explanation of the sample, which has to be there then.
[[nodiscard]] bool needsExplanation(const ViewState& state, const QStringList& views);

/// One view of the gallery, made when it is asked for.
struct GalleryView {
  QString id, title;
  std::function<present::ViewContent()> make;
};
/// `ids` empty: all of galleryViews(). Those of `onRequest` come where they are named. Ids of earlier versions are
/// read; an unknown one is an error that lists them.
[[nodiscard]] Result<std::vector<GalleryView>> chosenGalleryViews(const ViewState& state, const QStringList& ids,
                                                                  const present::Theme& theme,
                                                                  std::span<const ViewEntry* const> onRequest = {});
/// Writes {folder}/{view}.png and .svg.
[[nodiscard]] Status writeGalleryView(const ViewState& state, const GalleryView& view,
                                      const std::filesystem::path& folder, const present::Theme& theme);

[[nodiscard]] Status makeGalleryFolder(const std::filesystem::path& folder);

/// Writes OUT_DIR/{view}.png and .svg; makes the folder.
[[nodiscard]] Status writeGallery(const ViewState& state, const std::filesystem::path& folder, const QStringList& views,
                                  const present::Theme& theme, std::span<const ViewEntry* const> onRequest = {});

}  // namespace sojourn::qt
