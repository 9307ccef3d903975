// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/scene/export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/formats/text/csv.h"
#include "model/runs/store/run_paths.h"
#include "views/present/scene/canvas.h"
#include "views/present/scene/scene_builder.h"
#include "views/qt/scene/scene_painter.h"
#include "views/qt/widgets/text.h"
#include "views/session/workspace/workspace.h"

namespace sojourn::qt {
namespace {

constexpr float titleHeight = 28;
constexpr float sentenceWidth = 420;
constexpr float footerLine = 14;
constexpr present::Font footerFont{.size = 10};

std::string described(const ExportItem& item) {
  std::string text;
  for (const auto& [key, value] : item.provenance) text += key + ": " + value + "\n";
  return text;
}

/// "dataset city (0123abcd) · test, sample 3 · checkpoint best.pt (4567cdef) · Sojourn 1.0": what a person reads off a
/// picture. The whole checksums and the command are in the file's own fields.
std::string footerText(const ExportItem& item) {
  std::string text, program;
  for (const auto& [key, value] : item.provenance) {
    constexpr std::size_t shortChecksum = 8;
    if (key == "command") continue;
    if (key == "program")
      program = value;
    else if (key.ends_with(" sha-256"))
      text += " (" + value.substr(0, shortChecksum) + ")";
    else
      text += (text.empty() ? "" : " \u00B7 ") + (key == "scope" ? value : key + " " + value);
  }
  return text.empty() || program.empty() ? text + program : text + " \u00B7 " + program;
}

/// Of a key that is there more than once (several runs) a list.
nlohmann::ordered_json provenanceJson(const ExportItem& item) {
  auto all = nlohmann::ordered_json::object();
  for (const auto& [key, value] : item.provenance) {
    if (!all.contains(key)) {
      all[key] = value;
      continue;
    }
    if (!all[key].is_array()) all[key] = nlohmann::ordered_json::array({all[key]});
    all[key].push_back(value);
  }
  return all;
}

std::string jsonText(const nlohmann::ordered_json& json) {
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// The scene moved down by the title bar: every shape carries its own coordinates.
void moveDown(present::Shape& moved, float by) {
  const auto move = [by](auto& shape) {
    if constexpr (requires { shape.dots; }) {
      // Other scenes may hold the same dots.
      auto dots = std::make_shared<std::vector<present::DotsShape::Dot>>(*shape.dots);
      for (present::DotsShape::Dot& dot : *dots) dot.center.y += by;
      shape.dots = std::move(dots);
    } else if constexpr (requires { shape.paths; }) {
      auto paths = std::make_shared<present::PathsShape::Paths>(*shape.paths);
      for (present::Point& p : paths->points) p.y += by;
      shape.paths = std::move(paths);
    } else if constexpr (requires { shape.points; })
      for (present::Point& p : shape.points) p.y += by;
    else if constexpr (requires { shape.center; })
      shape.center.y += by;
    else if constexpr (requires { shape.offset; })
      shape.offset.y += by;
    else
      shape.rect.y += by;
  };
  std::visit(move, moved);
}

Status writeBuffer(const QByteArray& bytes, const std::filesystem::path& file) {
  return writeOutput(file, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

const present::Table& tableOf(const ExportItem& item) {
  static const present::Table none;
  const auto* scene = std::get_if<present::Scene>(&item.content);
  return scene ? scene->table : none;
}

/// The picture under its title bar.
present::Scene titledScene(const ExportItem& item) {
  const present::Theme& theme = *item.theme;
  const auto* made = std::get_if<present::Scene>(&item.content);
  const present::Size body = made ? made->contentSize : present::Size{sentenceWidth, 72};
  present::Scene framed;
  framed.size = framed.contentSize = {body.width, body.height + titleHeight};
  const present::Canvas canvas{framed.size, theme, measurer()};
  present::SceneBuilder builder(framed, canvas);
  constexpr present::Font nameFont{.size = 12.5F, .weight = present::Weight::SemiBold};
  const std::string name = item.title.toStdString();
  builder.box({0, 0, body.width, framed.size.height}, theme.panel);
  // Below the title: marks of a map may reach over its edge.
  if (made)
    for (present::Shape& shape : present::exportedShapes(*made)) {
      moveDown(shape, titleHeight);
      framed.shapes.push_back(std::move(shape));
    }
  builder.box({0, 0, body.width, titleHeight}, theme.title);
  builder.line({0, titleHeight - 1}, {body.width, titleHeight - 1}, theme.border);
  builder.text({12, 0, body.width - 24, titleHeight}, name, theme.text, nameFont);
  const float captionLeft = 12 + builder.width(name, nameFont) + 10;
  if (const auto* state = std::get_if<present::EmptyState>(&item.content)) {
    builder.icon({20, titleHeight + 18, 16, 16}, "info", theme.text2);
    builder.text({48, titleHeight + 14, body.width - 60, 24}, state->title, theme.text,
                 {.size = 13, .weight = present::Weight::SemiBold});
    builder.text({48, titleHeight + 38, body.width - 60, 20}, state->detail, theme.text2);
    framed.summary = state->title + ". " + state->detail;
    return framed;
  }
  const float right = body.width - 12;
  const float rightWidth = builder.width(made->captionRight, {.size = 12});
  const float captionWidth = builder.width(made->caption, {.size = 12});
  const bool both = captionLeft + captionWidth + 16 + rightWidth <= right;
  builder.text({captionLeft, 0, std::max(0.0F, right - captionLeft - (both ? rightWidth + 16 : 0)), titleHeight},
               made->caption, theme.text2);
  if (both)
    builder.text({right - rightWidth - 1, 0, rightWidth + 1, titleHeight}, made->captionRight, theme.text2, {},
                 present::Align::Right);
  framed.caption = made->caption;
  framed.summary = made->summary;
  framed.table = made->table;
  return framed;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> provenanceOf(const session::Workspace& workspace) {
  std::vector<std::pair<std::string, std::string>> facts{
      {"program", "Sojourn " + QCoreApplication::applicationVersion().toStdString()}};
  if (const auto& dataset = workspace.dataset()) {
    facts.emplace_back("dataset", dataset->prefix);
    facts.emplace_back("dataset sha-256", dataset->fingerprint);
    if (dataset->pseudonyms) facts.emplace_back("users and places", "pseudonyms, positions rounded");
    facts.emplace_back("scope", workspace.sampleText());
  }
  if (const ModelDescription* model = workspace.model()) {
    facts.emplace_back("checkpoint", checkpointTitle(workspace.checkpointPath()));
    facts.emplace_back("checkpoint sha-256", model->fingerprint);
  }
  if (workspace.fitProblem()) facts.emplace_back("checkpoint and dataset", workspace.fitProblem()->what);
  if (!workspace.samples().filterText().empty()) facts.emplace_back("filter", workspace.samples().filterText());
  if (workspace.names().displayOffsetMinutes() != 0)
    facts.emplace_back("times shown, minutes ahead of the recorded ones",
                       std::to_string(workspace.names().displayOffsetMinutes()));
  facts.emplace_back("command", workspace.commandLine());
  return facts;
}

present::Scene framedScene(const ExportItem& item) {
  present::Scene framed = titledScene(item);
  const std::string footer = escapeForDisplay(footerText(item), 2'000);
  if (footer.empty()) return framed;
  const present::Canvas canvas{framed.size, *item.theme, measurer()};
  present::SceneBuilder builder(framed, canvas);
  constexpr float margin = 12, above = 6;
  const float width = framed.size.width, top = framed.size.height;
  const auto lines = present::wrapText(builder, footer, footerFont, width - 2 * margin);
  const float height = above + footerLine * static_cast<float>(lines.size()) + above;
  builder.box({0, top, width, height}, item.theme->panel);
  builder.line({0, top}, {width, top}, item.theme->line);
  float y = top + above;
  for (const std::string& line : lines) {
    builder.text({margin, y, width - 2 * margin, footerLine}, line, item.theme->text2, footerFont);
    y += footerLine;
  }
  framed.size.height = framed.contentSize.height = top + height;
  return framed;
}

namespace {

Status writePng(const ExportItem& item, const std::filesystem::path& file) {
  constexpr double scale = 2;  // pixels a unit
  const present::Scene scene = framedScene(item);
  QImage image(static_cast<int>(std::ceil(static_cast<double>(scene.size.width) * scale)),
               static_cast<int>(std::ceil(static_cast<double>(scene.size.height) * scale)), QImage::Format_RGB32);
  if (image.isNull())
    return Error{ErrorKind::Failed, file.string(), tr("the picture is too large for memory"), tr("export it smaller")};
  image.fill(toColor(item.theme->panel));
  image.setText(QStringLiteral("Title"), item.title);
  image.setText(QStringLiteral("Description"), toText(scene.summary));
  for (const auto& [key, value] : item.provenance) image.setText(toText(key), toText(value));
  QPainter painter(&image);
  painter.scale(scale, scale);
  paintScene(painter, scene);
  painter.end();
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG"))
    return Error{ErrorKind::Failed, file.string(), tr("the picture could not be encoded as PNG"), tr("try SVG")};
  return writeBuffer(buffer.data(), file);
}

Status writeSvg(const ExportItem& item, const std::filesystem::path& file) {
  const present::Scene scene = framedScene(item);
  return writeOutput(file, svgDocument(scene, item.title.toStdString(), scene.summary + "\n" + described(item)));
}

Status writePdf(const ExportItem& item, const std::filesystem::path& file) {
  const present::Scene scene = framedScene(item);
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    writer.setTitle(item.title + QStringLiteral(" · ") + toText(described(item)).simplified());
    writer.setCreator(QStringLiteral("Sojourn"));
    constexpr double pointsPerPixel = 72.0 / 96.0;
    writer.setPageSize(QPageSize(QSizeF(static_cast<qreal>(scene.size.width) * pointsPerPixel,
                                        static_cast<qreal>(scene.size.height) * pointsPerPixel),
                                 QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    writer.setResolution(96);
    QPainter painter(&writer);
    paintScene(painter, scene, {.textAsPaths = true, .vectorTarget = true});
  }
  return writeBuffer(buffer.data(), file);
}

nlohmann::ordered_json jsonCell(const present::Table::Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  const double number = std::get<double>(cell);
  return std::isfinite(number) ? nlohmann::ordered_json(number) : nlohmann::ordered_json();
}

Status writeJson(const ExportItem& item, const std::filesystem::path& file) {
  nlohmann::ordered_json out;
  out["schema"] = "sojourn.view/1";
  out["view"] = item.title.toStdString();
  const auto* scene = std::get_if<present::Scene>(&item.content);
  out["caption"] = scene ? scene->caption : std::string();
  out["summary"] = scene ? scene->summary : std::get<present::EmptyState>(item.content).title;
  out["provenance"] = provenanceJson(item);
  const present::Table& table = tableOf(item);
  out["columns"] = table.columns;
  out["rows"] = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    auto cells = nlohmann::ordered_json::array();
    for (const auto& cell : row) cells.push_back(jsonCell(cell));
    out["rows"].push_back(std::move(cells));
  }
  return writeOutput(file, jsonText(out));
}

/// A point for each row that has a latitude and a longitude, with its other cells as properties (RFC 7946).
Status writeGeoJson(const ExportItem& item, const std::filesystem::path& file) {
  const present::Table& table = tableOf(item);
  const auto columnNamed = [&](const char* name) {
    return static_cast<std::size_t>(std::ranges::find(table.columns, name) - table.columns.begin());
  };
  const std::size_t latitude = columnNamed("latitude"), longitude = columnNamed("longitude");
  if (latitude == table.columns.size() || longitude == table.columns.size())
    return Error{ErrorKind::BadUsage, file.string(), tr("this view has no coordinates"),
                 tr("export a map as GeoJSON, or this view as .csv or .json")};
  auto features = nlohmann::ordered_json::array();
  for (const auto& row : table.rows) {
    const auto* north = std::get_if<double>(&row[latitude]);
    const auto* east = std::get_if<double>(&row[longitude]);
    if (!north || !east || !std::isfinite(*north) || !std::isfinite(*east)) continue;
    auto properties = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < row.size(); ++i)
      if (i != latitude && i != longitude) properties[table.columns[i]] = jsonCell(row[i]);
    features.push_back({{"type", "Feature"},
                        {"geometry", {{"type", "Point"}, {"coordinates", {*east, *north}}}},
                        {"properties", std::move(properties)}});
  }
  const auto* scene = std::get_if<present::Scene>(&item.content);
  nlohmann::ordered_json out{{"type", "FeatureCollection"},
                             {"caption", scene ? scene->caption + "; " + scene->captionRight : std::string()},
                             {"provenance", provenanceJson(item)},
                             {"features", std::move(features)}};
  return writeOutput(file, jsonText(out));
}

/// Rows of fields; `field` makes a text fit for the table, numbers are as they are.
std::string rowsOf(const present::Table& table, char separator, const char* lineEnd,
                   std::string (*field)(std::string_view)) {
  std::string out;
  const auto add = [&](std::size_t column, const std::string& text) {
    if (column > 0) out += separator;
    out += text;
  };
  for (std::size_t i = 0; i < table.columns.size(); ++i) add(i, field(table.columns[i]));
  out += lineEnd;
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      add(i, std::holds_alternative<std::string>(row[i]) ? field(std::get<std::string>(row[i])) : cellText(row[i]));
    out += lineEnd;
  }
  return out;
}

}  // namespace

std::string commaSeparated(const present::Table& table) {
  return rowsOf(table, ',', "\r\n", csvField);
}

QString tabSeparated(const present::Table& table) {
  return toText(rowsOf(table, '\t', "\n", tsvField)).chopped(1);
}

QString tabSeparated(const QStringList& cells) {
  QStringList fields;
  for (const QString& cell : cells) fields << toText(tsvField(cell.toStdString()));
  return fields.join(QLatin1Char('\t'));
}

std::filesystem::path csvMetadataFile(const std::filesystem::path& csv) {
  return csv.string() + "-metadata.json";
}

Status writeCsv(const present::Table& table, const ExportItem& item, const std::filesystem::path& file) {
  if (const Status written = writeOutput(file, commaSeparated(table)); !written) return written;
  std::error_code none;
  if (item.provenance.empty() || !std::filesystem::is_regular_file(file, none)) return {};
  nlohmann::ordered_json about{{"@context", "http://www.w3.org/ns/csvw"},
                               {"url", file.filename().string()},
                               {"dc:title", item.title.toStdString()},
                               {"dc:provenance", provenanceJson(item)}};
  return writeOutput(csvMetadataFile(file), jsonText(about));
}

Status writeExport(const ExportItem& item, const std::filesystem::path& file) {
  const QString suffix = QString::fromStdString(file.extension().string()).toLower();
  if (suffix == QLatin1String(".png")) return writePng(item, file);
  if (suffix == QLatin1String(".svg")) return writeSvg(item, file);
  if (suffix == QLatin1String(".pdf")) return writePdf(item, file);
  if (suffix == QLatin1String(".csv")) return writeCsv(tableOf(item), item, file);
  if (suffix == QLatin1String(".json")) return writeJson(item, file);
  if (suffix == QLatin1String(".geojson")) return writeGeoJson(item, file);
  return Error{ErrorKind::BadUsage, file.string(), tr("the name has no known suffix"),
               tr("end it in .png, .svg, .pdf, .csv, .json or .geojson")};
}

}  // namespace sojourn::qt
