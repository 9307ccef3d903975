// SPDX-License-Identifier: GPL-3.0-or-later
// A report in plain words: what stands at its head, and the samples and pictures that follow.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "views/present/scene/scene.h"
#include "views/present/scene/theme.h"

namespace sojourn::present {

/// "checkpoint sha-256" and the like with their values, in the order in which they are printed.
using ReportFacts = std::vector<std::pair<std::string, std::string>>;

/// Nothing in it is trusted: names, titles and paths come from files and people. Writers escape them.
struct ReportHead {
  std::string title;
  std::string author;  ///< may be empty
  std::string notes;   ///< may be empty; lines are kept
  std::string date;
  ReportFacts facts;                  ///< where everything comes from
  Table overview;                     ///< one sample a row; no rows: no table
  std::vector<std::string> sections;  ///< their titles, in order: the contents
  bool tables = true;                 ///< the values under every picture
  const Theme* theme = &Theme::light();
};

/// A sample, or the set of samples, with its pictures.
struct ReportSection {
  std::string title;                 ///< "Sample 3 376, test"
  std::vector<std::string> summary;  ///< sentences that the presenters said
  std::vector<std::string> edits;    ///< what was done to the record, first to last
  ReportFacts facts;                 ///< the settings of its views and the command that opens it
};

/// One view of a section.
struct ReportPicture {
  std::string title;    ///< "Visits"
  ViewContent picture;  ///< a sentence where there is nothing to draw
};

}  // namespace sojourn::present
