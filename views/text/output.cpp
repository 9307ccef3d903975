// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <unistd.h>

#include "model/core/files.h"
#include "model/formats/text/csv.h"

namespace sojourn::text {
namespace {

std::string compact(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// Lists of numbers, of lists of numbers, and of words stay in one line; anything with an object in it does not.
bool staysInLine(const Json& json) {
  if (json.is_object()) return json.empty();
  return !json.is_array() || std::ranges::all_of(json, staysInLine);
}

void append(std::string& out, const Json& json, std::size_t indent) {
  if (staysInLine(json)) {
    out += compact(json);
    return;
  }
  // Objects of plain values inside a list take one line each: a row of a table.
  const std::string space(indent + 2, ' ');
  const bool object = json.is_object();
  out += object ? "{\n" : "[\n";
  bool first = true;
  for (auto item = json.begin(); item != json.end(); ++item) {
    if (!first) out += ",\n";
    first = false;
    out += space;
    if (object) out += compact(Json(item.key())) + ": ";
    if (!object && item->is_object() && std::ranges::all_of(*item, staysInLine)) {
      out += compact(*item);
    } else {
      append(out, *item, indent + 2);
    }
  }
  out += "\n" + std::string(indent, ' ') + (object ? "}" : "]");
}

/// Columns and cells of a line; objects within it as columns of their own.
void flatten(const Json& object, const std::string& prefix, std::vector<std::pair<std::string, Json>>& cells) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object())
      flatten(value, prefix + key + "_", cells);
    else
      cells.emplace_back(prefix + key, value);
  }
}

}  // namespace

std::string prettyJson(const Json& json) {
  std::string text;
  append(text, json, 0);
  return text + "\n";
}

Status writeJson(const Json& json, const std::string& out) {
  return write(prettyJson(json), out);
}

Status write(std::string_view text, const std::string& out) {
  return out == "-" ? print(text) : writeOutput(out, text);
}

bool printsToTerminal() {
  static const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  return terminal;
}

Status writeJson(Json json, const std::string& out, const std::vector<Problem>& problems) {
  json["problems"] = toJson(problems);
  return writeJson(json, out);
}

Json toJson(const std::vector<Problem>& problems) {
  return listOf(problems, [](const Problem& problem) -> Json {
    return {{"severity", severityName(problem.severity)},
            {"where", problem.where},
            {"what", problem.what},
            {"remedy", problem.remedy}};
  });
}

Status print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return {};
  return Error{ErrorKind::Failed, "standard output", std::string("cannot be written (") + std::strerror(errno) + ")",
               "free some space or choose another place"};
}

Json number(float value) {
  if (!std::isfinite(value)) return nullptr;
  std::array<char, 32> text{};
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  double shortest = 0;
  std::from_chars(text.data(), end, shortest);
  return shortest;
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json estimateJson(const Estimate& estimate) {
  if (estimate.n == 0) return nullptr;
  return {{"mean", number(estimate.mean)},
          {"low", number(estimate.low)},
          {"high", number(estimate.high)},
          {"n", estimate.n}};
}

std::string csvOfList(const Json& list) {
  std::string csv;
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::vector<std::pair<std::string, Json>> cells;
    flatten(list[i], "", cells);
    const auto line = [&](const auto& text) {
      for (std::size_t c = 0; c < cells.size(); ++c) csv += (c > 0 ? "," : "") + text(cells[c]);
      csv += '\n';
    };
    if (i == 0) line([](const auto& cell) { return csvField(cell.first); });
    line([](const auto& cell) {
      const Json& value = cell.second;
      return value.is_null() ? "" : value.is_string() ? csvField(value.template get<std::string>()) : value.dump();
    });
  }
  return csv;
}

}  // namespace sojourn::text
