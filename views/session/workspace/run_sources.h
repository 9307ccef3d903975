// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs a workspace shows, and which of them are drawn as references.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "views/session/workspace/changes.h"

namespace sojourn::session {

/// Announces Change::RunSources. Owner thread only.
class RunSources {
 public:
  explicit RunSources(Observers& observers) : m_observers(observers) {}

  /// What the Training workspace is to show: folders of runs, runs and logs.
  [[nodiscard]] const std::vector<std::string>& sources() const { return m_sources; }
  void setSources(std::vector<std::string> sources) {
    m_sources = std::move(sources);
    m_observers.announce(Change::RunSources);
  }
  /// By the run's path: drawn as a reference, or not, as set by hand.
  [[nodiscard]] const std::map<std::string, bool>& referenceLines() const { return m_referenceLines; }
  void setReferenceLines(std::map<std::string, bool> lines) {
    m_referenceLines = std::move(lines);
    m_observers.announce(Change::RunSources);
  }

 private:
  Observers& m_observers;
  std::vector<std::string> m_sources;
  std::map<std::string, bool> m_referenceLines;
};

}  // namespace sojourn::session
