// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and their tables as files: PNG, SVG, PDF, CSV, JSON, each with where it came from.
#pragma once

#include <QString>
#include <QStringList>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "model/core/result.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/theme.h"

namespace sojourn::session {
class Workspace;
}

namespace sojourn::qt {

/// Where an export of a workspace comes from: program, dataset, checkpoint, sample and the command that shows the same.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> provenanceOf(const session::Workspace& workspace);

/// A picture on its way to a file: the whole content, with the dock's title and captions over it.
struct ExportItem {
  QString title;  ///< "Visits"
  present::ViewContent content;
  const present::Theme* theme = nullptr;
  /// "dataset", "checkpoint sha-256", "sample", ...: written into every format that has a place for it.
  std::vector<std::pair<std::string, std::string>> provenance;
};

/// The picture under its title bar and over a line of provenance, without controls, as one scene. A sentence becomes a
/// scene of two lines.
[[nodiscard]] present::Scene framedScene(const ExportItem& item);

/// The table, and beside it where it came from, as CSV on the Web has it: a table with lines of comments is one that
/// spreadsheets and scripts read wrongly. Written atomically.
[[nodiscard]] Status writeCsv(const present::Table& table, const ExportItem& item, const std::filesystem::path& file);
/// "NAME.csv-metadata.json"
[[nodiscard]] std::filesystem::path csvMetadataFile(const std::filesystem::path& csv);
/// By the suffix: .png .svg .pdf .csv .json, and .geojson for a table with coordinates. Another one is an error that lists them. Written atomically.
[[nodiscard]] Status writeExport(const ExportItem& item, const std::filesystem::path& file);

/// RFC 4180 without formulas (csvField), numbers with as many digits as it takes to read them back; an absent number is
/// empty.
[[nodiscard]] std::string commaSeparated(const present::Table& table);
/// For the clipboard: what spreadsheets take.
[[nodiscard]] QString tabSeparated(const present::Table& table);
/// One row of it.
[[nodiscard]] QString tabSeparated(const QStringList& cells);
using present::cellText;

}  // namespace sojourn::qt
