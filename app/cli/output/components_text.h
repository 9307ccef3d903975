// SPDX-License-Identifier: GPL-3.0-or-later
// Switched components as JSON (sojourn.components/1, sojourn.components_summary/1) and as tables for people.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "app/cli/output/output.h"
#include "model/data/dataset/dataset.h"
#include "model/results/component.h"
#include "model/results/model_description.h"

namespace sojourn::cli {

/// What was switched of which model; the switches of a component stand next to each other.
struct SwitchedModel {
  const ModelDescription& model;
  std::span<const Component> components;
  const ComponentReference& reference;
};

/// `index` of a sample, or nothing.
[[nodiscard]] Json toJson(const SwitchedModel& switched, const Sequence& sequence, std::optional<std::size_t> index,
                          const SwitchBoard& board);
[[nodiscard]] std::string boardTable(const SwitchedModel& switched, const SwitchBoard& board, const PlaceNames& places);

[[nodiscard]] Json toJson(const SwitchedModel& switched, const SwitchTable& table, const std::string& dataset,
                          const std::string& split);
[[nodiscard]] std::string switchTable(const SwitchedModel& switched, const SwitchTable& table);

}  // namespace sojourn::cli
