// SPDX-License-Identifier: GPL-3.0-or-later
// The sample that a view is made of: the current one, or one that is on no screen.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"
#include "views/session/report/sample_findings.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {

/// A sample that may be on no screen, for pictures that are made of it.
struct PicturedSample {
  InspectionPtr inspection;
  session::EnginePtr engine;  ///< that inspected it
  session::SampleFindings
      findings;            ///< what the views of Explain show of it, and sweep, counterfactuals and nearest samples
  std::string sampleText;  ///< the scope that its views print
  present::PlaceColors colors;
  present::ShortNames shortNames;
  InspectionPtr recorded;        ///< what the views of What if compare it with; null: with nothing
  present::Reference reference;  ///< the same for the views, where `recorded` is there
  std::vector<present::VisitFlag> flags;
};

/// Borrowed, like its context.
struct SampleSource {
  present::SampleContext sample;  ///< compared with nothing
  const present::ShortNames* shortNames = nullptr;
  const PicturedSample* pictured = nullptr;  ///< null: the current sample
};

[[nodiscard]] SampleSource sourceOf(const PicturedSample& pictured, const session::Workspace& workspace);

/// What the views write for a user's `places` where a whole name has no room.
[[nodiscard]] present::ShortNames shortNamesOf(const session::Workspace& workspace, UserId user,
                                               std::span<const LocationId> places);

/// The current sample, with the colours and short names that its user keeps while the views are made again.
class CurrentSample {
 public:
  /// `workspace` must outlive this.
  explicit CurrentSample(session::Workspace& workspace) : m_workspace(workspace) {}

  /// Before the views are made again: a new user brings new ones.
  void updateFrom(session::Changes changes);

  /// Before the first inspection with a null one.
  [[nodiscard]] SampleSource source() const;
  [[nodiscard]] UserId user() const { return m_user; }
  [[nodiscard]] const present::PlaceColors& colors() const { return m_colors; }
  /// Where the user has been, sorted.
  [[nodiscard]] const std::vector<LocationId>& places() const { return m_places; }
  [[nodiscard]] session::Workspace& workspace() const { return m_workspace; }

 private:
  session::Workspace& m_workspace;
  UserId m_user = 0;
  present::PlaceColors m_colors;
  present::ShortNames m_shortNames;
  std::vector<LocationId> m_places;
};

}  // namespace sojourn::qt
