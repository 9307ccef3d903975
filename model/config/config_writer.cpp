// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/config/config_writer.h"

#include <type_traits>

#include <yaml-cpp/emitter.h>
#include <yaml-cpp/stlemitter.h>

#include "model/config/config_schema.h"

namespace sojourn {
namespace {

void emit(YAML::Emitter& out, const ConfigValue& value) {
  std::visit(
      [&](const auto& plain) {
        using T = std::decay_t<decltype(plain)>;
        if constexpr (std::is_same_v<T, double>) {
          out << realText(plain);
        } else if constexpr (std::is_same_v<T, std::string>) {
          out << YAML::DoubleQuoted << plain;  // a text that looks like a number stays a text
        } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
          out << YAML::Flow << plain;
        } else {
          out << plain;
        }
      },
      value);
}

}  // namespace

std::string toYaml(const TrainingConfig& config) {
  YAML::Emitter out;
  out << YAML::BeginMap;
  std::string_view open;
  for (const ConfigField& field : configFields()) {
    if (field.section() != open) {
      if (!open.empty()) out << YAML::EndMap;
      open = field.section();
      out << YAML::Key << std::string(open) << YAML::Value << YAML::BeginMap;
    }
    out << YAML::Key << std::string(field.name()) << YAML::Value;
    emit(out, field.get(config));
  }
  if (!open.empty()) out << YAML::EndMap;
  out << YAML::EndMap;
  return std::string(out.c_str(), out.size()) + "\n";
}

nlohmann::ordered_json toJson(const TrainingConfig& config) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const ConfigField& field : configFields()) {
    auto& parent = field.section().empty() ? json : json[std::string(field.section())];
    std::visit([&](const auto& plain) { parent[std::string(field.name())] = plain; }, field.get(config));
  }
  return json;
}

}  // namespace sojourn
