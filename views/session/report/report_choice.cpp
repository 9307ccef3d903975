// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/report/report_choice.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/formats/text/json_fields.h"
#include "model/formats/text/json_reader.h"

namespace sojourn::session {
namespace {

constexpr NameTable<6> sampleNames{"none", "present", "listed", "first", "random", "noted"};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<std::size_t> wholeNumber(std::string_view text) {
  text = trimmed(text);
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Error wrongPart(ErrorKind kind, std::string_view part, const std::string& what, const std::string& remedy) {
  return {kind, tr("samples \"%1\"", {escapeForDisplay(part, 60)}), what, remedy};
}

std::string suffixOf(const std::filesystem::path& file) {
  std::string suffix = file.extension().string();
  std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

}  // namespace

void ReportChoice::fields(auto& json, auto& choice) {
  json.orDefault("author", choice.author);
  json.orDefault("count", choice.count);
  json.orDefault("dark", choice.dark);
  json.orDefault("edited", choice.edited);
  json.orDefault("html", choice.html);
  json.orDefault("letter", choice.letter);
  json.orDefault("listed", choice.listed);
  json.orDefault("notes", choice.notes);
  json.orDefault("pdf", choice.pdf);
  json.orDefault("pdf_tables", choice.pdfTables);
  json.orDefault("samples", choice.samples, sampleNames);
  json.orDefault("scenarios", choice.scenarios);
  json.orDefault("tables", choice.tables);
  json.orDefault("title", choice.title);
  json.orDefault("views", choice.views);
}

Result<std::vector<std::size_t>> parseSampleList(std::string_view text, std::size_t size) {
  std::vector<std::size_t> rows;
  for (std::string_view rest = text; !trimmed(rest).empty();) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = trimmed(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    const std::size_t dash = part.find('-');
    const auto first = wholeNumber(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : wholeNumber(part.substr(dash + 1));
    if (!first || !last || *last < *first)
      return wrongPart(ErrorKind::BadUsage, part, tr("is neither an index nor a range"),
                       tr("write indices with commas between them, as in 12, 40-44"));
    if (*last >= size)
      return wrongPart(ErrorKind::BadInput, part,
                       tr("is beyond the split, which has %1 samples", {std::to_string(size)}),
                       tr("indices run from 0 to %1", {std::to_string(size == 0 ? 0 : size - 1)}));
    if (*last - *first >= mostReportSamples || rows.size() + (*last - *first) >= mostReportSamples)
      return wrongPart(ErrorKind::BadUsage, part, tr("gives more than %1 samples", {std::to_string(mostReportSamples)}),
                       tr("choose fewer samples"));
    for (std::size_t row = *first; row <= *last; ++row)
      if (std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
  }
  if (rows.empty())
    return Error{ErrorKind::BadUsage, tr("the list of samples"), tr("is empty"), tr("write indices, as in 12, 40-44")};
  return rows;
}

bool isPdfReport(const std::filesystem::path& file) {
  return suffixOf(file) == ".pdf";
}

Status checkReportFile(const std::filesystem::path& file) {
  const std::string suffix = suffixOf(file);
  if (suffix != ".html" && suffix != ".htm" && suffix != ".pdf")
    return Error{ErrorKind::BadUsage, file.string(), tr("does not have the suffix of a report"),
                 tr("end it in .html or .pdf")};
  std::error_code failed;
  if (std::filesystem::is_directory(file, failed))
    return Error{ErrorKind::Failed, file.string(), tr("is a folder"), tr("name a file in it")};
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, failed))
    return Error{ErrorKind::Failed, folder.string(), tr("is not a folder"), tr("create it, or choose another one")};
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    return Error{ErrorKind::Failed, folder.string(), tr("cannot be written to"), tr("choose another folder")};
  return {};
}

std::string formatReportChoice(const ReportChoice& choice) {
  JsonWriter json;
  ReportChoice::fields(json, choice);
  return json.text();
}

ReportChoice parseReportChoice(std::string_view text) {
  ReportChoice choice;
  const auto json = parseJson(text).value;
  JsonFields fields = JsonFields::lenient(json);
  ReportChoice::fields(fields, choice);
  choice.count = std::clamp<std::size_t>(choice.count, 1, mostReportSamples);
  return choice;
}

}  // namespace sojourn::session
