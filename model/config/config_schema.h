// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all configuration keys: type, range, default and help. Reading, writing and forms are driven by it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/config/training_config.h"

namespace sojourn {

enum class ConfigType { Integer, Real, Boolean, Text, Choice, IntegerList };

/// Integer, Real, Boolean, Text or Choice, IntegerList: in this order.
using ConfigValue = std::variant<std::int64_t, double, bool, std::string, std::vector<std::int64_t>>;

/// One key. Bounds hold for Integer, Real and each entry of an IntegerList; `above` and `below` exclude the bound.
struct ConfigField {
  std::string key;  ///< "training.batch_size"; "seed" stands without a section
  ConfigType type = ConfigType::Integer;
  double minimum = 0;
  double maximum = 0;
  bool above = false;                  ///< greater than the minimum, not equal
  bool below = false;                  ///< less than the maximum, not equal
  std::vector<std::string> choices{};  ///< of a Choice
  bool ignored = false;                ///< read for the sake of published files, without effect
  bool onResume = false;               ///< may be changed when a run is resumed
  std::string help;                    ///< one sentence fragment for a form or `--help`
  std::function<ConfigValue(const TrainingConfig&)> get;
  std::function<void(TrainingConfig&, const ConfigValue&)> set;  ///< the value must have passed check()

  [[nodiscard]] std::string_view section() const;  ///< "training"; empty for "seed"
  [[nodiscard]] std::string_view name() const;     ///< "batch_size"
  /// What a value may be: "a whole number from 1 to 65536", "one of pointer_v45, mhsa, lstm".
  [[nodiscard]] std::string allowed() const;
  /// True where the value has the field's type and lies in its range.
  [[nodiscard]] bool check(const ConfigValue& value) const;
};

/// All keys in the order of the published files: seed, data, model, training.
[[nodiscard]] std::span<const ConfigField> configFields();
[[nodiscard]] const ConfigField* findConfigField(std::string_view key);
/// The keys in which two configurations differ.
[[nodiscard]] std::vector<const ConfigField*> differingFields(const TrainingConfig& a, const TrainingConfig& b);

/// The shortest text that reads back as the same double, with a point, so that PyYAML takes it for a number too
/// ("1.0e-06", not "1e-06").
[[nodiscard]] std::string realText(double value);

}  // namespace sojourn
