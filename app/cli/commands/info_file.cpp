// SPDX-License-Identifier: GPL-3.0-or-later
// What a file is that is neither a checkpoint nor of a dataset or a run, and who takes it.
#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "app/cli/commands/info_report.h"
#include "model/config/config_file.h"
#include "model/core/files.h"
#include "model/core/text.h"
#include "model/data/background/districts.h"
#include "model/data/records/input_preview.h"
#include "model/data/records/recognise_input.h"
#include "model/formats/bytes/file_kind.h"
#include "model/formats/geo/mbtiles.h"
#include "model/formats/text/csv.h"
#include "model/formats/text/json_reader.h"

namespace sojourn::cli {
namespace {

namespace fs = std::filesystem;

using Json = nlohmann::ordered_json;

constexpr std::uint64_t largestDocument = 64U << 20U;
constexpr std::size_t headBytes = 65'536;

/// Who reads the JSON files of this program, by the name in their schema; %1 stands for the file.
struct Document {
  std::string_view name, takenBy;
};
constexpr std::array documents{
    Document{"sequence", "sojourn inspect --checkpoint MODEL --sequence %1"},
    Document{"scenario", "Import scenario in the menu What if of sojourn-studio"},
    Document{"workspace", "sojourn-studio %1"},
    Document{"claims", "sojourn claims --claims %1"},
};

std::string forFile(std::string_view command, const fs::path& path) {
  const std::size_t at = command.find("%1");
  if (at == std::string_view::npos) return std::string(command);
  return std::string(command.substr(0, at)) + shellWord(path.string()) + std::string(command.substr(at + 2));
}

InfoReport reportOf(std::string kind, std::vector<std::string> takenBy) {
  InfoReport report;
  report.kind = std::move(kind);
  report.takenBy = std::move(takenBy);
  return report;
}

std::optional<InfoReport> describeMovement(const fs::path& path) {
  const auto input = recogniseInput(path);
  if (!input) return std::nullopt;
  InfoReport report = reportOf("input", {prepareCommand(path, *input)});
  report.format = inputFormatName(input->format);
  report.notes.push_back(input->reason);
  const auto preview = previewInput(settingsFor(path, *input), {.most = 1});
  if (!preview) {
    report.problems.push_back(problemOf(preview.error()));
  } else if (!input->missing.empty()) {
    report.problems.push_back({Severity::Warning, path.string(), "has no column that is called user",
                               "name the one that says whose the rows are: --columns user=COLUMN"});
  } else if (!preview->rows.empty()) {
    report.notes.push_back("first row: " + preview->rows.front().became);
  }
  return report;
}

/// Predictions of another program, or names of places or users.
std::optional<InfoReport> describeTable(const fs::path& path) {
  const std::string head = beginningOf(path, headBytes);
  CsvReader csv(head, path.string());
  if (!csv.readHeader()) return std::nullopt;
  if (csv.column({"index"}) && csv.column({"rank1"})) {
    InfoReport report =
        reportOf("predictions", {forFile("sojourn compare --data DATASET --model %1 --model OTHER", path)});
    report.notes.push_back("its columns say " + commaList(csv.header()));
    return report;
  }
  for (const char* const id : {"location_id", "user_id"}) {
    if (!csv.column({id}) || csv.header().size() < 2) continue;
    InfoReport report = reportOf("labels", {"Import labels in the menu File of sojourn-studio"});
    report.notes.push_back("its columns say " + commaList(csv.header()));
    return report;
  }
  return std::nullopt;
}

/// A JSON file with a schema of this program.
std::optional<InfoReport> describeDocument(const fs::path& path) {
  const std::string head = beginningOf(path, headBytes);
  if (head.find("\"sojourn.") == std::string::npos) return std::nullopt;
  const auto bytes = readFile(path, largestDocument);
  if (!bytes) return std::nullopt;
  const ParsedJson parsed = parseJson(asText(*bytes));
  const Json::const_iterator schema = parsed.value.is_object() ? parsed.value.find("schema") : parsed.value.end();
  if (parsed.fault || schema == parsed.value.end() || !schema->is_string()) return std::nullopt;
  constexpr std::string_view ours = "sojourn.";
  const std::string_view whole = schema->get_ref<const std::string&>();
  if (!whole.starts_with(ours)) return std::nullopt;
  std::string name(whole.substr(ours.size(), whole.find('/') - ours.size()));
  const auto document = std::ranges::find(documents, name, &Document::name);
  if (document == documents.end()) {
    InfoReport report = reportOf("answer", {});
    report.title = escapeForDisplay(whole, 60);
    report.notes.emplace_back("what a command of sojourn answered or wrote; no command reads it again");
    return report;
  }
  InfoReport report = reportOf(name, {forFile(document->takenBy, path)});
  report.title = escapeForDisplay(whole, 60);
  return report;
}

/// Tiles or a layer. One that cannot be read says why.
std::optional<InfoReport> describeMap(const fs::path& path) {
  const std::string head = beginningOf(path, fileKindBytes);
  const bool database = head.starts_with("SQLite format 3");
  const bool layer = path.extension() == ".geojson" ||
                     (path.extension() == ".json" && head.find("\"FeatureCollection\"") != std::string::npos);
  if (!database && !layer) return std::nullopt;
  InfoReport report = reportOf("map", {forFile("sojourn-studio --map %1", path)});
  const auto refused = [&report](const Error& error) {
    report.kind = "unknown";
    report.takenBy.clear();
    report.refusal = error;
    report.problems.push_back(problemOf(error, Severity::Error));
    return report;
  };
  if (database) {
    const auto tiles = MbTiles::open(path);
    if (!tiles) return refused(tiles.error());
    report.format = "MBTiles";
    report.title = (*tiles)->name();
    report.notes.push_back("zooms " + std::to_string((*tiles)->leastZoom()) + " to " +
                           std::to_string((*tiles)->mostZoom()));
    return report;
  }
  const auto json = readGeoJson(path);
  if (!json) return refused(json.error());
  report.format = "GeoJSON";
  report.notes.push_back(groupThousands(static_cast<long long>(json->features.size())) + " lines and areas");
  if (const Districts districts(*json, path.filename().string()); !districts.empty()) {
    report.notes.push_back(groupThousands(static_cast<long long>(districts.names().size())) + " districts");
    report.takenBy.push_back(
        forFile("sojourn compare --data DATASET --model MODEL --model OTHER --districts %1", path));
  }
  return report;
}

/// A YAML file. One that is no configuration says why.
std::optional<InfoReport> describeConfiguration(const fs::path& path) {
  if (path.extension() != ".yaml" && path.extension() != ".yml") return std::nullopt;
  InfoReport report = reportOf("configuration", {});
  const auto config = readTrainingConfig(path);
  if (!config) {
    report.kind = "unknown";
    report.refusal = config.error();
    report.problems.push_back(problemOf(config.error(), Severity::Error));
    return report;
  }
  report.takenBy = {forFile("sojourn train --config %1 --data DATASET --run-dir FOLDER", path)};
  report.model = config->model.name;
  report.settings = toJson(*config);
  return report;
}

}  // namespace

std::optional<InfoReport> describeFile(const fs::path& path) {
  for (const auto describe : {describeMovement, describeMap, describeConfiguration, describeDocument, describeTable}) {
    if (auto report = describe(path)) return report;
  }
  return std::nullopt;
}

}  // namespace sojourn::cli
