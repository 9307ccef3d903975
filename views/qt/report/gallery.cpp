// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/gallery.h"

#include <algorithm>
#include <utility>

#include "model/core/translation.h"
#include "views/qt/samples/samples_scene.h"
#include "views/qt/scene/export.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
constexpr present::Size samplesSize{560, 880};

Result<std::vector<GalleryView>> chosenViews(const StudioViews& studio, const QStringList& wanted,
                                             const present::Theme& theme,
                                             std::span<const ViewSpec* const> onRequest = {}) {
  std::vector<GalleryView> all{{QStringLiteral("samples"), toText(tr("Samples")), [&studio, &theme] {
                                  return samplesScene(studio.workspace(), {samplesSize, theme, measurer()});
                                }}};
  const auto add = [&](const ViewSpec& spec) {
    all.push_back({spec.id, spec.title, [&studio, &spec, &theme] {
                     return contentOf(spec, studio.current.source(), {spec.exported, theme, measurer()});
                   }});
  };
  const auto addAll = [&](std::initializer_list<const WorkspaceViews*> workspaces) {
    for (const WorkspaceViews* views : workspaces) std::ranges::for_each(views->specs(), add);
  };
  addAll({&studio.inspect, &studio.explain});
  if (wanted.isEmpty()) return all;
  for (const ViewSpec* spec : onRequest) add(*spec);
  addAll({&studio.dataset, &studio.ablation, &studio.compare, &studio.maps, &studio.embeddings});
  QStringList known;
  for (const GalleryView& view : all) known << view.id;
  for (const QString& id : wanted)
    if (!known.contains(id))
      return Error{ErrorKind::BadUsage, id.toStdString(), tr("is not a view"),
                   tr("choose from %1", {known.join(QStringLiteral(", ")).toStdString()})};
  std::erase_if(all, [&](const GalleryView& view) { return !wanted.contains(view.id); });
  return all;
}

Status write(const StudioViews& studio, const GalleryView& view, const std::filesystem::path& folder,
             const present::Theme& theme) {
  const ExportItem item{
      .title = view.title, .content = view.make(), .theme = &theme, .provenance = provenanceOf(studio.workspace())};
  for (const char* suffix : {".png", ".svg"})
    if (Status written = writeExport(item, folder / (view.id.toStdString() + suffix)); !written) return written;
  return {};
}

Status makeFolder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!failed) return {};
  return Error{ErrorKind::Failed, folder.string(), tr("the folder cannot be made: %1", {failed.message()}),
               tr("choose another one")};
}

}  // namespace

bool needsExplanation(const StudioViews& studio, const QStringList& views) {
  return views.isEmpty() ||
         std::ranges::any_of(studio.explain.specs(), [&](const ViewSpec& spec) { return views.contains(spec.id); });
}

Status writeGallery(const StudioViews& studio, const std::filesystem::path& folder, const QStringList& views,
                    const present::Theme& theme, std::span<const ViewSpec* const> onRequest) {
  const auto chosen = chosenViews(studio, views, theme, onRequest);
  if (!chosen) return chosen.error();
  if (Status made = makeFolder(folder); !made) return made;
  for (const GalleryView& view : *chosen)
    if (Status written = write(studio, view, folder, theme); !written) return written;
  return {};
}

GalleryRun::GalleryRun(const StudioViews& studio, std::filesystem::path folder, const present::Theme& theme,
                       QObject* parent)
    : QObject(parent),
      m_studio(studio),
      m_workspace(studio.workspace()),
      m_folder(std::move(folder)),
      m_theme(theme),
      m_views(*chosenViews(studio, {}, m_theme)) {
  m_job = m_workspace.jobs().begin(sojourn::tr("Exporting all views"), "views", [this] { m_cancelled = true; });
  m_workspace.jobs().advance(m_job, 0, m_views.size());
  connect(&m_next, &QTimer::timeout, this, &GalleryRun::step);
  m_next.start(0);
}

GalleryRun::~GalleryRun() {
  if (m_job != 0) m_workspace.jobs().end(m_job);
}

void GalleryRun::step() {
  if (m_cancelled || m_written == m_views.size()) {
    end();
    Q_EMIT finished(static_cast<int>(m_written), m_cancelled);
    return;
  }
  Status written = m_written == 0 ? makeFolder(m_folder) : Status();
  if (written) written = write(m_studio, m_views[m_written], m_folder, m_theme);
  if (!written) {
    end();
    Q_EMIT failed(written.error());
    return;
  }
  ++m_written;
  m_workspace.jobs().advance(m_job, m_written, m_views.size());
}

void GalleryRun::end() {
  m_next.stop();
  m_workspace.jobs().end(m_job);
}

}  // namespace sojourn::qt
