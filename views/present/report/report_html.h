// SPDX-License-Identifier: GPL-3.0-or-later
// A report as one web page: no scripts, nothing from outside, well-formed as XML.
#pragma once

#include <string>
#include <string_view>

#include "views/present/report/report.h"

namespace sojourn::present {

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
  /// The whole page. Once.
  [[nodiscard]] std::string finish();

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
