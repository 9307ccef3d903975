// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/monitor/monitor_settings.h"

#include <algorithm>

#include "model/core/files.h"
#include "model/formats/json_fields.h"

namespace sojourn::monitor {
namespace {

constexpr const char* schema = "sojourn.monitor/1";
constexpr std::uint64_t mostBytes = 4'000'000;

int sizeFrom(std::int64_t value, int least) {
  return static_cast<int>(std::clamp<std::int64_t>(value, least, 8192));
}

}  // namespace

Result<MonitorSettings> readMonitorSettings(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return MonitorSettings{};
  const auto bytes = readFile(file, mostBytes);
  if (!bytes) return bytes.error();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  const auto json = parseJsonObject(text, file.string());
  if (!json) return json.error();
  JsonFields fields(*json, file.string());
  if (fields.text("schema") != schema) fields.refuse("schema", std::string("is not ") + schema);
  MonitorSettings settings;
  settings.dark = fields.truth("dark");
  settings.width = sizeFrom(fields.count("width"), 480);
  settings.height = sizeFrom(fields.count("height"), 320);
  settings.layout = fields.text("layout");
  if (fields.error()) return *fields.error();
  if (const auto quiet = json->find("quiet"); quiet != json->end() && quiet->is_object()) {
    for (const auto& [run, state] : quiet->items()) {
      if (state.is_string()) settings.quiet[run] = state.get<std::string>();
    }
  }
  return settings;
}

Status writeMonitorSettings(const std::filesystem::path& file, const MonitorSettings& settings) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed)
    return Error{ErrorKind::Failed, file.parent_path().string(), "cannot be made (" + failed.message() + ")",
                 "check the permissions of the folder above it, or give --state-dir"};
  const nlohmann::ordered_json json{{"schema", schema},          {"dark", settings.dark},
                                    {"width", settings.width},   {"height", settings.height},
                                    {"layout", settings.layout}, {"quiet", settings.quiet}};
  return writeFileAtomically(file, json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace sojourn::monitor
