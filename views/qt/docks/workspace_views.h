// SPDX-License-Identifier: GPL-3.0-or-later
// What the views of every workspace have in common.
#pragma once

#include <QStringList>
#include <functional>
#include <vector>

#include "views/qt/docks/view_spec.h"

namespace sojourn::qt {

/// Called after options have changed, with the ids of the views that show them.
using OptionsChanged = std::function<void(const QStringList& views)>;

/// The views of one workspace and their options. A room with views derives from it and fills `m_specs`; its `handle()`
/// takes the actions of its own views.
class WorkspaceViews {
 public:
  WorkspaceViews(const WorkspaceViews&) = delete;
  WorkspaceViews& operator=(const WorkspaceViews&) = delete;

  [[nodiscard]] const std::vector<ViewSpec>& specs() const { return m_specs; }
  [[nodiscard]] const CurrentSample& current() const { return m_current; }

 protected:
  /// `current` must outlive this.
  WorkspaceViews(const CurrentSample& current, OptionsChanged optionsChanged)
      : m_current(current), m_workspace(current.workspace()), m_optionsChanged(std::move(optionsChanged)) {}
  ~WorkspaceViews() = default;

  using Build = std::function<present::ViewContent(const SampleSource&, const present::Canvas&)>;
  /// Under a translated title; the rest as in ViewSpec.
  ViewSpec& add(const char* id, const char* title, QSize minimum, present::Size exported, session::Changes dependsOn,
                Build build, std::function<bool()> outdated = {});
  void optionsChanged(const QStringList& views) const {
    if (m_optionsChanged) m_optionsChanged(views);
  }

  const CurrentSample& m_current;
  session::Workspace& m_workspace;
  std::vector<ViewSpec> m_specs;

 private:
  OptionsChanged m_optionsChanged;
};

}  // namespace sojourn::qt
