// SPDX-License-Identifier: GPL-3.0-or-later
// The file that a launch form's configuration is written to.
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/monitor/launch/launching.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::monitor {
namespace {

std::string pathText(const std::filesystem::path& file, const std::filesystem::path& home) {
  return escapeForDisplay(session::withTilde(file, home), 200);
}

}  // namespace

LaunchSaving::LaunchSaving(std::function<void()> wake, std::filesystem::path home)
    : m_home(std::move(home)), m_saved(std::move(wake)) {}

void LaunchSaving::open(const std::string& proposal) {
  m_shown = true;
  m_error.clear();
  m_answer.clear();
  if (m_typed) return;
  m_path = proposal;
  m_there = false;
}

void LaunchSaving::setPath(const std::string& path) {
  m_path = path;
  m_typed = true;
  m_there = false;
  m_error.clear();
  m_answer.clear();
}

void LaunchSaving::write(const std::string& yaml, bool overOld) {
  if (!m_shown || m_busy) return;
  m_error.clear();
  m_answer.clear();
  const std::filesystem::path file = session::fromTilde(m_path, m_home);
  if (!file.is_absolute() || !file.has_filename()) {
    m_error = tr("That is not the full path of a file; write it as ~/training.yaml");
    return;
  }
  m_busy = true;
  // A share that does not answer would hold up the window.
  m_worker.post([this, file, yaml, overOld] {
    std::error_code none;
    if (!overOld && std::filesystem::exists(std::filesystem::symlink_status(file, none)))
      m_saved.push({.file = file, .there = true, .status = {}});
    else
      m_saved.push({.file = file, .there = false, .status = session::writeYamlText(file, yaml)});
  });
}

bool LaunchSaving::update() {
  bool changed = false;
  for (Saved& saved : m_saved.drain()) {
    changed = true;
    m_busy = false;
    if (saved.status && !saved.there) m_written = saved.file.parent_path();
    // Another path may have been typed since: the answer is about the file that was written.
    const bool same = saved.file == session::fromTilde(m_path, m_home);
    if (saved.there) {
      m_there = same;
    } else if (saved.status) {
      m_answer = tr("Wrote %1", {pathText(saved.file, m_home)});
      m_there = false;
    } else {
      m_error = escapeForDisplay(saved.status.error().sentence(), 400);
    }
  }
  return changed;
}

std::optional<SaveLine> LaunchSaving::line() const {
  if (!m_shown) return std::nullopt;
  SaveLine line;
  line.path.key = field;
  line.path.label = tr("Save as");
  line.path.text = m_path;
  line.path.hint = tr("the path of a YAML file");
  line.path.help = tr("Writes the form as YAML, which this form, the studio and sojourn train --config can read");
  line.path.wide = true;
  const std::string name = escapeForDisplay(std::filesystem::path(m_path).filename().string(), 80);
  line.path.error = m_there ? tr("%1 already exists", {name}) : m_error;
  line.answer = m_answer;
  line.save = {.text = m_there ? tr("Replace\u2026") : tr("Save"),
               .action = m_there ? present::LaunchCommand::Replace : present::LaunchCommand::Save,
               .question = m_there ? tr("Replace %1? Its current content will be lost.",
                                        {pathText(session::fromTilde(m_path, m_home), m_home)})
                                   : std::string(),
               .enabled = !m_busy && !m_path.empty(),
               .hint = m_there ? std::string() : tr("Enter")};
  line.cancel = {.text = m_answer.empty() ? tr("Cancel") : tr("Done"), .action = present::LaunchCommand::CloseSaving};
  return line;
}

}  // namespace sojourn::monitor
