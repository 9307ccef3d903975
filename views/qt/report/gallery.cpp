// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/gallery.h"

#include <algorithm>

#include "model/core/translation.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/samples/samples_scene.h"
#include "views/qt/scene/export.h"
#include "views/qt/scene/provenance.h"
#include "views/qt/widgets/text.h"

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

Result<std::vector<GalleryView>> chosenGalleryViews(const ViewState& state, const QStringList& views,
                                                    const present::Theme& theme,
                                                    std::span<const ViewEntry* const> onRequest) {
  QStringList known = galleryViews(state);
  for (const ViewEntry* entry : onRequest) known << entry->id;
  for (const QString& id : views) {
    if (!known.contains(id)) {
      return Error{ErrorKind::BadUsage, id.toStdString(), tr("is not a view"),
                   tr("choose from %1", {known.join(QStringLiteral(", ")).toStdString()})};
    }
  }
  const auto wanted = [&](const QString& id) { return views.isEmpty() || views.contains(id); };
  std::vector<GalleryView> chosen;
  const auto add = [&](const ViewEntry& entry) {
    chosen.push_back({entry.id, entry.title, [&entry, &theme] {
                        return entry.present({entry.exported, theme, measurer()});
                      }});
  };
  if (wanted(known.front())) {
    chosen.push_back({known.front(), toText(tr("Samples")), [&state, &theme] {
                        return samplesScene(state.workspace(), {samplesSize, theme, measurer()});
                      }});
  }
  for (const auto* entries : {&state.views(), &state.explainViews()})
    for (const ViewEntry& entry : *entries)
      if (wanted(entry.id)) add(entry);
  for (const ViewEntry* entry : onRequest)
    if (views.contains(entry->id)) add(*entry);
  return chosen;
}

Status writeGalleryView(const ViewState& state, const GalleryView& view, const std::filesystem::path& folder,
                        const present::Theme& theme) {
  const ExportItem item{
      .title = view.title, .content = view.make(), .theme = &theme, .provenance = provenanceOf(state.workspace())};
  for (const char* suffix : {".png", ".svg"}) {
    if (Status written = writeExport(item, folder / (view.id.toStdString() + suffix)); !written) return written;
  }
  return {};
}

Status makeGalleryFolder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!failed) return {};
  return Error{ErrorKind::Failed, folder.string(), tr("the folder cannot be made: %1", {failed.message()}),
               tr("choose another one")};
}

Status writeGallery(const ViewState& state, const std::filesystem::path& folder, const QStringList& views,
                    const present::Theme& theme, std::span<const ViewEntry* const> onRequest) {
  const auto chosen = chosenGalleryViews(state, views, theme, onRequest);
  if (!chosen) return chosen.error();
  if (Status made = makeGalleryFolder(folder); !made) return made;
  for (const GalleryView& view : *chosen)
    if (Status written = writeGalleryView(state, view, folder, theme); !written) return written;
  return {};
}

}  // namespace sojourn::qt
