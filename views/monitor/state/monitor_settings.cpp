// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/monitor_settings.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "model/core/files.h"
#include "model/formats/text/json_fields.h"

namespace sojourn::monitor {
namespace {

constexpr const char* schema = "sojourn.monitor/1";
/// In the order of ThemeChoice.
constexpr std::array<std::string_view, 3> themes{"system", "dark", "light"};
constexpr std::uint64_t mostBytes = 4'000'000;

int sizeFrom(std::int64_t value, int least) {
  return static_cast<int>(std::clamp<std::int64_t>(value, least, 8192));
}

/// Texts by their keys; what is no text is left out.
void readTexts(const nlohmann::json& json, const char* key, std::map<std::string, std::string>& texts) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_object()) return;
  for (const auto& [name, text] : found->items())
    if (text.is_string()) texts[name] = text.get<std::string>();
}

/// A layout of an earlier version with the name that the panel of muted alerts has now.
std::string withCurrentNames(std::string layout) {
  constexpr std::string_view earlier = "[###quiet]";
  constexpr std::string_view current = "[###muted]";
  if (const std::size_t at = layout.find(earlier); at != std::string::npos) layout.replace(at, earlier.size(), current);
  return layout;
}

present::PlotOptions readCurves(JsonFields fields, JsonFields& all) {
  present::PlotOptions curves;
  const auto x = present::curveXNamed(fields.text("x"));
  if (x)
    curves.x = *x;
  else
    fields.refuse("x", "is not an axis");
  curves.smoothing = fields.real("smoothing");
  if (!(curves.smoothing >= 0 && curves.smoothing < 1)) fields.refuse("smoothing", "is not from 0 to 1");
  curves.linked = fields.truth("linked");
  curves.crosshair = fields.truth("crosshair");
  curves.markers = fields.truth("markers");
  curves.logLoss = fields.truth("log_loss");
  curves.logGradient = fields.truth("log_gradient");
  curves.raw = fields.truth("raw");
  all.take(fields);
  return curves;
}

nlohmann::ordered_json curvesJson(const present::PlotOptions& curves) {
  return {{"x", present::curveXName(curves.x)},
          {"smoothing", curves.smoothing},
          {"linked", curves.linked},
          {"crosshair", curves.crosshair},
          {"markers", curves.markers},
          {"log_loss", curves.logLoss},
          {"log_gradient", curves.logGradient},
          {"raw", curves.raw}};
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
  const auto theme = std::ranges::find(themes, fields.text("theme"));
  if (theme == themes.end())
    fields.refuse("theme", "is not system, dark or light");
  else
    settings.theme = static_cast<ThemeChoice>(theme - themes.begin());
  settings.width = sizeFrom(fields.count("width"), 480);
  settings.height = sizeFrom(fields.count("height"), 320);
  settings.layout = withCurrentNames(fields.text("layout"));
  if (json->contains("configurations")) settings.configurations = fields.text("configurations");
  if (fields.has("curves")) settings.curves = readCurves(fields.object("curves"), fields);
  if (fields.error()) return *fields.error();
  readTexts(*json, "layouts", settings.layouts);
  for (auto& [name, layout] : settings.layouts) layout = withCurrentNames(std::move(layout));
  readTexts(*json, "quiet", settings.muted);  // as earlier versions wrote it
  readTexts(*json, "muted", settings.muted);
  return settings;
}

Status writeMonitorSettings(const std::filesystem::path& file, const MonitorSettings& settings) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed)
    return Error{ErrorKind::Failed, file.parent_path().string(), "cannot be created (" + failed.message() + ")",
                 "check the permissions of the folder above it, or give --state-dir"};
  const nlohmann::ordered_json json{{"schema", schema},
                                    {"theme", themes[static_cast<std::size_t>(settings.theme)]},
                                    {"width", settings.width},
                                    {"height", settings.height},
                                    {"layout", settings.layout},
                                    {"layouts", settings.layouts},
                                    {"muted", settings.muted},
                                    {"curves", curvesJson(settings.curves)},
                                    {"configurations", settings.configurations}};
  return writeFileAtomically(file, json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace sojourn::monitor
