// SPDX-License-Identifier: GPL-3.0-or-later
// The Gate view: this sample's gate among all others', how often they were right, and what the gate is not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/core/name_table.h"
#include "model/results/slices.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// What the session knows about the set that the sample is compared with.
struct GateData {
  GateSummary summary;  ///< histogram over the set; n = 0 while nothing has been evaluated
  std::string scope;    ///< "3 502 test samples", "358 filtered": always printed
  SliceBy splitBy = SliceBy::Correctness;
  std::vector<Slice> slices;               ///< parts by splitBy; unused for Correctness, which the histogram shows
  std::optional<std::size_t> sampleSlice;  ///< which of them this sample belongs to
};

/// As a workspace keeps it.
inline constexpr NameTable<5> sliceByNames{"correctness", "hour", "weekday", "user", "length"};

struct GateOptions {
  SliceBy splitBy = SliceBy::Correctness;

  static void fields(auto& json, auto& options) { json.orDefault("split_by", options.splitBy, sliceByNames); }
};

/// Bins and parts with fewer samples have no accuracy dot: their share says nothing.
inline constexpr std::size_t fewestForAccuracy = 8;

/// EmptyState where the model has no gate. Without an inspection the set alone is shown.
[[nodiscard]] ViewContent gateContent(const SampleContext& context, const GateData& data, const Canvas& canvas);

}  // namespace sojourn::present
