// SPDX-License-Identifier: GPL-3.0-or-later
// Where the open model computes: what is chosen, measured in the background, and given up.
#include "model/core/translation.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::session {

void Workspace::setDevice(const Device& device) {
  if (device == this->device() && m_deviceTrouble.empty()) return;  // else it is tried again
  m_settings.device = textOf(device);
  bindLoaders();
  m_observers.announce({Change::Settings, Change::Device});
  if (m_engine && !program() && !m_checkpointPath.empty()) open({.checkpoint = m_checkpointPath, .heads = m_heads});
}

void Workspace::settleDevice() {
  m_deviceTrouble.clear();
  noticeDevice();
  m_engineWorker.post([this, engine = m_engine, findGpus = m_options.loaders.gpus] {
    std::vector<Gpu> found = findGpus ? findGpus() : std::vector<Gpu>();
    static_cast<void>(engine->settleDevice());
    post([this, engine, found = std::move(found)]() mutable {
      m_gpus = std::move(found);
      if (engine == m_engine) noticeDevice();
      m_observers.announce(Change::Device);
    });
  });
}

void Workspace::noticeDevice() {
  const std::string trouble = m_engine ? m_engine->deviceTrouble() : "";
  if (trouble == m_deviceTrouble || trouble.empty()) return;
  m_deviceTrouble = trouble;
  m_banners.report({ErrorKind::Failed, tr("The GPU failed"), trouble,
                    tr("The CPU continues. Choose Model, Device to try the GPU again")},
                   Severity::Warning, {}, BannerTopic::Device);
  m_observers.announce(Change::Device);
}

}  // namespace sojourn::session
