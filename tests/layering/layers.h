// SPDX-License-Identifier: GPL-3.0-or-later
// The arrows of the house (DESIGN 2): which folder may know which.
#pragma once

#include <map>
#include <set>
#include <string>

namespace sojourn::test {

/// For each folder the folders it may include from, all of them (an arrow reaches what its end reaches).
inline const std::map<std::string, std::set<std::string>>& allowedArrows() {
  static const std::map<std::string, std::set<std::string>> arrows = [] {
    // Direct arrows as DESIGN draws them.
    const std::map<std::string, std::set<std::string>> direct{
        {"model/core", {}},
        {"model/formats", {"model/core"}},
        {"model/data", {"model/formats"}},
        {"model/results", {"model/data"}},
        {"model/config", {"model/core"}},
        {"model/runs", {"model/results", "model/config"}},
        {"model/nets", {"model/data", "model/results"}},
        {"model/inspect", {"model/nets"}},
        {"model/program", {"model/inspect"}},
        {"model/explain", {"model/inspect"}},
        {"model/evaluate", {"model/inspect"}},
        {"model/train", {"model/explain", "model/evaluate", "model/runs", "model/config"}},
        {"views/present", {"model/data", "model/results", "model/config", "model/runs"}},
        {"views/session", {"model/inspect", "model/explain", "model/evaluate", "model/runs", "model/data"}},
        {"views/qt", {"views/present", "views/session"}},
        {"views/monitor", {"views/present", "views/session"}},
        {"views/text", {"model/results", "model/explain", "model/evaluate"}},
        {"views/imgui", {"views/present", "views/monitor"}},
    };
    std::map<std::string, std::set<std::string>> closed = direct;
    for (bool grew = true; grew;) {
      grew = false;
      for (auto& [folder, known] : closed) {
        const std::set<std::string> before = known;
        for (const std::string& next : before) {
          for (const std::string& further : closed.at(next)) grew |= known.insert(further).second;
        }
      }
    }
    return closed;
  }();
  return arrows;
}

}  // namespace sojourn::test
