// SPDX-License-Identifier: GPL-3.0-or-later
// What a person wants in a report: kept from one report to the next.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/result.h"

namespace sojourn::session {

enum class ReportSamples {
  None,     ///< only the edited state, scenarios, or views of the set
  Present,  ///< the sample in front, as recorded
  Listed,   ///< by their indices
  First,    ///< of the filtered samples, as the Samples view orders them
  Random,   ///< of the filtered samples
  Noted,    ///< all of the split that are bookmarked, noted or tagged
};

struct ReportChoice {
  std::string title, author, notes;
  ReportSamples samples = ReportSamples::Present;
  std::string listed;              ///< as typed: "3376, 12, 40-44"
  std::size_t count = 10;          ///< of First and Random, 1 .. mostReportSamples
  bool edited = false;             ///< the edited state of the sample in front, beside the record
  bool scenarios = false;          ///< all that were kept of the open dataset
  std::vector<std::string> views;  ///< ids
  bool html = true, pdf = true;
  bool dark = false;
  bool tables = true;      ///< the values of each picture, in the web page
  bool pdfTables = false;  ///< and in the PDF, where they take many pages
  bool letter = false;  ///< US letter, else A4

  static void fields(auto& json, auto& choice);

  bool operator==(const ReportChoice&) const = default;
};

/// Beyond this a report is no report: a browser has to show it, a person to read it.
inline constexpr std::size_t mostReportSamples = 200;

/// "3376, 12, 40-44" as indices below `size`, in the order given, each once. Errors (bad usage; an index out of range:
/// bad input) name the part that is wrong; so does more than mostReportSamples.
[[nodiscard]] Result<std::vector<std::size_t>> parseSampleList(std::string_view text, std::size_t size);

/// Whether a report can be written there: a known suffix (.html, .htm, .pdf), a folder that exists and can be written
/// to. Asked before the work begins.
[[nodiscard]] Status checkReportFile(const std::filesystem::path& file);
[[nodiscard]] bool isPdfReport(const std::filesystem::path& file);

/// One line of JSON and back; what cannot be read is as it is by default.
[[nodiscard]] std::string formatReportChoice(const ReportChoice& choice);
[[nodiscard]] ReportChoice parseReportChoice(std::string_view json);

}  // namespace sojourn::session
