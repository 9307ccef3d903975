// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/gallery.h"

#include <algorithm>

#include "views/qt/export.h"
#include "views/qt/main_window.h"
#include "views/qt/samples_scene.h"
#include "views/qt/text.h"
#include "views/qt/view_state.h"

namespace sojourn::qt {
namespace {
constexpr present::Size samplesSize{560, 880};
}

QStringList galleryViews(const ViewState& state) {
  QStringList ids{QStringLiteral("samples")};
  for (const auto* entries : {&state.views(), &state.explainViews()})
    for (const ViewEntry& entry : *entries) ids << entry.id;
  return ids;
}

bool needsExplanation(const ViewState& state, const QStringList& views) {
  return views.isEmpty() ||
         std::ranges::any_of(state.explainViews(), [&](const ViewEntry& entry) { return views.contains(entry.id); });
}

Status writeGallery(const ViewState& state, const std::filesystem::path& folder, const QStringList& views,
                    const present::Theme& theme, std::span<const ViewEntry* const> onRequest) {
  QStringList known = galleryViews(state);
  for (const ViewEntry* entry : onRequest) known << entry->id;
  for (const QString& id : views) {
    if (!known.contains(id)) {
      return Error{ErrorKind::BadUsage, id.toStdString(), "is not a view",
                   "choose from " + known.join(QStringLiteral(", ")).toStdString()};
    }
  }
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed)
    return Error{ErrorKind::Failed, folder.string(), "the folder cannot be made: " + failed.message(),
                 "choose another one"};
  const auto provenance = provenanceOf(state.workspace());
  const auto write = [&](const QString& id, const QString& title, present::Picture picture) -> Status {
    const ExportItem item{.title = title, .picture = std::move(picture), .theme = &theme, .provenance = provenance};
    for (const char* suffix : {".png", ".svg"}) {
      if (Status written = writeExport(item, folder / (id.toStdString() + suffix)); !written) return written;
    }
    return {};
  };
  const auto wanted = [&](const QString& id) { return views.isEmpty() || views.contains(id); };
  if (wanted(known.front())) {
    const present::Canvas canvas{samplesSize, theme, measurer()};
    if (Status written = write(known.front(), QStringLiteral("Samples"), samplesScene(state.workspace(), canvas));
        !written)
      return written;
  }
  std::vector<const ViewEntry*> chosen;
  for (const auto* entries : {&state.views(), &state.explainViews()})
    for (const ViewEntry& entry : *entries)
      if (wanted(entry.id)) chosen.push_back(&entry);
  for (const ViewEntry* entry : onRequest)
    if (views.contains(entry->id)) chosen.push_back(entry);
  for (const ViewEntry* entry : chosen) {
    Status written = write(entry->id, entry->title, entry->present({entry->exported, theme, measurer()}));
    if (!written) return written;
  }
  return {};
}

}  // namespace sojourn::qt
