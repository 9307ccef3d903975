// SPDX-License-Identifier: GPL-3.0-or-later
// What a field of the Launch form means: one value of the configuration, or several to be tried one after the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/config/config_schema.h"
#include "model/core/result.h"

namespace sojourn::session {

/// More values of one field are refused: they are a slip of the finger.
inline constexpr std::size_t mostValues = 100;

/// Whether a field can be tried with several values. Not the model, whose other keys mean other things, and not texts
/// and lists, in which a comma belongs to the value.
[[nodiscard]] bool takesSeveral(const ConfigField& field);

/// Reads a field's text. Items are separated by commas; an item is a value or a range:
///   42..46          whole numbers, each of them (also downwards)
///   1e-4..1e-3 x5   five numbers with both ends: evenly in ratio for real numbers, evenly in difference for whole ones
///   0.1..0.3 x3 lin  evenly in difference
///   32..256 x4 log   evenly in ratio
/// Errors (ErrorKind::BadInput, where: the key): a value that the schema does not allow, a range that is none, a value
/// that comes twice, too many.
[[nodiscard]] Result<std::vector<ConfigValue>> parseHyperparameterSweep(const ConfigField& field,
                                                                        std::string_view text);

/// How several values are written, for a tooltip; empty where a field takes one only.
[[nodiscard]] std::string hyperparameterSweepHelp(const ConfigField& field);

/// A value as a person writes it: "3e-4", "128", "full_model", "3, 17".
[[nodiscard]] std::string shortText(const ConfigValue& value);
[[nodiscard]] std::string shortText(const std::vector<ConfigValue>& values);

}  // namespace sojourn::session
