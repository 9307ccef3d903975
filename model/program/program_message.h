// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of the protocol sojourn.model/1: questions as JSON, answers with their arrays.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/result.h"
#include "model/data/dataset/sequence.h"

namespace sojourn {

/// An array of an answer, C order.
struct ProgramArray {
  std::vector<std::int64_t> shape;
  std::vector<float> values;
};

/// An answer, or the error that it is.
struct ProgramMessage {
  std::int64_t id = -1;
  std::string error;                         ///< the program's words; empty where it answered
  std::optional<std::int64_t> sample = {};   ///< that the error is about
  std::map<std::string, ProgramArray> arrays;  ///< of the result, by key
  nlohmann::ordered_json result;             ///< all else of it: texts, numbers, lists that are no arrays of numbers
};

/// Arrays are nested lists of equal lengths, or {"dtype", "shape", "base64"}, whose numbers are little-endian. Of
/// `tables`, whose arrays lie deeper, the keys are "tables/0/values". Memory is a small multiple of the line. Errors
/// (BadInput): no JSON, no answer, a list of unequal parts, base64 that is none or of another size.
[[nodiscard]] Result<ProgramMessage> readProgramMessage(std::string_view line);

/// What is asked beside the prediction itself.
struct ProgramWish {
  bool attention = false, embedding = false;
};

/// {"id", "method", "params"} without its line end.
[[nodiscard]] std::string describeRequest(std::int64_t id);
[[nodiscard]] std::string tablesRequest(std::int64_t id);
/// `masked` is empty, or has a flag for each visit: it may be read by nobody. Shapes as in the contract: [B], [B, S],
/// padded at the right with 0.
[[nodiscard]] std::string predictRequest(std::int64_t id, std::span<const Sequence* const> sequences,
                                         std::span<const VisitMask> masked, const ProgramWish& wish);
/// For one sequence.
[[nodiscard]] std::string gradientsRequest(std::int64_t id, const Sequence& sequence, LocationId target);

}  // namespace sojourn
