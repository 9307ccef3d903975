// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML document of two levels as a flat list of settings, read through the parser's events so that nothing grows
// beyond the text itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_schema.h"
#include "model/core/result.h"

namespace sojourn {

/// A value as YAML's parser hands it over, before its meaning is known.
struct RawValue {
  std::vector<std::string> items;  ///< one for a scalar
  bool list = false;
  bool quoted = false;  ///< a quoted scalar is a text, never a number
  int line = 0;         ///< from 1; 0 where it came from the command line

  /// As the person wrote it, for messages: "abc", [1, 2].
  [[nodiscard]] std::string shown() const;
};

/// The value in the field's type, or nothing where it does not have that type. Ranges are ConfigField::check's.
[[nodiscard]] std::optional<ConfigValue> interpret(const ConfigField& field, const RawValue& raw);

struct Setting {
  std::string key;  ///< "training.batch_size" or, at the top level, "seed"
  RawValue value;
};

/// Errors: not YAML, nothing in it, more than one document, top level no map, nesting beyond section.key, aliases of
/// sections or lists.
[[nodiscard]] Result<std::vector<Setting>> parseYamlSettings(std::string_view yaml, const std::string& where);

/// One value as it would stand after "key: ", for `--set`.
[[nodiscard]] Result<RawValue> parseYamlValue(std::string_view text, const std::string& where);

}  // namespace sojourn
