// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what a model program answers, before anything reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/core/result.h"
#include "model/program/program_model.h"

namespace sojourn {

/// As messages show it.
[[nodiscard]] std::string numberText(double value);

/// `remedy`: what its author does about it.
[[nodiscard]] Error wrongAnswer(std::string what, std::string remedy);

/// An array of an answer, taken out of it; below 0: any size. BadInput where it is absent, of another shape, or holds
/// NaN.
[[nodiscard]] Result<ProgramArray> arrayOf(ProgramMessage& message, const std::string& name,
                                           const std::vector<std::int64_t>& shape);

/// Turns one row of an answer, [locations], into log-probabilities; how far its sum was from 1, or why it is refused.
[[nodiscard]] Result<double> normalise(std::span<float> row, ProgramDescription::Output output, std::size_t sample);

/// [sequences, layers, heads, visits, visits]: whether each query's weights sum to 1.
[[nodiscard]] Status checkAttention(const ProgramArray& attention, std::span<const Sequence* const> sequences);

/// One of the tables of an answer; `said` is what it says of it.
[[nodiscard]] Result<EmbeddingTable> tableOf(ProgramMessage& message, const nlohmann::ordered_json& said,
                                             const std::string& values, const ProgramDescription& model);

/// What a program says of itself, or why that is refused.
[[nodiscard]] Result<ProgramDescription> descriptionOf(const nlohmann::ordered_json& json);

}  // namespace sojourn
