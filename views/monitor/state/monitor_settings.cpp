// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/state/monitor_settings.h"

#include <algorithm>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/core/translation.h"
#include "model/formats/text/json_fields.h"

namespace sojourn::monitor {
namespace {

/// In the order of ThemeChoice.
constexpr NameTable<3> themes{"system", "dark", "light"};
constexpr std::uint64_t mostBytes = 4'000'000;

void curveFields(auto& json, auto& curves) {
  using enum present::CurveX;
  const NameTable<4> axes{present::curveXName(Epoch), present::curveXName(Step), present::curveXName(WallTime),
                          present::curveXName(Relative)};
  json("x", curves.x, axes);
  json("smoothing", curves.smoothing);
  json.check("smoothing", curves.smoothing >= 0 && curves.smoothing < 1, "is not from 0 to 1");
  json("linked", curves.linked);
  json("crosshair", curves.crosshair);
  json("markers", curves.markers);
  json("log_loss", curves.logLoss);
  json("log_gradient", curves.logGradient);
  json("raw", curves.raw);
}

}  // namespace

void MonitorSettings::fields(auto& json, auto& settings) {
  json.schema("sojourn.monitor/1");
  json("theme", settings.theme, themes);
  json("width", settings.width);
  json("height", settings.height);
  json("layout", settings.layout);
  json.orDefault("layouts", settings.layouts);
  json.orDefault("muted", settings.muted);
  if (json.has("curves")) json.object("curves", [&](auto& part) { curveFields(part, settings.curves); });
  json.orDefault("configurations", settings.configurations);
}

Result<MonitorSettings> readMonitorSettings(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return MonitorSettings{};
  const auto bytes = readFile(file, mostBytes);
  if (!bytes) return bytes.error();
  const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  auto json = parseJsonObject(text, file.string());
  if (!json) return json.error();
  auto settings = structOf<MonitorSettings>(*json, file.string());
  if (!settings) return settings;
  settings->width = std::clamp(settings->width, 480, 8192);
  settings->height = std::clamp(settings->height, 320, 8192);
  return settings;
}

Status writeMonitorSettings(const std::filesystem::path& file, const MonitorSettings& settings) {
  std::error_code failed;
  std::filesystem::create_directories(file.parent_path(), failed);
  if (failed)
    return Error{ErrorKind::Failed, file.parent_path().string(), tr("cannot be created (%1)", {failed.message()}),
                 tr("check the permissions of the folder above it, or give --state-dir")};
  return writeFileAtomically(file, jsonFileText(settings, 1));
}

}  // namespace sojourn::monitor
