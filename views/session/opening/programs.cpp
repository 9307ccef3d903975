// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/opening/programs.h"

#include <utility>

#include "model/core/translation.h"

namespace sojourn::session {

void Programs::confirm(const ProgramCommand& command) {
  const std::lock_guard lock(m_mutex);
  m_known[programNameOf(command)].command = command;
}

std::optional<ProgramCommand> Programs::confirmed(const std::string& name) const {
  const std::lock_guard lock(m_mutex);
  const auto found = m_known.find(name);
  return found == m_known.end() ? std::nullopt : found->second.command;
}

Result<EnginePtr> Programs::start(const std::string& name, const EngineOptions& options, const CancelToken& cancel) {
  ProgramCommand command;
  std::shared_ptr<LineLog> log;
  {
    const std::lock_guard lock(m_mutex);
    Known& known = m_known[name];
    if (!known.command || !m_loader.start)
      return Error{ErrorKind::BadUsage, name, tr("is a model program and has not been confirmed"),
                   tr("open it with Model, Open model program")};
    // A program reads no pseudonyms: whether they are wanted, the start says.
    if (EnginePtr running = known.running.lock(); running && !options.pseudonyms) return running;
    if (!known.log) known.log = std::make_shared<LineLog>();
    command = *known.command;
    log = known.log;
  }
  auto started = m_loader.start(command, options, cancel, log);
  if (!started) return started;
  const std::lock_guard lock(m_mutex);
  m_known[name].running = *started;
  return started;
}

decltype(Loaders::engine) Programs::beside(const std::shared_ptr<Programs>& programs, decltype(Loaders::engine) load) {
  return [programs, load = std::move(load)](const std::filesystem::path& checkpoint, const EngineOptions& options,
                                            const Progress& progress, const CancelToken& cancel) {
    if (programCommandIn(checkpoint.native())) return programs->start(checkpoint.native(), options, cancel);
    return load(checkpoint, options, progress, cancel);
  };
}

std::shared_ptr<const LineLog> Programs::log(const std::string& name) const {
  const std::lock_guard lock(m_mutex);
  const auto found = m_known.find(name);
  return found == m_known.end() ? nullptr : found->second.log;
}

void Programs::interrupt(const Engine& engine) const {
  if (m_loader.interrupt) m_loader.interrupt(engine);
}

void Programs::end(const std::string& name) {
  EnginePtr running;
  {
    const std::lock_guard lock(m_mutex);
    const auto found = m_known.find(name);
    if (found == m_known.end()) return;
    running = found->second.running.lock();
    found->second.running.reset();
  }
  if (running && m_loader.end) m_loader.end(*running);
}

}  // namespace sojourn::session
