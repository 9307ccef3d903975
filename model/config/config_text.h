// SPDX-License-Identifier: GPL-3.0-or-later
// Configuration values as text: what a YAML scalar means, and how a number is written so that it reads back the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_schema.h"

namespace sojourn {

/// The shortest text that reads back as the same double, with a point, so that PyYAML takes it for a number too
/// ("1.0e-06", not "1e-06").
[[nodiscard]] std::string realText(double value);

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

}  // namespace sojourn
