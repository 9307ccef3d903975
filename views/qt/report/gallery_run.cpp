// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/report/gallery_run.h"

#include <utility>

#include "model/core/translation.h"

namespace sojourn::qt {

GalleryRun::GalleryRun(const ViewState& state, std::filesystem::path folder, const present::Theme& theme,
                       QObject* parent)
    : QObject(parent),
      m_state(state),
      m_workspace(state.workspace()),
      m_folder(std::move(folder)),
      m_theme(theme),
      m_views(*chosenGalleryViews(state, {}, m_theme)) {
  m_job = m_workspace.beginJob(sojourn::tr("Exporting all views"), "views", [this] { m_cancelled = true; });
  m_workspace.advanceJob(m_job, 0, m_views.size());
  connect(&m_next, &QTimer::timeout, this, &GalleryRun::step);
  m_next.start(0);
}

GalleryRun::~GalleryRun() {
  if (m_job != 0) m_workspace.endJob(m_job);
}

void GalleryRun::step() {
  if (m_cancelled || m_written == m_views.size()) {
    end();
    Q_EMIT finished(static_cast<int>(m_written), m_cancelled);
    return;
  }
  Status written = m_written == 0 ? makeGalleryFolder(m_folder) : Status();
  if (written) written = writeGalleryView(m_state, m_views[m_written], m_folder, m_theme);
  if (!written) {
    end();
    Q_EMIT failed(written.error());
    return;
  }
  ++m_written;
  m_workspace.advanceJob(m_job, m_written, m_views.size());
}

void GalleryRun::end() {
  m_next.stop();
  m_workspace.endJob(m_job);
}

}  // namespace sojourn::qt
