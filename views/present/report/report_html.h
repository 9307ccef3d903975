// SPDX-License-Identifier: GPL-3.0-or-later
// A report in plain words, and as one web page: no scripts, nothing from outside, well-formed as XML.
#pragma once

#include <string>
#include <string_view>
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

/// Text as it may stand between two tags and in a quoted attribute: control characters and bidi overrides made visible,
/// the rest of what means something to a browser as entities.
[[nodiscard]] std::string htmlText(std::string_view text);

/// Builds the page piece by piece, so that not all pictures are in memory at once.
class HtmlReport {
 public:
  /// `fontFaces`: CSS that defines "Sojourn Sans" from data within the page; may be empty, readers' fonts serve then.
  explicit HtmlReport(ReportHead head, std::string fontFaces = {});

  void beginSection(const ReportSection& section);
  /// Of the section begun last. `svg` is the drawing of a scene, for a sentence it is not looked at.
  void addPicture(const ReportPicture& picture, std::string_view svg);
  /// The whole page. Once. `reveals`: of people, said at its end; empty: nothing is said.
  [[nodiscard]] std::string finish(const std::string& reveals = {});

 private:
  void endSection();
  void addTable(const Table& table);

  ReportHead m_head;
  std::string m_fontFaces;
  std::string m_body;
  std::size_t m_sections = 0;
  bool m_open = false;
};

}  // namespace sojourn::present
