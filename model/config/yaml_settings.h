// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML document of two levels as a flat list of settings, read through the parser's events so that nothing grows
// beyond the text itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_text.h"
#include "model/core/result.h"

namespace sojourn {

struct Setting {
  std::string key;  ///< "training.batch_size" or, at the top level, "seed"
  RawValue value;
};

/// Errors: not YAML, nothing in it, more than one document, top level no map, nesting beyond section.key, aliases of sections or
/// lists.
[[nodiscard]] Result<std::vector<Setting>> parseYamlSettings(std::string_view yaml, const std::string& where);

/// One value as it would stand after "key: ", for `--set`.
[[nodiscard]] Result<RawValue> parseYamlValue(std::string_view text, const std::string& where);

}  // namespace sojourn
