// SPDX-License-Identifier: GPL-3.0-or-later
// The options of the window's parts as a workspace's file keeps them: one JSON object a part.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "model/formats/text/json_fields.h"

namespace sojourn::session {

/// By part ("attention", "searches"): the text of its JSON object.
using KeptOptions = std::map<std::string, std::string>;

/// Nothing is kept where all is as it is at first.
template <JsonStruct T>
void keepOptions(KeptOptions& kept, const std::string& part, const T& options) {
  const std::string text = jsonOf(options).dump();
  if (text == jsonOf(T{}).dump())
    kept.erase(part);
  else
    kept[part] = text;
}

/// A member that is absent, unknown or out of range is as it is at first.
template <JsonStruct T>
[[nodiscard]] T optionsOf(const KeptOptions& kept, const std::string& part) {
  T options;
  const auto found = kept.find(part);
  if (found == kept.end()) return options;
  const auto json = nlohmann::ordered_json::parse(found->second, nullptr, false);
  if (!json.is_object()) return options;
  JsonFields fields = JsonFields::lenient(json);
  T::fields(fields, options);
  return options;
}

}  // namespace sojourn::session
